"""What holds after every act at a table of Kensei, and what no stranger ever reads."""

from dataclasses import replace

from companion.content import catalog
from companion.play.codec import settled
from companion.play.game import Event
from companion.play.kensei import markers
from companion.play.kensei.after.owing import may_roll
from companion.play.kensei.game import KENSEI
from companion.play.kensei.pieces import SEATS, other
from companion.play.kensei.state import State, must


def check(before: State, event: Event, after: State) -> None:
    """Everything that holds after any act."""
    for piece in after.pieces:
        if piece.unit:
            profile = catalog().units[piece.unit]
            assert 0 <= piece.miniatures <= profile.maximum
            assert 0 <= piece.accumulated_damage < profile.attributes.vt
            assert piece.miniatures or not piece.standard_bearer, "a standard is carried by somebody"
        for hero in piece.heroes:
            most = piece.combatant(hero.id, None).attributes.vt
            assert 0 <= hero.wounds <= most
            assert hero.alive == (hero.wounds < most)
            assert not hero.hidden or piece.miniatures, "nobody hides in a unit that is gone"
        assert not {"fleeing", "regroup"} <= {m.id for m in markers.shown(after, piece)}
    for owed in after.owed:
        found = must(after.piece(owed.piece))
        assert found.standing
        rests = any(roll.piece == owed.piece and roll.before_flight is not None for roll in after.rolls)
        assert may_roll(found, owed.causes) or (found.standing and rests), "till the flight it may be thrown again"
    assert len({o.id for o in after.owed}) == len(after.owed)
    assert KENSEI.load(KENSEI.dump(after)) == after
    line = KENSEI.line(before, event, after)
    assert settled(settled(line)) == settled(line)
    nothing_secret(after, [str(line.text_for(seat) or "") for seat in (None, other(event.seat))])


def nothing_secret(state: State, told: list[str]) -> None:
    """No view of a stranger holds a sealed army or a hidden character, and no sentence for them names one."""
    for seat in (*SEATS, None):
        view = KENSEI.view(state, seat)
        shown = repr(replace(view, notes={}))  # what players write is theirs to tell
        for owner in SEATS:
            if owner == seat:
                continue
            if not state.open_army(owner):
                assert view.side(owner).pieces is None
                assert f"'{owner}1'" not in shown
            for piece in state.of(owner):
                for hero in piece.heroes:
                    assert not hero.hidden or hero.id not in shown
            assert not any(row.draft or row.drafting for row in view.orders.rows if row.seat == owner)
    sentences = " ".join([*told, *(str(d.sentence) for d in KENSEI.due(state))])
    hidden = [h for p in state.pieces for h in p.heroes if h.hidden]
    seen = {h.title for p in state.pieces for h in p.heroes if not h.hidden}
    for hero in hidden:
        assert hero.title in seen or hero.title not in sentences
