"""What phones and the log say of an attack: the next act, its rolls, and what they did."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.play.kensei.asks import Ask
from companion.play.kensei.chains import Chain, Landed
from companion.play.kensei.fight.harm import bushi_beside
from companion.play.kensei.fight.numbers import UNFIT
from companion.play.kensei.fight.situation import Fight, entered_by, fight_of
from companion.play.kensei.pieces import Piece
from companion.play.kensei.state import State
from companion.rules import counts
from companion.rules.dice import faces_text
from companion.rules.kensei.fight.attack import MARK, Numbers, lacks_distance
from companion.rules.kensei.turn.contacts import Zone
from companion.rules.text import Refusal, Text, agreeing, counted, joined, listed, player_at

# ---- what a die is worth


def at_least(at: int) -> Text:
    """What an attack die must show."""
    if at >= 9:
        return Text("Only Ø hits.")
    return Text("%(face)s or more hits.", {"face": at + 1}) if at >= 1 else Text("Every die hits.")


def at_most(df: int) -> Text:
    """What a defense die must show."""
    if df >= 10:
        return Text("every die saves")
    return Text("%(face)s or less saves", {"face": df}) if df > 1 else Text("only a 1 saves")


def wounds(ar: int) -> Text:
    """What a damage die must show."""
    if ar >= 10:
        return Text("Nothing wounds.")
    return Text("%(face)s or more wounds.", {"face": ar + 1}) if ar < 9 else Text("Only Ø wounds.")


def damage_wants(ar: int, bonus: int, dice: int, *, tens: bool, alone: bool) -> Text:
    """What so many damage dice of one kind must show, and what is added to each that wounds; `tens`: for defense dice
    that showed Ø, `alone`: no others are rolled with them."""
    needs = Text("%(face)s or more wounds", {"face": ar + 1})
    if ar >= 9:
        needs = Text("only Ø wounds") if ar == 9 else Text("nothing wounds")
    if bonus:
        needs = Text("%(needs)s, +%(plus)s damage", {"needs": needs, "plus": bonus})
    values = {"dice": counts.dice(dice), "needs": needs}
    if tens:
        return Text("%(dice)s for saves that failed with Ø: %(needs)s", values)
    return needs if alone and not bonus else Text("%(dice)s: %(needs)s", values)


# ---- the next act


def sentence(fight: Fight, asked: Numbers | Refusal, dice: int) -> Text:
    """The next physical act, as its owner's phone says it."""
    chain = fight.chain
    if chain.step == "result":
        return Text("The attack is over.")
    if lacks_distance(asked):
        return Text("How far is it to %(whom)s?", {"whom": fight.target_name})
    if isinstance(asked, Refusal):
        return Text("This attack is not allowed.")
    if chain.attack is None:
        if not dice:
            return Text("No dice are left: %(who)s cannot strike.", {"who": fight.striker_name})
        return Text("Roll %(dice)s. %(hits)s", {"dice": counts.dice(dice), "hits": at_least(asked.at.value)})
    if chain.defense is None:
        return _defense_sentence(chain.attack.hits, chain.attack.tens, asked.df.value)
    return Text("Roll %(dice)s. %(wounds)s", {"dice": counts.damage_dice(dice), "wounds": wounds(asked.ar.value)})


def _defense_sentence(plain: int, marked: int, df: int) -> Text:
    words = {
        "plain": counts.dice(plain),
        "all_marked": counts.dice(marked),
        "saves": at_most(df),
        "less": at_most(df - MARK),
    }
    if not marked:
        return Text("Roll %(plain)s: %(saves)s.", words)
    if not plain:
        return Text("Roll %(all_marked)s against Ø: %(less)s.", words)
    return Text("Roll %(plain)s: %(saves)s. Then %(all_marked)s against Ø: %(less)s.", words)


def waiting(fight: Fight, dice: int, *, aiming: bool) -> Text:
    """What the other phones show meanwhile."""
    names: dict[str, object] = {"who": fight.striker_name, "whom": fight.target_name}
    one = fight.striking is not None or fight.attacker.lone is not None
    if fight.chain.step == "attack" and aiming and fight.chain.kind == "melee":
        return agreeing("%(who)s strikes %(whom)s.", "%(who)s strike %(whom)s.", names, alone=one)
    if fight.chain.step == "attack" and aiming:
        return agreeing("%(who)s aims at %(whom)s.", "%(who)s aim at %(whom)s.", names, alone=one)
    if fight.chain.step == "attack":
        names["dice"] = counts.dice(dice)
        return agreeing(
            "%(who)s rolls %(dice)s against %(whom)s.", "%(who)s roll %(dice)s against %(whom)s.", names, alone=one
        )
    if fight.chain.step == "defense":
        names["hits"] = counts.hits(dice)
        struck = fight.defender
        other = struck.lone is not None or struck.hero(fight.chain.aimed_at or "") is not None
        return agreeing("%(whom)s saves against %(hits)s.", "%(whom)s save against %(hits)s.", names, alone=other)
    if fight.chain.step == "damage":
        names["dice"] = counts.damage_dice(dice)
        return agreeing("%(who)s rolls %(dice)s.", "%(who)s roll %(dice)s.", names, alone=one)
    return Text("The attack is over.")


def fallen(state: State, chain: Chain) -> Text:
    """What the players do with their hands now."""
    piece = fight_of(state, chain).defender
    if chain.landed is None:
        heroes = tuple(hero.title for hero in bushi_beside(state, chain))
        return Text("Take nothing away yet: %(who)s may strike too.", {"who": heroes})
    words = _taken_away(piece, chain.landed)
    if any(c.beside == chain.id for c in state.chains):
        return words or Text("Its casualties are counted with the Bushi's.")
    words = words or Text("%(whom)s: nothing to remove.", {"whom": fight_of(state, chain).target_name})
    together = tuple(f"{one}.last" for one in (chain.beside, chain.id) if one)
    last = (_taken_away(state.known(one.target), one.landed) for one in state.fallen if one.id.startswith(together))
    return joined([words, *filter(None, last)])


def _taken_away(piece: Piece, landed: Landed | None) -> Text | None:
    """What of a piece is taken away; None where nothing fell."""
    if landed is None:
        return None
    slain = tuple(h.title for h in piece.heroes if h.id in landed.slain)
    if landed.gone:
        unit = (piece.unit_title,) if landed.removed or not slain else ()  # who is left of it stood there alone
        return Text("Remove %(whom)s from the table.", {"whom": tuple(dict.fromkeys((*unit, *slain)))})
    if landed.removed:
        values = {"removed": counts.miniatures(landed.removed), "whom": piece.unit_title, "slain": slain}
        if slain:  # of a Spy who was hidden in it nobody else may have known until now
            return Text("Remove %(removed)s of %(whom)s, and %(slain)s with them.", values)
        return Text("Remove %(removed)s of %(whom)s.", values)
    return Text("Remove %(whom)s from the table.", {"whom": slain}) if slain else None


# ---- the log


def roll_line(before: State, after: State, ask: Ask, answer: object) -> Text:
    """The line of a full roll, with what came of it."""
    chain = after.chain_of(ask)
    shown = list(reveal_words(before, after))
    ends = _end_words(before, after, chain)
    sentences = [
        _roll_words(before, ask.kind, fight_of(before, chain), ends),
        *shown,
        *ends,
        *([UNFIT] if chain.finished and chain.forgotten else []),
    ]
    return joined(sentences)


def _end_words(before: State, after: State, chain: Chain) -> list[Text]:
    if not chain.finished:
        return []
    if chain.landed is None:
        heroes = tuple(hero.title for hero in bushi_beside(after, chain))
        return [Text("Casualties are removed after the strike of %(who)s.", {"who": heroes})]
    return list(harm_words(before, after)) or [Text("Nothing happens.")]


def _roll_words(before: State, step: str, fight: Fight, ends: Sequence[Text]) -> Text:
    chain = fight.chain
    assert chain.attack is not None
    if step == "attack":
        hits = chain.attack.hits + chain.attack.tens
        values: dict[str, object] = {
            "attack": _attack_words(fight),
            "dice": counts.dice(chain.attack.misses + hits),
            "hits": counts.hits(hits),
            "tens": chain.attack.tens,
        }
        if not chain.attack.tens:
            return Text("%(attack)s: %(dice)s, %(hits)s.", values)
        return Text("%(attack)s: %(dice)s, %(hits)s, %(tens)s of them Ø.", values)
    if chain.defense is None or (step == "damage" and chain.damage is None):
        return Text("These dice no longer count: every hit was saved.")
    if step == "defense":
        saves = chain.defense
        values = {
            "whom": fight.target_name,
            "saved": saves.saved,
            "through": saves.failed + saves.tens,
            "tens": saves.tens,
        }
        if not saves.tens:
            return Text("%(whom)s saved %(saved)s, %(through)s not saved.", values)
        return Text("%(whom)s saved %(saved)s, %(through)s not saved, %(tens)s of them Ø.", values)
    assert chain.damage is not None
    unit = before.chain(chain.beside)
    values = {"faces": faces_text(chain.damage), "damage": chain.points, "whom": fight.target_name}
    if unit is not None and unit.points:
        values["all"] = unit.points + (chain.points or 0)
        return Text("Damage dice %(faces)s: %(damage)s damage to %(whom)s, %(all)s with the unit's.", values)
    if any(values["whom"] == one.values.get("whom") for one in ends):  # they say whose it is
        return Text("Damage dice %(faces)s: %(damage)s damage.", values)
    return Text("Damage dice %(faces)s: %(damage)s damage to %(whom)s.", values)


_STRIKE = re.compile(r"t(\d+)\.([^.:>]+)(?::([^.>]+))?>([^.]+)\.[^.]+\.(at|df|damage)")
_ROLLS = {"at": Text("Attack of %(who)s"), "df": Text("Defense of %(who)s"), "damage": Text("Damage of %(who)s")}


def roll_name(state: State, step: str) -> Text | None:
    """Whose dice of an attack a step is, and of which turn; None of other steps."""
    found = _STRIKE.fullmatch(step)
    if found is None:
        return None
    turn, attacker, striker, defender, which = found.groups()
    who = state.title(defender if which == "df" else striker or attacker)
    return listed([replace(_ROLLS[which], values={"who": who}), Text("turn %(turn)s", {"turn": turn})])


_MET: dict[tuple[bool, Zone], Text] = {
    (False, "front"): Text("%(who)s struck %(whom)s"),
    (False, "flank"): Text("%(who)s struck %(whom)s in the flank"),
    (False, "rear"): Text("%(who)s struck %(whom)s in the rear"),
    (True, "front"): Text("%(who)s charged %(whom)s"),
    (True, "flank"): Text("%(who)s charged %(whom)s in the flank"),
    (True, "rear"): Text("%(who)s charged %(whom)s in the rear"),
}
"""How a strike is told, by whether it is of a charge, and the zone that was struck."""


def charged(who: str, whom: str, zone: Zone) -> Text:
    """That one charged the other, and where: no whole sentence."""
    return replace(_MET[True, zone], values={"who": who, "whom": whom})


def _attack_words(fight: Fight) -> Text:
    """Who attacks whom and how: from how far, or with a charge and into which zone."""
    names: dict[str, object] = {"who": fight.striker_name, "whom": fight.target_name}
    situation = fight.chain.situation
    if fight.chain.kind == "shot":
        return Text("%(who)s shot at %(whom)s from %(far)s cm", {**names, "far": _far(fight)})
    if situation.free_attack or not situation.first_turn:
        return replace(_MET[False, "front"], values=names)
    if situation.counter_charge == "won":
        return Text("%(who)s counter-charged %(whom)s", names)
    return replace(_MET[situation.charging, situation.zone], values=names)


def _far(fight: Fight) -> Text | str:
    """From how far a shot goes: as it was measured, or between which distances."""
    band = entered_by(fight.chain)
    return band.within if band is not None else f"{fight.chain.situation.distance_cm or 0:g}"


def harm_words(before: State, after: State) -> Iterator[Text]:
    """What happened to every piece that lost something: miniatures and damage, then the characters it reached."""
    changed = [(was, now) for now in after.pieces if (was := before.piece(now.id)) is not None and was != now]
    for was, now in changed:
        if was.miniatures and not now.miniatures:
            yield Text("Destroyed: %(whom)s.", {"whom": was.title})
        elif (now.miniatures, now.accumulated_damage) != (was.miniatures, was.accumulated_damage):
            fallen = was.miniatures - now.miniatures
            values: dict[str, object] = {
                "whom": was.unit_title,
                "removed": counted("%(num)s miniature falls", "%(num)s miniatures fall", fallen),
                "left": counted("%(num)s is left", "%(num)s are left", now.miniatures),
                "rest": now.accumulated_damage,
                "vt": now.profile.attributes.vt,
            }
            if not fallen:
                values["removed"] = Text("no miniature falls")
            yield Text("%(whom)s: %(removed)s, %(left)s.", values)
            if now.accumulated_damage:
                yield Text("The next has %(rest)s of %(vt)s damage.", values)
        struck = [(old, hero) for hero in now.heroes if (old := was.hero(hero.id)) and old.wounds != hero.wounds]
        for old, hero in struck:
            values = {"who": hero.title, "wounds": counts.wounds(hero.wounds)}
            if hero.alive or not old.hidden:
                yield Text("%(who)s has %(wounds)s.", values) if hero.alive else Text("%(who)s is slain.", values)
        for who in (hero.title for old, hero in struck if old.hidden and not hero.alive):  # the foot shows the end
            yield Text("Hidden until now and slain: %(who)s of %(side)s.", {"who": who, "side": player_at(now.seat)})


def reveal_words(before: State, after: State) -> Iterator[Text]:
    """A sentence for each hidden character who has come to light (5:1:13)."""
    for piece in after.pieces:
        was = before.piece(piece.id)
        if was is None or was is piece:
            continue
        for hero in piece.heroes:
            old = was.hero(hero.id)
            if old and old.hidden and not hero.hidden:
                yield Text("%(who)s is revealed in %(unit)s.", {"who": hero.title, "unit": piece.unit_title})
