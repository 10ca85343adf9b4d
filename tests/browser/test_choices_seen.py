"""The keys of a choice are in view at once, up to four of them on the smallest phone."""

import json
from collections.abc import Callable

from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle, aimed
from tests.browser.hands import Hands, at, boxes, measured
from tests.browser.test_combat import trio
from tests.browser.test_deployment import deploying
from tests.browser.test_orders import ordering
from tests.browser.test_panel import rolled

LONG = ("de", "es", "fr")
"""Languages whose words are longer."""
SMALLEST = {"width": 320, "height": 640}
UNSEEN = """(keys) => {
    for (const fold of document.querySelectorAll("#r-act .hides")) fold.open = true;
    const panel = document.querySelector("#r-act").getBoundingClientRect();
    const foot = document.querySelector("footer").getBoundingClientRect();
    const all = [...document.querySelectorAll(keys)].filter((one) => one.checkVisibility());
    return [all.length, all.filter((one) => {
        const box = one.getBoundingClientRect();
        return box.top < panel.top || box.bottom > Math.min(panel.bottom, foot.top) + 1;
    }).map((one) => one.textContent.trim())];
}"""
"""How many such keys there are, and those that do not stand whole within the panel."""
BESIDE = """() => [...document.querySelectorAll(".unit-head ~ .bases")].map((bases, at) => {
    const counts = document.querySelectorAll(".unit-count");
    const [count, beside] = [counts[at], bases].map((it) => it.getBoundingClientRect());
    return count.left > beside.left && count.bottom > beside.top;
})"""
"""Of each unit, whether its count stands beside its bases."""


def charged(app: Flask, **answers: str) -> Battle:
    """Each of these charges the one opposite, who answers so, or is being asked."""
    battle = ordering(app)
    for charger, answer in answers.items():
        target = charger.replace("a", "b")
        battle.act("a", "announce", piece=charger, goal="charge+run+", target=target)
        if answer:
            battle.act("b", "react", step=f"t2.charge.{charger}>{target}.react", what=answer)
    return battle


def hand_of_six(app: Flask) -> Battle:
    """Cards are laid."""
    battle = deploying(app, "yumi-samurai", "kiba-musha", "yari-kiba-musha")
    battle.act("a", "deploy-first", first="a")
    return battle


def hiding(app: Flask) -> Battle:
    """Ninjas may hide behind four pieces of terrain."""
    battle = Battle(app, battle="pitched", deploys="yes")
    battle.act("a", "side", path="kuge")
    for seat, unit in (("a", "ninjas"), ("a", "katana-samurai"), ("b", "katana-samurai")):
        battle.muster(seat, unit)
    battle.begin()
    for kind in ("forest", "hill", "field", "low"):
        battle.act("a", "terrain", kind=kind)
    battle.act("a", "deploy-first", first="a")
    for piece in ("a2", "b1"):
        battle.act(piece[0], "lay", piece=piece)
    for seat in "ab":
        battle.act(seat, "cards-up")
    return battle


def more_to_announce(app: Flask) -> Battle:
    """Beside a charge that waits for a shot."""
    battle = charged(app, a4="shoot")
    battle.act("a", "order", piece="a1", do="advance")
    return battle


def moving(app: Flask) -> Battle:
    battle = ordering(app)
    battle.act("a", "announce", piece="a1", do="advance")
    battle.act("a", "order", piece="a2", do="advance")
    return battle


def among_three(app: Flask) -> Battle:
    """Dice are shared out."""
    battle = Battle(app)
    battle.muster("b", "naginata-sohei", 6)
    pieces = [battle.muster("a", unit, 4) for unit in ("katana-samurai", "no-dachi-samurai", "yari-samurai")]
    battle.begin()
    battle.leave("orders")
    for piece in pieces:
        battle.act("a", "touch", one=piece, other="b1", charged="one", zone="front")
    combat = f"t1.combat.{'+'.join(pieces)}+b1"
    battle.act("a", "fight", combat=combat)
    for seat, faces in (("a", [1, 2, 3]), ("b", [0])):
        battle.act(seat, "initiative", step=f"{combat}.in.{seat}", faces=faces)
    return battle


def near_a_death(app: Flask) -> Battle:
    """Thirteen may have stood there."""
    battle = Battle(app)
    battle.muster("a", "katana-samurai", 8)
    for unit in (*("katana-samurai", "yari-ashigaru", "yumi-ashigaru", "yumi-samurai") * 3, "katana-samurai"):
        battle.muster("b", unit)
    battle.enlist("b", "busho-kuge", "b1")
    battle.begin()
    battle.act("b", "correct", piece="b1", hero="bh1", wounds="9", reason="he fell")
    return battle


CHOICES: dict[str, tuple[Callable[[Flask], Battle], str, str, int]] = {
    "four reactions": (lambda app: charged(app, a4=""), "b", ".react button[name=what]", 4),
    "the second of two charges, and those below": (
        lambda app: charged(app, a4="withstand", a5="withstand"),
        "a",
        ":is(.charge .primary, [id^=ask-t2-charge] > summary)",
        2,
    ),
    "more to announce": (more_to_announce, "a", ":is(.reply, form:has([value=announce])) > .button", 2),
    "dice shared out": (among_three, "b", ":is(.act-sentence, .step, .primary)", 8),
    "who stood near": (near_a_death, "b", ":is(.act-sentence, .stood-near .chip, .stood-near .primary)", 15),
    "four keys of orders": (moving, "a", ".row > form > .button", 4),
    "a hand of six": (hand_of_six, "a", "button[name=piece]", 6),
    "four places to hide": (hiding, "a", "button[name=behind]", 4),
}
"""The table, who is asked, and which keys of the panel are so many."""
CLEAR = {
    "who stood near": ("#r-act .stood-near .chip-face", "#r-act .stood-near .primary"),
    "four places to hide": ("#r-act .hides > summary", "#r-act button[name=behind]"),
}
"""What ends before others begin."""


def test_all_keys_of_a_choice_are_in_view(app: Flask, scout: Hands) -> None:
    """Of a hand in the language with the longest words too."""
    scout.page.set_viewport_size(SMALLEST)
    for seat in "ab":
        at(Battle(app, battle="pitched"), scout, seat)
        for name, (make, whose, keys, count) in CHOICES.items():
            if whose != seat:
                continue
            measure = f"() => ({UNSEEN})({json.dumps(f'#r-act {keys}')})"
            state = make(app).now(seat, "de" if name == "a hand of six" else "en")
            assert measured(scout.page, [state], measure) == [[count, []]], name
            if name in CLEAR:
                above, below = (boxes(scout.page, what).values() for what in CLEAR[name])
                assert max(y + high for _, y, _, high in above) <= min(y for _, y, _, _ in below), name
            if name == "four keys of orders":
                assert all(scout.page.evaluate(BESIDE))


def charging(app: Flask, answer: str = "") -> Battle:
    """On one phone for both sides riders charge archers, who answer so, or are being asked."""
    battle = Battle(app, one_phone=True, battle="pitched")
    battle.muster("a", "kiba-musha", 3)
    battle.muster("b", "yumi-samurai", 8)
    battle.begin()
    battle.act("a", "first", first="a")
    battle.act("a", "announce", piece="a1", goal="charge+run+", target="b1")
    if answer:
        battle.act("b", "react", step="t1.charge.a1>b1.react", what=answer)
    return battle


ONE_PHONE: dict[str, tuple[Callable[[Flask], Battle], str, int]] = {
    "four reactions": (charging, ".react button[name=what]", 4),
    "a charge's dice": (lambda app: charging(app, "withstand"), ".charge :is(.primary, .chip-face, .key)", 24),
    "an attack of ten dice": (lambda app: aimed(app, one_phone=True), ".pad :is(.key, .button, summary)", 25),
}
"""The table and which keys of the panel are so many. Of ten dice the misses, which fill in, have no row there."""


def test_keys_are_in_view_where_the_phone_is_handed_over_too(app: Flask, scout: Hands) -> None:
    """In every language, with what unfolds the dice of a charge tapped; it stays where it was."""
    scout.page.set_viewport_size(SMALLEST)
    at(Battle(app, battle="pitched", one_phone=True), scout)
    for name, (make, keys, count) in ONE_PHONE.items():
        battle = make(app)
        measure = f"""() => {{
            const fold = document.querySelector("#r-act [id^=gap-]"), panel = document.querySelector("#r-act");
            const line = () => fold.firstElementChild.getBoundingClientRect().top - panel.getBoundingClientRect().top;
            const before = fold && line();
            if (fold) fold.open = true;
            return [...({UNSEEN})({json.dumps(f"#r-act {keys}")}), fold ? line() - before : 0];
        }}"""
        for language in ("en", *LONG):
            assert measured(scout.page, [battle.now("a", language)], measure) == [[count, [], 0]], (name, language)


def test_the_dice_of_two_units_and_the_key_that_enters_them(app: Flask, scout: Hands) -> None:
    """Under the sentence, with what is declared before them; why a number is what it is lies over them."""
    scout.page.set_viewport_size(SMALLEST)
    one = at(trio(app, one_phone=True), scout, "a")
    keys = "#r-act .initiative :is(.key, .pad-ways > .button:not(.declare))"
    expect(one.act.locator(".enter"), "the last tap enters all; a key does once all are chosen").to_be_hidden()
    expect(one.act.locator(".enters")).to_be_visible()
    assert one.page.evaluate(UNSEEN, f"#r-act .act-sentence, {keys}") == [23, []]
    before = boxes(one.page, keys)
    why = one.act.locator(".bin .why").first
    one.tap(why.locator("summary"), wait=False)
    expect(why.locator(".why-sheet")).to_be_visible()
    assert boxes(one.page, keys) == before


def test_a_tap_beside_a_why_closes_it_and_does_nothing_else(app: Flask, scout: Hands) -> None:
    """It lies over half of a row of keys; a key under or beside it, and a unit's card above, are not meant."""
    scout.page.set_viewport_size(SMALLEST)
    one = at(rolled(app, "attack"), scout, "b")
    why = one.act.locator(".number", has_text="DF")
    for beside in (one.act.locator("[data-row] button").last, one.page.locator(".unit-card summary").first):
        one.tap(why.locator("summary"), wait=False)
        expect(why.locator(".why-sheet")).to_be_visible()
        one.tap(beside)
        expect(why).not_to_have_attribute("open", "")
    one.tap(why.locator("summary"), wait=False)
    one.tap(one.act.locator(".number summary").last, wait=False)
    expect(one.act.locator(".why-sheet").locator("visible=true")).to_have_count(1)
    one.page.keyboard.press("Escape")
    expect(one.act.locator(".why[open]")).to_have_count(0)
    expect(one.page.locator("[name=sheet][open], [data-row] [aria-pressed=true]")).to_have_count(0)
    one.tap(one.act.locator("[data-row] button").first)
    expect(one.page.locator("[data-row] [aria-pressed=true]")).not_to_have_count(0)
