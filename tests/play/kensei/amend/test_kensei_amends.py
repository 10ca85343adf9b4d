"""A battle corrected in the middle: what other fights rolled stands, the pad of a roll is put right, and what was
forgotten is said after the dice."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from companion.play.kensei.amend.forgot import Anew, Thrown, anew, forgot_view, thrown
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import PHASES, State, must
from companion.play.takeback import Where
from companion.play.values import Asked, Done, Preview, Replacement
from companion.rules.text import Refusal
from tests.play.kensei.field import Field, fielded
from tests.play.tabletop import Tabletop


class Evening(Tabletop):
    """A table of Kensei on a real store: three archers of a against three units of swordsmen of b."""

    def __init__(self, folder: Path, **setup: str) -> None:
        super().__init__(folder, KENSEI)
        self.table("a", "b", **setup)
        for _ in range(3):
            self.did("a", "muster", unit="yumi-samurai", miniatures=10)
            self.did("b", "muster", unit="katana-samurai", miniatures=8)
        for seat in "ab":
            self.did(seat, "ready")

    @property
    def state(self) -> State:
        found = self.get().state
        assert isinstance(found, State)
        return found

    def step(self) -> str:
        return KENSEI.due(self.state)[0].step

    def shot(self, attacker: str, defender: str, *rolls: list[int]) -> list[int]:
        """A shot at 30 cm with these dice; the numbers of its rolls in the log."""
        seats = {"a": "aba", "b": "bab"}[attacker[0]]
        self.did(attacker[0], "aim", kind="shot", attacker=attacker, defender=defender)
        self.did(attacker[0], "situate", step=self.step(), field="distance_cm", value=30)
        return [
            self.did(seat, "roll", step=self.step(), faces=faces) for seat, faces in zip(seats, rolls, strict=False)
        ]

    def honor(self, piece: str, die: int) -> None:
        (owed,) = (r for r in self.state.owed if r.piece == piece)
        self.did(piece[0], "honor", piece=piece, owed=owed.id)
        self.did(piece[0], "roll", step=f"{owed.id}.die", faces=[die])


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.close()


HALF: tuple[list[int], ...] = ([9, 9, 9, 9, 1, 1, 1, 1, 1, 1], [9, 9, 9, 9], [5, 5, 5, 5])
"""Takes four of eight Katana Samurai: an honor roll is owed."""


def test_a_shot_that_owes_no_roll_any_more_leaves_every_roll_of_two_other_fights(evening: Evening) -> None:
    *_, damage = evening.shot("a1", "b1", *HALF)
    evening.honor("b1", 2)
    evening.shot("a2", "b2", *HALF)
    evening.honor("b2", 3)
    evening.shot("a3", "b3", *HALF)
    evening.honor("b3", 1)
    step = "t1.a1>b1.shot.damage"
    less = [Replacement("roll", {"step": step, "faces": [5, 5, 5, 2]})]
    preview = evening.preview("a", damage, less)
    assert isinstance(preview, Preview)
    assert [str(gone.before) for gone in preview.impossible] == ["Honor of Katana Samurai 1: 2 against 4, held."], (
        "only the roll that is no longer owed"
    )
    evening.amend("a", damage, less)
    done = evening.answer("b", True)
    assert isinstance(done, Done), done
    told = evening.lines(None)
    assert sum(", held." in line for line in told) == 2
    assert [p.miniatures for p in evening.state.of("b")] == [5, 4, 4]
    assert not evening.state.owed


def test_a_correction_that_makes_a_roll_owed_takes_back_nothing_that_was_played_after_its_phase(
    evening: Evening,
) -> None:
    *_, damage = evening.shot("a1", "b1", *HALF[:2], [5, 5, 5, 2])
    left = {phase: evening.did("a", "leave", turn=1, phase=phase) for phase in PHASES}
    evening.shot("a2", "b2", *HALF)
    step = "t1.a1>b1.shot.damage"
    more = [Replacement("roll", {"step": step, "faces": [5, 5, 5, 5]})]
    preview = evening.preview("a", damage, more)
    assert isinstance(preview, Preview)
    assert not preview.impossible
    assert [(one.seq, str(one.after)) for one in preview.changed] == [
        (left["orders"], "Turn 1: Combat. Honor rolls put off: 1."),
        (left["resolution"], "Turn 2: Orders and actions. Honor rolls left out: 1."),
    ]
    assert isinstance(evening.amend("a", damage, more), Done)
    assert (evening.state.turn, [p.miniatures for p in evening.state.of("b")]) == (2, [4, 4, 8])
    exported = must(evening.tables.export(evening.id, "a"))
    left_anyway = [event["data"].get("skip", False) for event in exported["events"] if event["type"] == "leave"]
    assert left_anyway == [True, False, True], "an export of it is replayed to the same"
    evening.did("a", "aim", kind="shot", attacker="a3", defender="b3")
    undone = evening.undo("a")
    assert isinstance(undone, Done), undone
    assert (evening.state.turn, [p.miniatures for p in evening.state.of("b")]) == (2, [4, 4, 8])


def test_nor_where_the_turn_went_on_by_itself(tmp_path: Path) -> None:
    evening = Evening(tmp_path, battle="pitched")
    evening.did("a", "first", first="a")
    *_, damage = evening.shot("a1", "b1", *HALF[:2], [5, 5, 5, 2])
    evening.did("a", "done", turn=1)
    evening.did("b", "done", turn=1)
    evening.did("a", "leave", turn=1, phase="resolution")
    evening.shot("a2", "b2", *HALF)
    more = [Replacement("roll", {"step": "t1.a1>b1.shot.damage", "faces": [5, 5, 5, 5]})]
    preview = evening.preview("a", damage, more)
    assert isinstance(preview, Preview)
    assert not preview.impossible
    assert [str(one.after) for one in preview.changed] == [
        "Side B has finished giving orders. Turn 1: Resolution. Honor rolls put off: 1.",
        "Turn 2: Orders and actions. Honor rolls left out: 1. Points: 0 against 0.",
    ]
    assert isinstance(evening.amend("a", damage, more), Done)
    assert (evening.state.turn, [p.miniatures for p in evening.state.of("b")]) == (2, [4, 4, 8])
    evening.close()


def test_who_is_asked_for_another_die_reads_which_roll_what_it_becomes_and_what_follows(evening: Evening) -> None:
    evening.shot("a1", "b1", *HALF)
    evening.honor("b1", 2)
    held, failed = (f"Honor of Katana Samurai 1: {told}." for told in ("2 against 4, held", "9 against 4, failed"))
    then = "Then: Katana Samurai 1 flee: the honor roll failed."
    entry = evening.get().seq
    other = [Replacement("roll", {"step": "t1.a1>b1.shot.honor.b1.die", "faces": [9]}, "b")]
    preview = evening.preview("a", entry, other)
    assert isinstance(preview, Preview)
    assert [str(one) for one in (*preview.fresh, *preview.then)] == [failed, then]
    assert isinstance(evening.amend("a", entry, other), Asked)
    assert [str(one) for one in evening.get().asks[0].lines] == [f"{held} → {failed}", then]


def test_taking_back_the_first_of_two_like_it_leaves_the_second_its_name(evening: Evening) -> None:
    first = evening.shot("a1", "b1", [1] * 10)
    evening.did("a", "mark", piece="a1", marker="unloaded", on=False)
    evening.shot("a1", "b1", *HALF)
    evening.honor("b1", 2)
    blank: list[Replacement] = []
    preview = evening.preview("a", first[0], blank)
    assert isinstance(preview, Preview)
    assert not preview.impossible, "the second is still t1.a1>b1.shot/2"
    done = evening.amend("a", first[0], blank)
    assert isinstance(done, Done), done
    assert any(", held." in line for line in evening.lines(None))
    assert [p.miniatures for p in evening.state.of("b")] == [4, 8, 8]


def test_the_name_is_kept_with_the_event_and_a_form_cannot_choose_it(evening: Evening) -> None:
    evening.did("a", "aim", kind="shot", attacker="a1", defender="b1", name="t1.a1>b1.shot/9")
    exported = must(evening.tables.export(evening.id, "a"))
    (aimed,) = (event for event in exported["events"] if event["type"] == "aim")
    assert aimed["data"]["name"] == "t1.a1>b1.shot"


ATTACK, DEFENSE, DAMAGE = (f"t1.a1>b1.shot.{step}" for step in ("at", "df", "damage"))


def amended(step: str, was: Mapping[str, int], tapped: Mapping[str, int], *thrown: int) -> Anew | None:
    """The pad at that step of a shot of ten, of which so many hits and tens were thrown."""
    field = fielded("yumi-samurai 10", "katana-samurai 8")
    field.aim("shot", "a1", "b1", distance_cm=40)
    if thrown:
        hits, tens = thrown
        field.act("a", "roll", step=ATTACK, bins={"hits": hits, "tens": tens, "misses": 10 - hits - tens})
    return anew(field.state, step, was, tapped)


def told(pad: Anew) -> tuple[list[str], list[str], dict[str, int], bool]:
    together = [(one, one.most) for one in pad.saves if pad.totals]
    shown = [*together, *pad.rows]
    rows = [f"{one.name} {one.least}-{one.most} of {dice}" for one, dice in shown]
    return rows, [way.bins for way in pad.lone], dict(pad.counts), pad.full


MADE = {"hits": 3, "tens": 1, "misses": 6}
KEPT = {"saved": 2, "saved_marked": 0, "tens": 1}
ROWS = ["hits 0-10 of 10", "tens 0-10 of 10", "misses 0-10 of 10"]


@pytest.mark.parametrize(
    ("tapped", "counts"),
    [
        ({}, MADE),
        ({"hits": 5}, {"hits": 5, "tens": 1, "misses": 4}),
        ({"misses": 10}, {"hits": 0, "tens": 0, "misses": 10}),
        ({"tens": 8}, {"tens": 8}),
    ],
)
def test_a_row_of_the_attack_may_take_any_dice_and_keeps_of_the_others_what_goes_with_it(
    tapped: dict[str, int], counts: dict[str, int]
) -> None:
    assert told(must(amended(ATTACK, MADE, tapped))) == (ROWS, [], counts, len(counts) == 3)


SAVES = ["saved 0-3 of 3", "saved_marked 0-1 of 1"]


@pytest.mark.parametrize(
    ("thrown", "was", "tapped", "rows", "lone", "counts"),
    [
        ((3, 1), KEPT, {}, [*SAVES, "tens 0-2 of 4"], "", KEPT),
        ((3, 1), KEPT, {"tens": 3}, [*SAVES, "tens 0-4 of 4"], "", {"saved": 2}),
        ((3, 1), {}, {"saved": 3}, [*SAVES, "tens 0-4 of 4"], "", {"saved": 3}),
        ((3, 0), {"saved": 1, "tens": 1}, {}, ["saved 0-3 of 3", "tens 0-2 of 3"], "", {"saved": 1, "tens": 1}),
        ((9, 1), {}, {}, ["saved 0-9 of 9", "saved_marked 0-1 of 1", "tens 0-10 of 10"], "", {}),
        ((4, 6), {}, {}, ["saved 0-4 of 4", "saved_marked 0-6 of 6", "tens 0-10 of 10"], "", {}),
        ((1, 0), {"saved": 1, "tens": 0}, {}, [], "1+0 0+0+0 0+0+1", {"saved": 1, "tens": 0}),
        ((0, 1), {"saved_marked": 0, "tens": 1}, {}, [], "0+1 0+0+0 0+0+1", {"saved_marked": 0, "tens": 1}),
    ],
)
def test_a_defense_is_put_right_in_the_rows_or_the_one_tap_it_was_entered_with(
    thrown: tuple[int, int],
    was: dict[str, int],
    tapped: dict[str, int],
    rows: list[str],
    lone: str,
    counts: dict[str, int],
) -> None:
    pad = must(amended(DEFENSE, was, tapped, *thrown))
    got_rows, got_lone, got_counts, full = told(pad)
    assert (got_rows, got_lone) == (rows, lone.split())
    assert {name: count for name, count in got_counts.items() if count or name in counts} == counts
    assert full == ("tens" in counts)
    assert bool(pad.totals) == (rows != [] and thrown[1] > 0)
    assert pad.chosen == "+".join(str(counts.get(name, 0)) for name in ("saved", "saved_marked", "tens"))


def test_faces_and_dice_that_are_past_have_no_pad() -> None:
    assert amended(DAMAGE, {}, {}, 3, 1) is None
    assert amended(ATTACK, MADE, {}, 3, 1) is None


SHOT = "t1.a1>b1.shot"


def opened(evening: Evening) -> Thrown:
    return must(thrown(evening.state, SHOT, lambda step: evening.tables.passage(evening.id, step)))


def forgot(evening: Evening, **said: object) -> Done | Asked | Refusal:
    """Puts the shot right as the page does."""
    at = opened(evening)
    form = {"chain": SHOT, "thrown": at.thrown, "over": at.over, **said}
    where: Where = "before" if at.over else "after"
    wished = [Replacement("forgot", form)]
    preview = evening.preview("a", at.seq, wished, where=where)
    assert isinstance(preview, Preview), preview
    done = evening.amend("a", at.seq, wished, seen=preview.seq, where=where)
    assert not isinstance(done, Refusal), done
    return done  # type: ignore[return-value]


def left(evening: Evening) -> tuple[int, int]:
    piece = must(evening.state.piece("b1"))
    return piece.miniatures, piece.accumulated_damage


def test_faces_tell_what_a_forgotten_cover_saves_and_nothing_is_asked(evening: Evening) -> None:
    evening.shot("a1", "b1", [9, 9, 9, 9, 1, 1, 1, 1, 1, 1], [4, 9, 9, 9], [5, 5, 5, 5])
    before = left(evening)
    forgot(evening, field="cover", value="heavy")
    told = evening.lines(None)
    assert "Forgotten when Yumi Samurai 1 attacked Katana Samurai 1: Cover: heavy. DF 3 → 5. Not saved: 4 → 3." in told
    assert "Damage dice 5 5 5" in next(line for line in told if line.startswith("Damage"))
    assert left(evening) > before
    assert evening.tables.passages(evening.id)[-1].after == evening.state, "the log replays to the same battle"
    assert isinstance(evening.undo("a"), Done)
    assert left(evening) == before, "undo takes back just that"
    assert not any("Forgotten" in line for line in evening.lines(None) if "undid" not in line)


def test_bins_ask_how_many_stood_between_and_the_dice_that_follow(evening: Evening) -> None:
    evening.did("a", "aim", kind="shot", attacker="a1", defender="b1")
    evening.did("a", "situate", step=evening.step(), field="distance_cm", value=30)
    evening.did("a", "roll", step=evening.step(), bins={"hits": 0, "tens": 0, "misses": 10})
    at = opened(evening)
    assert (at.thrown, at.over) == ("attack", True)
    luck = {"to": "at", "amount": -1, "reason": "other", "words": "luck"}
    said = {"chain": SHOT, "thrown": at.thrown, "over": at.over, **luck}
    view = forgot_view(at.state, at.chain, said)
    assert not forgot_view(at.state, at.chain, {}).ready
    assert view.wanted is not None
    assert view.wanted.name == "at.between"
    answers = {"at.between": 1, "df.more.saved": 0, "df.more.tens": 0, "damage.1": 9}
    assert forgot_view(at.state, at.chain, {**said, "answers": answers}).ready
    was = left(evening)
    forgot(evening, **luck, answers=answers)
    assert left(evening) < was, "a miss became a hit, and its dice were thrown"
    assert KENSEI.due(evening.state)[0].kind == "choose"


def test_an_honor_roll_that_is_owed_no_more_is_named_before_it_goes(evening: Evening) -> None:
    evening.shot("a1", "b1", *HALF)
    evening.honor("b1", 2)
    at = opened(evening)
    plates = {"to": "ar", "amount": 4, "reason": "other", "words": "plates"}
    wished = [Replacement("forgot", {"chain": SHOT, "thrown": "damage", "over": True, **plates})]
    preview = evening.preview("a", at.seq, wished, where="before")
    assert isinstance(preview, Preview), preview
    assert [str(one.before) for one in preview.impossible] == ["Honor of Katana Samurai 1: 2 against 4, held."]


def test_two_things_can_be_forgotten_of_one_attack(evening: Evening) -> None:
    evening.shot("a1", "b1", [9, 9, 9, 9, 1, 1, 1, 1, 1, 1], [4, 5, 9, 9], [5, 5, 5, 5])
    forgot(evening, field="cover", value="light")
    forgot(evening, to="df", amount=1, reason="other", words="a wall")
    damage = next(line for line in evening.lines(None) if line.startswith("Damage"))
    assert damage.startswith("Damage dice 5 5:"), damage


# ---- while the dice fall


def running() -> Field:
    """Archers have thrown; the defense of four dice is due."""
    field = fielded("yumi-samurai 10", "katana-samurai 8")
    field.aim("shot", "a1", "b1", distance_cm=30)
    field.act("a", "roll", step=field.step(), bins={"hits": 4, "tens": 0, "misses": 6})
    return field


def test_a_roll_under_way_goes_on_with_the_dice_that_are_due_now() -> None:
    field = running()
    assert field.refused("a", "forgot", chain=SHOT, thrown="attack", field="moved", value="march") == (
        "Say this first: How many of the attack dice show 7?"
    )
    line = field.act("a", "forgot", chain=SHOT, thrown="attack", field="moved", value="march", **{
        "answers.at.between": "1"
    })  # fmt: skip
    assert line.endswith("AT 6 → 7. Hits 4 → 3.")
    assert field.due()[0].data["dice"] == 3


POISON = {"to": "damage_bonus", "amount": "1", "reason": "other", "words": "poison"}
COVER = {"field": "cover", "value": "light"}


@pytest.mark.parametrize(
    ("defense", "said", "stays"),
    [((), POISON, True), ((), COVER, False), ((9, 9, 9, 9), COVER, True), ((4, 9, 9, 9), COVER, False)],
)
def test_dice_tapped_in_stay_where_the_same_are_due(
    defense: tuple[int, ...], said: dict[str, str], stays: bool
) -> None:
    field = running()
    if defense:
        field.act("b", "roll", step=field.step(), faces=defense)
    seat, thrown = ("a", "defense") if defense else ("b", "attack")
    field.act(seat, "pad", step=field.step(), die=0, face=7)
    field.act("a", "forgot", chain=SHOT, thrown=thrown, **said)
    (ask,) = field.state.asks
    assert ask.pad.faces[:1] == (7,) * stays


def test_what_cannot_be_put_right_is_said_plainly() -> None:
    field = running()
    gone = field.refused("a", "forgot", chain="t1.a9>b9.shot", thrown="attack", field="moved", value="march")
    assert gone == "The dice of that attack were undone or corrected since: nothing of it is left to correct."
    other = field.refused("a", "forgot", chain=SHOT, thrown="attack", field="aimed_at_character", value="")
    assert other == "Say which circumstance was forgotten. The target cannot be changed here."
    far = field.refused("a", "forgot", chain=SHOT, thrown="attack", field="distance_cm", value="200")
    assert "200 cm away" in far
    field.act("b", "roll", step=field.step(), bins={"saved": 4})
    over = field.refused("a", "forgot", chain=SHOT, thrown="attack", field="moved", value="march")
    assert over == "That attack is over: choose it in the log, and correct it there."
