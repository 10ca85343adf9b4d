"""The rolls under way as they are shown: the next physical act in words, its numbers, bins, dice and chances."""

from __future__ import annotations

from companion.content import catalog
from companion.play.kensei.after import honor as honors
from companion.play.kensei.ask import pad as pads
from companion.play.kensei.board import AttackView, ChipView, Die, HonorView, hero_view, piece_view
from companion.play.kensei.fight import chain as attacks
from companion.play.kensei.fight.chances import attack_bars
from companion.play.kensei.fight.situation import CHIPS, Chip, bands, targets, weapons_of
from companion.play.kensei.fight.words import striker_name, target_name
from companion.play.kensei.state import Attack, Honor, Piece, SituationValue, State
from companion.rules import counts
from companion.rules.dice import pips
from companion.rules.kensei.after.honor import chance
from companion.rules.kensei.fight.attack import Numbers
from companion.rules.text import Number, Refusal, Text


def attack_view(state: State, attack: Attack, seat: str | None) -> AttackView:
    asked = attacks.question(state, attack)
    dice = attacks.dice_due(attack, asked)
    numbers: tuple[tuple[str, Number], ...] = ()
    if isinstance(asked, Numbers):
        numbers = (("DC", asked.dc), ("AT", asked.at), ("DF", asked.df), ("AR", asked.ar))
        if asked.damage_bonus.value or asked.damage_bonus.modifiers:
            numbers = (*numbers, ("+", asked.damage_bonus))
    carried = tuple(catalog().weapons[w] for w in weapons_of(attack.attacker, attack.striker))
    weapon = catalog().weapons[attack.weapon] if attack.weapon else None
    on_hill = bool(attack.situation.get("attacker_on_hill"))
    return AttackView(
        id=attack.id,
        step=attack.step,
        step_id=attack.step_id,
        kind=attack.kind,
        holder=attacks.holder(attack),
        attacker=piece_view(state, attack.attacker, seat),
        defender=piece_view(state, attack.defender, seat),
        who=striker_name(attack),
        whom=target_name(attack),
        sentence=_sentence(attack, asked, dice),
        waiting=_waiting(attack, asked, dice),
        refusal=asked if isinstance(asked, Refusal) else None,
        numbers=numbers,
        dice=dice,
        chips=tuple(_chip(c, attack) for c in CHIPS if c.when(attack)),
        bands=bands(weapon, on_hill) if attack.kind == "shot" and weapon else (),
        distance=attack.situation.get("distance_cm"),
        weapons=tuple(w for w in carried if w.ranged == (attack.kind == "shot")),
        weapon=attack.weapon,
        strikers=tuple(
            hero_view(state, attack.attacker, h) for h in attack.attacker.seen_heroes if attack.attacker.unit
        ),
        striker=attack.striker,
        free=tuple((f.to, f.value, f.reason) for f in attack.free),
        aiming=attack.aiming and not attack.finished,
        bins=_bins(attack, asked),
        faces=_dice(attack, asked, dice),
        by_faces=attack.step == "damage" or bool(attack.pad.faces),
        targets=_targets(attack, asked),
        outcome=attacks.outcome(state, attack, asked),
        how=tuple(attack.how.items()),
        bars=attack_bars(state, attack, asked) if state.odds_shown and isinstance(asked, Numbers) else (),
        fallen=_fallen(state, attack) if attack.finished else None,
    )


def _chip(chip: Chip, attack: Attack) -> ChipView:
    value = attack.situation.get(chip.field)
    choices = chip.choices
    if chip.kind == "hero":
        nobody = () if attack.defender.survivors else (("", Text("nobody")),)
        choices = (*nobody, *((h.id, Text("%(who)s", {"who": h.title})) for h in targets(attack)))
        value, differs = attack.aimed_at or "", bool(attack.aimed_at)
    elif chip.kind == "flag":
        default: SituationValue = chip.field in ("loaded", "first_turn")
        value = default if value is None else value
        differs = value != default
    elif chip.kind == "choice":
        value = chip.choices[0][0] if value is None else value
        differs = value != chip.choices[0][0]
    else:
        differs = value is not None
    return ChipView(chip.field, chip.label, chip.kind, chip.rule, choices, value, chip.least, chip.most, differs)


def attack_act(state: State, attack: Attack) -> tuple[int, Text, Text]:
    """The dice that are due, and what their owner's phone and the others say."""
    asked = attacks.question(state, attack)
    dice = attacks.dice_due(attack, asked)
    return dice, _sentence(attack, asked, dice), _waiting(attack, asked, dice)


def _at_least(at: int) -> Text:
    if at >= 9:
        return Text("Only Ø hits.")
    return Text("%(face)s or more hits.", {"face": at + 1}) if at >= 1 else Text("Every die hits.")


def _wounds(ar: int) -> Text:
    if ar >= 10:
        return Text("Nothing wounds.")
    return Text("%(face)s or more wounds.", {"face": ar + 1}) if ar < 9 else Text("Only Ø wounds.")


def _at_most(df: int) -> Text:
    if df >= 10:
        return Text("every die saves")
    return Text("%(face)s or less saves", {"face": df}) if df > 1 else Text("only a 1 saves")


def _sentence(attack: Attack, asked: Numbers | Refusal, dice: int) -> Text:
    """The next physical act, as its owner's phone says it."""
    if isinstance(asked, Refusal):
        return Text("This attack is not allowed.")
    if attack.step == "attack":
        if not dice:
            return Text("No dice are left: %(who)s does not strike.", {"who": striker_name(attack)})
        return Text("Roll %(dice)s. %(hits)s", {"dice": counts.dice(dice), "hits": _at_least(asked.at.value)})
    if attack.step == "defense":
        assert attack.attack is not None
        plain, marked = attack.attack.hits, attack.attack.tens
        words = {
            "plain": counts.dice(plain),
            "all_marked": counts.dice(marked),
            "marked": marked,
            "saves": _at_most(asked.df.value),
            "less": _at_most(asked.df.value - 2),
        }
        if not marked:
            return Text("Roll %(plain)s: %(saves)s.", words)
        if not plain:
            return Text("Roll %(all_marked)s, marked: %(less)s.", words)
        return Text("Roll %(plain)s: %(saves)s. Then %(marked)s marked: %(less)s.", words)
    if attack.step == "damage":
        values = {"dice": counts.damage_dice(dice), "wounds": _wounds(asked.ar.value)}
        return Text("Roll %(dice)s. %(wounds)s", values)
    return Text("The attack is over.")


def _waiting(attack: Attack, asked: Numbers | Refusal, dice: int) -> Text:
    """What the other phones show meanwhile."""
    names: dict[str, object] = {"who": striker_name(attack), "whom": target_name(attack)}
    if attack.step == "attack" and attack.aiming:
        return Text("%(who)s aims at %(whom)s.", names)
    if attack.step == "attack":
        return Text("%(who)s rolls %(dice)s against %(whom)s.", {**names, "dice": counts.dice(dice)})
    if attack.step == "defense":
        return Text("%(whom)s saves against %(hits)s.", {**names, "hits": counts.hits(dice)})
    if attack.step == "damage":
        return Text("%(who)s rolls %(dice)s.", {**names, "dice": counts.damage_dice(dice)})
    return Text("The attack is over.")


def _targets(attack: Attack, asked: Numbers | Refusal) -> tuple[Text, ...]:
    """The groups of dice of this roll and what counts on each; marked ones last."""
    if isinstance(asked, Refusal) or attack.finished:
        return ()
    if attack.step == "attack":
        return (_at_least(asked.at.value),)
    if attack.step == "defense" and attack.attack:
        plain, marked = attack.attack.hits, attack.attack.tens
        all_dice = Text("%(dice)s: %(saves)s", {"dice": counts.dice(plain), "saves": _at_most(asked.df.value)})
        less = Text("%(dice)s marked: %(saves)s", {"dice": marked, "saves": _at_most(asked.df.value - 2)})
        return (*([all_dice] if plain else ()), *([less] if marked else ()))
    assert attack.defense is not None
    ordinary, more = attack.defense.failed, attack.defense.tens
    raised = Text("%(dice)s with +%(plus)s", {"dice": more, "plus": asked.damage_bonus.value + 2})
    return (*([Text("%(dice)s ordinary", {"dice": ordinary})] if ordinary else ()), *([raised] if more else ()))


def _bins(attack: Attack, asked: Numbers | Refusal) -> tuple[pads.Bin, ...]:
    if isinstance(asked, Refusal) or attack.finished or not asked.dc.value:
        return ()
    if attack.step == "attack":
        return pads.attack_bins(attack.pad, asked.dc.value, asked.at.value)
    if attack.step == "defense" and attack.attack:
        return pads.defense_bins(attack.pad, attack.attack.hits, attack.attack.tens, asked.df.value)
    return ()


def _dice(attack: Attack, asked: Numbers | Refusal, dice: int) -> tuple[Die, ...]:
    """One entry for each die of this roll, in physical order: marked and +2 dice last (K3, K5)."""
    if isinstance(asked, Refusal) or attack.finished or not dice:
        return ()
    faces = attack.pad.faces or (None,) * dice
    if attack.step == "attack":
        wants = _at_least(asked.at.value)
        return tuple(Die(i, f, False, wants) for i, f in enumerate(faces))
    if attack.step == "defense" and attack.attack:
        plain = attack.attack.hits
        df = asked.df.value
        return tuple(Die(i, f, i >= plain, _at_most(df if i < plain else df - 2)) for i, f in enumerate(faces))
    assert attack.defense is not None
    plain = attack.defense.failed
    bonus = asked.damage_bonus.value
    wants = Text("%(face)s or more", {"face": asked.ar.value + 1})
    plus = Text("%(face)s or more, +%(plus)s", {"face": asked.ar.value + 1, "plus": bonus + 2})
    ordinary = Text("%(face)s or more, +%(plus)s", {"face": asked.ar.value + 1, "plus": bonus}) if bonus else wants
    return tuple(Die(i, f, i >= plain, ordinary if i < plain else plus) for i, f in enumerate(faces))


def _fallen(state: State, attack: Attack) -> Text:
    """What the players do with their hands now."""
    was, now = attack.defender, state.piece(attack.defender.id)
    if now is None or not now.standing:
        return Text("Remove %(whom)s from the table.", {"whom": was.title})
    if was.miniatures != now.miniatures:
        return Text(
            "Remove %(removed)s of %(whom)s.",
            {"removed": counts.miniatures(was.miniatures - now.miniatures), "whom": was.title},
        )
    slain = [h.title for h in now.heroes if not h.alive and (old := was.hero(h.id)) and old.alive]
    if slain:
        return Text("Remove %(whom)s from the table.", {"whom": slain[0]})
    return Text("Nothing to remove.")


def honor_view(state: State, roll: Honor, seat: str | None) -> HonorView | None:
    piece = state.piece(roll.piece)
    if piece is None:
        return None
    # the marker of the flight takes the standard away; the target shown stays the one that was rolled against
    number = honors.target(state, roll)
    dice = honors.dice_due(state)
    asking = roll.die is None
    faces = roll.pad.faces or (None,) * dice
    wants = Text("%(face)s or less holds", {"face": number.value}) if asking else Text("centimeters")
    sentence, waiting = _honor_words(roll, piece, number.value, dice)
    return HonorView(
        id=roll.id,
        step="result" if honors.done(roll) else "die" if asking else "flight",
        step_id=honors.step_id(roll),
        piece=piece_view(state, piece, seat),
        holder=piece.seat,
        causes=tuple(honors.CAUSES[c] for c in roll.causes),
        target=number,
        chance=chance(number.value),
        commanders=tuple(hero_view(state, p, h) for p, h in honors.commanders(state, piece)),
        commander=roll.commander,
        reach=honors.reach(piece),
        ask_sohei=honors.sohei_near(state, piece),
        sohei=roll.sohei,
        destroyed_enemy=roll.destroyed_enemy,
        deserted=roll.deserted,
        run_through=roll.run_through,
        asking=asking and roll.pad.empty,
        sentence=sentence,
        waiting=waiting,
        faces=() if honors.done(roll) else tuple(Die(i, f, False, wants) for i, f in enumerate(faces)),
        die=None if roll.die is None else pips(roll.die),
        holds=roll.holds,
        cm=honors.distance(roll),
        done=honors.done(roll),
        how=tuple(roll.how.items()),
    )


def honor_act(state: State, roll: Honor, piece: Piece) -> tuple[int, Text, Text]:
    """The same for an honor roll."""
    dice = honors.dice_due(state)
    return dice, *_honor_words(roll, piece, honors.target(state, roll).value, dice)


def _honor_words(roll: Honor, piece: Piece, target: int, dice: int) -> tuple[Text, Text]:
    names = {"unit": piece.title, "dice": counts.dice(dice), "target": target, "cm": honors.distance(roll)}
    if roll.die is None:
        return (
            Text("Roll 1 die. %(target)s or less holds.", names)
            if target > 0
            else Text("Roll 1 die. Nothing holds them."),
            Text("%(unit)s rolls for honor.", names),
        )
    if roll.holds:
        return Text("%(unit)s holds.", names), Text("%(unit)s holds.", names)
    if roll.flight is None:
        asked = Text("%(unit)s breaks. Roll %(dice)s: how far they run.", names)
        return asked, Text("%(unit)s breaks and runs.", names)
    ran = Text("%(unit)s runs %(cm)s cm, straight away from the enemy.", names)
    return ran, ran
