"""What a session says was entered, entered by touch: of each entry the key that sends it, and every fold and choice on
the way to it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from playwright.sync_api import Error

from bench.sessions import Entry
from companion.play.kensei.ask.pad import FEW_SAVES
from companion.rules.dice import tally_attack, tally_defense
from tests.browser.armies import Battle
from tests.browser.hands import Hands

NEXT = """(wanted) => {
    const folds = (one) => {  // those above it that have to be opened, the outermost last
        const closed = [];
        for (let fold = one; (fold = fold.parentElement?.closest("details"));) {
            const summary = fold.querySelector(":scope > summary");
            if (!fold.open && !summary.contains(one)) closed.push(summary);
        }
        return closed;
    };
    const is = (name, value) => wanted[name] === value || wanted[name] === "yes" && value === "true";
    const choice = (field) => field.matches("[type=radio], [type=checkbox]");
    const found = [];
    for (const key of document.querySelectorAll("form[data-tap] button")) {
        const fields = [...key.form.elements].filter((one) => one.matches("input") && one.name);
        const says = new Map([...fields.filter((one) => !choice(one)), key].map(({ name, value }) => [name, value]));
        const chosen = fields.filter((one) => choice(one) && is(one.name, one.value));
        const given = (name) => says.has(name) ? is(name, says.get(name)) : chosen.some((one) => one.name === name);
        if (!Object.keys(wanted).every(given)) continue;
        const touched = [...chosen.filter((one) => !one.checked).map((one) => (one.labels[0] ?? one)), key];
        const target = folds(touched[0]).at(-1) ?? touched[0];
        const besides = [...says.keys()].filter((name) => !(name in wanted));
        if (target.checkVisibility()) found.push([folds(key).length + touched.length + besides.length, target]);
    }
    const [, next] = found.sort(([more], [less]) => more - less)[0] ?? [];
    return next?.matches(":disabled") ? null : next;
}"""
"""Which fold, choice or key is touched next for an entry: on the shortest way to a key that says little besides."""


def touch(one: Hands, wanted: Mapping[str, str]) -> None:
    """Enters this by its key, once there is one on the page."""
    for _ in range(20):
        target = one.page.wait_for_function(NEXT, arg=dict(wanted)).as_element()
        assert target is not None
        last = target.evaluate("(one) => one.matches('button')")
        try:
            target.tap()
        except Error:  # it was replaced meanwhile
            continue
        if last:
            return one.sent()
    raise AssertionError(f"no key of {wanted}")


@dataclass
class Players:
    """Both players at a battle, by their seats; `changes`: how often another one touched the glass next."""

    battle: Battle
    hands: Mapping[str, Hands]
    changes: int = -1
    last: str = ""

    def __post_init__(self) -> None:
        self.touches: list[Callable[[], tuple[int, int]]] = [one.count() for one in self.hands.values()]

    @property
    def taps(self) -> int:
        """Of all so far, with no key of a keyboard."""
        taps, keys = (sum(found) for found in zip(*(touched() for touched in self.touches), strict=True))
        assert keys == 0
        return taps

    def enter(self, entry: Entry) -> None:
        """One line of a session. Damage dice, whose touches are not counted, are posted."""
        one, words = self.hands[entry.seat], entry.form
        self.changes, self.last = self.changes + (self.last != entry.seat), entry.seat
        step = words.get("step", "")
        faces = [int(face) for face in words.get("faces", words.get("face", "")).split(",") if face]
        if entry.type == "situate":
            self._far(one, int(words["value"]))
        elif entry.type == "initiative":
            pieces = [piece for piece in step.split(".")[2].split("+") if piece[0] == entry.seat]
            for piece, face in zip(pieces, faces, strict=True):
                die = f"[name='die.{piece}'][value='{face}']"
                one.tap(one.page.locator(die if len(pieces) == 1 else f"label:has({die})").locator("visible=true"))
        elif step.endswith(".at"):
            self._attack(one, step, faces)
        elif step.endswith(".df"):
            self._defense(one, step, faces)
        elif step.endswith(".damage"):
            one.page.locator(f"[data-mine=yes][data-step='{step}']").wait_for()
            self.battle.act(entry.seat, "roll", step=step, faces=faces)
        elif faces:
            for face in faces:
                touch(one, {"type": "pad", "step": step, "face": str(face or 10)})
        else:
            touch(one, {"type": entry.type, **words})

    def _far(self, one: Hands, cm: int) -> None:
        """The key of the distance that this one belongs to."""
        keys = one.page.locator("button[name='set.distance_cm']").locator("visible=true")
        keys.first.wait_for()
        one.distance(min(end for key in keys.all() if (end := int(key.get_attribute("value") or 0)) >= cm))

    def _due(self, step: str) -> bool:
        return step in (ask.id for ask in self.battle.state.asks)

    def _attack(self, one: Hands, step: str, faces: list[int]) -> None:
        """One tap for one die; else hits, then tens where they do not follow."""
        one.page.locator(f"[data-mine=yes][data-step='{step}']").wait_for()
        tally = tally_attack(faces, one.number("AT"))
        assert one.number("DC") == len(faces)
        if len(faces) == 1:
            name = "tens" if tally.tens else "hits" if tally.hits else "misses"
            one.tap(one.page.locator(f"[data-row=lone] button[name='bin.{name}']"))
            return
        if one.page.locator("[data-row='hits']").count():
            one.bin("hits", tally.hits)
        if self._due(step):
            one.bin("tens", tally.tens)

    def _defense(self, one: Hands, step: str, faces: list[int]) -> None:
        """One tap for a few dice; else one for the saves of both kinds, then the tens where they do not follow."""
        one.page.locator(f"[data-mine=yes][data-step='{step}']").wait_for()
        running = self.battle.state.running
        assert running is not None
        thrown = running.attack
        assert thrown is not None
        tally = tally_defense(faces, one.number("DF"), thrown.tens)
        plain = min(tally.saved, thrown.hits)  # whichever they were
        if len(faces) == 1:
            one.tap(one.page.locator("[data-row=lone] button").nth(0 if tally.saved else 1))
        elif len(faces) <= FEW_SAVES:
            one.few(tally.saved, tally.tens)
        elif thrown.hits and thrown.tens:
            one.bin("saves", f"{plain}+{tally.saved - plain}")
        else:
            one.bin("saved" if thrown.hits else "saved_marked", tally.saved)
        if self._due(step):
            one.bin("tens", tally.tens)
