"""Two battles that differ in drafts only, or in who hides and what the general has learned while abilities are used,
answered and asked about: whatever the other seat, a watcher and a stranger get is the same, byte for byte, by page,
stream, log, export, Undo, request for a seat and refusal (8:3:4, 8:3:5).
"""

import re
from collections.abc import Callable

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.store.rows import LANES, lane
from companion.web.services import Services
from tests.web.phones import Phone, Sitting, allow, notice

PAGES = ("", "/forces", "/log", "/more", "/seats", "/now", "/now?page=log", "/log.txt", "/log.json", "/delete")
MOMENTS = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d[:.\d]*(\+\d\d:\d\d)?|\b\d\d:\d\d\b")
KEYS = re.compile(r'(name="key" value=")[^"]*|(Set-Cookie: )[^\n]*|(Content-Length: )\d+|(Date: )[^\n]*')
NAMES = re.compile(r"\b[0-9a-f]{12,64}\b")
"""Names made by chance or by hashing: of tables, of looks, of regions."""


class Battle:
    """A battle in which Ana drafts, or does not; `seen` is all that others got of it, in order."""

    def __init__(self, app: Flask, *, drafting: bool, **setup: str) -> None:
        self.drafting = drafting
        self.sitting = sitting = Sitting(app, battle="pitched", **setup)
        self.ana, self.ben = sitting.ana, sitting.ben
        self.fresh = Phone(app.test_client(), sitting.id)
        self.services: Services = app.extensions["gunbai"]
        self.bells: list[int | None] = []
        self.seen: list[str] = []
        self._numbers: dict[str, str] = {}
        self.muster()
        sitting.ready()
        self.ben.act("first", first="a")

    def muster(self) -> None:
        """Both armies."""
        self.ana.musters("katana-samurai", "yumi-samurai", "kiba-musha", path="buke")
        self.ben.musters("yari-ashigaru", "yumi-ashigaru")

    def drafts(self, *orders: str, **more: str) -> None:
        """Ana drafts these orders ("a1 advance run", "-" before it takes it back), where she drafts."""
        if not self.drafting:
            return
        version, listener = self.sitting.table.version, self.services.bell.listen(self.sitting.id)
        for order in orders:
            piece, do, pace = (*order.lstrip("-").split(), "march")[:3]
            on = {"on": "false"} if order.startswith("-") else {}
            self.ana.act("order", piece=piece, do=do, pace=pace, **on, **more)
        assert self.sitting.tables.version(self.sitting.id) == version, "nobody is rung"
        assert (listener.wait(0) or 0) <= version
        listener.close()

    def takes_back(self) -> None:
        """Ana's Undo takes her last draft back, and asks nobody."""
        if self.drafting:
            assert self.ana.post("/undo", key="undo-a-draft").status_code == 303
            assert self.sitting.table.asks == ()

    def look(self, *, entries: bool = True) -> None:
        """What Ben gets now, and a stranger, who watches from then on. Without `entries`, only the newest entry."""
        for phone in (self.ben, self.sitting.stranger):
            for page in PAGES:
                self._note(page, phone.get(page))
            for page in ("", "/log"):
                self._note(page, phone.get(page, **{"HX-Request": "true"}))
            stream = phone.client.get(f"{phone.path}/stream", buffered=False)
            self.seen.append(self._plain(next(iter(stream.response)).decode()))  # type: ignore[union-attr]
            stream.close()
        newest = self.sitting.table.seq
        for seq in range(0 if entries else newest, newest + 2):
            for page in (f"/log/{seq}", f"/log/older/{seq}"):
                self._note(page, self.ben.get(page))

    def guess(self) -> None:
        """Every address with the number of an entry, asked with those that quiet entries have or could have."""
        drafts = [lane(0) + number for number in range(1, 8)]
        assert not self.drafting or self.sitting.table.quiet[0] in drafts, "none of them is left out"
        for number in (*drafts, lane(1) + 1, lane(LANES - 1) + 1, lane(0), lane(1), 0):
            for method, page in self._addresses(number):
                for phone in (self.ben, self.sitting.stranger):
                    form = {"key": f"guess-{number}", "what": "dice", "step": "x"} if method == "POST" else None
                    answer = phone.client.open(f"{phone.path}{page}", method=method, data=form)
                    assert answer.status_code in (200, 404, 422), page
                    self._note(f"{method} {page}", answer)

    def _addresses(self, number: int) -> list[tuple[str, str]]:
        """The addresses of a table that take an entry's number, with their methods; `number` is a printed page's."""
        found = []
        for rule in self.sitting.app.url_map.iter_rules():
            page = re.sub(r"<int:(?!number>)\w+>", str(number), rule.rule)
            if page != rule.rule and page.startswith("/t/<table_id>"):
                page = page.removeprefix("/t/<table_id>")
                found += [(method, page) for method in sorted((rule.methods or set()) & {"GET", "POST"})]
        assert ("POST", f"/log/{number}/amend") in found
        return found

    def probe(self, type: str, *, seat: str = "a", **form: str) -> None:
        """Ben's phone tries this, in Ana's name unless it says another; what it is answered."""
        answer = self.ben.tap(type, seat=seat, **form)
        self.seen.append(f"{type} {form} {answer.status_code} {notice(answer) if answer.status_code != 200 else ''}")

    def _note(self, page: str, answer: TestResponse) -> None:
        self.seen.append(f"{page}\n{answer.status}\n{self._plain(f'{answer.headers}')}\n{self._plain(answer.text)}")

    def _plain(self, text: str) -> str:
        """Without moments, and with names by chance as numbers, in the order in which they came: another page has
        another one."""
        text = KEYS.sub(lambda found: next(filter(None, found.groups()), ""), MOMENTS.sub("then", text))
        code = re.split(r"\W", self.sitting.table.words)
        for between in (" ", "-", ".", "</span><span>"):
            text = text.replace(between.join(code), "its words")
        text = text.replace(self.sitting.id, "its id")
        return NAMES.sub(lambda found: self._numbers.setdefault(found[0], f"#{len(self._numbers)}"), text)


def drafted(battle: Battle) -> None:
    battle.drafts("a1 advance run", "a2 overcome", "a3 face")


def changed(battle: Battle) -> None:
    battle.drafts("a1 advance run", "a1 advance march", "a1 face")


def taken_back(battle: Battle) -> None:
    battle.drafts("a1 advance", "-a1 advance", "a2 advance")
    battle.takes_back()


def dropped(battle: Battle) -> None:
    battle.drafts("a1 advance")
    battle.ben.act("done", turn="1")
    battle.ana.act("leave", turn="1", phase="orders")


def destroyed(battle: Battle) -> None:
    battle.drafts("a1 advance")
    battle.ben.act("correct", piece="a1", miniatures="0", reason="all fell")


def after_a_stop(battle: Battle) -> None:
    battle.ana.act("announce", piece="a1", do="advance", pace="run")
    battle.ana.act("stop", piece="a1")
    battle.drafts("a1 face", "a2 advance")


def anyway(battle: Battle) -> None:
    battle.drafts("a1 occupy", "a1 through", "a1 face", "a1 advance", anyway="true")


def spoken(battle: Battle) -> None:
    battle.drafts("a1 face", "a2 advance", "a1 advance")
    battle.ben.act("announce", seat="a", piece="a1", do="advance", pace="run")
    battle.ben.act("announce", seat="a", piece="a2", goal="shoot+march+", target="b1")


def before_another_announcement(battle: Battle) -> None:
    """A page that shows the table from before the drafts is not stale after them."""
    battle.ben.act("announce", piece="b1", do="advance")
    seen = str(battle.sitting.table.seq)
    battle.drafts("a1 advance", "a2 overcome")
    battle.ben.act("moved", seen=seen)


STORIES = (
    (drafted, changed, dropped),
    (taken_back, before_another_announcement),
    (anyway, destroyed),
    (after_a_stop,),
    (spoken,),
)
"""What happens in one battle, one after the other."""


def told(story: tuple[Callable[..., None], ...]) -> str:
    """The name of a story."""
    return "+".join(part.__name__ for part in story)


def pair(app: Flask) -> tuple[Battle, Battle]:
    return Battle(app, drafting=False), Battle(app, drafting=True)


def same(one: Battle, other: Battle) -> None:
    assert len(one.seen) == len(other.seen)
    for mine, theirs in zip(one.seen, other.seen, strict=True):
        assert mine == theirs


@pytest.mark.parametrize("story", STORIES, ids=told)
def test_nothing_tells_the_others_of_a_draft(app: Flask, story: tuple[Callable[[Battle], None], ...]) -> None:
    battles = pair(app)
    for battle in battles:
        battle.ben.act("announce", piece="b2", do="load", anyway="true")
        for part in story:
            part(battle)
            battle.look(entries=False)
        for form in ({"piece": "a1", "do": "advance"}, {"piece": "a1", "do": "face", "on": "false"}, {"piece": "x"}):
            battle.probe("order", **form)
        for form in ({}, {"piece": "a2", "do": "advance"}, {"piece": "a3", "do": "load"}):
            battle.probe("announce", **form)
        for type, form in (("moved", {}), ("carry", {"piece": "a1"}), ("stop", {"piece": "a2"})):
            battle.probe(type, **form)
        battle.probe("correct", seat="b", piece="b1", miniatures="3", reason="miscounted", seen="1")
        assert " 409 " in battle.seen[-1], "it is stale, and told what happened since"
        battle.look()
        battle.guess()
    same(*battles)


def test_undo_is_as_free_with_the_others_drafts_as_without(app: Flask) -> None:
    battles = pair(app)
    for battle in battles:
        battle.ben.act("announce", piece="b1", do="advance")
        battle.drafts("a1 advance", "a2 overcome")
        battle.look(entries=False)
        assert battle.ben.post("/undo", key="undo-ben-1").status_code == 303
        assert battle.sitting.table.asks == ()
        battle.look()
    same(*battles)
    assert {plan.piece for plan in battles[1].sitting.state.plans} == {"a1", "a2"}, "they stay"


def test_undo_still_asks_where_the_others_acts_were_seen(app: Flask) -> None:
    battles = pair(app)
    for battle in battles:
        battle.ben.act("announce", piece="b1", goal="charge+march+", target="a3")
        battle.ana.act("react", step="t1.charge.b1>a3.react", what="withstand")
        battle.ana.act("announce", piece="a3", do="face")
        battle.drafts("a1 advance")
        battle.look(entries=False)
        battle.ben.post("/undo", key="undo-ben-2")
        assert [ask.kind for ask in battle.sitting.table.asks] == ["undo"]
        battle.drafts("a2 advance")
        battle.look(entries=False)
        allow(battle.ana)
        assert battle.sitting.table.asks == ()
        battle.look()
    same(*battles)
    assert {plan.piece for plan in battles[1].sitting.state.plans} == {"a1", "a2", "a3"}


def test_a_seat_is_asked_for_and_refused_alike(app: Flask) -> None:
    battles = pair(app)
    for battle in battles:
        battle.ana.act("announce", piece="a3", do="face")
        battle.drafts("a1 advance", "a2 overcome")
        assert battle.fresh.post("/ask", seat="a", player="Ana").status_code == 303
        battle.look(entries=False)
        ask = battle.sitting.table.asks[0]
        battle.ben.post("/answer", ask=ask.id, allow="yes", key="answer-ben")
        assert battle.sitting.table.asks == (ask,)
        battle.look()
        battle.seen += [battle._plain(battle.fresh.get(page).text) for page in ("", "/log", "/log.json")]
    same(*battles)


def test_drafts_that_end_alike_are_announced_alike(app: Flask) -> None:
    """What was drafted before, and in which order it was changed, is in no announcement."""
    battles = pair(app)
    for battle in battles:
        battle.drafts("a2 advance", "a1 advance run", "a1 face", "-a2 advance", "-a1 face")
        battle.drafting = True
        battle.drafts("a1 advance", "a2 overcome")
        battle.ana.act("announce")
        battle.look()
    same(*battles)


def test_the_drafting_phone_sees_its_draft_on_each_of_its_pages(app: Flask) -> None:
    battle = Battle(app, drafting=True)
    tags = [battle.ana.get("/now").headers["ETag"]]
    for order in ("a1 advance", "a1 face"):
        battle.drafts(order)
        tags.append(battle.ana.get("/now").headers["ETag"])
    assert len(set(tags)) == 3
    assert "1 unit has an order: announce it." in battle.ana.get().text
    assert "Undo: a drafted order" in battle.ana.get().text


# ---- who hides, and what the general has learned (5:1:13, 12:5, 12:6)


GEISHA, SPY = "ax-geisha", "ax-spy"
GUESSES = (
    ("use", {"user": GEISHA, "ability": "inspire"}),
    ("use", {"user": GEISHA, "ability": "distract", "about": "t1.warrior-women.b1"}),
    ("use", {"user": SPY, "ability": "kaiden"}),
    ("use", {"user": SPY, "ability": "kaiden", "anyway": "true"}),
    ("use", {"user": "ah1", "ability": "forest-of-spears", "taisho": "true"}),
    ("use", {"user": "ah1", "ability": "banzai", "taisho": "true"}),
    ("use", {"user": "ah1", "ability": "banzai", "taisho": "true", "anyway": "true"}),
    ("reveal", {"hero": SPY}),
    ("order", {"piece": "a1", "do": "ability", "ability": "kaiden"}),
    ("announce", {"piece": SPY, "do": "ability", "ability": "kaiden"}),
)
"""What Ben's phone tries in either seat's name."""
INK = re.compile(r"\b[0-9.]+ (%|KB)")
"""Of a sheet with the code of its table: another table has another one."""


class Hiding(Battle):
    """`drafting`: Ana has a Geisha and a Spy in her ranks and a general who knows spears, else nobody and Banzai. It
    takes as many acts in both."""

    def muster(self) -> None:
        ana, ben = self.ana, self.ben
        ana.act("side", path="buke")
        ben.act("side", path="kuge")
        ana.musters("katana-samurai", "no-dachi-samurai", "yari-samurai")
        ben.musters("onna-bushi", "teppotai", "ninjas")
        ana.act("enlist", character="taisho-buke", piece="a2")
        ana.act("enlist", character="kensei")
        ben.act("enlist", character="spy", piece="b2")
        ben.act("enlist", character="busho-kuge", piece="b1")
        ana.act("ability", ability="forest-of-spears" if self.drafting else "banzai", on="true")
        if self.drafting:
            ana.act("enlist", character="geisha", piece="a1")
            ana.act("enlist", character="spy", piece="a3")
        else:
            ana.act("enlist", character="geisha", piece="a1")
            ana.act("discharge", hero=GEISHA)

    def printed(self) -> None:
        """What could be printed of the battle, as others get it."""
        for phone in (self.ben, self.sitting.stranger):
            self._note("/print", phone.get("/print"))
            self.seen[-1] = INK.sub("", self.seen[-1])

    def guess(self) -> None:
        """Ben tries whatever he can think of."""
        for type, form in GUESSES:
            for seat in ("a", "b"):
                self.probe(type, seat=seat, **form)


def other_uses(battle: Hiding) -> None:
    """Ben uses an ability: a Geisha might distract, where one is, and is not asked whether she does."""
    battle.ben.act("use", user="b1", ability="warrior-women")
    battle.look(entries=False)
    battle.ben.act("pad", step="t1.warrior-women.b1.ki", die="0", face="9")


def other_charges(battle: Hiding) -> None:
    """Ana is asked how the unit with the Spy reacts; spears of hers can answer."""
    battle.ben.act("announce", piece="b1", goal="charge+march+", target="a3")
    battle.look(entries=False)
    battle.ana.act("react", step="t1.charge.b1>a3.react", what="withstand")


def rolls_fail(battle: Hiding) -> None:
    """An honor roll of the Geisha's unit fails: she might inspire, where she is shown."""
    battle.ben.act("honor", piece="a1", seat="a")
    battle.look(entries=False)
    battle.ana.act("pad", step="t1.called.honor.a1.die", die="0", face="10")


def kaiden(battle: Hiding) -> None:
    """Ben's Spy looks for who hides: the same is asked whether or not anybody does."""
    battle.ben.act("use", user="bx-spy", ability="kaiden")
    battle.ben.act("pad", step="t1.kaiden.bx-spy.ki", die="0", face="1")
    battle.look(entries=False)
    battle.probe("show-hidden", step="t1.kaiden.bx-spy.hidden")
    battle.probe("show-hidden", step="t1.kaiden.bx-spy.hidden", **{f"target.{GEISHA}": "true"})
    battle.ana.act("show-hidden", step="t1.kaiden.bx-spy.hidden")


def drafts(battle: Hiding) -> None:
    """Ana drafts abilities with her orders."""
    battle.drafts("a2 ability", ability="banzai")
    battle.look(entries=False)
    if battle.drafting:
        battle.takes_back()


def seals(battle: Hiding) -> None:
    """What Ana seals with her initiative dice is one word, whatever is under it."""
    battle.ben.act("announce", piece="b3", goal="charge+march+", target="ah2")
    battle.ana.act("react", step="t1.charge.b3>ah2.react", what="withstand")
    battle.ben.act("charge", charge="t1.charge.b3>ah2")
    battle.ana.act("done", turn="1")
    battle.ben.act("done", turn="1")
    sealed = {"ability.ah2": "clean-cut"} if battle.drafting else {}
    battle.ana.act("initiative", step="t1.combat.ah2+b3.in.a", **{"die.ah2": "5"}, **sealed)


def undone(battle: Hiding) -> None:
    """Ben takes his own ability back."""
    battle.ben.act("use", user="b1", ability="warrior-women")
    battle.ben.post("/undo", key="undo-ben-abilities")


OF_ABILITIES = ((undone, other_uses, kaiden), (drafts, rolls_fail), (other_charges,), (seals,))
"""What happens in one battle, one after the other."""


@pytest.mark.parametrize("story", OF_ABILITIES, ids=told)
def test_nothing_tells_the_others_who_hides_or_what_the_general_knows(
    app: Flask, story: tuple[Callable[[Hiding], None], ...]
) -> None:
    battles = Hiding(app, drafting=False), Hiding(app, drafting=True)
    for battle in battles:
        for part in story:
            part(battle)
            battle.look(entries=False)
        battle.guess()
        battle.look()
        battle.printed()
    same(*battles)
    without, with_ = (battle.ana.get("/forces").text for battle in battles)
    assert GEISHA in with_, "the secret is planted"
    assert GEISHA not in without
