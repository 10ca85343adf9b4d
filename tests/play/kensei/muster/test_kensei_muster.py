"""Before the battle: what the muster allows, what it refuses and how the refusal helps; and a Shinobi: what he is sent
to do, and that nobody else learns of him (12:6:3, K80)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.content import catalog
from companion.content.army_document import document_of
from companion.play.kensei.muster.bring import places
from companion.play.kensei.muster.sides import MOST_PIECES
from companion.play.kensei.state import must
from companion.rules.kensei.army import Army, CharacterEntry, UnitEntry
from companion.rules.kensei.army.joining import ShinobiKind
from tests.play.kensei.deploy.secrets import SETUP, lay, told
from tests.play.kensei.field import Field


@pytest.mark.parametrize(
    ("type", "form", "words"),
    [
        ("muster", {"unit": "dragons"}, "Known: ama-kihei"),
        ("muster", {"unit": "katana-samurai", "miniatures": 0}, "4 to 12 are allowed"),
        ("muster", {"unit": "katana-samurai", "miniatures": 99}, "4 to 12 are allowed"),
        ("muster", {"unit": "naginata-sohei"}, "Only the Sohei may field Naginata Sohei"),
        ("enlist", {"character": "ronin"}, "Known: busho-buke"),
        ("enlist", {"character": "spy", "piece": "a9"}, "no such unit in your army"),
        ("enlist", {"character": "kensei", "piece": "a1"}, "loner"),
        ("enlist", {"character": "daimyo-buke"}, "no Taisho beside him"),
        ("enlist", {"character": "daisho-samurai", "piece": "a1", "weapon": "teppo"}, "his are: katana, bow"),
        ("enlist", {"character": "daisho-ashigaru", "piece": "a2"}, "must be alike"),
        ("size", {"piece": "ah1", "miniatures": 4}, "always one miniature"),
        ("standard", {"piece": "a2", "standard": True}, "cannot have a standard-bearer"),
        ("side", {"mon": "skull"}, "Known:"),
        ("side", {"path": "monk"}, "kuge"),
        ("side", {"clan": "x" * 41}, "at most 40 letters"),
        ("duel-die", {"step": "x", "faces": [1] * 40}, "of them"),
        ("muster", {"unit": "x" * 41}, f"no unit called {'x' * 40}. Known"),
        ("size", {"piece": "a2", "miniatures": 7}, "3 to 6 are allowed"),
        ("discharge", {"hero": "ah9"}, "may have been dismissed"),
        ("muster", {}, "unit is missing: give it too"),
        ("muster", {"unit": "kengo", "wings": 2}, "wings is not known here; known: unit, miniatures"),
        ("nonsense", {}, "known: ability, aim, alike, announce, answer"),
    ],
)
def test_what_the_muster_refuses_says_what_is_allowed(type: str, form: dict[str, Any], words: str) -> None:
    field = Field().army("a", "buke: taisho-buke, katana-samurai 4, kiba-musha 4")
    assert words in field.refused("a", type, **form)


def test_an_army_has_a_size_however_it_is_made() -> None:
    field = Field().army("a", "buke: " + "katana-samurai 4, " * (MOST_PIECES - 1) + "busho-buke")
    assert str(MOST_PIECES) in field.refused("a", "enlist", character="daisho-samurai")
    assert str(MOST_PIECES) in field.refused("a", "muster", unit="kengo")
    field.hero("a", "daisho-samurai", "a1")


def test_characters_take_room_in_the_formation() -> None:
    field = Field().army("a", "buke: katana-samurai 8 + daisho-samurai")
    assert "holds 12" in field.refused("a", "size", piece="a1", miniatures=12)
    field.act("a", "size", piece="a1", miniatures=11)
    field = Field().army("a", "buke: katana-samurai 8 + daisho-samurai + spy")
    assert "holds 12, characters included" in field.refused("a", "size", piece="a1", miniatures=11)


KUGE = Army(
    "kuge",
    4,
    (UnitEntry("u1", "katana-samurai", 8), UnitEntry("u2", "yari-ashigaru", 8)),
    (
        CharacterEntry("c1", "shinobi", kind="kamari"),
        CharacterEntry("c2", "spy", joins="u2"),
        CharacterEntry("c3", "busho-kuge"),
        CharacterEntry("c4", "daisho-samurai", joins="u1"),
    ),
)
"""One behind terrain, one hidden in a unit, one alone, and one in the ranks."""


def brought(**setup: str) -> Field:
    field = Field(**setup)
    field.act("a", "bring", army=document_of(KUGE))
    return field


def test_what_each_entry_of_a_list_has_become_on_the_table_and_whoever_is_discharged_is_gone() -> None:
    field = brought()
    pieces = {"u1": "a1", "u2": "a2", "c2": "a2", "c3": "ah1", "c4": "a1"}
    assert places(KUGE, field.state, "a") == pieces
    assert [(one.id, one.miniatures, one.at_start) for one in field.state.of("a")] == [
        ("a1", 8, 8),
        ("a2", 8, 8),
        ("ah1", 0, 0),
    ]

    def present() -> set[str]:
        return {hero.id for piece in field.state.of("a") for hero in piece.heroes} | {
            hero.id for hero in field.state.sides["a"].absent
        }

    everybody, listed = present(), field.state
    for who in ("ax-shinobi", "ax-spy", "ah1", "ah2"):
        field.state = listed
        field.act("a", "discharge", hero=who)
        assert present() == everybody - {who}, "and nobody else"
        assert {piece.id for piece in field.state.of("a")} == {"a1", "a2", "ah1"} - {who}


def test_an_outfit_changes_what_it_names_and_no_more() -> None:
    field = Field().army("a", "buke: yari-ashigaru 9 + daisho-ashigaru, taisho-buke katana")
    for form, outfit in (
        ({"mounted": True}, ("katana", True)),
        ({"weapon": "naginata"}, ("naginata", True)),
        ({"mounted": False}, ("naginata", False)),
    ):
        field.act("a", "outfit", hero="ah2", **form)
        assert (field.hero_of("ah2").weapon, field.hero_of("ah2").mounted) == outfit
    weapon = field.hero_of("ah1").profile.weapons[0]
    field.act("a", "outfit", hero="ah1", weapon=weapon)
    assert field.hero_of("ah1").weapon == weapon
    assert "has no mount" in field.refused("a", "outfit", hero="ah1", mounted=True)
    field.act("a", "enlist", character="daisho-ashigaru", mounted=True)
    assert not field.hero_of("ah3").mounted, "the chip was meant for who can ride"


def test_who_joins_a_unit_rides_as_it_does() -> None:
    """4:3:4: whatever was ticked for who stands alone; in his unit he does not leave the saddle."""
    field = Field().army("a", "buke: taisho-buke, katana-samurai 4, kiba-musha 4")
    field.act("a", "enlist", character="busho-buke", piece="a2")
    field.act("a", "enlist", character="daisho-samurai", piece="a1", mounted=True)
    assert [field.hero_of(hero).mounted for hero in ("ah2", "ah3")] == [True, False]
    assert "must be alike" in field.refused("a", "outfit", hero="ah2", mounted=False)


def test_what_a_tap_changed_of_a_unit_or_character_is_told() -> None:
    """Two taps on one key do not read alike."""
    field = Field().army("a", "buke: katana-samurai 8 + daisho-samurai, yari-ashigaru 6, taisho-buke katana")

    def told(kind: str, **form: Any) -> str:
        assert not field.act("a", kind, **form), "nobody else reads it"
        return str(field.line.private["a"])

    koku = catalog().units["katana-samurai"].standard_bearer
    assert told("standard", piece="a1", standard=True) == f"Katana Samurai with a standard: {koku} koku."
    assert told("standard", piece="a1", standard=False) == "Katana Samurai without a standard."
    daisho, taisho = (hero for piece in field.state.of("a") for hero in piece.heroes)
    assert told("outfit", hero=taisho.id, weapon="naginata") == f"{taisho.title}: Naginata."
    for mounted, how in ((True, "mounted"), (False, "on foot")):
        assert told("outfit", hero=taisho.id, mounted=mounted) == f"{taisho.title}, {how}."
    moved = told("outfit", hero=daisho.id, piece="a2")
    assert moved == f"Your army: 6 Yari Ashigaru with {daisho.title}."
    assert told("discharge", hero=daisho.id) == f"Dismissed: {daisho.title}."


@pytest.mark.parametrize(
    ("setup", "most"), [({}, None), ({"level": "4"}, "level"), ({"level": "10", "koku": "5200"}, 5200)]
)
def test_the_price_of_an_army_is_counted_while_it_is_made(setup: dict[str, str], most: int | str | None) -> None:
    """K38: a standard-bearer costs on top; 12:3 and 12:4 say what a level allows."""
    field = Field(**setup).army("a", "buke: katana-samurai 8 + daisho-samurai, kensei")
    unit = catalog().units["katana-samurai"]
    before = must(field.view("a").side("a").price)
    assert (before.koku.have, before.each["a1"]) == (8 * unit.koku, 8 * unit.koku)
    field.act("a", "standard", piece="a1", standard=True)
    now = must(field.view("a").side("a").price)
    assert now.koku.have == before.koku.have + (unit.standard_bearer or 0)
    people = sum(h.profile.vp for p in field.state.of("a") for h in p.heroes)
    assert (now.vp.have, sum(now.led.values())) == (people, people)
    assert now.led["a1"] == catalog().characters["daisho-samurai"].vp
    level = catalog().levels[4]
    assert now.koku.most == (level.koku if most == "level" else most)
    if most != "level":
        most = most and catalog().levels[10].vp
    assert now.vp.most == (level.vp if most == "level" else most)
    for other in ("b", None):
        assert field.view(other).side("a").price is None, "it would tell of a sealed army"


def test_an_illegal_list_comes_nearer_to_what_is_allowed_and_tells_its_hidden_ones_apart() -> None:
    field = Field()
    for count in (0, 100):
        army = Army("kuge", 4, (UnitEntry("u1", "katana-samurai", 8), UnitEntry("u2", "katana-samurai", count)), ())
        why = f"{count} miniatures; 1 to 99 can stand"
        assert why in field.refused("a", "bring", army=document_of(army)), "no table holds it"
    spies = tuple(CharacterEntry(f"c{number}", "spy", joins="u1") for number in (1, 2))
    field.act("a", "bring", army=document_of(Army("kuge", 4, (UnitEntry("u1", "katana-samurai", 14),), spies)))
    assert [hero.id for hero in field.piece("a1").heroes] == ["ax-spy", "ax-spy-2"]
    for hero in ("ax-spy", "ax-spy-2"):
        field.act("a", "discharge", hero=hero)
    for count in (14, 13):
        field.act("a", "size", piece="a1", miniatures=count)
        assert (field.piece("a1").miniatures, field.piece("a1").at_start) == (count, count)
    assert "4 to 12 are allowed" in field.refused("a", "size", piece="a1", miniatures=14)


def test_an_army_is_made_by_its_own_side_and_not_after_ready() -> None:
    field = Field()
    field.act("a", "side", clan="  Take\x00da\n\u202e🏯  ")
    assert field.state.sides["a"].clan == "Take da 🏯", "what players write stays on its line"
    assert "in secret" in field.refused("b", "muster", by="a", unit="kengo")
    assert "at least one" in field.refused("a", "ready")
    field.unit("a", "katana-samurai")
    field.act("a", "ready")
    assert "Undo that first" in field.refused("a", "muster", unit="kengo")
    field.act("a", "unready")
    field.unit("a", "kengo")
    field.act("a", "ready")
    field.unit("b", "kengo")
    field.act("b", "ready")
    assert "by hand" in field.refused("a", "muster", unit="kengo")
    assert "undo" in field.refused("a", "unready")
    assert "at least 1" in field.refused("a", "correct", piece="a1", miniatures=0, reason="\x00\x01")


def test_a_mounted_character_has_the_vitality_of_his_mount(field: Field) -> None:
    printed = catalog().characters["taisho-buke"].attributes.vt
    lone = next(p for p in field.state.of("a") if p.unit is None)
    hero = field.view("b").pieces
    assert [h.vitality for p in hero for h in p.heroes if p.id == lone.id] == [printed + 2]
    assert f"0 to {printed + 2}" in field.refused("a", "correct", piece=lone.id, hero=lone.id, wounds=99, reason="x")
    field.act("a", "correct", piece=lone.id, hero=lone.id, wounds=printed + 1, reason="x")
    assert field.hero_of(lone.id).alive


def test_an_army_nobody_leads_is_told_so_before_ready_and_may_begin_all_the_same() -> None:
    """K39: for its own side alone; a Daisho Ashigaru never leads (K31)."""

    def hint(seat: str) -> bool:
        return field.view(seat).side("a").no_general is not None

    field = Field()
    assert not hint("a"), "there is no army yet"
    field.unit("a", "katana-samurai", 5)
    assert (hint("a"), hint("b")) == (True, False)
    field.hero("a", "daisho-ashigaru")
    assert hint("a")
    field.hero("a", "daisho-samurai")
    assert not hint("a")
    field.act("a", "dismiss", piece="ah2")
    assert hint("a")
    field.unit("b", "katana-samurai", 5)
    field.begin()
    assert field.state.begun
    assert not hint("a")
    level = Field(level="3").army("a", "katana-samurai 5").view("a").side("a")
    assert ("no-general" in [one.code for one in level.problems], level.no_general) == (True, None), "it is said once"


def test_who_no_army_of_the_level_may_have_is_known_before_he_is_chosen() -> None:
    """For who chooses, while he does; of his path, for the rest is not offered to him (12:4)."""
    field = Field(level="3")
    field.act("a", "side", path="kuge")
    shown = field.view("a").side("a").barred
    assert {one: str(words) for one, words in shown.items()} == {
        "daimyo-kuge": "Daimyo: 1; level 3 allows 0.",
        "taisho-kuge": "Taisho: 1; level 3 allows 0.",
    }
    assert not field.view("b").side("a").barred
    assert not Field().view("a").side("a").barred, "no level was agreed"
    field.hero("a", "taisho-kuge")
    assert field.state.of("a"), "he may be chosen all the same"


@pytest.mark.parametrize(
    ("general", "learned", "offered"),
    [
        ("busho-buke", (), {"all", "buke"}),
        ("busho-buke", ("banzai",), set()),
        ("taisho-buke", (), {"all", "buke"}),
        ("taisho-buke", ("banzai",), {"buke"}),
        ("daimyo-buke", ("banzai",), {"all", "buke"}),
        ("daisho-samurai", (), set()),
    ],
)
def test_a_general_learns_as_many_abilities_as_his_rank_may(
    general: str, learned: tuple[str, ...], offered: set[str]
) -> None:
    """At a table without a level too (12:6:1, 12:6:2, K41)."""
    field = Field().army("a", f"buke: katana-samurai 8 + {general}")
    for ability in learned:
        field.act("a", "ability", ability=ability, on=True)
    side = field.view("a").sides[0]
    assert {owner for one in side.learnable for owner in one.owners} & {"all", "buke"} == offered


KINDS: tuple[tuple[ShinobiKind, str | None], ...] = (("mitsumono", "a1"), ("kamari", None), ("denuki", None))
SWORDS = "kuge: katana-samurai 8, katana-samurai 6"


def mustered(kind: ShinobiKind | None = None, piece: str | None = None) -> Field:
    """Two units, and a Shinobi sent to do this, or nobody."""
    field = Field(**SETUP).army("a", SWORDS)
    if kind:
        field.act("a", "enlist", character="shinobi", kind=kind, piece=piece)
    else:
        field.act("a", "name", piece="a1", name="")  # an act as secret as the other, that does nothing
    return field


def where(field: Field) -> list[tuple[str, str, ShinobiKind | None, bool]]:
    """Where each character of A is, with his id, what he is sent to do, and whether he hides."""
    on = [(p.id, h) for p in field.state.of("a") for h in p.heroes]
    off = [("absent", h) for h in field.state.sides["a"].absent]
    return [(place, h.id, h.kind, h.hidden) for place, h in (*on, *off)]


def test_he_may_be_sent_to_do_something_else_and_keeps_his_id() -> None:
    field = mustered("kamari")
    for kind, piece in (("mitsumono", "a2"), ("mitsumono", "a1"), ("denuki", None), ("kamari", None)):
        field.act("a", "outfit", hero="ax-shinobi", kind=kind, piece=piece)
        assert where(field) == [(piece or "absent", "ax-shinobi", kind, True)]
    field.act("a", "discharge", hero="ax-shinobi")
    assert where(field) == []


def test_who_stands_openly_hides_once_he_is_sent_or_joins_a_unit() -> None:
    """A list may leave a Shinobi's kind open; a Spy may be enlisted before his unit."""
    field = mustered()
    field.act("a", "enlist", character="shinobi")
    field.act("a", "enlist", character="spy")
    assert [(one, hidden) for _, one, _, hidden in where(field)] == [("ah1", False), ("ah2", False)]
    field.act("a", "outfit", hero="ah1", kind="denuki")
    field.act("a", "outfit", hero="ah2", piece="a1")
    assert where(field) == [("a1", "ax-spy", None, True), ("absent", "ax-shinobi", "denuki", True)]


def test_what_the_book_does_not_allow_is_refused_and_changes_nothing() -> None:
    field = mustered("kamari")
    before = where(field)
    assert "A Mitsumono hides in a unit" in field.refused("a", "outfit", hero="ax-shinobi", kind="mitsumono")
    for kind, why in (("kamari", "who is a Mitsumono may start in a unit"), ("denuki", "joins no unit of his own")):
        assert why in field.refused("a", "outfit", hero="ax-shinobi", kind=kind, piece="a1")
    assert "An army may have at most one Shinobi" in field.refused("a", "enlist", character="shinobi", kind="denuki")
    field.act("a", "enlist", character="daisho-samurai", piece="a1", kind="kamari")
    assert where(field) == [("a1", "ah1", None, False), *before], "the chip was meant for the Shinobi"
    assert "Only a Shinobi has a kind" in field.refused("a", "outfit", hero="ah1", kind="kamari")
    assert "hides only where no Bushi" in field.refused("a", "outfit", hero="ax-shinobi", kind="mitsumono", piece="a1")


def test_his_own_side_reads_what_he_does() -> None:
    field = mustered()
    for kind, piece, line in (
        ("kamari", None, "Shinobi, a Kamari: written down, not on the table."),
        ("denuki", None, "Shinobi, a Denuki: written down, not on the table."),
        ("mitsumono", "a2", "Your army: 6 Katana Samurai with Shinobi."),
    ):
        act = "outfit" if field.state.sides["a"].absent else "enlist"
        form = {"hero": "ax-shinobi"} if act == "outfit" else {"character": "shinobi"}
        assert not field.act("a", act, **form, kind=kind, piece=piece), "nobody else reads it"
        assert str(field.line.private["a"]) == line
    assert field.view("a").side("a").kinds == {"ax-shinobi": "mitsumono"}
    assert not field.view("b").side("a").kinds


def laid(kind: ShinobiKind | None = None, piece: str | None = None) -> Field:
    """The same at the deployment, all cards laid."""
    field = mustered(kind, piece)
    field.act("a", "enlist", character="daisho-samurai", piece="a2")
    field.army("b", "kiba-musha 4, yari-ashigaru 10").begin()
    field.act("a", "terrain", kind="forest")
    field.act("a", "deploy-first", first="b")
    lay(field, "b1", "a1", "b2", "a2")
    return field


@pytest.mark.parametrize(("kind", "piece"), KINDS)
def test_a_battle_with_him_looks_like_one_without(kind: ShinobiKind, piece: str | None) -> None:
    battles = laid(kind, piece), laid()
    for seat in ("b", None):
        assert len({told(one, seat) for one in battles}) == 1
