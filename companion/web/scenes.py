"""The scenes of *Show me*: of each game a table that stands before one act, and the captions that lead through the act.

Captions follow from the view alone, so that they are right after an undo and on every page of the table. Each stands
beside what it speaks of. One is read after the other; a tap takes it away (`templates/table/captions.html`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from companion.play.kenjin.view import KenjinView
from companion.play.kensei.fight.view import AttackView
from companion.play.kensei.fight.words import at_least
from companion.play.kensei.view import View
from companion.play.tenno.view import TennoView
from companion.play.values import LogEntry, Table
from companion.play.zipang.view import ZipangView
from companion.rules.text import EMPTY, Text, counted, player_at

Points = Literal["up", "up second", "down", "nowhere"]


@dataclass(frozen=True, slots=True)
class Caption:
    """A sentence or two, by a name of its own; `place` is the part of the page that shows it."""

    id: str
    text: Text
    place: str = "act"
    points: Points = "down"
    """Where what it speaks of stands: the sentence or the keys below it, or something above, or the second number of
    four above; nowhere, if it is past."""


Captions = tuple[Caption, ...]


Act = tuple[str, str, Mapping[str, Any]]
"""Whose it is, its type, and its form."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A game's table: how it is set up, the acts of both before the one that is shown, and the captions of a view after
    the last line its phone may read."""

    setup: Mapping[str, str]
    acts: tuple[Act, ...]
    captions: Callable[[Any, Text], Captions]
    dice: tuple[str, ...] = ()
    """Kinds of dice the app throws after the acts, for whoever's they are, until the one to be shown is due."""


PLAYERS = {"players": "2", "crest.a": "tomoe", "crest.b": "ume"}


def _happened(happened: Text, place: str = "act", points: Points = "nowhere") -> Captions:
    words = Text("What just happened: %(told)s The log keeps it, and Undo takes it back.", {"told": happened})
    return (Caption("happened", words, place, points),)


def _kensei(view: View, happened: Text) -> Captions:
    """An attack from its dice to who falls."""
    attack, done = view.attack, view.results
    first = next((combat.order[0].seat for combat in view.combats.combats if combat.order), None)
    if attack is None or view.turn > 1 or first is None:
        return ()
    if done and done[-1].attacker.seat == first and attack.step == "attack":
        return _happened(_figures(done[-1]))
    if attack.attacker.seat == first and attack.step == "result":  # its figures stand above, for nobody strikes back
        words = Text("What just happened stands above, from the dice to the losses. Undo takes it back.")
        return (Caption("happened", words, points="up"),)
    if attack.attacker.seat != first or attack.step == "result":
        return ()
    if attack.step == "attack":
        return _first_dice(attack)
    holder = {"holder": player_at(attack.holder)}
    if attack.step == "defense":
        saves = counted(
            "A hit. %(holder)s takes the phone, rolls %(num)s die to save and taps the result.",
            "%(num)s hits. %(holder)s takes the phone, rolls as many dice to save and taps how many saved.",
            attack.dice,
            holder,
        )
        return (Caption("save", saves),)
    wounds = Text(
        "What was not saved does damage. %(holder)s rolls again and taps each die; the app counts who falls.",
        holder,
    )
    return (Caption("damage", wounds),)


def _first_dice(attack: AttackView) -> Captions:
    at = dict(attack.numbers).get("AT")
    if at is None:  # circumstances were set in which there is no such attack
        return ()
    roll = counted(
        "This is what you roll on the table: %(num)s die. %(hits)s",
        "This is what you roll on the table: %(num)s dice. %(hits)s",
        attack.dice,
        {"hits": at_least(at.value)},
    )
    why = Text(
        "Why that number? Tap “why?” beside AT: each number says what it is made of, with the section of the book."
    )
    pad = Text("Tap how many hit without Ø, and how many show Ø; the misses follow. No dice at hand? Tap “App rolls”.")
    return (Caption("roll", roll), Caption("why", why, points="up second"), Caption("pad", pad))


def _figures(attack: AttackView) -> Text:
    """A roll chain in a line: "5 dice, 2 hits, 2 through, 8 damage. 2 miniatures fall."."""
    row = tuple(Text("%(num)s %(what)s", {"num": num, "what": what}) for num, what in attack.figures)
    return Text("%(row)s. %(fallen)s", {"row": row, "fallen": attack.fallen or EMPTY})


KENSEI = Scene(
    {"battle": "quick"},
    (
        ("a", "side", {"path": "buke", "mon": "tomoe"}),
        ("a", "muster", {"unit": "katana-samurai", "miniatures": 5}),
        ("a", "muster", {"unit": "yumi-ashigaru", "miniatures": 5}),
        ("b", "side", {"path": "sohei", "mon": "ume"}),
        ("b", "muster", {"unit": "naginata-sohei", "miniatures": 5}),
        ("b", "muster", {"unit": "yumi-ashigaru", "miniatures": 5}),
        ("a", "ready", {}),
        ("b", "ready", {}),
        ("b", "done", {"turn": 1}),
        ("a", "leave", {"turn": 1, "phase": "orders"}),
        ("a", "touch", {"one": "a1", "other": "b1", "charged": "one"}),
        ("a", "fight", {"combat": "t1.combat.a1+b1"}),
    ),
    _kensei,
    dice=("initiative",),
)
"""Swordsmen have charged warrior monks; archers stand behind both."""


FIELD = "torii"


def _kenjin(view: KenjinView, happened: Text) -> Captions:
    """A battlefield from its last card to who takes it."""
    done = [spot for spot in view.spots if spot.done]
    if done:
        return _happened(happened, f"before-{done[0].tile.id}", "down") if len(done) == 1 else ()
    spot = next((spot for spot in view.spots if spot.tile.id == FIELD), None)
    if spot is None:  # undone so far that the battlefields are not laid yet
        return ()
    named = {"tile": spot.tile.name, "player": player_at("b")}
    if len(spot.sides[1].cards) < len(spot.sides[0].cards):
        opened = Text("All cards but one are turned up and entered here. Tap %(tile)s to open it.", named)
        lord = Text("The last one is turned up too: the Lord of %(player)s. Tap “Lord” below.", named)
        return (Caption("open", opened, f"before-{FIELD}"), Caption("card", lord, FIELD))
    sums = Text("Both armies are added up, each effect in the order of the book. Tap “why?” to see how.")
    takes = Text("That decides it. One tap below enters who takes %(tile)s.", named)
    return (Caption("sums", sums, FIELD, points="up"), Caption("takes", takes, FIELD))


KENJIN = Scene(
    {**PLAYERS, "clan.a": "jozu", "clan.b": "hondo", "battlefields": "table"},
    (
        ("a", "place", {f"spots.{tile}": "ab" for tile in (FIELD, "village", "bridge", "palace")}),
        ("a", "combat", {}),
        *(("a", "lay", {"battlefield": FIELD, "card": card, "at": at}) for at, card in enumerate(("lord", "peasant"))),
        ("b", "lay", {"battlefield": FIELD, "card": "peasant", "at": 0}),
    ),
    _kenjin,
)
"""Of the first battlefield all cards but one are turned up: cards whose Strength the book tells (ruling N1)."""


def _tenno(view: TennoView, happened: Text) -> Captions:
    """A duel from the cards on the table to who won it."""
    if view.number != 2:
        return _happened(happened, points="up") if view.number == 3 else ()
    before = Text(
        "The first duel is over; this happens to its cards now. You do it on the table: no phone knows your cards."
    )
    turned = Text("%(player)s attacks. Both turn over their cards on the table.", {"player": player_at(view.turn)})
    keys = Text("Then tap the card that attacks, and the card that is attacked. The second tap enters the duel.")
    return (Caption("before", before, points="up"), Caption("turned", turned), Caption("keys", keys))


TENNO = Scene(
    PLAYERS,
    (
        ("b", "turn", {"player": "b"}),
        ("b", "duel", {"number": 1, "card": "farmer-3", "target": "a", "defense": "farmer-2"}),
    ),
    _tenno,
)
"""The first duel is over. Whoever tries the first key attacks with a card that is still there."""


def _zipang(view: ZipangView, happened: Text) -> Captions:
    """A card from a player's hand to what it did."""
    if view.number > 2 or (view.campaign or len(view.columns)) != 1:
        return ()
    if view.number == 1 and view.phase == "campaign":
        who = {"player": player_at(view.turn)}
        draws = Text("The phone lies between the players. Cards are drawn and played on the table.")
        plays = Text("Then %(player)s taps “Play”, and the card that was played.", who)
        figures = Text("On each key: Battle · Honor. Try a Captain; the app knows whom a card can hit.")
        return (Caption("draws", draws, points="up"), Caption("plays", plays), Caption("figures", figures, "card"))
    play = view.play
    if play and play.waits and play.needed is not None:
        needed = {"needed": play.needed}
        answers = Text(
            "Whoever is attacked taps “Answer”. A hand of %(needed)s or more Battle points blocks it.", needed
        )
        return (Caption("answers", answers, points="up"),)
    return _happened(happened)


ZIPANG = Scene(PLAYERS, (("a", "starts", {"player": "a"}), ("a", "campaign", {"number": 1})), _zipang)
"""The first turn of a campaign."""

SCENES: Mapping[str, Scene] = {"kensei": KENSEI, "kenjin": KENJIN, "tenno": TENNO, "zipang": ZIPANG}
"""By game."""


def captions(table: Table, view: Any, last: LogEntry | None) -> Captions:
    """The captions of a table as this view shows it, after the last line its phone may read; none but in practice."""
    return SCENES[table.game.id].captions(view, last.text if last else EMPTY) if table.is_practice else ()
