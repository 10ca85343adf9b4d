"""Sealed armies and hidden characters: nothing of the game object tells of them before their time (5:1:13, 7:1:5)."""

import hashlib

import pytest

from companion.play.game import Event
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import must
from tests.play.kensei.field import Field, attack_of, honor_of


def ambush(*, hidden: bool = True) -> Field:
    """b1 hides a Spy beside its Bushi, b2 a Geisha, or else nobody; a has archers and swordsmen."""
    spy, geisha = (" + spy", " + geisha") if hidden else ("", "")
    field = Field().army("a", "yumi-samurai 10, katana-samurai 10")
    return field.army("b", f"katana-samurai 6{spy} + daisho-samurai, yari-ashigaru 8{geisha}")


PROBES = (
    ("a", "a", "correct", {"piece": "b1", "hero": "bx-spy", "wounds": 3, "reason": "is he there"}),
    ("b", "a", "correct", {"piece": "b1", "hero": "bx-spy", "wounds": 3, "reason": "is he there"}),
    ("a", "a", "correct", {"piece": "b1", "hero": "bx-spy", "reason": "is he there"}),
    ("b", "a", "reveal", {"hero": "bx-spy"}),
    ("a", "a", "reveal", {"hero": "bx-spy"}),
    ("b", "a", "outfit", {"hero": "bx-spy"}),
    ("b", "a", "discharge", {"hero": "bx-spy"}),
    ("b", "a", "enlist", {"character": "spy", "piece": "b1"}),
    ("b", "a", "size", {"piece": "b1", "miniatures": 12}),
    ("b", "a", "aim", {"kind": "melee", "attacker": "b1", "defender": "a1", "striker": "bx-spy"}),
    ("a", "a", "mark", {"piece": "bx-spy", "marker": "hill", "on": True}),
    ("a", "a", "honor", {"piece": "bx-spy"}),
    ("a", "a", "aim", {"kind": "melee", "attacker": "a1", "defender": "bx-spy"}),
)


def test_armies_are_secret_until_the_battle_begins() -> None:
    field = ambush(hidden=False)
    assert KENSEI.secrets(field.state) == {"army a", "army b"}
    assert "not begun" in ambush().refused("b", "reveal", hero="bx-spy")
    field.act("b", "ready")
    assert field.view("a").side("b").seal
    field.act("b", "unready")
    assert field.view("a").side("b").seal == ""
    field.begin()
    assert KENSEI.secrets(field.state) == frozenset()


@pytest.mark.parametrize("begun", [False, True])
def test_guessing_gets_the_same_answer_whether_he_is_there_or_not(begun: bool) -> None:
    fields = [ambush(), ambush(hidden=False)]
    if begun:
        fields = [field.begin() for field in fields]
    for seat, by, act, form in PROBES:
        answers = [field.refused(seat, act, by, **form) for field in fields]
        assert answers[0] == answers[1], (seat, by, act, form)


@pytest.mark.parametrize("situation", [{}, {"aimed_at_character": "bx-spy"}, {"striker": "bx-spy"}])
def test_guessing_in_an_attack_gets_the_same_answer(situation: dict[str, str]) -> None:
    answers = []
    for field in (ambush().begin(), ambush(hidden=False).begin()):
        field.aim("melee", "b1", "a2")
        told = [field.refused("a", "striker", step=field.step(), striker=who) for who in situation.values()]
        field.act("b", "cancel", step=field.step())
        field.aim("shot", "a1", "b1")
        told += [
            field.refused("a", "situate", step=field.step(), field=name, value=who)
            for name, who in situation.items()
            if name != "striker"
        ]
        answers.append((told, repr(field.view("a")), repr(field.due())))
    assert answers[0] == answers[1]


def test_the_other_sides_view_is_the_same_with_and_without_hidden_ones() -> None:
    fields = (ambush().begin(), ambush(hidden=False).begin())
    views = [field.view(seat) for field in fields for seat in ("a", None)]
    assert views[:2] == views[2:]
    mine = ambush().begin().view("b")
    assert [h.title for p in mine.pieces for h in p.heroes if h.hidden] == ["Spy", "Geisha"]


def test_hidden_ones_count_for_nothing_until_they_are_shown() -> None:
    field = ambush().begin()
    assert field.piece("b1").combatant(None, None).ve == 7, "six swordsmen and their Bushi"
    field.act("b", "honor", piece="b2")
    assert honor_of(field, "b").target.value == 3
    field.act("b", "put-off", step=field.step())
    assert field.act("b", "reveal", hero="bx-spy") == "Spy is revealed in Katana Samurai 2."
    assert field.piece("b1").combatant(None, None).ve == 8


def test_who_is_shot_at_stays_hidden_and_who_fights_is_shown_once_the_dice_fall() -> None:
    field = ambush().begin()
    field.shoot("a1", "b1", "9 9", "9 9", "5 5", distance_cm=30)
    assert field.hero_of("bx-spy").hidden
    field.leave()
    field.aim("melee", "a2", "b1")
    dice = field.due()[0].data["dice"]
    field.act("a", "cancel", step=field.step())
    assert field.hero_of("bx-spy").hidden, "taking aim shows nobody"
    field.aim("melee", "a2", "b1")
    said = field.act("a", "roll", step=field.step(), faces=[9] + [1] * (dice - 1))
    assert "Spy is revealed in Katana Samurai 2." in said
    assert not field.hero_of("bx-spy").hidden
    outcome = must(attack_of(field).outcome)
    assert outcome.attack is not None
    assert outcome.attack.dice == dice, "what was thrown stays what was thrown"
    assert field.hero_of("bx-geisha").hidden


def test_a_unit_set_to_nothing_by_hand_leaves_nobody_to_hide() -> None:
    field = ambush().begin()
    said = field.act("a", "correct", by="a", piece="b2", miniatures=0, reason="all fell")
    assert said == "Yari Ashigaru, miniatures 8 → 0: by hand (all fell). Geisha is revealed in Yari Ashigaru."
    assert field.piece("b2").standing


def test_how_an_army_was_made_is_its_own_sides_until_the_battle_is_over() -> None:
    field = ambush().begin()
    secret = [e for e in field.events if e.seat == "b" and e.type not in ("ready", "unready")]
    assert secret
    for event in secret:
        assert field.shown(event, "a") is None
        assert field.shown(event, None) is None
        assert field.shown(event, "b") == event.data
    ready = Event("ready", "b", "b", {})
    assert field.shown(ready, "a") == {}
    field.act("a", "end", winner="draw")
    assert field.line.reveals
    for event in secret:
        assert field.shown(event, None) == event.data


def sealed(army: int, nonce: str) -> str:
    """The seal of some swordsmen."""
    field = Field()
    field.unit("a", "katana-samurai", army)
    after = KENSEI.apply(field.state, Event("ready", "a", "a", {"nonce": nonce}))
    return str(KENSEI.view(after, None).side("a").seal)


def test_each_seal_has_a_nonce_of_its_own_which_no_form_brings() -> None:
    assert sealed(6, "n1") == hashlib.sha256(b"n1/a/6 katana-samurai").hexdigest()[:8]
    assert len({sealed(6, "n1"), sealed(6, "n2"), sealed(7, "n1")}) == 3
    assert KENSEI.read("ready", {"nonce": "guess"}) == {"nonce": ""}


def test_a_nonce_is_as_secret_as_the_army_until_the_battle_is_over() -> None:
    field = ambush()
    ready = Event("ready", "b", "b", {"nonce": "n1"})
    sealed = KENSEI.apply(field.state, ready)
    assert "n1" not in repr([KENSEI.view(sealed, seat) for seat in ("a", "b", None)])
    assert [KENSEI.show_event(sealed, ready, seat) for seat in ("a", None)] == [{}, {}]
    begun = KENSEI.apply(sealed, Event("ready", "a", "a", {"nonce": "n2"}))
    over = KENSEI.apply(begun, Event("end", "a", "a", {"winner": "draw"}))
    shown = must(KENSEI.show_event(over, ready, None))
    proof = shown["proof"]
    assert proof["nonce"] == shown["nonce"] == "n1"
    assert hashlib.sha256(f"n1/b/{proof['army']}".encode()).hexdigest()[:8] == proof["seal"]
    assert proof["seal"] == KENSEI.view(sealed, "a").side("b").seal
    assert KENSEI.view(sealed, "a").side("a").seal == "", "that side is not ready yet"
    assert "spy katana hidden" in proof["army"] or "spy  hidden" in proof["army"], proof
