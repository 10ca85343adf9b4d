"""Kensei as a table knows it: one object, five verbs, every event in one registry."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.content import catalog
from companion.content.army_document import LEAST_KOKU, MOST_KOKU
from companion.play.acts import Game, everybody
from companion.play.game import ASIDE, Due, Event, Line, Result
from companion.play.kensei import distinct_names
from companion.play.kensei import view as views
from companion.play.kensei.abilities import hidden, sealed, using
from companion.play.kensei.abilities import rolls as ability_rolls
from companion.play.kensei.acts import ACTS
from companion.play.kensei.after import honor, owing, pursuit
from companion.play.kensei.after.view import owed_view
from companion.play.kensei.amend import by_hand, forgot
from companion.play.kensei.ask.kinds import KINDS, PAST, SAID
from companion.play.kensei.ask.names import CHOICES, urgent, withdrawn
from companion.play.kensei.combat import duels, initiative, listing, strikes
from companion.play.kensei.deploy import cards, rolls, seals
from companion.play.kensei.deploy import terrain as terrain_acts
from companion.play.kensei.deploy.rolls import ATTRIBUTES
from companion.play.kensei.end import story
from companion.play.kensei.fight import aim, harm
from companion.play.kensei.fight.harm import land_waiting, waiting
from companion.play.kensei.fight.words import harm_words, roll_name
from companion.play.kensei.muster import bring, enlist, sides
from companion.play.kensei.muster.sides import dress_of, dressed, is_empty
from companion.play.kensei.newest import ended
from companion.play.kensei.orders import acting, announcing, characters, plans
from companion.play.kensei.pieces import SEATS, Side, other
from companion.play.kensei.state import ARMY_WAYS, BATTLES, State, must
from companion.play.kensei.turn import done, phases, taisho, victory, whose
from companion.play.memo import Memo
from companion.play.traced import Parts
from companion.rules.house import chosen
from companion.rules.kensei.settings import Settings
from companion.rules.kensei.victory import LAST_TURN
from companion.rules.text import Problem, Refusal, Text, joined, player_first, refuse

ENTERED = (by_hand, characters, duels, enlist, forgot, listing, sides, story, terrain_acts)
"""Modules that are read here for the acts they enter alone."""


def asked_in_vain(state: State) -> State:
    """The state without what need not be answered any more, as each kind of question says."""
    return state.asking_only(lambda ask: KINDS[ask.kind].stands(state, ask))


TIDIED: tuple[Callable[[State], State], ...] = (
    withdrawn,  # a strike that opened by itself is found anew, as long as nobody has touched it
    harm.tidied,  # who is gone neither strikes nor is struck: what was meant for him is dropped first
    owing.tidied,  # the harm may have destroyed who owed a roll
    asked_in_vain,  # nothing is asked of who is gone, or in a phase that is over
    sealed.tidied,  # nobody who is gone is awaited any more: the dice of a combat may lie open now
    strikes.tidied,  # who is next is known by the dice that lie open
    acting.tidied,  # charges ask of who is left; drafts are dropped when the orders are over
    using.tidied,  # who is gone uses nothing
    using.resumed,  # what was disturbed goes on once that is decided
    ability_rolls.tidied,  # nor does anybody what belongs to the deployment, once the battle has begun
    done.tidied,  # both sides have ended their orders
    taisho.tidied,  # a turn that has just begun asks for its own roll, after all that ended
    rolls.tidied,  # the deployment asks for its next roll
    hidden.tidied,  # who acts, after all that was done, is hidden no more
    strikes.opened_by_itself,  # the next strike opens where nothing else is asked
    distinct_names.named_apart,  # names last: whoever is on the table by now is told from the others
)
"""What is set right after every event, in this order."""


def _tidy(state: State) -> State:
    for tidied in TIDIED:
        state = tidied(state)
    return state


TELL_HARM = frozenset({"pad", "roll", "blank", "stand-back"})
"""Acts whose own line says what harm they let land."""
CARRIES_OUT = frozenset({"carry", "charge", "counter", "done", "fight", "leave", "moved", "stop"})
"""Acts after which nobody reads what the dice before them came to."""
MOST_TURNS = 30


def _with_news(before: State, event: Event, after: State) -> State:
    """With what the newest dice came to as news, until anything else is carried out."""
    if event.type in CARRIES_OUT:
        return replace(after, news="") if after.news else after
    known = set(ended(before))
    new = next((one for one in ended(after) if one not in known), after.news)
    return replace(after, news=new) if new != after.news else after


_PARTS: Memo[Parts] = Memo(128)
"""The parts of the views made lately, of all seats of a battle. It keeps its settings from the first state to the last;
where what named them names another battle's by now, nothing of it holds."""


def _parts(state: State) -> Parts:
    return _PARTS.get(id(state.settings), Parts)


OFFERED: Mapping[str, tuple[tuple[str, ...], Text]] = {
    "odds": (("all", "nobody"), Text("Odds are shown to all or to nobody.")),
    "level": (("", *map(str, range(1, 11))), Text("The level is 1 to 10, or left out for a quick battle.")),
    "battle": (("", *BATTLES), Text("The battle is one of %(known)s.", {"known": ", ".join(BATTLES)})),
    "deploys": (("", "yes", "no"), Text("Deployment in the app: yes or no.")),
    "armies": (("", *ARMY_WAYS), Text("Armies: choose points or lists.")),
}
"""What a setup chooses from, the first of it where nothing is said; and what is said to another word."""


def _demanded(state: State, ask_id: str) -> Due:
    """What is asked, with the dice it takes."""
    ask = must(state.ask(ask_id))
    kind = KINDS[ask.kind]
    sentence, others = kind.words(state, ask)
    return Due(ask.seat, ask.kind, sentence, ask.id, {"dice": kind.count(state, ask), "waiting": others})


class Kensei(Game[State]):
    """A quick battle of two sides."""

    id = "kensei"
    name = "Kensei"
    seats: tuple[str, ...] = SEATS
    rules_version = "kensei-1"
    state = State
    acts = ACTS
    may_be_empty = frozenset({"value", "name", "clan", "mon", "striker"})
    past = (PAST, SAID, ability_rolls.PAST_DIE)

    def start(self, setup: Mapping[str, Any]) -> State | Refusal:
        """`setup`: a value for each setting of `Settings`, `odds` (all or nobody), the agreed `level` of army lists
        if there is one, the `koku` of level 10 where more than the printed ones are agreed, whether `armies` are
        chosen by their points or brought as lists, the type of `battle` and the number of its `turns` where it is not
        the book's. `deploys` (yes or no) is said where the table leads the deployment, `ready.a` and `ready.b` where
        the sides begin with ready armies.
        """
        settings = chosen(Settings, setup)
        problems = list(settings.problems) if isinstance(settings, Refusal) else []
        given = {name: str(setup.get(name) or offered[0]) for name, (offered, _) in OFFERED.items()}
        problems += [Problem(name, OFFERED[name][1]) for name, word in given.items() if word not in OFFERED[name][0]]
        problems += bring.wrong(setup)
        turns, koku = _turns_agreed(setup), _koku_agreed(setup)
        problems += [one for one in (turns, koku) if isinstance(one, Problem)]
        if problems or isinstance(settings, Refusal) or isinstance(turns, Problem) or isinstance(koku, Problem):
            return refuse(problems)
        state = State(
            settings,
            given["odds"] == "all",
            {seat: dressed(Side(seat), setup) for seat in SEATS},
            armies=next(one for one in ARMY_WAYS if one == given["armies"]),
            level=int(given["level"]) if given["level"] else None,
            koku_limit=koku,
            battle=next((one for one in BATTLES if one == given["battle"]), ""),
            turns=LAST_TURN if turns is None else turns,
            deploys=given["deploys"] == "yes",
        )
        return _tidy(bring.with_ready(state, setup))

    def again(self, state: State, setup: Mapping[str, Any]) -> Mapping[str, Any]:
        """The same settings under the same crests and clans; armies are brought anew."""
        return {**setup, **dress_of(state.sides)}

    def barred(self, state: State, event: Event) -> Refusal | None:
        """Both seats play at every table, and nobody else does; a battle is led while it is on."""
        if event.seat not in SEATS or event.by not in SEATS:
            return Refusal(Text("Only the two sides act at this table."))
        return self.acts[event.type].when(state)

    def apply(self, state: State, event: Event) -> State | Refusal:
        """The state after the event, set right where the event left something behind that no longer holds."""
        state = self.ready(state, event)
        after = super().apply(state, event)
        if isinstance(after, Refusal):
            return after
        after = replace(after, aside=frozenset()) if after.aside else after
        after = hidden.hurt(state, event, _tidy(after))
        news = _with_news(state, event, pursuit.newest(state, event, after))
        return victory.listened(state, event, news, open_to_all=self.acts[event.type].sees is everybody)

    def owed(self, state: State, former: State) -> Collection[str]:
        """Questions, attacks and combats under way that were not. Of who may be hidden nobody is to learn."""
        now, was = (
            {
                *(ask.id for ask in one.asks if ask.kind != "hidden"),
                *(chain.id for chain in one.chains if not chain.finished),
                *(melee.id for melee in strikes.under_way(one)),
            }
            for one in (state, former)
        )
        return now - was

    def ready(self, state: State, event: Event) -> State:
        """With what the event sets aside, and so with what goes on by itself."""
        given = event.data.get(ASIDE)  # of a foreign export it may be anything
        aside = frozenset(one for one in given if isinstance(one, str)) if isinstance(given, list) else None
        return _tidy(replace(state, aside=aside)) if aside else state

    def stage(self, state: State) -> object:
        """Turn and phase."""
        return state.turn, state.phase

    def stamped(self, state: State, event: Event) -> Mapping[str, Any]:
        """With the name of the roll that begins: an earlier one that is taken away later leaves it its name."""
        data = {name: value for name, value in event.data.items() if name != "name"}
        if event.type == "aim":
            return {**data, "name": aim.next_name(state, event.seat, data)}
        if event.type == "honor" and not data.get("owed"):
            return {**data, "name": honor.next_name(state, data)}
        return event.data

    def line(self, before: State, event: Event, after: State) -> Line:
        """What the log says of the event. The result of a combat is told once, when the phase is left."""
        line = self._line(self.ready(before, event), event, after)
        sentences = (
            *done.log_lines(before, event, after),
            *hidden.log_lines(before, after),
            *sealed.log_lines(before, event, after),
            *owing.log_lines(before, after),
        )
        if after.phase == "combat":
            sentences = (*sentences, *strikes.silent(before, event, after))
        if not sentences:
            return line
        return replace(line, public=joined([*([line.public] if line.public else []), *sentences]))

    def _line(self, before: State, event: Event, after: State) -> Line:
        """Harm that waited and lands because of the event is told first."""
        unit = waiting(before)
        if unit is None or event.type in TELL_HARM or ((now := after.chain(unit.id)) and now.landed is None):
            return super().line(before, event, after)
        landed = land_waiting(before)
        line = super().line(landed, event, after)
        sentences = [*harm_words(before, landed), *([line.public] if line.public else [])]
        reveals = line.reveals or self._reveals(before, event, landed)
        return replace(line, public=joined(sentences) if sentences else None, reveals=reveals)

    def due(self, state: State) -> tuple[Due, ...]:
        if state.over:
            return ()
        if not state.begun:
            return _mustering(state) or (*self._deploying(state), *self._owed(state), *cards.due(state))
        owed = self._owed(state)  # who stands near a dead general is seen on the table now: before anybody strikes on
        near = tuple(one for one in owed if one.kind == "death")
        rest = (one for one in owed if one.kind != "death")
        return (*self._urgent(state), *near, *strikes.due(state), *rest, *self._free(state))

    def dice(self, state: State, seat: str, step: str) -> int:
        """The dice of a roll that is owed may be entered before it is demanded."""
        ask = state.ask_at(step)
        owed = KINDS[ask.kind].count(state, ask) if ask is not None and ask.seat == seat else 0
        return owed or super().dice(state, seat, step)

    def _deploying(self, state: State) -> tuple[Due, ...]:
        """Dice before the battle. Who says that he has deployed leaves the rolls out: then the other says it too, and
        the one phone of both turns to him."""
        rolls = self._urgent(state)
        left = tuple(one for one in rolls if not state.deployment.placed or one.kind not in ATTRIBUTES)
        return left if left or not rolls else tuple(cards.placing(state))

    def _urgent(self, state: State) -> tuple[Due, ...]:
        """Dice in somebody's hand: the baton."""
        of = _parts(state).of
        return tuple(of(_demanded, state, ask.id) for ask in urgent(state))

    def _owed(self, state: State) -> tuple[Due, ...]:
        found = []
        owed = {roll.id: roll for roll in owing.listed(state)}
        for ask in state.asks:
            if ask.kind in CHOICES:
                sentence, others = KINDS[ask.kind].words(state, ask)
                secret = ask.kind == "hidden"
                found.append(Due(ask.seat, ask.kind, sentence, ask.id, {"waiting": others}, secret=secret))
            elif roll := owed.get(ask.about):
                one = owed_view(state, roll)
                found.append(Due(one.seat, "owed", one.sentence, one.id, {"piece": one.piece}, owed=True))
        return (*found, *taisho.dues(state, _parts(state).of(whose.acts_now, state)))

    def _free(self, state: State) -> tuple[Due, ...]:
        of = _parts(state).of
        first = of(whose.acts_now, state) or state.first
        ends = phases.words(state)
        data = {"whose": f"t{state.turn}.{state.phase}.{first}"} if of(whose.acts_now, state) else {}
        words = ((seat, ends or of(whose.sentence, state, seat)) for seat in (first, other(first)))
        return tuple(Due(seat, "choose", sentence, data=data) for seat, sentence in words)

    def view(self, state: State, seat: str | None) -> views.View:
        """What has not changed since the battle was last looked at is not made again."""
        return views.view(state, seat, _parts(state))

    def result(self, state: State) -> Result | None:
        if not state.over:
            return None
        points = {score.seat: score.points for score in phases.scores(state)}
        if state.over == "draw":
            return Result((SEATS,), points, Text("The battle ends in a draw."))
        places = ((state.over,), (other(state.over),))
        return Result(places, points, Text("%(side)s has won.", {"side": player_first(state.over)}))

    def nested(self, form: Mapping[str, Any]) -> dict[str, Any]:
        """A form's flat fields as data: `bin.hits=5` becomes `bins={"hits": 5}`, `bins=3+1` the saves of unmarked and
        marked dice (`0+0+1`: and the tens among the failed), `set.moved=run` a circumstance and its value,
        `attacker=a1+ah1` a hero and the piece he strikes from, an empty `striker` nobody in particular,
        `defender=b1+anyway` who is shot at in spite of the rules, `goal=charge+run+` an order at an enemy."""
        found = super().nested(dict(_fields(form)))
        if isinstance(bins := found.get("bins"), str):
            found["bins"] = dict(zip(("saved", "saved_marked", "tens"), bins.split("+", 2), strict=False))
        if isinstance(attacker := found.get("attacker"), str) and "+" in attacker:
            found["attacker"], found["striker"] = attacker.split("+", 1)
        if isinstance(defender := found.get("defender"), str) and defender.endswith("+anyway"):
            found |= {"defender": defender.removesuffix("+anyway"), "anyway": True}
        if found.get("striker") == "":
            found["striker"] = None
        return plans.nested(found)

    def _reveals(self, before: State, event: Event, after: State) -> bool:
        """A draft shows nothing that another has to allow to be taken back: its own side tells it or drops it, and what
        the other answered to it is an act of its own."""
        return super()._reveals(announcing.without_drafts(before), event, after)

    def secrets(self, state: State) -> frozenset[str]:
        """Armies before the battle; in it, whoever is hidden, what a general has learned; initiative not open yet;
        orders that are drafted; cards that lie face down; what is sealed.
        """
        armies = () if state.begun else tuple(f"army {seat}" for seat in SEATS if not state.open_army(seat))
        absent = (hero.id for side in state.sides.values() for hero in side.absent)
        learned = (f"abilities {seat}" for seat, side in state.sides.items() if side.taisho_abilities)
        hidden = (hero.id for hero in state.heroes() if hero.hidden and hero.alive)
        battle = frozenset((*armies, *absent, *learned, *hidden, *initiative.sealed(state)))
        return battle | announcing.secret(state) | cards.secrets(state) | seals.secrets(state)

    def has_secret(self, state: State) -> bool:
        """An army of which nothing is chosen yet hides nothing, so that no curtain falls for it."""
        return bool(self.secrets(state) - {f"army {seat}" for seat in SEATS if is_empty(state, seat)})

    def roll_name(self, state: State, step: str) -> Text | None:
        """Attack, defense and damage dice: their lines say nothing of the turn, and those of damage not who rolled."""
        return roll_name(state, step)

    def decided(self, state: State) -> bool:
        """Once the rules give a result."""
        return bool(state.over or victory.winner_of(state))

    def guards_seats(self, state: State) -> bool:
        """Until the battle is over, whether anything is hidden or not: a seat refused would tell that there is a
        Geisha, an ability that a general has learned, or a draft."""
        return not state.over


def _mustering(state: State) -> tuple[Due, ...]:
    """Who still makes an army: both at once, and the last one where the other has said Ready."""
    left = tuple(seat for seat in SEATS if not state.sides[seat].ready)
    data = {"whose": f"muster.{left[0]}"} if len(left) == 1 else {}
    return tuple(
        Due(seat, "muster", Text("Choose your army, then say Ready."), data=data, secret=True) for seat in left
    )


def _turns_agreed(setup: Mapping[str, Any]) -> int | Problem | None:
    """After which turn points decide (7:1:1), where another than the book's sixth is agreed on."""
    beyond = Text("The last turn is 1 to %(most)s, not %(turns)s. Choose one, or leave it empty.")
    without = Text("Only a pitched battle and a head hunt have a last turn. Choose one, or leave it empty.")
    has_last = setup.get("battle") in ("pitched", "head-hunt")
    return _agreed(setup, "turns", 1, MOST_TURNS, beyond, None if has_last else without)


def _koku_agreed(setup: Mapping[str, Any]) -> int | Problem | None:
    """The koku agreed on, which only a level the book leaves open can have (12:3, K33)."""
    levels = tuple(number for number, level in catalog().levels.items() if level.koku_open)
    beyond = Text("%(koku)s koku: agree on %(least)s to %(most)s, or leave it empty.")
    fixed = Text("Koku are agreed on at level %(levels)s only. Choose it, or leave the koku empty.", {"levels": levels})
    is_open = str(setup.get("level")) in map(str, levels)
    return _agreed(setup, "koku", LEAST_KOKU, MOST_KOKU, beyond, None if is_open else fixed)


def _agreed(
    setup: Mapping[str, Any], name: str, least: int, most: int, beyond: Text, misplaced: Text | None
) -> int | Problem | None:
    """A number of a setup, where one is said; what is said to one `beyond` its bounds, or `misplaced` at this table."""
    words = str(setup.get(name) or "").strip()
    if not words:
        return None
    if misplaced is not None:
        return Problem(name, misplaced)
    if words.isascii() and words.isdecimal() and least <= int(words[:9]) <= most:
        return int(words)
    return Problem(name, replace(beyond, values={name: words[:12], "least": least, "most": most}))


def _fields(form: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in form.items():
        head, _, tail = str(name).partition(".")
        if head == "set":
            yield from (("field", tail), ("value", value))
        else:
            yield f"bins.{tail}" if head == "bin" else name, value


KENSEI = Kensei()
