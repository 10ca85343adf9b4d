"""The acts of a battle one by one: what is allowed, what is refused and how the refusal helps."""

from __future__ import annotations

from typing import Any

import pytest

from companion.content import catalog
from companion.play.kensei.game import ACTS, KENSEI
from companion.play.kensei.muster import MOST_PIECES
from companion.play.kensei.seen import AttackView
from companion.rules.text import Refusal
from tests.play.kensei.field import Field


@pytest.fixture
def field() -> Field:
    """Archers with a Busho, riders, a lone Taisho on horseback; swordsmen with a Bushi, Ninjas."""
    field = Field()
    field.act("a", "side", path="buke", clan="Takeda", mon="bishi")
    field.unit("a", "yumi-samurai", 10)
    field.hero("a", "busho-buke", "a1", weapon="katana")
    field.unit("a", "kiba-musha", 4)
    field.hero("a", "taisho-buke", mounted=True, weapon="naginata")
    field.act("b", "side", path="kuge")
    field.unit("b", "katana-samurai", 8)
    field.hero("b", "daisho-samurai", "b1")
    field.unit("b", "ninjas", 4)
    return field.begin()


def attack_of(field: Field) -> AttackView:
    view = KENSEI.view(field.state, "a").attack
    assert view is not None
    return view


# ---- before the battle


@pytest.mark.parametrize(
    ("type", "form", "words"),
    [
        ("muster", {"unit": "dragons"}, "Known are: ama-kihei"),
        ("muster", {"unit": "katana-samurai", "miniatures": 0}, "4 to 12 are allowed"),
        ("muster", {"unit": "katana-samurai", "miniatures": 99}, "4 to 12 are allowed"),
        ("muster", {"unit": "naginata-sohei"}, "fights for the Sohei only"),
        ("enlist", {"character": "ronin"}, "Known are: busho-buke"),
        ("enlist", {"character": "spy", "piece": "a9"}, "no such unit in your army"),
        ("enlist", {"character": "kensei", "piece": "a1"}, "loner"),
        ("enlist", {"character": "daimyo-buke"}, "no Taisho beside him"),
        ("enlist", {"character": "daisho-samurai", "piece": "a1", "weapon": "teppo"}, "his are: katana, bow"),
        ("enlist", {"character": "daisho-ashigaru", "mounted": True}, "has no mount"),
        ("enlist", {"character": "daisho-samurai", "piece": "a1", "mounted": True}, "must be alike"),
        ("size", {"piece": "ah1", "miniatures": 4}, "always one miniature"),
        ("standard", {"piece": "a2", "standard": True}, "has no standard-bearer"),
        ("side", {"mon": "skull"}, "Known are:"),
        ("side", {"path": "monk"}, "kuge"),
        ("side", {"clan": "x" * 41}, "at most 40"),
        ("muster", {}, "Field required"),
        ("muster", {"unit": "kengo", "wings": 2}, "wings is not known here; known: unit, miniatures"),
        ("nonsense", {}, "known: ability, aim, answer"),
    ],
)
def test_what_the_muster_refuses_says_what_is_allowed(type: str, form: dict[str, Any], words: str) -> None:
    field = Field()
    field.act("a", "side", path="buke")
    field.hero("a", "taisho-buke")
    field.unit("a", "katana-samurai", 4)
    field.unit("a", "kiba-musha", 4)
    assert words in field.refused("a", type, **form)


def test_an_army_has_a_size_however_it_is_made() -> None:
    field = Field()
    field.act("a", "side", path="buke")
    for _ in range(MOST_PIECES - 1):
        field.unit("a", "katana-samurai", 4)
    field.hero("a", "busho-buke")
    assert str(MOST_PIECES) in field.refused("a", "enlist", character="daisho-samurai")
    assert str(MOST_PIECES) in field.refused("a", "muster", unit="kengo")
    field.hero("a", "daisho-samurai", "a1")


def test_an_army_is_made_by_its_own_side_and_not_after_ready() -> None:
    field = Field()
    assert "in secret" in field.refused("b", "muster", by="a", unit="kengo")
    assert "at least one" in field.refused("a", "ready")
    field.unit("a", "katana-samurai")
    field.act("a", "ready")
    assert "Take it back" in field.refused("a", "muster", unit="kengo")
    field.act("a", "unready")
    field.unit("a", "kengo")
    field.act("a", "ready")
    field.unit("b", "kengo")
    field.act("b", "ready")
    assert "by hand" in field.refused("a", "muster", unit="kengo")
    assert "undo" in field.refused("a", "unready")


def test_what_players_write_stays_on_its_line() -> None:
    field = Field()
    field.act("a", "side", clan="  Take\x00da\n\u202e🏯  ")
    assert field.state.sides["a"].clan == "Take da 🏯"
    field.unit("a", "kengo")
    field.unit("b", "kengo")
    field.begin()
    assert "at least 1" in field.refused("a", "correct", piece="a1", miniatures=0, reason="\x00\x01")


def test_a_mounted_character_has_the_vitality_of_his_mount(field: Field) -> None:
    printed = catalog().characters["taisho-buke"].attributes.vt
    lone = next(p for p in field.state.of("a") if p.unit is None)
    hero = KENSEI.view(field.state, "b").pieces
    assert [h.vitality for p in hero for h in p.heroes if p.id == lone.id] == [printed + 2]
    assert f"0 to {printed + 2}" in field.refused("a", "correct", piece=lone.id, hero=lone.id, wounds=99, reason="x")
    field.act("a", "correct", piece=lone.id, hero=lone.id, wounds=printed + 1, reason="x")
    assert field.hero_of(lone.id).alive


# ---- taking aim


@pytest.mark.parametrize(
    ("seat", "form", "words"),
    [
        ("a", {"kind": "shot", "attacker": "b1", "defender": "b2"}, "one of your own"),
        ("a", {"kind": "shot", "attacker": "a1", "defender": "a2"}, "Choose an enemy"),
        ("a", {"kind": "shot", "attacker": "a9", "defender": "b1"}, "one of your own"),
        ("a", {"kind": "magic", "attacker": "a1", "defender": "b1"}, "'shot' or 'melee'"),
        ("a", {"kind": "melee", "attacker": "a1", "defender": "b1", "striker": "bh1"}, "strike there: Busho Buke"),
        ("a", {"kind": "melee", "attacker": "a1", "defender": "b1", "striker": "x" * 999}, "strike there: Busho Buke"),
        ("a", {"kind": "melee", "attacker": "a1", "defender": "b1", "weapon": "teppo"}, "theirs: Bow (yumi)"),
    ],
)
def test_who_may_not_be_chosen(field: Field, seat: str, form: dict[str, Any], words: str) -> None:
    assert words in field.refused(seat, "aim", **form)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"field": "distance_cm", "value": "nan"}, "0 to 300"),
        ({"field": "distance_cm", "value": "-1"}, "0 to 300"),
        ({"field": "distance_cm", "value": "far"}, "0 to 300"),
        ({"field": "weather", "value": "rain"}, "known: distance_cm, moved"),
        ({"field": "moved", "value": "flew"}, "one of none, march, run"),
        ({"field": "loaded", "value": "perhaps"}, "yes or no"),
        ({"field": "ve_attacker", "value": "9" * 5000}, "0 to 99"),
        ({"field": "ve_attacker", "value": "-3"}, "0 to 99"),
        ({"field": "aimed_at_character", "value": "ah1"}, "possible are: Daisho Samurai"),
    ],
)
def test_circumstances_name_their_values(field: Field, form: dict[str, str], words: str) -> None:
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    assert words in field.refused("a", "situate", step="k1.attack", **form)


def test_free_modifiers_are_few_and_have_a_reason(field: Field) -> None:
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    assert "reason" in field.refused("a", "modify", step="k1.attack", to="at", value=1)
    assert "value" in field.refused("a", "modify", step="k1.attack", to="at", value=99, reason="luck")
    for number in range(8):
        field.act("a", "modify", step="k1.attack", to="at", value=1, reason=f"gust {number}")
    assert "8" in field.refused("a", "modify", step="k1.attack", to="at", value=1, reason="luck")
    assert "gone" in field.refused("a", "unmodify", step="k1.attack", index=8)
    field.act("a", "unmodify", step="k1.attack", index=0)
    assert next(f.reason for f in field.state.attack.free) == "gust 1"  # type: ignore[union-attr]
    assert not ACTS["unmodify"].commutes, "a stale page would take away another one"


def test_engaged_units_do_not_shoot_and_are_shot_at_where_the_table_says_so(field: Field) -> None:
    field.act("a", "mark", piece="a1", marker="engaged", on=True)
    assert "is engaged and cannot shoot" in field.refused("a", "aim", kind="shot", attacker="a1", defender="b2")
    field.act("a", "mark", piece="a1", marker="engaged", on=False)
    field.act("b", "mark", piece="b1", marker="engaged", on=True)
    assert "does not shoot into a combat" in field.refused("a", "aim", kind="shot", attacker="a1", defender="b1")
    lenient = Field(shoot_into_combat="yes")
    lenient.unit("a", "yumi-samurai", 10)
    lenient.unit("b", "katana-samurai", 8)
    lenient.begin()
    lenient.act("b", "mark", piece="b1", marker="engaged", on=True)
    lenient.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    assert attack_of(lenient).refusal is None


def test_one_may_aim_anew_but_not_into_anothers_dice(field: Field) -> None:
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    field.act("a", "aim", kind="shot", attacker="a1", defender="b2")
    assert "under way" in field.refused("b", "aim", kind="melee", attacker="b1", defender="a1")
    field.act("a", "pad", step="k2.attack", die=0, face=5)
    assert "under way" in field.refused("a", "aim", kind="shot", attacker="a1", defender="b1")
    assert "dice are falling" in field.refused("a", "situate", step="k2.attack", field="moved", value="run")
    assert "dice are falling" in field.refused("a", "cancel", step="k2.attack")
    assert "under way" in field.refused("a", "leave", turn=1, phase="orders")
    assert "under way" in field.refused("a", "honor", piece="a1")
    assert "under way" in field.refused("a", "correct", piece="b2", miniatures=1, reason="x")
    field.act("a", "pad", step="k2.attack", clear=True)
    field.act("a", "cancel", step="k2.attack")
    assert field.state.attack is None


def test_a_bushi_in_the_target_is_challenged_by_a_hero_only(field: Field) -> None:
    field.leave()
    field.act("a", "aim", kind="melee", attacker="a1", defender="b1", striker="ah1")
    assert [c.field for c in attack_of(field).chips].count("aimed_at_character") == 1
    field.act("a", "situate", step="k1.attack", field="aimed_at_character", value="bh1")
    seen = attack_of(field)
    assert (seen.whom, seen.dice) == ("Daisho Samurai", 5), "with all his dice, not half"
    field.act("a", "striker", step="k1.attack", striker="")
    seen = attack_of(field)
    assert (seen.whom, seen.striker) == ("Katana Samurai", None)
    assert "aimed_at_character" not in [c.field for c in seen.chips]


def test_a_shot_out_of_range_says_so_before_any_die(field: Field) -> None:
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    field.act("a", "situate", step="k1.attack", field="distance_cm", value="61")
    assert "up to 60 cm" in str(attack_of(field).refusal)
    assert attack_of(field).dice == 0
    assert "up to 60 cm" in field.refused("a", "roll", step="k1.attack", faces=[1] * 10)
    field.act("a", "cancel", step="k1.attack")
    field.act("a", "aim", kind="shot", attacker="a2", defender="b1")
    assert "cannot shoot" in str(attack_of(field).refusal)


# ---- dice


def aimed(field: Field) -> Field:
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    return field


@pytest.mark.parametrize(
    ("type", "form", "words"),
    [
        ("pad", {"die": 0, "face": 11}, "face"),
        ("pad", {"die": 0, "face": -1}, "face"),
        ("pad", {"die": 10, "face": 3}, "10 dice"),
        ("pad", {"die": 0}, "a face is 1 to 9"),
        ("pad", {}, "a count or a face"),
        ("pad", {"bin.hits": 11}, "0 to 10 are possible"),
        ("pad", {"bin.hits": -1}, "0 to 10 are possible"),
        ("pad", {"bin.goals": 1}, "its bins are misses, hits, tens"),
        ("pad", {"bin.hits": "many"}, "bins.hits"),
        ("pad", {"bins": 5, "bin.hits": 1}, "bins"),
        ("roll", {"faces": [1] * 9}, "10 dice are due"),
        ("roll", {"faces": [1] * 11}, "10 dice are due"),
        ("roll", {"faces": [1] * 9 + [11]}, "each 1 to 9 or 0"),
        ("roll", {"faces": "1,2"}, "faces"),
        ("roll", {}, "10 dice are due"),
        ("roll", {"bins": {"hits": 3}}, "10 dice are due"),
        ("roll", {"bins": {"hits": 6, "tens": 6, "misses": 0}}, "are possible with 10 dice"),
        ("roll", {"bins": {"hits": 3, "tens": 3, "misses": 3}}, "9 dice entered for a roll of 10 dice"),
        ("roll", {"bins": {"saved": 3}}, "its bins are misses, hits, tens"),
    ],
)
def test_dice_that_cannot_be(field: Field, type: str, form: dict[str, Any], words: str) -> None:
    aimed(field)
    assert words in field.refused("a", type, step="k1.attack", **form)
    assert field.state.attack is not None
    assert field.state.attack.pad.empty


def test_dice_belong_to_their_side_and_to_their_step(field: Field) -> None:
    aimed(field)
    assert "side A's" in field.refused("b", "roll", step="k1.attack", faces=[9] * 10)
    field.act("a", "roll", by="b", step="k1.attack", faces=[9, 9, *[1] * 8])
    assert "already past" in field.refused("a", "roll", step="k1.attack", faces=[9] * 10)
    assert "side B's" in field.refused("a", "roll", step="k1.defense", faces=[9, 9])
    assert "its bins are saved, saved_marked, tens" in field.refused("b", "pad", step="k1.defense", bins={"hits": 1})
    assert "0 to 0" in field.refused("b", "roll", step="k1.defense", bins={"saved": 2, "saved_marked": 0, "tens": 1})
    field.act("b", "roll", step="k1.defense", bins={"saved": 0, "saved_marked": 0, "tens": 1})
    assert "faces" in field.refused("a", "roll", step="k1.damage", bins={"hits": 2})
    field.act("a", "pad", step="k1.damage", die=1, face=0)
    assert field.act("a", "pad", step="k1.damage", die=0, face=2).startswith("Damage dice 2 Ø. 3 miniatures fall")
    assert field.state.attack is not None
    assert dict(field.state.attack.how) == {"attack": "hand", "defense": "hand", "damage": "hand"}


def test_four_taps_and_one_for_each_damage_die(field: Field) -> None:
    aimed(field)
    before = len(field.events)
    field.act("a", "pad", step="k1.attack", bins={"hits": 2})
    field.act("a", "pad", step="k1.attack", bins={"tens": 1})
    field.act("b", "pad", step="k1.defense", bins="1+0")
    field.act("b", "pad", step="k1.defense", bins={"tens": 1})
    field.act("a", "pad", step="k1.damage", die=0, face=6)
    field.act("a", "pad", step="k1.damage", die=1, face=6)
    assert len(field.events) - before == 4 + 2
    assert field.piece("b1").miniatures == 5, "4 and 4 + 2 points: three of VT 3, one stays"
    assert field.piece("b1").accumulated_damage == 1


def test_dice_are_taken_back_by_clear_and_mended_one_by_one(field: Field) -> None:
    aimed(field)
    for die in (0, 1, 0):
        field.act("a", "pad", step="k1.attack", die=die, face=die + 4)
    assert attack_of(field).faces[0].face == 4
    assert attack_of(field).by_faces
    field.act("a", "pad", step="k1.attack", bins={"hits": 1})
    assert not attack_of(field).by_faces, "the last way of entering counts"
    field.act("a", "pad", step="k1.attack", clear=True)
    assert attack_of(field).aiming


def test_a_unit_without_dice_does_not_strike() -> None:
    field = Field()
    field.unit("a", "katana-samurai", 4)
    field.unit("b", "katana-samurai", 4)
    field.begin()
    field.leave()
    field.act("a", "correct", piece="a1", miniatures=3, reason="x")
    field.act("a", "aim", kind="melee", attacker="a1", defender="b1")
    assert "3 dice are due" in field.refused("a", "blank", step="k1.attack")
    field.act("a", "situate", step="k1.attack", field="attacker_defensive", value="yes")
    assert attack_of(field).dice == 0
    assert field.act("a", "blank", step="k1.attack") == "Katana Samurai has no dice left and does not strike."
    assert field.state.attack is not None
    assert field.state.attack.finished
    field.act("a", "put-away")
    assert "no result" in field.refused("a", "put-away")


# ---- honor rolls


def test_an_honor_roll_asks_only_what_it_cannot_know(field: Field) -> None:
    field.act("a", "honor", piece="a1")
    roll = KENSEI.view(field.state, "a").honor
    assert roll is not None
    assert [h.profile for h in roll.commanders] == ["taisho-buke"], "the Busho in it counts anyway"
    assert (roll.reach, roll.target.value) == (25, 6)
    assert "no unit" in field.refused("a", "answer", step=roll.step_id, field="commander", value="ah1")
    assert "field" in field.refused("a", "answer", step=roll.step_id, field="weather", value="x")
    field.act("a", "answer", step=roll.step_id, field="commander", value=roll.commanders[0].id)
    field.act("a", "answer", step=roll.step_id, field="deserted", value="yes")
    roll = KENSEI.view(field.state, "a").honor
    assert roll is not None
    assert roll.target.value == 6, "the better of two Bushi, and one less for the deserter"
    assert "tap the face" in field.refused("a", "pad", step=roll.step_id, bins={"hits": 1})
    assert "tap the face" in field.refused("a", "roll", step=roll.step_id)
    assert "1 die is due" in field.refused("a", "roll", step=roll.step_id, faces=[3, 4])
    assert "side A's" in field.refused("b", "roll", step=roll.step_id, faces=[3])
    assert "honor roll is being made" in field.refused("b", "aim", kind="melee", attacker="b1", defender="a1")
    assert "honor roll is being made" in field.refused("b", "leave", turn=1, phase="orders")
    assert "rolls for honor" in field.refused("a", "correct", piece="a1", miniatures=0, reason="x")
    field.act("a", "roll", step=roll.step_id, faces=[7])
    assert "already past" in field.refused("a", "roll", step=roll.step_id, faces=[1])
    assert "die has fallen" in field.refused("a", "put-off", step=roll.step_id.replace("die", "flight"))
    assert "honor roll is being made" in field.refused("b", "aim", kind="melee", attacker="b1", defender="a1")
    field.act("a", "roll", step=roll.step_id.replace("die", "flight"), faces=[0, 7])
    roll = KENSEI.view(field.state, "b").honor
    assert roll is not None
    assert (roll.done, roll.cm) == (True, 17)


def test_riders_run_farther_and_a_lone_character_rolls_on_his_own_honor(field: Field) -> None:
    field.honor("a2", 10, 5, 5, 5)
    assert KENSEI.view(field.state, "a").honor.cm == 15  # type: ignore[union-attr]
    lone = next(p.id for p in field.state.of("a") if p.unit is None)
    field.act("a", "honor", piece=lone)
    assert KENSEI.view(field.state, "a").honor.target.value == 8  # type: ignore[union-attr]


def test_a_roll_may_be_put_off_or_waived_and_is_paid_once(field: Field) -> None:
    field.shoot("a1", "b1", "9 9 9 9", "9 9 9 9", "5 5 5 5", distance_cm=30)
    assert field.owed() == [("b1", ("shot-half",))]
    (owed,) = field.state.owed
    field.act("b", "honor", piece="b1", owed=owed.id)
    field.act("b", "put-off", step=KENSEI.due(field.state)[0].step)
    assert field.owed()
    field.honor("b1", 1)
    assert not field.owed()
    assert "no longer owed" in field.refused("b", "honor", piece="b1", owed=owed.id)
    assert "no longer owed" in field.refused("b", "waive", owed=owed.id)
    assert "Known reasons" in field.refused("b", "honor", piece="b1", cause="fear")
    assert "left on the table" in field.refused("b", "honor", piece="b9")


# ---- by hand, turns, the end


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"piece": "b9", "miniatures": 1, "reason": "x"}, "no such unit"),
        ({"piece": "b1", "miniatures": 13, "reason": "x"}, "0 to 12 miniatures"),
        ({"piece": "b1", "miniatures": -1, "reason": "x"}, "0 to 12 miniatures"),
        ({"piece": "b1", "accumulated_damage": 3, "reason": "x"}, "0 to 2"),
        ({"piece": "b1", "miniatures": 8, "reason": "x"}, "Nothing was changed"),
        ({"piece": "b1", "miniatures": 7}, "reason"),
        ({"piece": "b1", "miniatures": 7, "reason": ""}, "reason"),
        ({"piece": "b1", "miniatures": 7, "reason": "x" * 121}, "at most 120"),
        ({"piece": "b2", "standard": True, "reason": "x"}, "no standard-bearer"),
        ({"piece": "b1", "hero": "ah1", "wounds": 1, "reason": "x"}, "no such character"),
        ({"piece": "b1", "hero": "bh1", "reason": "x"}, "0 to 6 wounds"),
    ],
)
def test_corrections_keep_within_the_profile(field: Field, form: dict[str, Any], words: str) -> None:
    assert words in field.refused("a", "correct", **form)


def test_a_correction_says_what_it_changed_and_why(field: Field) -> None:
    said = field.act("b", "correct", piece="b1", miniatures=6, accumulated_damage=2, standard=True, reason="miscounted")
    assert said == "By hand, Katana Samurai: miniatures 8 → 6, damage 0 → 2, standard won back (miscounted)."
    assert "bh1" not in said
    said = field.act("b", "correct", piece="b1", hero="bh1", wounds=6, reason="an arrow")
    assert said == "By hand, Katana Samurai: wounds of Daisho Samurai 0 → 6 (an arrow)."
    assert not field.hero_of("bh1").alive


def test_markers_are_known_ones_and_some_exclude_each_other(field: Field) -> None:
    assert "known: march, run" in field.refused("a", "mark", piece="a1", marker="tired", on=True)
    for marker in ("march", "run", "hill", "forest", "light-cover", "heavy-cover"):
        field.act("a", "mark", piece="a1", marker=marker, on=True)
    assert field.piece("a1").markers == {"run", "forest", "heavy-cover"}
    assert field.act("a", "mark", piece="a1", marker="run", on=False) == "Yumi Samurai: no longer “Ran”."


def test_a_phase_is_left_once(field: Field) -> None:
    field.leave()
    assert "already over" in field.refused("b", "leave", turn=1, phase="orders")
    assert "orders" in field.refused("b", "leave", turn=1, phase="lunch")
    assert field.act("b", "first", first="b") == "The Commandment roll: side B acts first."
    assert [d.seat for d in KENSEI.due(field.state)] == ["b", "a"]


def test_the_end_is_said_and_stays(field: Field) -> None:
    assert KENSEI.result(field.state) is None
    for piece in ("b1", "b2"):
        field.act("a", "correct", piece=piece, miniatures=0, reason="swept away")
    assert KENSEI.view(field.state, None).winner == "", "their Bushi is left"
    field.act("a", "correct", piece="b1", hero="bh1", wounds=6, reason="swept away")
    assert KENSEI.view(field.state, None).winner == "a"
    assert field.act("b", "end", winner="a") == "The battle is over: side A has won."
    result = KENSEI.result(field.state)
    assert result is not None
    assert result.places == (("a",), ("b",))
    assert KENSEI.due(field.state) == ()
    for type, form in (("leave", {"turn": 1, "phase": "orders"}), ("end", {"winner": "b"}), ("reveal", {"hero": "x"})):
        assert "battle is over" in field.refused("a", type, **form)


def test_a_draw_has_one_place(field: Field) -> None:
    field.act("a", "end", winner="draw")
    result = KENSEI.result(field.state)
    assert result is not None
    assert result.places == (("a", "b"),)


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({"odds": "some"}, "all or to nobody"),
        ({"halved_defense": "sideways"}, "halved_defense is one of up, down"),
        ({"superiority": 3, "half_unit": None}, "superiority is one of cumulative, flat. half_unit is one of"),
    ],
)
def test_a_setup_is_checked_at_once(setup: dict[str, object], words: str) -> None:
    refusal = KENSEI.start(setup)
    assert isinstance(refusal, Refusal)
    assert words in str(refusal)


def test_odds_for_nobody_are_shown_to_nobody() -> None:
    field = Field(odds="nobody")
    field.unit("a", "yumi-samurai", 10)
    field.unit("b", "katana-samurai", 8)
    field.begin()
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    assert attack_of(field).bars == ()
    assert not KENSEI.view(field.state, "a").odds_shown


def test_odds_follow_the_dice_as_they_fall(field: Field) -> None:
    aimed(field)
    before = {str(b.label): b.chance for b in attack_of(field).bars}
    field.act("a", "roll", step="k1.attack", faces=[9] * 10)
    after = {str(b.label): b.chance for b in attack_of(field).bars}
    assert before.keys() == after.keys()
    assert all(0 <= chance <= 1 for chance in (*before.values(), *after.values()))
    assert after["destroyed"] > before["destroyed"]


@pytest.mark.parametrize(
    ("hits", "sentence"),
    [
        ("9", "Roll 1 die: 3 or less saves."),
        ("0", "Roll 1 die, marked: only a 1 saves."),
        ("9 9", "Roll 2 dice: 3 or less saves."),
        ("9 0 0", "Roll 1 die: 3 or less saves. Then 2 marked: only a 1 saves."),
    ],
)
def test_one_die_is_a_die_and_marked_dice_are_told_apart(field: Field, hits: str, sentence: str) -> None:
    aimed(field)
    faces = [int(face) for face in hits.split()]
    field.act("a", "roll", step="k1.attack", faces=faces + [1] * (10 - len(faces)))
    assert str(KENSEI.due(field.state)[0].sentence) == sentence


@pytest.mark.parametrize(
    ("armor", "sentence"),
    [(0, "3 or more wounds."), (-9, "2 or more wounds."), (7, "Only Ø wounds."), (9, "Nothing wounds.")],
)
def test_what_wounds_is_always_a_face_there_is(field: Field, armor: int, sentence: str) -> None:
    aimed(field)
    if armor:
        field.act("a", "modify", step="k1.attack", to="ar", value=armor, reason="a charm")
    field.act("a", "roll", step="k1.attack", faces=[9] + [1] * 9)
    field.act("b", "roll", step="k1.defense", faces=[9])
    assert str(KENSEI.due(field.state)[0].sentence) == f"Roll 1 damage die. {sentence}"
