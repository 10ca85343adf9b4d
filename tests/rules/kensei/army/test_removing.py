"""Taking entries out of a list."""

from companion.rules.kensei.army import Fix, mended
from tests.rules.kensei.army.lists import army, hero, plain, unit


def test_removing_unlinks() -> None:
    made = army(
        plain(characters=[hero("busho-buke", joins="u1")], general="c2", units=[unit("katana-samurai", benched=True)])
    )
    assert made.without("u1").characters[1].joins is None
    assert made.without("c2").general is None
    assert made.without("c1").general == "c2"
    assert made.free_id("u") == "u4"
    assert mended(made, [Fix(set={"id": "nobody", "miniatures": 3})]) == made
    assert len(made.fielded) == 2
