"""A roll of one combat corrected after others were fought: their dice stand, and what is owed then is asked after."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.play.fold import Entered, Refold, refold
from companion.play.game import ASIDE, Event
from companion.play.kensei.ask.kinds import PAST
from companion.play.kensei.fight.harm import tidied
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import State, must
from companion.play.values import Done, Preview, Replacement
from companion.rules.text import Refusal
from tests.play.kensei.amend.test_kensei_amends import Evening
from tests.play.kensei.field import fielded
from tests.play.tabletop import Tabletop
from tests.playthroughs.runner import entries, playthroughs

DAMAGE = "t1.a1>b1.melee.damage"
CHERRY = "t1.a1>b1.melee.last.dice"
OTHERS = ("Katana Samurai 2", "Katana Samurai 3", "Yari Ashigaru")


class Combats(Evening):
    """Three combats of one turn, which goes on by itself: each of a's units against the one of b with its number. Dice
    that are not said hit twice, save nothing and do little harm."""

    def __init__(self, folder: Path, *heroes: str) -> None:
        Tabletop.__init__(self, folder, KENSEI)
        self.table("a", "b", battle="pitched")
        for _ in range(3):
            self.did("a", "muster", unit="katana-samurai", miniatures=8)
        self.did("b", "side", path="kuge")
        self.did("b", "muster", unit="onna-bushi", miniatures=6)
        for _ in range(2):
            self.did("b", "muster", unit="yari-ashigaru", miniatures=8)
        for hero, seat in zip(heroes, "ab", strict=False):
            self.did(seat, "enlist", character=hero, piece=f"{seat}1")
        for seat in "ab":
            self.did(seat, "ready")
        self.rolled([1], [9])
        self.did("b", "first", first="a")
        for number in "123":
            self.did("a", "touch", one=f"a{number}", other=f"b{number}")
        for seat in "ab" if heroes else "a":
            self.did(seat, "done", turn=1)

    def rolled(self, *rolls: list[int]) -> int:
        """These dice for what is due first, one roll after the other; the number of the last."""
        for faces in rolls:
            due = KENSEI.due(self.state)[0]
            number = self.did(due.seat, "roll", step=due.step, faces=faces)
        return number

    def strikes(self) -> None:
        """The strikes of the combat under way, to its end."""
        usual = {"attack": (9, 9), "defense": (), "damage": ()}
        rest = {"attack": 1, "defense": 9, "damage": 4}
        while (due := KENSEI.due(self.state)[0]).kind in (*usual, "beside"):
            if due.kind == "beside":
                self.did(due.seat, "stand-back", step=due.step)
                continue
            first = usual[due.kind][: due.data["dice"]]
            self.rolled([*first, *[rest[due.kind]] * (due.data["dice"] - len(first))])

    def begin(self, number: str, **said: str) -> str:
        """A combat begun, where it has not by itself, and initiative given; its name."""
        combat = f"t1.combat.a{number}+b{number}"
        if self.state.melee(combat) is None:
            self.did("a", "fight", combat=combat)
        for seat in "ab":
            more = {key: value for key, value in said.items() if key.split(".")[1][0] == seat}
            dice = {"faces": [8 if seat == "a" else 1]} if not any("challenge" in key for key in more) else {}
            self.did(seat, "initiative", step=f"{combat}.in.{seat}", declare=not dice, **dice, **more)
        return combat

    def others(self) -> list[str]:
        """What the log says of the rolls of the two other combats, but for what came of itself after each."""
        rolls = (line for line in self.lines(None) if line.startswith(("Init", "Katana", "Yari", "Damage")))
        told = (line.partition(" Turn 1: Resolution.")[0].partition(" Katana Samurai 3 and ")[0] for line in rolls)
        return [line for line in told if any(name in line for name in OTHERS)]

    def corrected(self, step: str, *faces: int, lost: int) -> None:
        """This roll counted anew with these dice, or crossed out; Ben agrees. So many later entries are lost."""
        number = must(self.tables.last_entry(self.id, "a", step))
        put = [Replacement("roll", {"step": step, "faces": list(faces)})] if faces else []
        preview = self.preview("a", number, put)
        assert isinstance(preview, Preview), preview
        assert len(preview.impossible) == lost, [str(one.before) for one in preview.impossible]
        self.amend("a", number, put)
        if self.get().asks:
            assert isinstance(self.answer("b", True), Done)

    def owed(self) -> list[str]:
        return [ask.id for ask in self.state.asks]


@pytest.fixture
def combats(tmp_path: Path) -> Iterator[Combats]:
    found = Combats(tmp_path)
    yield found
    found.close()


@pytest.fixture
def cherry(combats: Combats) -> Combats:
    """Onna-Bushi lost one miniature under their Cherry Tree Flowers; two combats were fought after theirs."""
    combats.begin("1", **{"ability.b1": "cherry-tree-flowers"})
    combats.rolled([4], [9, 9, *[1] * 6], [9, 9], [4, 1], [1])
    combats.strikes()
    combats.begin("2")
    combats.strikes()
    combats.begin("3")
    combats.rolled([9, 9, *[1] * 6], [9, 9], [9, 9], [1, 1, 1])
    return combats


def test_another_die_of_an_ability_is_asked_after_the_other_combats_and_does_its_harm(cherry: Combats) -> None:
    assert cherry.state.phase == "resolution"
    told = cherry.others()
    cherry.corrected(DAMAGE, 5, 4, lost=4)  # the die for one who fell, and the strike of the five who were left
    assert told == cherry.others()
    assert (cherry.state.phase, cherry.owed()) == ("combat", [CHERRY])
    cherry.rolled([9, 9])
    assert cherry.lines(None)[-1] == "Cherry Tree Flowers: 9 9, 14 damage at Katana Samurai 1. 4 miniatures fall."
    assert cherry.owed() == ["t1.b1>a1.melee.at"], "then those who are left strike"
    cherry.strikes()
    assert cherry.state.phase == "resolution"


def test_rolls_of_the_resolution_stand_and_the_die_is_asked_in_it(cherry: Combats) -> None:
    cherry.honor("b3", 2)
    cherry.corrected(DAMAGE, 5, 4, lost=4)
    assert (cherry.state.phase, CHERRY in cherry.owed()) == ("resolution", True)
    assert any(line.startswith("Honor of Yari Ashigaru 2: 2 against") for line in cherry.lines(None))
    cherry.rolled([9, 9])
    assert cherry.state.known("a1").miniatures == 4


def test_a_roll_crossed_out_is_entered_anew_after_the_other_combats(cherry: Combats) -> None:
    told = cherry.others()
    cherry.corrected("t1.a1>b1.melee.df", lost=5)
    assert told == cherry.others()
    assert cherry.owed() == ["t1.a1>b1.melee.df"]


def test_a_confrontation_that_goes_on_leaves_the_dice_of_the_other_combats(tmp_path: Path) -> None:
    combats = Combats(tmp_path, "busho-buke", "busho-kuge")
    combat = combats.begin("1", **{"challenge.ah1": "bh1"})
    duel = f"{combat}.ah1>bh1"
    combats.did("b", "meet", duel=duel)
    for hero, face in (("ah1", 9), ("bh1", 1)):
        combats.did(hero[0], "duel-die", step=f"{duel}.in.{hero}", face=face)
    combats.rolled([9, 9, 9, 1, 1], [9, 9, 9], [9, 8, 4])
    combats.did("b", "stood-near", step=combats.step())
    combats.did("a", "initiative", step=f"{combat}.in.a", faces=[8])
    combats.strikes()
    for number in "23":
        combats.begin(number)
        combats.strikes()
    told = combats.others()
    combats.corrected("t1.a1:ah1>b1.melee.damage", 4, 4, 4, lost=8)  # who stood near him, and their own combat after it
    assert [line for line in told if "Onna-Bushi" not in line] == combats.others()
    assert combats.owed() == ["t1.b1:bh1>a1.melee.at"]
    combats.close()


def test_a_roll_that_stands_so_is_corrected_as_any_other(cherry: Combats) -> None:
    cherry.corrected(DAMAGE, 5, 4, lost=4)
    step = "t1.a2>b2.melee.at"
    before = must(cherry.tables.state_before(cherry.id, must(cherry.tables.last_entry(cherry.id, "a", step))))
    assert before.ask_at(step) is not None, "its pad is there"
    cherry.corrected(step, 8, 8, 1, 1, 1, 1, 1, 1, lost=0)
    cherry.corrected(step, 8, 8, 8, 1, 1, 1, 1, 1, lost=5)  # other dice than fell are due there
    assert any(line.startswith("Katana Samurai 3 struck Yari Ashigaru 2") for line in cherry.lines(None))
    assert cherry.owed() == [CHERRY, "t1.a2>b2.melee.df"]


def test_the_whole_log_folds_to_the_same_table(cherry: Combats) -> None:
    cherry.corrected(DAMAGE, 5, 4, lost=4)
    assert cherry.tables.passages(cherry.id)[-1].after == cherry.state
    cherry.rolled([9, 9])
    assert isinstance(cherry.undo("b"), Done)
    assert cherry.owed() == [CHERRY]


def test_no_form_sets_anything_aside(combats: Combats) -> None:
    combats.begin("1", **{"ability.b1": "cherry-tree-flowers"})
    combats.rolled([4], [9, 9, *[1] * 6], [9, 9], [4, 1])
    combats.begin("2")
    strike = {"step": "t1.a2>b2.melee.at", "faces": [1] * 8}
    waiting = {**strike, ASIDE: [CHERRY, "t1.combat.a1+b1"]}
    for form in (strike, waiting):
        refused = combats.tap("a", "roll", **form)
        assert isinstance(refused, Refusal)
        assert refused.reason == PAST
    kept = Event("roll", "a", "a", waiting, "hand")
    assert isinstance(KENSEI.apply(combats.state, kept), State), "as only a correction that is folded has it"


def test_who_falls_while_dice_against_him_wait_fell_by_the_roll_that_was_made() -> None:
    played = entries(next(one for one in playthroughs() if one.stem == "head_hunt").read_text())
    log = [Entered(at, at, event, KENSEI.line(was, event, now)) for at, (_, was, event, now) in enumerate(played, 1)]
    crossed = next(one.seq for one in log if one.event.data.get("step") == "t2.a1:ah1>b1.melee.damage")
    found = refold(KENSEI, played[0][1], log, gone={crossed}, slot=crossed, fresh=(), corrects=True)
    assert isinstance(found, Refold)
    told = next(one.line for one in found.changed if one.act.event.data.get("step") == "t2.a3>b1.melee.damage")
    assert must(told).public is not None


def test_of_several_that_waited_none_takes_the_result_of_the_newest() -> None:
    field = fielded("katana-samurai 8", "katana-samurai 4, yari-ashigaru 5")
    field.aim("melee", "a1", "b2")
    aimed = field.chain()
    field.throw("9 9 9 9 9")
    thrown = field.chain()
    field.throw("9 9 9 9 9")
    field.throw("9 9 9 9 9")
    landed = field.chain()
    waited = (replace(aimed, id="aimed"), replace(thrown, id="thrown"))
    assert tidied(replace(field.state, chains=(*waited, landed))).chains == (landed,)
