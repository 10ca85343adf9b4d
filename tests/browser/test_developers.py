"""A call of the rules API is tried on its page: its answer, refusals with their places, files, no network."""

import json
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.hands import Hands


def test_a_call_is_tried_and_answered_on_the_page(hands: Callable[[], Hands]) -> None:
    one = hands()
    one.open("/api#kensei_odds")
    call = one.page.locator("#kensei_odds")
    answer = call.locator(".api-answer")
    expect(answer).to_be_hidden()
    call.get_by_role("button", name="Send to /api/kensei/odds").tap()
    expect(answer).to_contain_text("200 application/json")
    assert round(json.loads(answer.locator("pre").inner_text())["mean_damage"], 2) == 8.76
    call.get_by_role("button", name="an attack").tap()
    assert json.loads(call.locator("textarea").input_value())["kind"] == "shot"
    one.phone.forgive("422")
    call.locator("textarea").fill('{"kind": "shot"}')
    call.get_by_role("button", name="Send to /api/kensei/odds").tap()
    expect(answer).to_contain_text("422 application/problem+json")
    expect(answer).to_contain_text('"path": "attacker"')
    expect(call.locator("textarea")).to_have_value('{"kind": "shot"}')
    one.page.evaluate("location.hash = 'zipang_setup'")
    setup = one.page.locator("#zipang_setup")
    setup.locator("[name=players]").fill("6")
    setup.get_by_role("button", name="Send to").tap()
    expect(setup.locator(".api-answer")).to_contain_text('"players": 6')
    one.page.evaluate("location.hash = 'kensei_print'")
    kit = one.page.locator("#kensei_print")
    kit.get_by_role("button", name="Send to").tap()
    file = kit.get_by_role("link", name="Save the file")
    expect(file).to_be_visible(timeout=60_000)
    with one.page.expect_download() as saved:
        file.tap()
    assert saved.value.path().read_bytes().startswith(b"%PDF")
    one.phone.forgive("ERR_INTERNET_DISCONNECTED")
    one.phone.context.set_offline(True)
    setup.get_by_role("button", name="Send to").tap()
    expect(setup.locator(".api-answer")).to_contain_text("No answer came")
    expect(setup.locator("[name=players]")).to_have_value("6")
