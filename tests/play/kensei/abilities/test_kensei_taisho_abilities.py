"""The general's abilities: what each does to a turn, and how long (12:6:2; K70 to K72)."""

from dataclasses import replace
from typing import Any

from companion.play.kensei.pieces import Hero
from tests.play.kensei.deploy.test_kensei_hidden import sealed
from tests.play.kensei.field import Field


def general(field: Field) -> str:
    return next(h.id for h in field.piece("a1").heroes)


def use(field: Field, ability: str, die: int = 1, **more: Any) -> None:
    field.act("a", "use", user=general(field), ability=ability, taisho=True, **more)
    field.act("a", "roll", step=f"t{field.state.turn}.{ability}.taisho.ki", faces=[die])


def kept_off(*absent: Hero) -> Field:
    """Side a's general knows Clandestine Practices, and these were kept off the table."""
    field = Field(battle="pitched").army("a", "kuge: katana-samurai + taisho-kuge").army("b", "katana-samurai 8")
    field.act("a", "ability", ability="clandestine-practices", on=True)
    field.state = field.state.with_side(replace(field.state.sides["a"], absent=absent))
    return field.begin()


def test_who_was_kept_off_the_table_enters_from_the_second_turn_and_acts() -> None:
    field = kept_off(Hero("ashinobi", "shinobi", hidden=True, kind="kamari"))
    said = field.refused("a", "use", user=general(field), ability="clandestine-practices", taisho=True)
    assert "Only from the second turn on" in said
    field.next_turn(skip=True)
    use(field, "clandestine-practices")
    step = "t2.clandestine-practices.taisho.hidden"
    assert [one.pool for one in field.view("a").abilities.hidden] == [(("ashinobi", "Shinobi", False),)]
    assert field.view("b").abilities.hidden == ()
    assert "ashinobi" not in repr(field.view("b"))
    line = field.act("a", "show-hidden", step=step, target={"ashinobi": True})
    assert line == "Clandestine Practices: Shinobi enters and may act at once."
    assert field.piece("ashinobi").standing
    field.act("a", "announce", piece="ashinobi", do="advance", pace="run")


def test_only_one_enters_and_the_same_is_asked_where_nobody_waits() -> None:
    two = (Hero("as1", "shinobi", hidden=True), Hero("as2", "shinobi", hidden=True))
    step = "t2.clandestine-practices.taisho.hidden"
    waiting = []
    for absent in (two, ()):
        field = kept_off(*absent)
        field.next_turn(skip=True)
        use(field, "clandestine-practices")
        waiting.append([str(due.data["waiting"]) for due in field.due() if due.step == step])
        if absent:
            assert "Only one enters" in field.refused("a", "show-hidden", step=step, target={"as1": True, "as2": True})
            assert "say that nobody does" in field.refused("a", "show-hidden", step=step)
        assert field.act("a", "show-hidden", step=step, nobody=True) == "Clandestine Practices: nobody."
    assert waiting[0] == waiting[1] == ["Clandestine Practices: Side A says who enters."]


def test_who_is_written_down_at_a_card_waits_there_and_the_seal_of_who_enters_is_opened() -> None:
    absent = [Hero("as1", "shinobi", hidden=True, kind="denuki")]
    absent += [Hero(f"as{number}", "shinobi", hidden=True) for number in (2, 3)]
    field = kept_off(*absent)
    sealed(field, "a", nonce="n1", who="as1", card=1)
    for number in (2, 3):
        sealed(field, "a", nonce=f"n{number}", who=f"as{number}", text="waits in the hills")
    field.next_turn(skip=True)
    use(field, "clandestine-practices")
    (asked,) = field.view("a").abilities.hidden
    assert [who for who, *_ in asked.pool] == ["as2", "as3"]
    field.act("a", "show-hidden", step="t2.clandestine-practices.taisho.hidden", target={"as3": True})
    assert [(one.who, one.opened) for one in field.state.seals] == [("as1", False), ("as2", False), ("as3", True)]
