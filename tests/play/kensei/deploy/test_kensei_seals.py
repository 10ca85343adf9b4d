"""What is written down in secret: a fingerprint now, the words at its own reveal (5:1:6, K72, K80)."""

import hashlib

from companion.play.kensei.deploy.seals import SealView
from companion.play.kensei.game import KENSEI
from companion.play.kensei.newest import footer_line
from companion.play.kensei.state import must
from companion.rules.text import EMPTY, Refusal, Text, joined
from tests.play.kensei.deploy.secrets import SETUP, deployed, sealed, told
from tests.play.kensei.field import Field, fielded


def battle() -> Field:
    """A Buke side; B has Ninjas; there are a forest and a river."""
    field = fielded("katana-samurai 8", "kuge: katana-samurai 8, ninjas 4", **SETUP)
    field.act("a", "terrain", kind="forest")
    field.act("a", "terrain", kind="river")
    return field


def seals(field: Field, seat: str | None) -> list[SealView]:
    return list(field.view(seat).seals)


def test_everybody_sees_the_fingerprint_and_its_own_side_what_it_says() -> None:
    field = battle()
    seal = sealed(field, "b", who="b2", behind="forest-1")
    assert seal == hashlib.sha256(b"n1/b/b2/forest-1//").hexdigest()[:8]
    assert [(one.seal, str(one.what)) for one in seals(field, "b")] == [(seal, "Ninjas, hidden behind Forest 1")]
    for seat in ("a", None):
        assert [(one.seal, one.what, one.written) for one in seals(field, seat)] == [(seal, None, "")]
    line = field.line
    assert str(line.text_for("a")) == str(line.text_for(None)) == f"Side B seals something: {seal}."
    assert str(line.text_for("b")) == "Sealed: Ninjas, hidden behind Forest 1."
    assert str(footer_line(line.text_for("a") or EMPTY)) == "Side B writes something down in secret."
    undone = Text("%(player)s undid: %(line)s", {"player": "Ben", "line": line.text_for("a")})
    assert str(footer_line(undone)) == "Ben undid: Side B writes something down in secret."
    told = footer_line(joined([Text("1 draft was undone."), undone]))
    assert str(told) == "1 draft was undone. Ben undid: Side B writes something down in secret."
    assert not line.reveals
    assert KENSEI.load(KENSEI.dump(field.state)) == field.state
    field.act("a", "terrain-off", terrain="forest-1")
    assert str(seals(field, "b")[0].what) == "Ninjas, hidden behind Forest 1", "whatever is taken away"


def test_they_entered_opens_it_and_they_have_charged_whom_they_touch() -> None:
    field = battle()
    seal = sealed(field, "b", who="b2", behind="forest-1")
    deployed(field)
    closed = field.state
    opens = "Discovered! Side B opens what was sealed: Ninjas, hidden behind Forest 1."
    said = field.act("b", "open-seal", seal=seal, written="b2/forest-1//", entered=True)
    assert said == f"{opens} In contact, as after a charge."
    assert field.piece("b2").facts.charged
    assert [(str(one.what), one.opened) for one in seals(field, "a")] == [("Ninjas, hidden behind Forest 1", True)]
    assert field.line.reveals, "undoing it needs consent"
    proof = must(field.shown(field.events[-4], "a"))["proof"]
    made = hashlib.sha256(f"{proof['nonce']}/b/{proof['written']}".encode()).hexdigest()
    assert made[:8] == proof["seal"] == seal
    assert "no closed seal" in field.refused("b", "open-seal", seal=seal)
    field.state = closed
    for wrong in ("b1", "a9"):
        said = field.refused("b", "open-seal", seal=seal, entered=True, touched=wrong)
        assert said == "Choose who came upon those hidden: an enemy still on the table."
    said = field.act("b", "open-seal", seal=seal, entered=True, touched="a1")
    assert said == f"{opens} Ninjas charged {field.piece('a1').title}: in contact."
    (met,) = field.state.contacts
    assert (met.one, met.other, met.charger, met.since) == ("b2", "a1", "b2", 1)
    assert field.piece("b2").facts.charged


def test_nobody_else_seals_or_opens_for_a_side() -> None:
    field = battle()
    assert "own secrets" in field.refused("b", "seal", by="a", text="x")
    seal = sealed(field, "b", text="x")
    tries = [(one, two) for one in (seal, "00") for two in ("///x", "y")]
    wrong = {field.refused("b", "open-seal", by="a", seal=one, written=two) for one, two in tries}
    assert wrong == {"Your side has no closed seal with that name: look at the list again."}
    assert field.refused("a", "open-seal", seal=seal) in wrong


def test_the_same_twice_and_too_many_are_refused() -> None:
    field = battle()
    sealed(field, "b", text="x")
    again = KENSEI.apply(field.state, field.events[-1])
    assert isinstance(again, Refusal)
    assert "already" in str(again)
    for number in range(11):
        sealed(field, "b", nonce=f"n{number + 2}", text="x")
    assert "at most 12" in field.refused("b", "seal", text="one more")


def test_two_battles_that_differ_in_what_is_sealed_look_the_same() -> None:
    looks, guesses = set(), set()
    for written in ({"who": "b2", "behind": "forest-1"}, {"text": "nobody is there"}):
        field = battle()
        seal = sealed(field, "b", **written)
        deployed(field)
        looks.add(tuple(told(field, seat, without=(seal,)) for seat in ("a", None)))
        guesses.add(field.refused("b", "open-seal", by="a", seal=seal, written=""))
    assert (len(looks), len(guesses)) == (1, 1)
