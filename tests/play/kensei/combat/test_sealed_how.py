"""What a log and an export tell of initiative that is still sealed."""

from pathlib import Path

from companion.play.kensei.state import must
from tests.play.kensei.amend.test_kensei_amends import Evening


def test_whether_a_die_was_thrown_by_hand_is_told_when_it_lies_open(tmp_path: Path) -> None:
    """Before, it would tell a declaration without dice from dice that were given."""
    evening = Evening(tmp_path)

    def told(seat: str) -> list[str]:
        exported = must(evening.tables.export(evening.id, seat))["events"]
        return [event["how"] for event in exported if event["type"] == "initiative"]

    def logged(seat: str) -> list[str]:
        entries = evening.tables.log(evening.id, seat)
        return [entry.how for entry in entries if entry.type == "initiative"]

    evening.did("a", "touch", one="a1", other="b1")
    evening.did("a", "leave", turn=1, phase="orders")
    evening.did("a", "fight", combat="t1.combat.a1+b1")
    evening.did("a", "initiative", step="t1.combat.a1+b1.in.a", faces=[4])
    assert (told("a"), told("b"), logged("b")) == (["hand"], [""], [""])
    evening.did("b", "initiative", step="t1.combat.a1+b1.in.b", faces=[7])
    assert told("b") == logged("b") == told("a") == ["hand", "hand"]
    evening.close()
