"""Two lists beside each other: sums, splits, standard-bearers, who stands where and with what, and abilities."""

from __future__ import annotations

from hypothesis import given, settings

from companion.play.armies.compare import compared
from tests.rules.kensei.army.lists import Doc, army, doc, documents, hero, unit

ONE = doc(
    level=3,
    units=[
        unit("yari-ashigaru", 5),
        unit("yari-ashigaru", 7, standard_bearer=True),
        unit("yari-ashigaru", 5),
        unit("katana-samurai", 6, front=3),
        unit("kengo", 1, benched=True),
    ],
    characters=[hero("busho-buke", weapon="spear", joins="u4"), hero("daisho-ashigaru", joins="u2"), hero("spy")],
    taisho_abilities=["banzai"],
)
OTHER = doc(
    level=5,
    units=[unit("yari-ashigaru", 17), unit("katana-samurai", 6)],
    characters=[hero("busho-buke", weapon="katana", mounted=True), hero("daisho-ashigaru", joins="u1")],
    taisho_abilities=["forest-of-spears"],
)


def said(what: str, one: Doc, other: Doc) -> tuple[list[str], list[str]]:
    """A row as a player reads it."""
    groups = compared(army(one), army(other))
    pair = next(pair for group in groups for pair in group.pairs if str(pair.what) == what)
    left, right = ([" · ".join(map(str, line)) for line in lines] for lines in (pair.one, pair.other))
    return left, right


def test_two_lists_beside_each_other() -> None:
    for what, one, other in (
        ("Yari Ashigaru", ["7 · standard", "2 × 5"], ["17"]),
        ("Katana Samurai", ["6 · front 3"], ["6"]),
        ("standard-bearers", ["1"], ["0"]),
        ("Busho Buke", ["in Katana Samurai · general · Spear (yari)"], ["alone · general · Katana · mounted"]),
        ("Spy", ["alone"], []),
        ("koku", ["460 of 1200"], ["435 of 2000"]),
        ("VP", ["480 of 650"], ["330 of 900"]),
        ("legal", ["yes"], ["no"]),
        ("miniatures", ["26"], ["25"]),
        ("Banzai", ["yes"], []),
        ("Forest of Spears", [], ["yes"]),
    ):
        assert said(what, ONE, OTHER) == (one, other), what


def test_only_what_differs_differs() -> None:
    """Neither what lies on the bench, nor names, notes and the order of a list."""
    named = [str(pair.what) for group in compared(army(ONE), army(OTHER)) for pair in group.pairs]
    assert "Kengo" not in named
    benched = {**ONE, "units": [{**one, "benched": one["id"] == "u4"} for one in ONE["units"]]}
    assert said("Busho Buke", benched, OTHER)[0] == ["alone · general · Spear (yari)"]
    groups = compared(army(ONE), army({**ONE, "level": 4}))
    differing = [str(pair.what) for group in groups for pair in group.pairs if pair.differs]
    assert differing == ["level", "koku", "VP"]
    assert [group.differs for group in groups] == [True, False, False, False]
    assert sum(group.same for group in groups) == sum(len(group.pairs) for group in groups) - len(differing)
    units = [{**one, "name": one["id"], "note": "secret"} for one in reversed(ONE["units"])]
    renamed = {**ONE, "name": "First", "units": units, "characters": list(reversed(ONE["characters"]))}
    assert not any(group.differs for group in compared(army(ONE), army(renamed)))


@settings(max_examples=60)
@given(documents(), documents())
def test_every_pair_of_lists_can_be_compared_and_differs_alike_from_both_sides(a: Doc, b: Doc) -> None:
    one, other = army(a), army(b)
    there, back = (
        [(str(pair.what), pair.differs) for group in compared(*lists) for pair in group.pairs]
        for lists in ((one, other), (other, one))
    )
    assert there == back
    assert not any(group.differs for group in compared(one, one))
