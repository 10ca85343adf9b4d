"""What the log says of an attack: its rolls and what they did, in one line each."""

from __future__ import annotations

from collections.abc import Iterator

from companion.play.acts import Data
from companion.play.game import Event, Line
from companion.play.kensei.ask.pad import PadData, RollData
from companion.play.kensei.fight.situation import striking
from companion.play.kensei.state import Attack, Hero, Piece, State
from companion.rules import counts
from companion.rules.text import Text, counted


def striker_name(attack: Attack) -> str:
    """Who strikes: the unit, or the hero with his own dice."""
    hero = striking(attack)
    return hero.title if hero else attack.attacker.title


def target_name(attack: Attack) -> str:
    """Who is struck: the unit, or the character who was meant."""
    hero = attack.defender.hero(attack.aimed_at) if attack.aimed_at else None
    return hero.title if hero else attack.defender.title


def enter_line(before: State, event: Event, data: PadData | RollData, after: State) -> Line:
    """The line of a full roll; a tap on the way there has none of its own."""
    earlier, attack = before.attack, after.attack
    assert earlier is not None
    assert attack is not None
    step = earlier.step
    if attack.step == step:
        return Line(step=data.step)
    shown = list(unveiled(before, after))
    sentences = [_roll_words(step, attack), *shown]
    if attack.finished:
        sentences.append(_result_words(before, after))
    return Line(joined(sentences), step=data.step, reveals=bool(shown))


def blank_line(before: State, event: Event, data: Data, after: State) -> Line:
    """The line of a strike without dice."""
    assert after.attack is not None
    shown = list(unveiled(before, after))
    none = Text("%(who)s has no dice left and does not strike.", {"who": striker_name(after.attack)})
    return Line(joined([none, *shown]), reveals=bool(shown))


def joined(sentences: list[Text]) -> Text:
    """Sentences in one line."""
    text = sentences[0]
    for sentence in sentences[1:]:
        text = Text("%(first)s %(then)s", {"first": text, "then": sentence})
    return text


def unveiled(before: State, after: State) -> Iterator[Text]:
    """A sentence for each hidden character who has come to light (5:1:13)."""
    for piece, hero in _changed_heroes(before, after):
        was = before.piece(piece.id)
        old = was.hero(hero.id) if was else None
        if old and old.hidden and not hero.hidden:
            yield Text("%(who)s is revealed in %(unit)s.", {"who": hero.title, "unit": piece.title})


def _changed_heroes(before: State, after: State) -> Iterator[tuple[Piece, Hero]]:
    for piece in after.pieces:
        was = before.piece(piece.id)
        if was is not piece and was is not None:
            yield from ((piece, hero) for hero in piece.heroes if was.hero(hero.id) != hero)


def _roll_words(step: str, attack: Attack) -> Text:
    assert attack.attack is not None
    tally = attack.attack
    values: dict[str, object] = {"who": striker_name(attack), "whom": target_name(attack)}
    if step == "attack":
        hits = tally.hits + tally.tens
        values |= {"dice": counts.dice(tally.misses + hits), "hits": counts.hits(hits), "tens": tally.tens}
        if attack.kind == "shot":
            return Text("%(who)s shoots at %(whom)s: %(dice)s, %(hits)s, %(tens)s of them Ø.", values)
        return Text("%(who)s strikes %(whom)s: %(dice)s, %(hits)s, %(tens)s of them Ø.", values)
    assert attack.defense is not None
    if step == "defense":
        saves = attack.defense
        through = counted("%(num)s comes through", "%(num)s come through", saves.failed + saves.tens)
        values |= {"saved": saves.saved, "through": through, "tens": saves.tens}
        return Text("%(whom)s saves %(saved)s, %(through)s, %(tens)s of them Ø.", values)
    assert attack.damage is not None
    faces = " ".join("Ø" if f % 10 == 0 else str(f) for f in attack.damage)
    return Text("Damage dice %(faces)s.", {"faces": faces})


def _result_words(before: State, after: State) -> Text:
    """What the attack did to its target: miniatures and damage, then the characters it reached."""
    assert after.attack is not None
    was, now = before.piece(after.attack.defender.id), after.piece(after.attack.defender.id)
    assert was is not None
    assert now is not None
    told = []
    if was.miniatures and not now.miniatures:
        told.append(Text("%(whom)s is destroyed.", {"whom": was.title}))
    elif (now.miniatures, now.accumulated_damage) != (was.miniatures, was.accumulated_damage):
        fallen = was.miniatures - now.miniatures
        values: dict[str, object] = {
            "removed": counted("%(num)s miniature falls", "%(num)s miniatures fall", fallen),
            "left": counted("%(num)s is left", "%(num)s are left", now.miniatures),
            "rest": now.accumulated_damage,
        }
        told.append(Text("%(removed)s, %(left)s, %(rest)s damage stays.", values))
    for hero in now.heroes:
        old = was.hero(hero.id)
        if old and old.wounds != hero.wounds:
            values = {"who": hero.title, "wounds": counts.wounds(hero.wounds)}
            told.append(Text("%(who)s has %(wounds)s.", values) if hero.alive else Text("%(who)s is slain.", values))
    return joined(told or [Text("Nothing happens.")])
