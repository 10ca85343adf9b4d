"""Every ability of the catalog as a scene: a table at its moment, and the keys that use it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Flask

from tests.browser.armies import Battle

Make = Callable[[Flask], Battle]
FAILS = 10
"""A face no attribute reaches."""


@dataclass(frozen=True, slots=True)
class Scene:
    """`taps`: the keys of side a, as `test_every_ability.key` finds them. Dice of the other side are ones."""

    ability: str
    make: Make
    taps: tuple[str, ...]
    form: str = ""
    taisho: bool = False

    @property
    def name(self) -> str:
        """As the list of what is reached names it."""
        return " ".join(part for part in ("taisho" * self.taisho, self.ability, self.form) if part)


def begun(app: Flask, path: str, unit: str, *inside: str, n: int | None = None, enemy: str = "katana-samurai",
          theirs: tuple[str, ...] = (), learned: str = "", more: tuple[str, ...] = ()) -> Battle:  # fmt: skip
    """This unit of side a with these characters, or the first of them alone; and an enemy with `theirs` in it."""
    battle = Battle(app, battle="pitched")
    battle.act("a", "side", path=path)
    battle.act("b", "side", path="buke")
    if unit:
        battle.muster("a", unit, n)
    for other in more:
        battle.muster("a", other)
    for who in inside:
        battle.enlist("a", who, "a1" if unit else None)
    if learned:
        battle.act("a", "ability", ability=learned, on="true")
    battle.muster("b", enemy)
    for who in theirs:
        battle.enlist("b", who, "b1")
    battle.begin()
    battle.act("a", "first", first="a")
    for piece in battle.state.pieces:
        for hero in piece.heroes:
            if hero.hidden:
                battle.act(piece.seat, "reveal", hero=hero.id)
    return battle


def orders(path: str, unit: str, *inside: str, enemy: str = "katana-samurai", more: tuple[str, ...] = ()) -> Make:
    """Orders are given."""
    return lambda app: begun(app, path, unit, *inside, enemy=enemy, more=more)


def charged(path: str, unit: str) -> Make:
    """The enemy charges this unit, and its reaction is asked."""

    def make(app: Flask) -> Battle:
        battle = begun(app, path, unit)
        battle.act("b", "announce", piece="b1", goal="charge+run+", target="a1")
        return battle

    return make


def combat(path: str, unit: str, *inside: str, theirs: tuple[str, ...] = (), enemy: str = "katana-samurai",
           earlier: bool = False) -> Make:  # fmt: skip
    """A combat whose initiative dice are due; `earlier`: since the turn before."""

    def make(app: Flask) -> Battle:
        battle = begun(app, path, unit, *inside, theirs=theirs, enemy=enemy)
        battle.leave("orders")
        mine = "a1" if unit else "ah1"
        battle.act("a", "touch", one=mine, other="b1", **({"charged": "earlier"} if earlier else {}))
        battle.act("a", "fight", combat=f"t1.combat.{mine}+b1")
        return battle

    return make


def honor(path: str, unit: str, *inside: str, failed: bool = False) -> Make:
    """An honor roll is asked; `failed`: its die has fallen badly."""

    def make(app: Flask) -> Battle:
        battle = begun(app, path, unit, *inside)
        battle.act("a", "honor", piece="a1")
        if failed:
            battle.act("a", "roll", step="t1.called.honor.a1.die", faces=[FAILS])
        return battle

    return make


def taisho(path: str, learned: str, unit: str = "katana-samurai", more: tuple[str, ...] = ()) -> Make:
    """The general may give his orders."""
    return lambda app: begun(app, path, unit, f"taisho-{path}", learned=learned, more=more)


def two_run(app: Flask) -> Battle:
    battle = begun(app, "buke", "katana-samurai", "taisho-buke", learned="master-in-calligraphy",
                   more=("katana-samurai", "katana-samurai"))  # fmt: skip
    for piece in ("a2", "a3"):
        battle.act("a", "mark", piece=piece, marker="regroup", on=True)
    return battle


def challenged(app: Flask) -> Battle:
    """A Busho challenges the one inside."""
    battle = begun(app, "buke", "yari-samurai", "busho-buke", theirs=("busho-buke",))
    battle.leave("orders")
    battle.act("a", "touch", one="a1", other="b1")
    battle.act("a", "fight", combat="t1.combat.a1+b1")
    battle.act("b", "initiative", step="t1.combat.a1+b1.in.b", **{"die.b1": 3, "challenge.bh1": "ah1"})
    battle.act("a", "initiative", step="t1.combat.a1+b1.in.a", **{"die.a1": 5})
    return battle


def challenging(app: Flask) -> Battle:
    """A Kensei has challenged the Busho of the enemy."""
    battle = begun(app, "buke", "", "kensei", theirs=("busho-buke",))
    battle.leave("orders")
    battle.act("a", "touch", one="ah1", other="b1")
    battle.act("a", "fight", combat="t1.combat.ah1+b1")
    battle.act("a", "initiative", step="t1.combat.ah1+b1.in.a", **{"die.ah1": 5, "challenge.ah1": "bh1"})
    battle.act("b", "initiative", step="t1.combat.ah1+b1.in.b", **{"die.b1": 3})
    return battle


def disturbable(app: Flask) -> Battle:
    """The enemy uses an ability within reach of a Geisha who has been seen."""
    battle = begun(app, "buke", "katana-samurai", "geisha", enemy="kengo")
    battle.act("b", "announce", piece="b1", do="ability", ability="two-swords")
    return battle


def deploying(*laid: str, learned: str = "") -> Make:
    """Cards are laid by turns, side b first."""

    def make(app: Flask) -> Battle:
        battle = Battle(app, battle="pitched", deploys="yes")
        battle.act("a", "side", path="buke")
        battle.muster("a", "katana-samurai")
        battle.muster("a", "yari-samurai")
        battle.enlist("a", "taisho-buke", "a1")
        battle.enlist("a", "spy", "a2")
        if learned:
            battle.act("a", "ability", ability=learned, on="true")
        battle.muster("b", "katana-samurai")
        battle.muster("b", "yari-ashigaru")
        battle.begin()
        battle.act("a", "terrain", kind="forest")
        battle.act("a", "deploy-first", first="b")
        for piece in laid:
            battle.act(piece[0], "lay", piece=piece)
        return battle

    return make


def second_turn(app: Flask) -> Battle:
    """Somebody was written down before the battle, and may enter."""
    battle = begun(app, "kuge", "katana-samurai", "taisho-kuge", learned="clandestine-practices")
    for phase in ("orders", "combat", "resolution"):
        battle.leave(phase, skip="true")
    battle.act("a", "first", first="a")
    return battle


CHARGE = "at a1 charge+none+ b1"
SEALED = "seal a1 "
ALONE = "seal ah1 "
SCENES = (
    Scene("banzai", orders("buke", "no-dachi-samurai"), ("chip banzai", CHARGE, "face 1")),
    Scene("fight-for-the-emperor", honor("buke", "no-dachi-samurai", failed=True), ("use", "face 1")),
    Scene("forest-of-spears", charged("buke", "yari-samurai"), ("use", "face 1")),
    Scene("protect-the-lord", challenged, ("use", "face 1")),
    Scene("two-swords", orders("buke", "kengo"), ("chip two-swords", "announce", "face 1")),
    Scene("i-dare-you", combat("buke", "kengo", theirs=("busho-buke",)), (SEALED + "i-dare-you", "face 1")),
    Scene("no-thinking", orders("buke", "kengo"), ("chip no-thinking", CHARGE, "face 1")),
    Scene("battle-cry", charged("sohei", "naginata-sohei"), ("use", "face 9")),
    Scene("battle-cry", orders("sohei", "naginata-sohei"), (CHARGE, "use", "face 1"), "charging"),
    Scene("till-the-end", honor("sohei", "naginata-sohei"), ("use", "face 1")),
    Scene("overwhelming-beauty", combat("sohei", "ama-kihei"), (SEALED + "overwhelming-beauty", "face 9")),
    Scene("death-chant", orders("sohei", "ama-kihei"), ("chip death-chant", "announce", "face 1", "each b1")),
    Scene("revolving-hit", orders("sohei", "ikame-bo"), ("chip revolving-hit", CHARGE, "face 1")),
    Scene("remain-steadfast", charged("sohei", "ikame-bo"), ("use", "face 9")),
    Scene("warrior-women", orders("kuge", "onna-bushi", more=("katana-samurai",)), ("use", "face 1", "each a2")),
    Scene("cherry-tree-flowers", combat("kuge", "onna-bushi"), (SEALED + "cherry-tree-flowers", "face 1")),
    Scene("wall-of-stakes", orders("kuge", "teppotai"), ("chip wall-of-stakes", "announce")),
    Scene("alternated-shot", orders("kuge", "teppotai"), ("at a1 ability+march+alternated-shot b1", "face 1")),
    Scene(
        "trained-assassins", combat("kuge", "ninjas", theirs=("busho-buke",)), (SEALED + "trained-assassins", "face 1")
    ),
    Scene("vanishing", combat("kuge", "ninjas", earlier=True), (SEALED + "vanishing", "face 1")),
    Scene("clean-cut", combat("buke", "", "kensei"), (ALONE + "clean-cut", "face 1")),
    Scene("specialist-in-duels", challenging, ("use",)),
    Scene(
        "path-is-void",
        orders("buke", "", "kensei"),
        ("chip path-is-void", "at ah1 charge+none+ b1", "face 1"),
    ),
    Scene("inspire", honor("buke", "katana-samurai", "geisha", failed=True), ("use", "face 1")),
    Scene("distract", disturbable, ("use", "face 9")),
    Scene("assassin", combat("buke", "", "geisha", theirs=("busho-buke",)), ("use", "face 9")),
    Scene("rappa", orders("buke", "", "shinobi"), ("chip rappa", "announce", "face 9")),
    Scene("shinobi-vanishing", combat("buke", "", "shinobi", earlier=True), (ALONE + "shinobi-vanishing", "face 1")),
    Scene("incendiary-bomb", orders("buke", "", "shinobi"), ("chip incendiary-bomb", "announce", "face 1")),
    Scene("yutei", deploying("b1"), ("use", "face 1")),
    Scene("kaiden", orders("buke", "", "spy"), ("chip kaiden", "announce", "face 1")),
    Scene("metsuke", combat("buke", "", "spy", theirs=("geisha",)), (ALONE + "metsuke/capture", "face 9"), "capture"),
    Scene(
        "forest-of-spears", taisho("buke", "forest-of-spears", more=("yari-ashigaru",)), ("use", "face 1"), taisho=True
    ),
    Scene("banzai", taisho("buke", "banzai"), ("use", "face 1"), taisho=True),
    Scene("ashigarus-general", taisho("buke", "ashigarus-general"), ("use", "face 1"), taisho=True),
    Scene("master-in-calligraphy", two_run, ("use", "face 1"), taisho=True),
    Scene("fulfil-your-duty", taisho("kuge", "fulfil-your-duty"), ("use", "face 1"), taisho=True),
    Scene("clandestine-practices", second_turn, ("use", "face 1"), taisho=True),
    Scene(
        "expert-strategist",
        deploying("b1", "a1", "b2", "a2", learned="expert-strategist"),
        ("use", "they-turn-up", "each 1 2"),
        taisho=True,
    ),
    Scene("bushido-law", taisho("buke", "bushido-law"), ("use", "face 1"), taisho=True),
    Scene("divine-wind", taisho("sohei", "divine-wind", "naginata-sohei"), ("use", "face 1"), taisho=True),
)
"""One for each form that somebody uses; what counts by itself needs no tap."""
