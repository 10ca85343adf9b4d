"""Every kind of act is explained: a sentence, what to do on the table, and the section it comes from."""

import re
from pathlib import Path

from companion.play.kensei.choose import kind_of
from companion.play.kensei.game import KINDS
from companion.rules.kensei.explained import EXPLAINED, OWN_CHOICES
from tests.play.kensei.field import Field, fielded

ROOT = Path(__file__).parents[3]
SETTLED = (ROOT / "docs" / "rulings.md").read_text("utf-8")
DUE = re.compile(r'\bDue\([^{}"]*"([a-z-]+)"')
"""What the game says is due besides the questions: by its kind, in the sources themselves."""
MOST = 190
"""Letters of one, both sentences together: so many stand over the top of a narrow screen."""


def test_every_kind_of_act_there_is_has_one_and_no_other() -> None:
    sources = (ROOT / "companion" / "play" / "kensei").rglob("*.py")
    due = {kind for source in sources for kind in DUE.findall(source.read_text("utf-8"))}
    assert {"muster", "initiative", "strike", "owed", "choose"} <= due
    assert set(EXPLAINED) == {*KINDS, *due, *OWN_CHOICES, "shot", "set-up", "declare"} - {"choose"}


def test_each_says_what_it_is_what_to_do_and_where_it_stands() -> None:
    """None says what holds of some alone: three turns may be all; a roll of a shot does not wait (K55); after a free
    attack the fleeing run on (K58)."""
    for kind, one in EXPLAINED.items():
        what, does = str(one.what), str(one.does)
        assert (what[-1], does[-1]) == (".", "."), kind
        assert len(what) + len(does) <= MOST, kind
        assert re.fullmatch(r"\d+(:\d+){1,2}", one.rule), kind
        assert not one.ruling or f"**{one.ruling}**" in SETTLED, kind
        assert "%(" not in what + does, kind
    assert not re.search(r"\d", str(EXPLAINED["ending"].what))
    assert "in an opposed roll the higher total wins" in str(EXPLAINED["ki"].what)
    assert "wait" not in str(EXPLAINED["owed"].does)
    assert "flees on" in str(EXPLAINED["further"].what)
    assert EXPLAINED["further"].does == EXPLAINED["again"].does


UNITS = "yari-ashigaru.yumi-ashigaru.katana-samurai"
ARMIES = {"ready.a": f"buke.katana.{UNITS}", "ready.b": f"kuge.katana.{UNITS}"}


def kind(field: Field, seat: str = "a") -> str:
    """Of the first thing that is due of a seat."""
    return kind_of(field.state, next(due for due in field.due() if due.seat == seat))


def test_what_a_phone_shows_is_told_apart() -> None:
    """The first side's way through a turn of a first battle."""
    field = Field(battle="pitched", level="1", deploys="no", **ARMIES)
    assert kind(Field(battle="pitched", level="1")) == "muster"
    assert kind(field) == "set-up"
    for seat, face in (("a", 9), ("b", 2)):
        field.act(seat, "roll", step=f"t1.command.{seat}", faces=[face])
    assert kind(field) == "first"
    assert kind(field, "b") == "", "it may draft, but nothing is ordered before it is said who acts first"
    field.act("a", "first", first="a")
    assert kind(field) == "orders"
    field.act("a", "order", piece="a3", do="advance", pace="run")
    assert kind(field) == "orders", "what is only drafted is carried out by nobody"
    field.act("a", "announce")
    assert (kind(field), kind(field, "b")) == ("actions", "orders")
    field.act("a", "aim", attacker="a2", defender="b2", kind="shot")
    assert kind(field) == "shot"
    field = fielded("katana-samurai 4", "katana-samurai 4", battle="pitched", phase="combat")
    assert kind(field) == "combat"
    fighting = field.state
    field.act("a", "aim", attacker="a1", defender="b1", kind="melee")
    assert kind(field) == "attack"
    field.state = fighting
    field.leave()
    assert kind(field) == "ending"


def test_who_rolls_no_die_for_initiative_is_told_to_declare() -> None:
    """The other side was reached in flight and strikes last."""
    field = fielded("katana-samurai 4", "katana-samurai 4")
    field.leave()
    field.act("b", "mark", piece="b1", marker="fleeing", on=True)
    field.act("a", "touch", one="a1", other="b1")
    field.act("a", "fight", combat="t1.combat.a1+b1")
    assert kind(field) == "declare"
