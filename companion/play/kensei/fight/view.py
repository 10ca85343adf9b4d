"""An attack as it is shown: the next physical act in words, its numbers, bins, dice and chances."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.content import catalog
from companion.play.kensei.acts import modified
from companion.play.kensei.ask import pad as pads
from companion.play.kensei.ask.pad import Die
from companion.play.kensei.asks import Pad, ask_name
from companion.play.kensei.board import HeroView, PieceView, hero_view, piece_view
from companion.play.kensei.chains import Chain
from companion.play.kensei.fight import words
from companion.play.kensei.fight.harm import bushi_beside
from companion.play.kensei.fight.numbers import Bar, attack_bars, dice_due, outcome, question
from companion.play.kensei.fight.numbers import bins as bins_of
from companion.play.kensei.fight.situation import Band, Fight, Nudge, bands, chips_asked, fight_of, nudges, strike_of
from companion.play.kensei.pieces import other
from companion.play.kensei.state import State, must
from companion.play.traced import part
from companion.rules.kensei.fight.attack import FAILED_TEN_BONUS, MARK, Numbers, Outcome, lacks_distance
from companion.rules.kensei.fight.modifiers import left_out
from companion.rules.kensei.fight.situation import Circumstance
from companion.rules.kensei.profiles import Weapon
from companion.rules.text import Modifier, Number, Refusal, Text, counted

SituationValue = bool | int | float | str | None


EACH = Text("+ each")
"""What is added to every damage die that wounds."""
Named = tuple[str | Text, Number]
"""A number of a strike under its name."""


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
    text: Text
    """Its value in words."""


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
    numbers: tuple[Named, ...]
    dice: int
    chips: tuple[ChipView, ...]
    bands: tuple[Band, ...]
    distance: float | None
    nudges: tuple[Nudge, ...]
    lacks_distance: bool
    """Nothing but the distance keeps the shot from being rolled."""
    weapons: tuple[Weapon, ...]
    weapon: str | None
    strikers: tuple[HeroView, ...]
    beside: tuple[HeroView, ...]
    """The Bushi for whom this strike's harm waits."""
    beside_id: str
    striker: str | None
    free: tuple[tuple[str, int, Text | str], ...]
    aiming: bool
    bins: pads.Bins
    many_dice: bool
    """More than the pad has full-sized keys for."""
    counts_misses: bool
    """The misses have keys too; else they only fill in."""
    totals: pads.Ways
    """One tap for each number of saves, where there are both kinds of dice."""
    lone: pads.Ways
    few: pads.Ways
    """The ways the one die of a defense roll may fall; empty where there are more."""
    faces: tuple[Die, ...]
    by_faces: bool
    outcome: Outcome | None
    how: tuple[tuple[str, str], ...]
    bars: tuple[Bar, ...]
    fallen: Text | None
    removed: int
    tells_harm: bool
    """What it did is counted, and not with another's strike."""
    first_turn: bool
    """In the first turn of the battle the pad explains itself."""

    @property
    def asks_distance(self) -> bool:
        """Whether its distance is given, or may be another one: until dice fall."""
        return bool(self.bands) and self.step == "attack"

    @property
    def figures(self) -> tuple[tuple[int, Text], ...]:
        """What became of the dice, as far as they are thrown: dice, hits, through, damage."""
        done, found = self.outcome, []
        if done and done.attack:
            dice, hits = done.attack.dice, done.attack.hits
            found += [(dice, counted("die", "dice", dice)), (hits, counted("hit", "hits", hits))]
        if done and done.defense:
            found.append((done.defense.through, Text("unsaved")))
        if done and done.damage:
            found.append((done.damage.points, Text("damage")))
        return tuple(found)


def attack_view(state: State, chain_id: str, seat: str | None) -> AttackView:
    """A roll chain as this seat sees it."""
    seen = _open_attack(state, chain_id)
    attacker, defender = (piece_view(state, one.id, seat) for one in (seen.attacker, seen.defender))
    return replace(seen, attacker=attacker, defender=defender)


@part
def _open_attack(state: State, chain_id: str) -> AttackView:
    """The attack as everybody sees it."""
    chain = must(state.chain(chain_id))
    fight = fight_of(state, chain)
    strike = None if chain.finished else strike_of(state, fight)
    asked = question(state, chain)
    ask = state.ask_about(chain.id)
    pad = ask.pad if ask else Pad()
    dice = dice_due(chain, asked)
    aiming = not chain.finished and chain.attack is None and pad.empty
    carried = tuple(catalog().weapons[w] for w in fight.attacker.weapons_of(chain.striker))
    weapon = catalog().weapons[chain.weapon] if chain.weapon else None
    on_hill = chain.situation.attacker_on_hill
    mine = fight.attacker.seat
    waits = chain.finished and chain.landed is None
    counted = asked if dice and isinstance(asked, Numbers) else None
    bins = bins_of(chain, counted, pad) if counted is not None and chain.step != "damage" else ()
    saves = counted if chain.step == "defense" else None
    ways = _ways(chain, pad, saves, dice) if saves is not None else ()
    return AttackView(
        id=chain.id,
        step=chain.step,
        step_id=ask_name(chain.id, chain.step) if chain.step != "result" else f"{chain.id}.result",
        kind=chain.kind,
        holder=other(mine) if chain.step == "defense" else mine,
        attacker=piece_view(state, chain.attacker, None),
        defender=piece_view(state, chain.defender, None),
        who=fight.striker_name,
        whom=fight.target_name,
        sentence=words.sentence(fight, asked, dice),
        waiting=words.waiting(fight, dice, aiming=aiming),
        refusal=asked if isinstance(asked, Refusal) else None,
        numbers=_numbers(asked, left_out(strike) if strike else ()),
        dice=dice,
        chips=_chips(state, fight, alone=strike.alone) if strike else (),
        bands=tuple(bands(weapon, on_hill)) if chain.kind == "shot" and weapon else (),
        distance=chain.situation.distance_cm,
        nudges=nudges(chain.situation.distance_cm),
        lacks_distance=lacks_distance(asked),
        weapons=tuple(w for w in carried if w.ranged == (chain.kind == "shot")),
        weapon=chain.weapon,
        strikers=tuple(hero_view(state, fight.attacker, h) for h in fight.attacker.seen_heroes if fight.attacker.unit),
        beside=tuple(hero_view(state, fight.attacker, h) for h in bushi_beside(state, chain)) if waits else (),
        beside_id=ask_name(chain.id, "beside"),
        striker=chain.striker,
        free=tuple((f.to, f.value, modified(f.reason)) for f in chain.free),
        aiming=aiming,
        bins=bins,
        many_dice=dice > pads.FEW_DICE,
        counts_misses=dice <= (pads.FEW_SHOTS if chain.kind == "shot" else pads.FEW_DICE),
        totals=pads.totals(bins, saves.df.value) if saves is not None else (),
        lone=ways if dice == 1 else (),
        few=ways if dice > 1 else (),
        faces=_dice(chain, pad, counted, dice) if counted is not None else (),
        by_faces=chain.step == "damage" or bool(pad.faces),
        outcome=outcome(state, chain, asked),
        how=tuple(chain.how.items()),
        bars=attack_bars(state, chain, asked) if state.odds_shown and isinstance(asked, Numbers) else (),
        fallen=words.fallen(state, chain) if chain.finished else None,
        removed=chain.landed.removed if chain.landed else 0,
        tells_harm=chain.landed is not None and all(c.beside != chain.id for c in state.chains),
        first_turn=state.turn == 1,
    )


def _numbers(asked: Numbers | Refusal, without: tuple[tuple[str, Modifier], ...]) -> tuple[Named, ...]:
    """The numbers of a strike; `without`: what is told of them that was left out."""
    if isinstance(asked, Refusal):
        return ()
    numbers = (("DC", asked.dc), ("AT", asked.at), ("DF", asked.df), ("AR", asked.ar))
    left_out = {name: tuple(one for to, one in without if to == name) for name, _ in numbers}
    more = ((EACH, asked.damage_bonus),) if asked.damage_bonus.value or asked.damage_bonus.modifiers else ()
    return (*((name, replace(one, modifiers=(*one.modifiers, *left_out[name]))) for name, one in numbers), *more)


def _chips(state: State, fight: Fight, *, alone: bool) -> tuple[ChipView, ...]:
    """The chips that can matter; where a charge and its zone count for nothing, nobody is shown them unasked (K15)."""
    idle = ("charging", "zone") if alone else ()
    found = (chip_view(one, fight) for one in chips_asked(state, fight))
    return tuple(replace(one, set=False) if one.field in idle else one for one in found)


def chip_view(chip: Circumstance, fight: Fight) -> ChipView:
    value: SituationValue = getattr(fight.chain.situation, chip.field)
    choices, differs, text = chip.choices, value != chip.default, chip.in_words(value)
    if chip.kind == "hero":
        nobody = () if fight.defender.survivors else (("", Text("nobody")),)
        choices = (*nobody, *((h.id, Text("%(who)s", {"who": h.title})) for h in fight.targets))
        value, differs = fight.chain.aimed_at or "", bool(fight.chain.aimed_at)
        text = Text("%(label)s: %(value)s", {"label": chip.label, "value": dict(choices).get(value, value)})
    elif chip.kind == "choice":
        value = value or ""
    return ChipView(chip.field, chip.label, chip.kind, chip.rule, choices, value, chip.least, chip.most, differs, text)


def _ways(chain: Chain, pad: Pad, asked: Numbers, dice: int) -> pads.Ways:
    """How the few dice of a defense roll may fall, as long as no row of them is half filled."""
    assert chain.attack is not None
    if dice == 1:
        return pads.lone_die(bool(chain.attack.tens), asked.df.value)
    few = dice <= pads.FEW_SAVES and not pad.bins
    return pads.few_dice(chain.attack.hits, chain.attack.tens, asked.df.value) if few else ()


def _dice(chain: Chain, pad: Pad, asked: Numbers, dice: int) -> tuple[Die, ...]:
    """One entry for each die of this roll, in physical order: marked and +2 dice last (K3, K5)."""
    faces = pad.faces or (None,) * dice
    if chain.step == "attack":
        wants = words.at_least(asked.at.value)
        return tuple(Die(i, f, False, wants) for i, f in enumerate(faces))
    if chain.step == "defense" and chain.attack:
        plain = chain.attack.hits
        df = asked.df.value
        return tuple(Die(i, f, i >= plain, words.at_most(df if i < plain else df - MARK)) for i, f in enumerate(faces))
    assert chain.defense is not None
    plain = chain.defense.failed
    bonus = asked.damage_bonus.value
    each = tuple(
        words.damage_wants(asked.ar.value, plus, count, tens=tens, alone=count == dice)
        for count, plus, tens in ((plain, bonus, False), (dice - plain, bonus + FAILED_TEN_BONUS, True))
    )
    return tuple(Die(i, f, i >= plain, each[i >= plain]) for i, f in enumerate(faces))
