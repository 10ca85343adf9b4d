"""The strikes of a combat in their order, how dice are shared, and what opens or settles by itself
(10:2:4 to 10:2:6, K45 to K48)."""

from __future__ import annotations

from companion.play.kensei.combat.strikes import is_done
from companion.play.kensei.combat.view import CombatView, StrikeView, combats_view
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import State, must
from tests.play.kensei.combat.trio import TRIO, book, due, only, passes, rolled, waiting
from tests.play.kensei.field import Field, attack_of, fielded
from tests.playthroughs.runner import HERE, entries


def next_combat(field: Field) -> CombatView:
    """The only combat, as the page shows it."""
    (combat,) = combats_view(field.state).combats
    return combat


def next_strike(field: Field) -> StrikeView:
    """The strike that is due in it."""
    return must(next_combat(field).strike)


FOUR = "t1.combat.a1+a2+b1+b2"


def four() -> Field:
    """The samurai touch the other samurai too, and all four fight: those who charged strike first."""
    field = book()
    field.act("a", "touch", one="a1", other="b2")
    rolled(field, a="9 1", b="2 1")
    return field


def words(field: Field) -> str:
    """How far it is."""
    return str(next_combat(field).words)


def test_strikes_come_in_their_order_and_end_with_the_result() -> None:
    field = book()
    rolled(field)
    assert words(field) == "strike 1 of 3"
    field.strike("a1", "b1", "9 9", "9 9", "5 5")
    assert words(field) == "strike 2 of 3"
    assert waiting(field) == ["a2", "b1"]
    assert "Nobody is left for" in field.refused("a", "pass", combat=TRIO, fighter="a1")
    assert field.act("a", "pass", combat=TRIO, fighter="a2") == "Kiba Musha did not strike."
    assert due(field) == [("b", "Yari Ashigaru may share dice out, then strike: IN 8.")]
    assert "a draw" not in field.strike("b1", "a1", "1"), "what is to be taken from the table stands last"
    assert is_done(field.state, only(field))
    assert due(field) == []
    assert field.leave().endswith("8 against 0 damage: a draw.")


def test_a_combat_that_is_led_is_judged_with_everybody_in_it() -> None:
    """K57: the riders struck nobody and nobody struck them, but theirs is the losing side too."""
    field = book()
    rolled(field, a="1 2", b="10")
    field.act("b", "share", combat=TRIO, fighter="b1", split="a1:10")
    field.strike("b1", "a1", "9 9 9 9", "9 9 9 9", "9 9 9 9")
    passes(field, "a1", "a2")
    assert field.leave().endswith("0 against 28 damage: Katana Samurai 1, Kiba Musha defeated.")
    assert {piece for piece, _ in field.owed()} == {"a1", "a2"}


def test_what_was_left_unfinished_is_over_in_the_resolution_and_read_when_the_battle_is_over() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    field.act("b", "initiative", step=f"{TRIO}.in.b", faces=[4])
    sealed, event = field.state, field.events[-1]
    field.leave()
    assert due(field) == []
    assert (next_combat(field).stage, words(field)) == ("done", "left unfinished")
    field.state = sealed
    field.act("a", "end", winner="draw")
    assert field.shown(event, "a") == event.data
    assert KENSEI.secrets(field.state) == frozenset()


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


def test_dice_are_shared_among_several_and_each_share_is_a_strike_of_its_own() -> None:
    field = book()
    rolled(field)
    passes(field, "a1", "a2")
    wrong = field.refused("b", "share", combat=TRIO, fighter="b1", split="a1:6 a2:5")
    assert "11 dice are shared out; the strike has 10." in wrong
    assert "among these" in field.refused("b", "share", combat=TRIO, fighter="b1", split="b2:10")
    said = field.act("b", "share", combat=TRIO, fighter="b1", split="a1:6 a2:4")
    assert said == "Yari Ashigaru shared the dice: 6 on Katana Samurai 1, 4 on Kiba Musha."
    field.aim("melee", "b1", "a2")
    pool = dict(attack_of(field).numbers)["DC"]
    assert (pool.value, [(m.value, m.rule, m.ruling) for m in pool.modifiers][-1]) == (4, (-6, "10:2:6", "K48"))
    field.act("b", "cancel", step=field.step())
    field.strike("b1", "a2", "1")
    assert waiting(field) == ["b1"], "the other share is to come"
    field.aim("melee", "b1", "a1")
    assert dict(attack_of(field).numbers)["DC"].value == 6
    field.act("b", "cancel", step=field.step())
    assert "struck already" in field.refused("b", "share", combat=TRIO, fighter="b1", split="a1:10")
    field.strike("b1", "a1", "1")
    assert waiting(field) == []


def test_between_two_every_way_to_share_is_a_key_and_among_more_each_has_its_bounds() -> None:
    field = four()
    strike = next_strike(field)
    assert [(one.id, one.least, one.most) for one in strike.sharing] == [("b1", 5, 10), ("b2", 0, 5)]
    keys = [(value, str(label)) for value, label in strike.ways]
    assert keys[:2] == [("b1:10 b2:0", "10 + 0"), ("b1:9 b2:1", "9 + 1")]
    assert (strike.pool, len(keys), strike.targets) == (10, 6, ())
    field.act("a", "share", combat=FOUR, fighter="a1", split="b1:6 b2:4")
    strike = next_strike(field)
    assert [(one.id, one.dice) for one in strike.targets] == [("b1", 6), ("b2", 4)]
    assert (strike.ways, strike.sharing) == ((), ())


def test_a_bushi_strikes_though_his_unit_does_not_or_stays_as_silent() -> None:
    """K47: his dice are a chain of their own."""
    field = book(bushi=True)
    rolled(field)
    assert field.act("a", "pass", combat=TRIO, fighter="a1") == "Katana Samurai 1 did not strike."
    assert waiting(field) == ["ah1", "a2", "b1"]
    assert field.step() == "t1.a1:ah1>b1.melee.at", "it opens by itself"
    opened = field.state
    assert field.act("a", "pass", combat=TRIO, fighter="ah1") == "Busho Buke did not strike."
    assert waiting(field) == ["a2", "b1"]
    field.state = opened
    field.act("a", "cancel", step=field.step())
    assert due(field) == [("a", "Busho Buke strikes by himself: his unit does not.")]
    strike = next_strike(field)
    assert (strike.piece, strike.hero, [t.id for t in strike.targets]) == ("a1", "ah1", ["b1"])
    field.strike("a1", "b1", "9 9", "9 9", "4 4", striker="ah1")
    assert field.piece("b1").miniatures < 10, "nothing waits for it"
    assert waiting(field) == ["a2", "b1"]


def test_strikes_of_a_combat_need_its_initiative_only_where_it_is_led() -> None:
    field = book()
    field.act("a", "fight", combat=TRIO)
    assert "Initiative comes first" in field.refused("a", "pass", combat=TRIO, fighter="a1")
    assert "no such fighter" in field.refused("b", "pass", combat=TRIO, fighter="a1")
    field.strike("a1", "b1", "1")
    rolled(field)
    assert waiting(field) == ["a2", "b1"], "it has already struck"


def fighting() -> Field:
    """Samurai have charged samurai, and both have given their dice: the side that charged strikes first."""
    field = fielded("katana-samurai 8", "katana-samurai 8", phase="combat")
    field.act("a", "touch", one="a1", other="b1", charged="one")
    rolled(field, a="5", b="4")
    return field


def asked(field: Field) -> list[tuple[str, str]]:
    """Who throws which dice now."""
    return [(d.seat, d.step) for d in field.due() if d.step and d.kind != "honor"]


def test_it_is_counted_anew_while_nobody_has_touched_it() -> None:
    field = fighting()
    before = dict(attack_of(field).numbers)["DF"].value
    field.act("b", "mark", piece="b1", marker="defensive", on=True)
    assert dict(attack_of(field).numbers)["DF"].value == before + 1
    field.act("a", "part", one="a1", other="b1")
    assert field.state.running is None, "nobody is there to strike"
    field.act("a", "touch", one="a1", other="b1")
    assert field.step() == "t1.a1>b1.melee.at", "under the same name"


def test_it_keeps_nobody_from_another_fight() -> None:
    field = book()
    rolled(field)
    assert asked(field)[0][1] == "t1.a1>b1.melee.at"
    field.aim("melee", "b2", "a2")
    assert field.step() == "t1.b2>a2.melee.at", "the other side starts one from a unit"
    field.act("b", "cancel", step=field.step())
    assert field.step() == "t1.a1>b1.melee.at"
    field.leave(skip=True)
    assert field.state.phase == "resolution", "nor does it keep the phase"
    assert field.state.running is None, "what is left unfinished stays so"


def fled(a: str = "kiba-musha 4", b: str = "yari-ashigaru 10") -> Field:
    """Riders have reached spearmen who run, or these have reached those."""
    field = fielded(a, b, phase="combat")
    field.act("b", "mark", piece="b1", marker="fleeing", on=True)
    field.act("a", "touch", one="a1", other="b1", charged="one", zone="rear")
    return field


def test_who_has_a_position_to_choose_or_somebody_to_challenge_gives_initiative_all_the_same() -> None:
    led = "buke: katana-samurai 8 + busho-buke katana"
    position, challenge = fled(), fled(led, led)
    position.act("a", "part", one="a1", other="b1")
    position.act("a", "touch", one="a1", other="b1")
    for field in (position, challenge):
        field.act("a", "fight", combat="t1.combat.a1+b1")
        assert [seat for seat, _ in due(field)] == ["a"]


def test_a_second_combat_that_was_begun_waits_for_the_end_of_the_first() -> None:
    """The panel led to two at once: the dice of the second were asked in the middle of a strike of the first."""
    field = fielded("katana-samurai 8, yari-samurai 6", "katana-samurai 8, yari-samurai 6", phase="combat")
    field.act("a", "touch", one="a1", other="b1", charged="one")
    field.act("a", "touch", one="a2", other="b2", charged="one")
    first, second = "t1.combat.a1+b1", "t1.combat.a2+b2"
    field.act("a", "fight", combat=second)
    field.act("b", "fight", combat=first)

    def about() -> set[str]:
        return {d.step for d in field.due() if d.kind in ("initiative", "strike")}

    assert about() == {f"{second}.in.a", f"{second}.in.b"}
    for seat, fighter, die in (("a", "a2", 5), ("b", "b2", 4)):
        field.act(seat, "initiative", step=f"{second}.in.{seat}", die={fighter: die})
    assert asked(field) == [("a", "t1.a2>b2.melee.at")], "its strike opens by itself, and nothing else is asked"
    seen = field.view("b")
    assert [one.id for one in seen.combats.led] == [second]
    field.throw("1")
    assert asked(field) == [("b", "t1.b2>a2.melee.at")]
    field.throw("1")
    assert about() == {f"{first}.in.a", f"{first}.in.b"}
