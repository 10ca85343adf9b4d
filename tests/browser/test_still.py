"""Nothing moves under the thumb: the keys of the pad stand where they stood, whatever the others do."""

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import expect

from tests.browser.armies import Battle, aimed, step
from tests.browser.hands import Hands, at, boxes, each_size, seated

KEYS = "#r-act [data-pad=bins] button, #r-act button[name=face]"


def stand(one: Hands) -> dict[str, object]:
    found = boxes(one.page, KEYS)
    assert len(found) > 5
    return found


def test_another_phones_tap_and_presence_move_no_key(app: Flask, hands: Callable[[], Hands]) -> None:
    battle = aimed(app)
    ana, ben = seated(battle, hands)
    ana.key("hits", 4).scroll_into_view_if_needed()
    ana.page.evaluate("document.querySelector('[data-row=hits] button').dataset.mine = 'the very same'")
    before = stand(ana)

    ben.page.evaluate("navigator.sendBeacon(location.pathname + '/here', new URLSearchParams({visible: 'no'}))")
    ana.reads("asleep", "#r-bar")
    assert stand(ana) == before
    ben.page.evaluate("navigator.sendBeacon(location.pathname + '/here', new URLSearchParams({visible: 'yes'}))")
    expect(ana.page.locator("#r-bar")).not_to_contain_text("asleep")
    battle.act("b", "first", first="b")
    ana.reads("Commandment", "#r-last")
    assert stand(ana) == before
    assert ana.page.locator("[data-mine='the very same']").count() == 1, "the key was not even replaced"


def test_a_tap_on_the_pad_moves_no_key(app: Flask, scout: Hands) -> None:
    """An own one, and one of Ben, who answers for Ana on his phone. The panel of a low phone has no row of misses."""
    battle = aimed(app)
    scout.page.set_viewport_size({"width": 320, "height": 640})
    at(battle, scout)
    pressed = scout.page.locator("#r-act [data-row] [aria-pressed=true]")
    for row, count in (("hits", 4), ("hits", 0), ("tens", 2), ("hits", 5)):
        scout.key(row, count).scroll_into_view_if_needed()
        before = stand(scout)
        scout.bin(row, count)
        assert stand(scout) == before, (row, count)
        battle.act("a", "pad", step=step(battle), clear="true")
        expect(pressed).to_have_count(0)
    scout.key("tens", 1).scroll_into_view_if_needed()
    before = stand(scout)
    battle.act("a", "pad", by="b", step=step(battle), **{"bin.hits": "4"})
    scout.page.locator("[data-row=hits] button[value='4'][aria-pressed=true]").wait_for()
    assert stand(scout) == before


def test_saves_and_faces_stay_where_they_are(app: Flask, scout: Hands) -> None:
    battle = aimed(app)
    battle.act("a", "roll", step=step(battle), faces=[1, 3, 6, 4, 2, 4, 5, 6, 7, 0])
    ben = at(battle, scout, "b")
    ben.reads("1–4 + against Ø 1–2", "[data-row=saves]")
    ben.key("saves", "1+0").scroll_into_view_if_needed()
    before = stand(ben)
    ben.bin("saves", "1+0")
    assert stand(ben) == before
    ben.bin("tens", 1)
    ana = at(battle, scout)
    ana.told("Roll 4 damage dice. 2 or more wounds.")
    ana.face_key(6).scroll_into_view_if_needed()
    before = stand(ana)
    for face in (6, 7, 2):
        ana.faces(face)
        assert stand(ana) == before


def test_the_other_sides_die_of_an_opposed_roll_moves_no_key(app: Flask, scout: Hands) -> None:
    battle = Battle(app, battle="pitched")
    for seat in "ab":
        battle.muster(seat, "katana-samurai", 8)
        battle.enlist(seat, "taisho-buke", f"{seat}1")
    battle.begin()
    scout.page.set_viewport_size({"width": 320, "height": 640})
    at(battle, scout).reads("1 die and", "#r-act")
    before = stand(scout)
    battle.act("b", "roll", step="t1.command.b", faces=[10])
    scout.reads("Ø", "#r-act .act-facts")
    assert stand(scout) == before
    assert scout.page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_line_of_the_log_that_is_read_stands_still(app: Flask, scout: Hands) -> None:
    battle = aimed(app)
    battle.give(scout.phone, "a")
    scout.open(f"{battle.path}/log")
    line = scout.page.locator(".log a").nth(3)
    line.evaluate("(one) => scrollTo(0, one.getBoundingClientRect().top - 200)")
    read = scout.page.locator(f".log a[href='{line.get_attribute('href')}']")
    top = "(one) => one.getBoundingClientRect().top"
    before, entries = read.evaluate(top), scout.page.locator(".log a").count()
    battle.act("b", "first", first="b")
    expect(scout.page.locator(".log a")).to_have_count(entries + 1)
    assert abs(read.evaluate(top) - before) < 1


def test_dice_of_the_program_move_no_key(scout: Hands) -> None:
    """The result keeps the room of the most dice, also where it has two lines; Throw is at the foot of the screen."""
    for _ in each_size(scout.page, ((390, 844), (320, 640))):
        scout.open("/dice")
        before = boxes(scout.page, ".throws :is(.key, .button)")
        assert min(side for _, _, *sides in before.values() for side in sides) >= 48
        for count in (5, 24, 3):
            scout.page.locator(f"[name=count][value='{count}']").check()
            scout.page.locator("[name=counted][value=upto-9]").check()
            scout.press("Throw")
            expect(scout.page.locator(".tray li")).to_have_count(count)
            scout.page.evaluate("scrollTo(0, 0)")
            assert boxes(scout.page, ".throws :is(.key, .button)") == before
