"""What one seat sees of a battle: the only way from its state to a page, an export or a print.

A sealed army and a hidden character are simply not in the view of another seat. Everything here is ready to be
shown; templates choose nothing but the place.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from companion.content import catalog
from companion.play.kensei import attack as attacks
from companion.play.kensei import honor as honors
from companion.play.kensei import pad as pads
from companion.play.kensei.chances import Bar, attack_bars
from companion.play.kensei.markers import BY_ID, Marker
from companion.play.kensei.muster import general
from companion.play.kensei.situation import CHIPS, Chip, bands, weapons_of
from companion.play.kensei.state import SEATS, Attack, Hero, Honor, Piece, SituationValue, State, other
from companion.play.kensei.turns import PHASE_NAMES, winner_of
from companion.rules.dice import pips
from companion.rules.kensei.attack import Numbers, Outcome
from companion.rules.kensei.honor import chance
from companion.rules.kensei.profiles import UnitProfile, Weapon, WeaponId
from companion.rules.text import Number, Refusal, Text


@dataclass(frozen=True, slots=True)
class HeroView:
    id: str
    title: str
    profile: str
    character: str
    weapon: str | None
    mounted: bool
    wounds: int
    vitality: int
    alive: bool
    hidden: bool
    general: bool
    bushi: bool


@dataclass(frozen=True, slots=True)
class PieceView:
    id: str
    seat: str
    title: str
    profile: str
    unit: str | None
    miniatures: int
    at_start: int
    accumulated_damage: int
    vitality: int
    standard_bearer: bool
    may_have_standard: bool
    least: int
    most: int
    heroes: tuple[HeroView, ...]
    markers: tuple[Marker, ...]
    standing: bool
    shoots: bool
    cavalry: bool


@dataclass(frozen=True, slots=True)
class SideView:
    """`pieces` is None while the army is another seat's secret; `seal` is then its fingerprint."""

    seat: str
    path: str | None
    mon: str
    clan: str
    ready: bool
    seal: str
    pieces: tuple[PieceView, ...] | None
    miniatures: int
    at_start: int


@dataclass(frozen=True, slots=True)
class ChipView:
    field: str
    label: Text
    kind: str
    rule: str
    choices: tuple[tuple[str, Text], ...]
    value: SituationValue
    least: int
    most: int
    set: bool
    """It differs from "no" or the first choice, so that it is worth showing without being asked."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die of a faces pad: what counts on it, and its face once it has fallen."""

    index: int
    face: int | None
    marked: bool
    wants: Text


@dataclass(frozen=True, slots=True)
class AttackView:
    id: str
    step: str
    step_id: str
    kind: str
    holder: str
    attacker: PieceView
    defender: PieceView
    who: str
    whom: str
    sentence: Text
    waiting: Text
    refusal: Refusal | None
    numbers: tuple[tuple[str, Number], ...]
    dice: int
    chips: tuple[ChipView, ...]
    bands: tuple[tuple[float, Text], ...]
    distance: SituationValue
    weapons: tuple[Weapon, ...]
    weapon: str | None
    strikers: tuple[HeroView, ...]
    striker: str | None
    free: tuple[tuple[str, int, str], ...]
    aiming: bool
    bins: tuple[pads.Bin, ...]
    faces: tuple[Die, ...]
    by_faces: bool
    targets: tuple[Text, ...]
    outcome: Outcome | None
    how: tuple[tuple[str, str], ...]
    bars: tuple[Bar, ...]
    fallen: Text | None


@dataclass(frozen=True, slots=True)
class HonorView:
    id: str
    step: str
    step_id: str
    piece: PieceView
    holder: str
    causes: tuple[tuple[Text, str], ...]
    target: Number
    chance: float
    commanders: tuple[HeroView, ...]
    commander: str | None
    reach: int
    ask_sohei: bool
    sohei: bool
    destroyed_enemy: bool
    deserted: bool
    run_through: bool
    asking: bool
    sentence: Text
    waiting: Text
    faces: tuple[Die, ...]
    die: int | None
    holds: bool | None
    cm: int
    done: bool
    how: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OwedView:
    id: str
    piece: str
    seat: str
    title: str
    causes: tuple[tuple[Text, str], ...]


@dataclass(frozen=True, slots=True)
class View:
    seat: str | None
    begun: bool
    turn: int
    phase: str
    phase_name: Text
    first: str
    over: str
    winner: str
    sides: tuple[SideView, ...]
    attack: AttackView | None
    honor: HonorView | None
    owed: tuple[OwedView, ...]
    blows: int
    odds_shown: bool

    def side(self, seat: str) -> SideView:
        return next(s for s in self.sides if s.seat == seat)

    @property
    def pieces(self) -> tuple[PieceView, ...]:
        return tuple(p for s in self.sides for p in s.pieces or ())


def view(state: State, seat: str | None) -> View:
    """The battle as `seat` sees it (None: a spectator)."""
    return View(
        seat=seat,
        begun=state.begun,
        turn=state.turn,
        phase=state.phase,
        phase_name=PHASE_NAMES[state.phase],
        first=state.first,
        over=state.over,
        winner=winner_of(state),
        sides=tuple(_side(state, s, seat) for s in SEATS),
        attack=_attack(state, state.attack, seat) if state.attack else None,
        honor=_honor(state, state.honor, seat) if state.honor else None,
        owed=tuple(
            OwedView(o.id, o.piece, p.seat, p.title, tuple(honors.CAUSES[c] for c in o.causes))
            for o in state.owed
            if (p := state.piece(o.piece)) is not None
        ),
        blows=len(state.blows),
        odds_shown=state.odds_shown,
    )


def seal(state: State, seat: str) -> str:
    """The salted fingerprint of an army, shown while it is secret and checkable once it is open."""
    told = repr([p for p in state.pieces if p.seat == seat and not p.markers])
    return hashlib.sha256(f"{state.salt}/{seat}/{told}".encode()).hexdigest()[:8]


def _side(state: State, of: str, seat: str | None) -> SideView:
    side = state.sides[of]
    open_ = state.begun or of == seat
    pieces = tuple(piece_view(state, p, seat) for p in state.of(of)) if open_ else None
    return SideView(
        seat=of,
        path=side.path if open_ else None,
        mon=side.mon,
        clan=side.clan,
        ready=side.ready,
        seal=seal(state, of) if side.ready and not state.begun else "",
        pieces=pieces,
        miniatures=sum(p.miniatures for p in pieces or ()),
        at_start=sum(p.at_start for p in pieces or ()),
    )


def _hero(state: State, piece: Piece, hero: Hero) -> HeroView:
    leader = general(state, piece.seat)
    return HeroView(
        hero.id,
        hero.title,
        hero.character,
        hero.profile.name,
        hero.weapon,
        hero.mounted,
        hero.wounds,
        hero.profile.attributes.vt + (2 if hero.mounted else 0),
        hero.alive,
        hero.hidden,
        leader is not None and leader.id == hero.id,
        hero.profile.rank != "special",
    )


def piece_view(state: State, piece: Piece, seat: str | None) -> PieceView:
    """A piece without the heroes another seat may not know of."""
    profile = piece.profile
    is_unit = isinstance(profile, UnitProfile)
    return PieceView(
        id=piece.id,
        seat=piece.seat,
        title=piece.title,
        profile=profile.name,
        unit=piece.unit,
        miniatures=piece.miniatures,
        at_start=piece.at_start,
        accumulated_damage=piece.accumulated_damage,
        vitality=profile.attributes.vt,
        standard_bearer=piece.standard_bearer,
        may_have_standard=isinstance(profile, UnitProfile) and profile.standard_bearer is not None,
        least=profile.basic_unit if isinstance(profile, UnitProfile) else 1,
        most=profile.maximum if isinstance(profile, UnitProfile) else 1,
        heroes=tuple(_hero(state, piece, h) for h in piece.heroes if not h.hidden or piece.seat == seat),
        markers=tuple(BY_ID[m] for m in BY_ID if m in piece.markers),
        standing=piece.standing,
        shoots=any(catalog().weapons[w].ranged for w in _all_weapons(piece)),
        cavalry=is_unit and "mounted" in profile.traits,
    )


def _all_weapons(piece: Piece) -> tuple[WeaponId, ...]:
    heroes = [w for h in piece.heroes if h.alive and not h.hidden for w in weapons_of(piece, h.id)]
    return (*weapons_of(piece, None), *heroes) if piece.unit else tuple(heroes)


def _attack(state: State, attack: Attack, seat: str | None) -> AttackView:
    asked = attacks.question(state)
    found = attacks.outcome(state)
    dice = attacks.dice_due(state)
    holder = attacks.holder(attack)
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
        holder=holder,
        attacker=piece_view(state, attack.attacker, seat),
        defender=piece_view(state, attack.defender, seat),
        who=attacks.striker_name(attack),
        whom=attacks.target_name(attack),
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
            _hero(state, attack.attacker, h)
            for h in attack.attacker.heroes
            if h.alive and not h.hidden and attack.attacker.unit
        ),
        striker=attack.striker,
        free=tuple((f.to, f.value, f.reason) for f in attack.free),
        aiming=attack.aiming and not attack.finished,
        bins=_bins(attack, asked),
        faces=_dice(attack, asked, dice),
        by_faces=attack.step == "damage" or bool(attack.pad.faces),
        targets=_targets(attack, asked),
        outcome=found,
        how=tuple(attack.how.items()),
        bars=attack_bars(state, attack, asked) if state.odds_shown and isinstance(asked, Numbers) else (),
        fallen=_fallen(state, attack) if attack.finished else None,
    )


def _chip(chip: Chip, attack: Attack) -> ChipView:
    value = attack.situation.get(chip.field)
    choices = chip.choices
    if chip.kind == "hero":
        inside = [h for h in attack.defender.heroes if h.alive and not h.hidden]
        choices = (("", Text("nobody")), *((h.id, Text("%(who)s", {"who": h.title})) for h in inside))
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


def _at_least(at: int) -> Text:
    if at >= 9:
        return Text("Only Ø hits.")
    return Text("%(face)s or more hits.", {"face": at + 1}) if at >= 1 else Text("Every die hits.")


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
            return Text("No dice are left: %(who)s does not strike.", {"who": attacks.striker_name(attack)})
        return Text("Roll %(dice)s dice. %(hits)s", {"dice": dice, "hits": _at_least(asked.at.value)})
    if attack.step == "defense":
        assert attack.attack is not None
        plain, marked = attack.attack.hits, attack.attack.tens
        words = {
            "plain": plain,
            "marked": marked,
            "saves": _at_most(asked.df.value),
            "less": _at_most(asked.df.value - 2),
        }
        if not marked:
            return Text("Roll %(plain)s dice: %(saves)s.", words)
        if not plain:
            return Text("Roll %(marked)s marked dice: %(less)s.", words)
        return Text("Roll %(plain)s dice: %(saves)s. Then %(marked)s marked: %(less)s.", words)
    if attack.step == "damage":
        return Text("Roll %(dice)s damage dice. %(face)s or more wounds.", {"dice": dice, "face": asked.ar.value + 1})
    return Text("The attack is over.")


def _waiting(attack: Attack, asked: Numbers | Refusal, dice: int) -> Text:
    """What the other phones show meanwhile."""
    names = {"who": attacks.striker_name(attack), "whom": attacks.target_name(attack), "dice": dice}
    if attack.step == "attack" and attack.aiming:
        return Text("%(who)s aims at %(whom)s.", names)
    if attack.step == "attack":
        return Text("%(who)s rolls %(dice)s dice against %(whom)s.", names)
    if attack.step == "defense":
        return Text("%(whom)s saves against %(dice)s hits.", names)
    if attack.step == "damage":
        return Text("%(who)s rolls %(dice)s damage dice.", names)
    return Text("The attack is over.")


def _targets(attack: Attack, asked: Numbers | Refusal) -> tuple[Text, ...]:
    """The groups of dice of this roll and what counts on each; marked ones last."""
    if isinstance(asked, Refusal) or attack.finished:
        return ()
    if attack.step == "attack":
        return (_at_least(asked.at.value),)
    if attack.step == "defense" and attack.attack:
        groups = (
            (attack.attack.hits, "%(dice)s dice: %(saves)s", 0),
            (attack.attack.tens, "%(dice)s marked: %(saves)s", 2),
        )
        return tuple(
            Text(words, {"dice": n, "saves": _at_most(asked.df.value - less)}) for n, words, less in groups if n
        )
    assert attack.defense is not None
    bonus = asked.damage_bonus.value
    groups = (
        (attack.defense.failed, "%(dice)s ordinary", bonus),
        (attack.defense.tens, "%(dice)s with +%(plus)s", bonus + 2),
    )
    return tuple(Text(words, {"dice": n, "plus": plus}) for n, words, plus in groups if n)


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
            "Remove %(removed)s miniatures of %(whom)s.",
            {"removed": was.miniatures - now.miniatures, "whom": was.title},
        )
    slain = [h.title for h in now.heroes if not h.alive and (old := was.hero(h.id)) and old.alive]
    if slain:
        return Text("Remove %(whom)s from the table.", {"whom": slain[0]})
    return Text("Nothing to remove.")


def _honor(state: State, roll: Honor, seat: str | None) -> HonorView | None:
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
        commanders=tuple(
            _hero(state, p, h) for h in honors.commanders(state, piece) for p in state.of(piece.seat) if p.hero(h.id)
        ),
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


def _honor_words(roll: Honor, piece: Piece, target: int, dice: int) -> tuple[Text, Text]:
    names = {"unit": piece.title, "dice": dice, "target": target, "cm": honors.distance(roll)}
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
        return Text("%(unit)s breaks. Roll %(dice)s dice: how far they run.", names), Text(
            "%(unit)s breaks and runs.", names
        )
    ran = Text("%(unit)s runs %(cm)s cm, straight away from the enemy.", names)
    return ran, ran


__all__ = ["View", "other", "piece_view", "seal", "view"]
