"""The army sheet (2:3, 12:1): one page for lists of levels 1 to 5, and a page with the rules of just what is in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.content import catalog
from companion.rules.kensei.army import may_hide
from companion.rules.kensei.army.joining import KIND_RULES
from companion.rules.kensei.brief import NUMBERS
from companion.rules.kensei.profiles import Ability
from companion.rules.text import Text, counted
from printables import qr
from printables.book import Book
from printables.card_parts import WEIGHTS, halving
from printables.flow import LEAD, Block, Column, column_of, fits, heading, page_heading, write_columns
from printables.fonts import width_mm, wrap
from printables.livery import LIVERIES
from printables.model import Army, Member, Troop
from printables.numbers import COLUMNS, company, line_of, strength, weapon_lines
from printables.pen import LEAST_SIZE, MM, Pen, fitting
from printables.printed import Words

NAME_WIDE = 60.0
GRID_LEFT = 63.0
COLUMN = 7.0
GRID_WIDE = COLUMN * len(COLUMNS)
BOXES_LEFT = GRID_LEFT + GRID_WIDE + 3
SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0)
"""Points of the words in a row: the largest with which the list stands on its page."""
LEAST_TOGETHER = 9.0
"""Points in which a short list and its rules share a page."""
LEAST_RULES = 60.0
"""Millimeters under the list without which no list's rules stand on its page."""
PRICES: tuple[tuple[Words, Text], ...] = (
    ("koku", Text("price of a unit, its standard-bearer included")),
    ("VP", Text("price of a character, his mount included")),
    (Text("Basic unit"), Text("fewest miniatures of a unit; its DC are for this number")),
)
"""Signs of the sheet that are no numbers of a profile, as `NUMBERS` has those."""
HEAD = 20.5
"""Millimeters of the head of the sheet, without a code."""
MOST_AIR = 10.0
"""Millimeters that a row gets at most of what the page has left."""
LEADS = (1.6, 1.54, 1.48, 1.42, 1.36, LEAD)
"""From a line of the rules to the next, of the letters' size: the widest with which they stand on their page."""


@dataclass(frozen=True)
class _Size:
    """The size of the words in a row, and millimeters of a row drawn for words of 7 points."""

    text: float
    air: float = 0.0
    """Millimeters of white in a row beyond what its words need."""

    def __call__(self, millimeters: float) -> float:
        return millimeters * self.text / 7

    @property
    def step(self) -> float:
        """From one box to the next: as many as before stand in a row."""
        return min(self(3.0), 3.6)

    def boxes(self, width: float) -> int:
        """How many stand in a row on this width."""
        return int((width + 0.3) / self.step)


def army_sheet(book: Book, army: Army, secrets: bool = True) -> None:
    """The sheet of the list, and with `secrets` its rules texts.

    Without secrets: what the opponent may know (`_seen`), no points and no code to open, and rules only where they
    stand on the same page.
    """
    if not secrets:
        army = _seen(army)
    address = book.options.address(code=army.own_code) if secrets else ""
    section = Text("Army sheet") if secrets else Text("Army sheet for the opponent")

    def title(pen: Pen, x: float, y: float, width: float) -> float:
        return _title(pen, army, secrets, address, x, y, width)

    head = page_heading(Text("Rules of this list"), army.title, army.crest)
    room = book.options.usable_mm[3] - 1
    high = max(HEAD, qr.side_mm(address, 0.5))
    whole = _one_page(book, army, secrets, room - high - 10.6)
    if whole is not None:
        rows, rules = whole

        def both(pen: Pen, x: float, y: float, width: float) -> float:
            y = title(pen, x, y, width)
            for block in rows:
                block.draw(pen, x, y, width)
                y += block.height
            return head(pen, x, y + 2, width)

        write_columns(book, section, 2, both, rules)
        return
    rows, text = _largest(lambda text: _blocks(book, army, secrets, _Size(text)), 1, room - high)
    white = room - high - sum(block.height for block in rows)
    if white > 0:
        air = white / sum(not block.keep_next for block in rows)
        rows = _blocks(book, army, secrets, _Size(text, min(air, MOST_AIR)))
    write_columns(book, section, 1, title, rows)
    if secrets:
        rules, text = _largest(lambda text: _rules(book, army, secrets, text), 2, room - 10.6)
        wider = (_rules(book, army, secrets, text, lead) for lead in LEADS)
        rules = next((blocks for blocks in wider if fits(blocks, 2, room - 10.6)), rules)
        write_columns(book, Text("Rules of the list"), 2, head, rules)


def _largest(made: Callable[[float], list[Block]], columns: int, room: float) -> tuple[list[Block], float]:
    """What is made in the largest letters with which it stands on its page, or in the smallest where in none; and
    their size."""
    size, *smaller = SIZES
    blocks = made(size)
    while smaller and not fits(blocks, columns, room):
        # Height goes down with the square of the letters' size, and not faster: larger ones need not be tried.
        most = size * (columns * room / sum(block.height for block in blocks)) ** 0.5
        size, *smaller = [one for one in smaller if one <= most] or smaller[-1:]
        blocks = made(size)
    return blocks, size


def _seen(army: Army) -> Army:
    """The list as the opponent may know it: no one who may hide, nobody's place in a unit, no Taisho abilities."""
    troops = tuple(replace(troop, characters=()) for troop in army.troops if not may_hide(troop.profile))
    known = [member for member in army.characters if not member.hides]
    known.sort(key=lambda member: (-member.vp, member.title))  # those in units came first, which tells who they are
    return replace(army, troops=troops, alone=tuple(known), taisho_abilities=())


def _one_page(book: Book, army: Army, secrets: bool, room: float) -> tuple[list[Block], list[Block]] | None:
    """The list and its rules where both stand on one page in letters that read well; None where they do not."""
    for text in (size for size in SIZES if size >= LEAST_TOGETHER):
        rows = _blocks(book, army, secrets, _Size(text))
        left = room - sum(block.height for block in rows)
        if left > LEAST_RULES and fits(rules := _rules(book, army, secrets, text), 2, left):
            return rows, rules
    return None


# ---- the head


def _title(pen: Pen, army: Army, secrets: bool, address: str, x: float, y: float, width: float) -> float:
    pen.crest(army.crest, x, y, 18, LIVERIES[army.crest].color)
    side = qr.side_mm(address, 0.5)
    room = width - 22 - (side + 3 if side else 0)
    left = x + 22
    tag = _tag(pen, Text("Keep secret") if secrets else Text("For your opponent"), left + room, y, secrets)
    pen.fitted(left, y + 7, room - tag - 3, army.title, 22, "serif")
    values = {"path": army.path.capitalize(), "level": army.level, "code": army.code}
    kind = Text("%(path)s · level %(level)s · list %(code)s", values)
    clan = [army.clan] if army.clan and army.clan != army.title else []
    pen.quiet(left, y + 11.6, " · ".join([*clan, pen.words(kind)]), 8.5, width=room)
    foot = y + 16.2
    if secrets:
        _budget(pen, army, left, foot, room)
    else:
        _verdict(pen, army, left, foot, room, points=False)
    if address:
        pen.qr(address, x + width - side, y - 1.5)
    return y + max(HEAD, side)


def _tag(pen: Pen, words: Text, right: float, y: float, secret: bool) -> float:
    """Whose eyes the sheet is for: dark for the owner's alone. Gives its width."""
    took = width_mm(pen.words(words), 9, "bold") + 4
    pen.rect(right - took, y + 1.4, took, 6, fill="ink" if secret else "white", stroke="ink", line=0.4, mass=True)
    pen.text(right - 2, y + 5.6, words, 9, "bold", pen.sign_on("ink") if secret else "ink", "right")
    return took


def _budget(pen: Pen, army: Army, x: float, y: float, width: float) -> None:
    verdict = army.verdict
    for label, budget in ((Text("koku"), verdict.koku), (Text("VP"), verdict.vp)):
        over = budget.spent > budget.allowed
        took = pen.text(x, y, f"{budget.spent}", 11, "black", "accent" if over else "ink")
        took += pen.quiet(x + took + 0.8, y, f"/ {budget.allowed}", 8) + 0.8
        took += pen.quiet(x + took + 1.2, y, label, 8) + 1.2
        x += took + 6
        width -= took + 6
    _verdict(pen, army, x, y, width, points=True)


def _verdict(pen: Pen, army: Army, x: float, y: float, width: float, points: bool) -> None:
    """A check or a cross, drawn, and the sentence of the checker."""
    level = {"level": army.level}
    if army.verdict.legal:
        pen.polygon([(x, y - 1.4), (x + 1.3, y), (x + 3.6, y - 3.2)], stroke="second", line=0.7, closed=False)
        pen.text(x + 5, y, Text("legal at level %(level)s", level), 9, "bold", "second", width=width - 5)
        return
    pen.line(x + 0.2, y - 2.8, x + 3, y, "accent", 0.7)
    pen.line(x + 3, y - 2.8, x + 0.2, y, "accent", 0.7)
    words = Text("not legal at level %(level)s", level)  # how many problems would tell of who hides
    if points:
        words = counted(
            "not legal at level %(level)s: %(num)s problem",
            "not legal at level %(level)s: %(num)s problems",
            len(army.verdict.problems),
            level,
        )
    pen.text(x + 5, y, words, 9, "bold", "accent", width=width - 5)


# ---- units and characters


def _blocks(book: Book, army: Army, secrets: bool, size: _Size) -> list[Block]:
    say = book.options.say
    width = book.options.usable_mm[2]
    blocks: list[Block] = []
    if army.verdict.problems and secrets:
        blocks.append(heading(Text("What the checker says"), 8.5))
        blocks.append(_sentences([say(problem.message) for problem in army.verdict.problems], width, size))
    if secrets:
        blocks += _orders(book, army, width, size)
    if army.troops:
        blocks.append(_columns_head(Text("Units"), Text("losses") if secrets else "", size))
        blocks += [_troop_row(book, troop, secrets, size) for troop in army.troops]
    if army.characters:
        blocks.append(_columns_head(Text("Characters"), Text("wounds") if secrets else "", size))
        blocks += [_member_row(book, member, army, secrets, size) for member in army.characters]
    counted_in = Text(
        "Numbers at the start of the battle: size, mount and standard-bearer are counted in, weapons and characters "
        "inside are not."
    )
    kept = Text("This page does not say who may be set up hidden, where characters stand or what the general can do.")
    notes = (counted_in,) if secrets else (counted_in, kept)
    blocks.append(_sentences([say(note) for note in notes], width, size))
    return blocks


def _orders(book: Book, army: Army, width: float, size: _Size) -> list[Block]:
    """The general, his points as boxes to tick, and his abilities."""
    general = army.general
    if general is None:
        return [_sentences([book.options.say(Text("Nobody in this list can be the general."))], width, size)]

    def draw(pen: Pen, x: float, y: float, width: float) -> None:
        pen.rect(x, y, width, 6.4, fill="pale")
        took = pen.quiet(x + 1.5, y + 4.4, Text("General"), 7.5) + 3
        took += pen.fitted(x + took, y + 4.4, 52, general.title, 10.5, "serif") + 3
        for number in range(general.profile.commandment_points + 2):
            extra = number >= general.profile.commandment_points
            pen.circle(x + took + 1.7, y + 3.2, 1.5, fill="white", stroke="line" if extra else "accent", line=0.3)
            took += 4
        points = Text("Commandment Points, 2 more on a hill (grey)")
        took += pen.quiet(x + took, y + 4.4, points, 6.5) + 4
        names = " · ".join(ability.name for ability in army.taisho_abilities)
        pen.fitted(x + took, y + 4.4, width - took - 1, names, 9, "bold", role="accent")

    return [Block(7.6, draw)]


def _columns_head(title: Text, boxes: Words, size: _Size) -> Block:
    def draw(pen: Pen, x: float, y: float, width: float) -> None:
        pen.text(x, y + 4.6, title, 11.5, "serif", "accent")
        for number, column in enumerate(COLUMNS):
            at = x + GRID_LEFT + (number + 0.5) * COLUMN
            pen.text(at, y + 4.6, column, min(size.text, 8.5), "bold", "soft", "center")
        pen.quiet(x + BOXES_LEFT, y + 4.6, boxes, size.text)
        pen.line(x, y + 5.8, x + width, y + 5.8, "accent", 0.3)

    return Block(6.4, draw, keep_next=True, repeated=True)


def _troop_row(book: Book, troop: Troop, secrets: bool, size: _Size) -> Block:
    say = book.options.say
    parts = [say(strength(troop))]
    if troop.standard_bearer:
        parts.append(say(Text("standard")))
    if secrets:
        parts.append(say(Text("%(koku)s koku", {"koku": troop.koku})))
    guests = say(company(troop, troop.characters)) if troop.characters else ""
    return _row(book, troop, secrets, size, parts, troop.miniatures, guests)


def _member_row(book: Book, member: Member, army: Army, secrets: bool, size: _Size) -> Block:
    say = book.options.say
    parts = [member.profile.name] if member.name else []
    if member.mounted:
        parts.append(say(Text("mounted")))
    if member == army.general:
        parts.append(say(Text("general")))
    if secrets:
        if member.kind:
            parts.append(member.kind.capitalize())
        if member.joins:
            parts.append(say(Text("in %(unit)s", {"unit": member.joins})))
        parts.append(say(Text("%(vp)s VP", {"vp": member.vp})))
    return _row(book, member, secrets, size, parts, member.attributes.vt)


def _row(
    book: Book, one: Troop | Member, secrets: bool, size: _Size, parts: Sequence[str], boxes: int, guests: str = ""
) -> Block:
    """A row of the list: name and values, `parts` and `guests` (on as many lines as they need) under the name, weapons
    and abilities under the values, and so many boxes to cross off."""
    say = book.options.say
    lines, points = _name_lines(one.title, size)
    step = size(3.1)
    more = (len(lines) - 1) * step
    values = line_of(one)
    plain = (say(weapon.name) for id_, weapon in catalog().weapons.items() if id_ in one.weapons)
    carried = " · ".join(weapon_lines(one, say) if secrets else plain)
    abilities = ", ".join(catalog().abilities[id_].name for id_ in one.profile.abilities)
    points_inside = fitting(guests, NAME_WIDE - 7, size.text, "bold")
    inside = wrap(guests, points_inside, NAME_WIDE - 7, "bold")
    under = max(bool(abilities), len(inside)) * 3.1
    rows = -(-boxes // size.boxes(book.options.usable_mm[2] - BOXES_LEFT))
    least = (rows + isinstance(one, Troop)) * size.step + 1.2 if secrets else 0  # its circles under its boxes
    high = max(size(9.2 + under) + more, least) + size.air

    def draw(pen: Pen, x: float, y: float, width: float) -> None:
        y += size.air / 2
        for number in range(0, len(values), 2):  # shaded, so that the eye keeps its line
            pen.rect(x + GRID_LEFT + number * COLUMN, y + 0.4, COLUMN, size(4.6), fill="pale")
        pen.text(x, y + size(4), one.id if secrets else "", min(size.text, 8.5), "bold", "accent", width=6.3)
        for number, line in enumerate(lines):
            pen.text(x + 6.5, y + size(4) + number * step, line, points, "serif")
        for number, (column, value) in enumerate(zip(COLUMNS, values, strict=True)):
            at, weight = x + GRID_LEFT + (number + 0.5) * COLUMN, WEIGHTS.get(column, "bold")
            pen.text(at, y + size(4.1), value, size.text + 2.5, weight, align="center")
        foot = y + (high - size.air / 2) - 0.3
        pen.line(x, foot, x + width, foot, "line", 0.1)
        pen.fitted(x + 6.5, y + more + size(7.6), NAME_WIDE - 7, " · ".join(parts), size.text, role="soft")
        for number, line in enumerate(inside):
            pen.text(x + 6.5, y + more + size(10.7) + number * step, line, points_inside, "bold")
        pen.fitted(x + GRID_LEFT, y + size(7.9), GRID_WIDE, carried, size.text)
        pen.fitted(x + GRID_LEFT, y + size(11), GRID_WIDE, abilities, size.text, "bold", role="second")
        if secrets and isinstance(one, Troop):
            _unit_boxes(pen, x + BOXES_LEFT, y + 1.2, width - BOXES_LEFT, one, size)
        elif secrets:
            _boxes(pen, x + BOXES_LEFT, y + 1.2, width - BOXES_LEFT, boxes, size)

    return Block(high, draw)


def _name_lines(name: str, size: _Size) -> tuple[Sequence[str], float]:
    """A name as it stands in its row, in one line or in as many as it needs, and the points of its letters."""
    room = NAME_WIDE - 7
    for points in (size.text + 2.5 - 0.5 * n for n in range(6)):
        if width_mm(name, points, "serif") <= room:
            return [name], points
    return wrap(name, size.text, room, "serif"), size.text


def _unit_boxes(pen: Pen, x: float, y: float, width: float, troop: Troop, size: _Size) -> None:
    """A box for each miniature; under them circles for damage that has not removed one yet."""
    basic, step, circles = troop.profile.basic_unit, size.step, troop.profile.attributes.vt - 1
    rows = _boxes(pen, x, y, width, troop.miniatures, size, basic)
    for number in range(circles):
        pen.circle(x + (number + 0.4) * step, y + (rows + 0.42) * step, 0.34 * step, stroke="soft", line=0.2)
    words = pen.words(Text("basic unit %(num)s", {"num": basic}))
    row, at = rows, circles * step + 1
    if at + width_mm(words, LEAST_SIZE) > width:  # a miniature of much vitality: so many have few boxes
        row, at = rows - 1, ((troop.miniatures - 1) % size.boxes(width) + 1) * step + 1
    pen.quiet(x + at, y + (row + 0.7) * step, words, LEAST_SIZE, width=width - at)


def _boxes(pen: Pen, x: float, y: float, width: float, count: int, size: _Size, basic: int = 0) -> int:
    """Boxes to cross off; the one whose loss leaves half the basic unit stands out. Gives the rows used."""
    per_row, box = size.boxes(width), size.step - 0.3
    for number in range(count):
        row, column = divmod(number, per_row)
        left, top = x + column * size.step, y + row * size.step
        halved = number == halving(count, basic)
        pen.rect(left, top, box, box, stroke="accent" if halved else "soft", line=0.5 if halved else 0.2)
    return -(-count // per_row)


def _sentences(sentences: list[str], width: float, size: _Size) -> Block:
    """Plain sentences, one under the other."""
    points = min(size.text + 0.5, 9.0)
    lines = [line for sentence in sentences for line in wrap(sentence, points, width - 4)]
    step = points / MM * 1.3

    def draw(pen: Pen, x: float, y: float, width: float) -> None:
        for number, line in enumerate(lines):
            pen.text(x + 1.5, y + 3.4 + number * step, line, points)

    return Block(len(lines) * step + 2, draw)


# ---- the rules of just this list


def _rules(book: Book, army: Army, secrets: bool, size: float, lead: float = LEAD) -> list[Block]:
    """Abilities, weapons, traits and armor of everyone in the list, in our own words."""
    half = column_of(book, 2, lead)
    tables = catalog()
    everyone: tuple[Troop | Member, ...] = (*army.troops, *army.characters)
    owners: dict[str, list[str]] = {}
    for one in everyone:
        for id_ in one.profile.abilities:
            if one.profile.name not in owners.setdefault(id_, []):
                owners[id_].append(one.profile.name)
    signs = [*((sign, meaning) for sign, meaning, _ in NUMBERS), *(PRICES if secrets else ())]
    blocks = [heading(Text("Numbers")), half.run_on(signs, size)]
    if army.taisho_abilities:
        own = (_ability(half, size, ability, []) for ability in army.taisho_abilities)
        blocks += [heading(Text("Taisho abilities")), *own]
    if owners:
        abilities = (_ability(half, size, tables.abilities[id_], who) for id_, who in owners.items())
        blocks += [heading(Text("Abilities")), *abilities]
    carried = {weapon for one in everyone for weapon in one.weapons}
    blocks.append(heading(Text("Weapons")))
    blocks += [half.entry(w.name, w.summary, size, w.rule) for id_, w in tables.weapons.items() if id_ in carried]
    traits = {trait for one in everyone for trait in one.profile.traits}
    blocks.append(heading(Text("Traits")))
    blocks += [half.entry(t.name, t.summary, size, t.rule) for id_, t in tables.traits.items() if id_ in traits]
    kinds = {member.kind for member in army.characters}
    blocks += [half.entry(id_.capitalize(), rule, size, "12:6:3") for id_, rule in KIND_RULES.items() if id_ in kinds]
    return blocks


def _ability(half: Column, size: float, ability: Ability, who: list[str]) -> Block:
    say = half.say
    facts = []
    if ability.cost is not None and ability.kind != "taisho":
        facts.append(say(Text("%(cost)s AC", {"cost": ability.cost})))
    if ability.ki_roll != "none":
        facts.append(say(Text("KI")) if ability.ki_roll == "own" else say(Text("opposed KI")))
    if ability.once_per_battle:
        facts.append(say(Text("once")))
    effect = Text("%(who)s: %(what)s", {"who": who, "what": ability.effect}) if who else ability.effect
    return half.entry(ability.name, effect, size, " · ".join(facts))
