"""Who touches whom, defensive positions, and initiative, sealed until both sides have given theirs
(10:1, 10:2:1, 10:2:4; K15, K44, K68, K69)."""

from companion.play.kensei.combat.initiative import numbers_now
from companion.play.kensei.combat.view import combats_view
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import State
from tests.play.kensei.combat.trio import TRIO, book, due
from tests.play.kensei.field import attack_of, fielded
from tests.playthroughs.runner import HERE, entries


def test_one_sides_dice_and_positions_are_sealed_until_the_other_gives_its_own() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    assert [seat for seat, _ in due(field)] == ["a", "b"]
    said = field.act("b", "initiative", step=f"{TRIO}.in.b", **{"die.b1": "4", "defensive.b1": "true"})
    assert said == "Side B has answered for initiative."
    event = field.events[-1]
    assert field.shown(event, "b") == event.data
    for stranger in ("a", None):
        assert field.shown(event, stranger) == {"step": f"{TRIO}.in.b"}
        assert field.view(stranger).side("b").pieces[0].markers == ()  # type: ignore[index]
    assert KENSEI.secrets(field.state) == {f"{TRIO}.in.b", f"{TRIO}.in.b declared"}
    assert field.markers("b1") == set(), "nobody is in position before both have chosen"
    assert [seat for seat, _ in due(field)] == ["a"]
    field.act("a", "initiative", step=f"{TRIO}.in.a", faces=[5, 3])
    assert field.shown(event, "a") == event.data
    assert field.markers("b1") == {"defensive"}
    assert KENSEI.secrets(field.state) == frozenset()
    assert "is not due any more" in field.refused("a", "initiative", step=f"{TRIO}.in.a", faces=[5, 3])
    field.leave(2)
    assert field.shown(event, "a") == event.data, "nor is it closed again when its turn is over"


def test_riders_who_charge_him_have_their_own_in() -> None:
    field = fielded("kiba-musha 4", "kuge: katana-samurai 8 + busho-kuge")
    field.act("b", "correct", piece="b1", miniatures=0, reason="arrows")
    field.leave()
    field.act("a", "touch", one="a1", other="b1", charged="one")
    field.act("a", "fight", combat="t1.combat.a1+b1")
    numbers = numbers_now(field.state, field.state.melees[0])
    assert {who: number.value - number.base for who, number in numbers.items()} == {"a1": 0, "bh1": 0}
    assert [(one.value, one.ruling) for one in numbers["a1"].modifiers] == [(0, "K15")], "said where it is looked for"
    field = fielded("kiba-musha 4", "kensei")
    field.act("a", "touch", one="a1", other="bh1", charged="one", zone="rear")
    field.act("a", "aim", kind="melee", attacker="a1", defender="bh1")
    aimed = attack_of(field)
    said = {name: [one.value for one in number.modifiers if one.ruling == "K15"] for name, number in aimed.numbers}
    assert said == {"DC": [], "AT": [0], "DF": [0], "AR": []}
    assert {one.field: (one.value, one.set) for one in aimed.chips if one.field in ("charging", "zone")} == {
        "charging": (True, False),
        "zone": ("rear", False),
    }


def test_ten_points_go_to_the_duel_that_killed_and_not_to_what_fell_beside_it() -> None:
    field = fielded("buke: katana-samurai 10 + busho-buke katana", "daisho-samurai, yari-ashigaru 5", phase="combat")
    field.strike("a1", "bh1", "9 9 9 9", "9 9 9 9", "9 9 9 9", wait=True)
    field.strike("a1", "bh1", "", striker="ah1", confrontation="yes")
    assert not field.hero_of("bh1").alive
    assert [b.slain for b in field.state.blows] == [False, False]


def test_a_combat_that_was_judged_is_not_left_unfinished_while_somebody_is_pursued() -> None:
    """Also while a free attack at who ran is under way; in the whole battles that have one."""
    pursued = 0
    for name in ("aftermath", "assassination", "head_hunt", "skirmish"):
        first: dict[tuple[int, str], bool] = {}
        for _, _, _, after in entries((HERE / f"{name}.play").read_text()):
            if not isinstance(after, State) or after.phase != "resolution" or after.over:
                continue
            pursued += any(chain.kind == "melee" and chain.landed is None for chain in after.chains)
            for combat in combats_view(after).combats:
                unfinished = str(combat.words) == "left unfinished"
                assert first.setdefault((after.turn, combat.id), unfinished) == unfinished, name
    assert pursued > 3
