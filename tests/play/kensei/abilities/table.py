"""The table of tests of every ability (12:5, 12:6): a row for each form, written from the book and K71 to K78.

`window`: when it is offered. `no`: what stands against it then, by the names of OBSTACLES; "-" where nothing does.
`price`, `roll`: as the table pays and throws by the usual settings. `won`, `lost`: what comes of it, each outcome by
its name and its values. `end`: when the last of that is over. `once`: how often. `seen`: what the other side sees.
"""

from dataclasses import dataclass

import pytest

from companion.content import catalog
from companion.play.kensei.state import must
from companion.rules.kensei.abilities.rule import AbilityRule, Form


@dataclass(frozen=True, slots=True)
class Row:
    """One form of an ability; `owner`: who has it, `taisho` for those of a general."""

    ability: str
    owner: str
    window: str
    no: str
    price: str
    roll: str
    won: str
    lost: str
    end: str
    once: str
    seen: str
    form: str = "-"
    whom: str = "-"
    """Whom it is about, where that is said: of whom, how many, once the roll has held, how far away."""
    lends: str = "-"
    """Who may lend his KI, and to whom."""
    taisho: bool = False

    @property
    def form_id(self) -> str:
        """As the rules name the form."""
        return "" if self.form == "-" else self.form


OPEN = "all of it"
SHOWS = "all of it, and who was hidden"
SIDE = "its side and the card, not who"

UNITS = (
    Row("banzai", "no-dachi-samurai", "order", "engaged no-charge", "1 AC", "own ki",
        "Lasts banzai self", "-", "turn", "battle", OPEN),
    Row("fight-for-the-emperor", "no-dachi-samurai", "roll-failed", "-", "1 AC", "own ki",
        "RollsAgain honor", "-", "at once", "battle", OPEN),
    Row("forest-of-spears", "yari-samurai", "charged", "flank", "1 AC", "own ki",
        "Lasts forest-of-spears self", "-", "turn", "turn", OPEN, lends="inside-or-commandment user"),
    Row("protect-the-lord", "yari-samurai", "challenged", "-", "1 AC", "own ki",
        "Avoids", "-", "at once", "battle", OPEN),
    Row("two-swords", "kengo", "order", "engaged", "1 AC", "own ki",
        "Lasts two-swords self", "-", "turn", "battle", OPEN),
    Row("i-dare-you", "kengo", "before-in", "apart nobody", "1 AC", "own ki",
        "Duels basic True", "-", "at once", "turn", OPEN, whom="enemy-characters"),
    Row("no-thinking", "kengo", "order", "engaged no-charge", "1 AC", "own ki",
        "Lasts no-thinking self", "-", "turn", "battle", OPEN),
    Row("battle-cry", "naginata-sohei", "charged", "-", "1 AC", "opposed ki",
        "ShortensCharge 1", "-", "at once", "battle", OPEN),
    Row("battle-cry", "naginata-sohei", "charging", "no-charge", "1 AC", "own ki",
        "Lasts cried-at targets", "-", "turn", "battle", OPEN, form="charging"),
    Row("till-the-end", "naginata-sohei", "honor-due", "-", "1 AC", "own ki",
        "NotRolled", "-", "at once", "battle", OPEN),
    Row("overwhelming-beauty", "ama-kihei", "before-in", "apart", "1 AC", "opposed ki",
        "Lasts overwhelmed losers", "-", "turn", "battle", OPEN),
    Row("death-chant", "ama-kihei", "order", "-", "1 AC", "each ki",
        "Lasts chanted-at losers", "-", "next-turn", "battle", OPEN, whom="enemy-units many after 20 cm"),
    Row("revolving-hit", "ikame-bo", "order", "engaged no-charge", "1 AC", "own ki",
        "Lasts revolving-hit self", "-", "turn", "battle", OPEN),
    Row("remain-steadfast", "ikame-bo", "charged", "-", "1 AC", "opposed ki",
        "Lasts remain-steadfast self", "-", "turn", "battle", OPEN),
    Row("warrior-women", "onna-bushi", "any", "-", "1 AC", "own ki",
        "Lasts warrior-women targets", "-", "next-turn", "battle", OPEN, whom="friends many after 20 cm"),
    Row("cherry-tree-flowers", "onna-bushi", "before-in", "apart", "1 AC", "own ki",
        "Lasts cherry-tree-flowers self", "-", "turn", "battle", OPEN),
    Row("wall-of-stakes", "teppotai", "order", "engaged shot", "1 AC", "none",
        "Lasts wall-of-stakes self", "-", "place", "battle", OPEN),
    Row("alternated-shot", "teppotai", "order", "engaged", "2 AC", "own ki",
        "Lasts alternated-shot self", "-", "turn", "battle", OPEN, lends="inside user"),
    Row("trained-assassins", "ninjas", "before-in", "apart nobody", "1 AC", "own ki",
        "Duels half False", "LosesDice", "at once", "turn", OPEN, whom="enemy-characters"),
    Row("vanishing", "ninjas", "before-in", "first-turn", "1 AC", "own ki",
        "Leaves 2", "Lasts failed-vanishing self", "turn", "battle", OPEN),
)  # fmt: skip
CHARACTERS = (
    Row("clean-cut", "kensei", "before-in", "apart", "1 AC", "own ki",
        "Lasts clean-cut self", "-", "turn", "turn", OPEN),
    Row("specialist-in-duels", "kensei", "challenging", "-", "1 AC", "none",
        "CannotRefuse", "-", "at once", "battle", OPEN),
    Row("path-is-void", "kensei", "order", "engaged no-charge", "1 AC", "own ki",
        "Lasts path-is-void self", "-", "turn", "turn", OPEN),
    Row("inspire", "geisha", "roll-failed", "hidden", "1 AC", "own ki",
        "RollsAgain any", "-", "at once", "turn", SHOWS),
    Row("distract", "geisha", "ability", "hidden", "1 AC", "opposed ki",
        "Disturbs 3", "-", "at once", "turn", SHOWS),
    Row("assassin", "geisha", "before-in", "apart nobody", "1 AC", "opposed ki",
        "Harms 3 0 True target", "Harms 0 3 False self", "at once", "turn", SHOWS, whom="enemy-characters"),
    Row("rappa", "shinobi", "order", "-", "1 AC", "opposed ki",
        "OwesHonor", "-", "at once", "battle", OPEN, whom="enemy-units many 20 cm", lends="commandment targets"),
    Row("shinobi-vanishing", "shinobi", "before-in", "first-turn", "1 AC", "own ki",
        "Leaves 2", "Lasts failed-vanishing self", "turn", "turn", OPEN),
    Row("incendiary-bomb", "shinobi", "order", "engaged shot shooting", "2 AC", "own ki",
        "Harms 3 0 False target", "Harms 3 0 False self", "at once", "battle", OPEN, whom="enemy-units 20 cm"),
    Row("yutei", "spy", "card", "late-card", "0 AC", "own ki",
        "LiesOpen", "-", "at once", "3 rolls", SIDE),
    Row("kaiden", "spy", "order", "-", "1 AC", "own ki",
        "ShowsHidden 30", "-", "at once", "turn", SHOWS),
    Row("metsuke", "spy", "by-itself", "-", "nothing", "none",
        "Lasts metsuke self", "-", "turn", "always", "what strikes come to"),
    Row("metsuke", "spy", "before-in", "apart no-geisha", "1 AC", "opposed hr",
        "Captures", "-", "at once", "turn", SHOWS, form="capture", whom="enemy-characters"),
)  # fmt: skip
TAISHO = (
    Row("forest-of-spears", "all", "taisho", "-", "2 points", "own ki",
        "Lasts spears-allowed side", "-", "turn", "turn", OPEN, taisho=True),
    Row("banzai", "all", "taisho", "-", "2 points", "own ki",
        "Lasts banzai targets", "-", "turn", "success", OPEN, taisho=True, whom="own-units"),
    Row("ashigarus-general", "all", "taisho", "-", "2 points", "own ki",
        "Lasts ashigarus-general side", "-", "turn", "turn", OPEN, taisho=True),
    Row("master-in-calligraphy", "all", "taisho", "one-runs", "2 points", "own ki",
        "Lasts master-in-calligraphy side", "-", "turn", "turn", OPEN, taisho=True),
    Row("fulfil-your-duty", "kuge", "taisho", "-", "2 points", "own ki",
        "Lasts fulfil-your-duty side", "-", "turn", "battle", OPEN, taisho=True),
    Row("clandestine-practices", "kuge", "taisho", "turn-1", "2 points", "own ki",
        "Enters", "-", "at once", "battle", OPEN, taisho=True),
    Row("expert-strategist", "buke", "reveal", "cards-left", "0 points", "none",
        "SwapsCards", "-", "at once", "deployment", SIDE, taisho=True, whom="own-cards many 2 of them"),
    Row("bushido-law", "buke", "taisho", "-", "2 points", "own ki",
        "Lasts bushido-law side", "-", "turn", "battle", OPEN, taisho=True),
    Row("darma-wheel", "sohei", "by-itself", "-", "nothing", "none",
        "Lasts darma-wheel side", "-", "next-turn", "always", OPEN, taisho=True),
    Row("divine-wind", "sohei", "taisho", "-", "2 points", "own ki",
        "Lasts divine-wind side", "-", "turn", "battle", OPEN, taisho=True),
)  # fmt: skip
ROWS = (*UNITS, *CHARACTERS, *TAISHO)
"""Every form of every ability."""


def named(row: Row) -> str:
    return f"{'taisho-' * row.taisho}{row.ability}-{row.form}"


each = pytest.mark.parametrize("row", ROWS, ids=named)


def rule(row: Row) -> AbilityRule:
    known = catalog()
    return (known.taisho_rules if row.taisho else known.ability_rules)[row.ability]


def form_of(row: Row) -> Form:
    return must(rule(row).form(row.form_id))
