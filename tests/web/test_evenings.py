"""The pages of an evening that takes lists: what each link shows before and after all are opened, and bad input."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.play.armies.evenings import Evening, Evenings
from companion.web.services import Services
from tests.rules.kensei.army.lists import doc, hero, plain, unit
from tests.web.test_print import kept

LATER = (datetime.now(UTC) + timedelta(days=2)).strftime("%Y-%m-%dT%H:%M")
SECRET = ("Planted", "Okiku", "Hanzo", "Ninjas", "Spy", "Shinobi", "Kuge", "kuge", "chrysanthemum", "banzai", "mill")
"""What Ana's list says of itself, by every name it may go by."""
LEGALLY_HIDDEN = doc(
    "kuge", 3, name="Planted", clan="Hanzo", mon="kiku", taisho_abilities=[],
    units=[*plain("kuge", 3)["units"], {**unit("ninjas"), "note": "behind the mill", "name": "Hanzo's"}],
    characters=[hero("daisho-samurai"), hero("spy", joins="u1", name="Okiku")],
)  # fmt: skip


class Day:
    """An evening, its organizer, and two players with a list each."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        services: Services = app.extensions["gunbai"]
        self.evenings: Evenings = services.evenings
        self.host, self.ana, self.ben = (app.test_client() for _ in "hab")
        made = self.host.post("/evenings", data={"name": "Friday", "level": "3", "until": LATER, "key": "one-form"})
        assert made.status_code == 303, made.text
        self.url = made.headers["Location"]
        self.list = kept(self.ana, app, LEGALLY_HIDDEN)

    @property
    def evening(self) -> Evening:
        found = self.evenings.by_host(self.url.rpartition("/")[2])
        assert found is not None
        return found

    @property
    def link(self) -> str:
        return f"/e/{self.evening.token}"

    def send(self, client: FlaskClient | None = None, /, **form: str) -> Any:
        return (client or self.ana).post(f"{self.link}/send", data={"player": "Ana", "list": self.list.id, **form})

    def seen(self, client: FlaskClient, path: str = "") -> str:
        answer = client.get(path or self.link)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "no-store"
        return answer.text

    def entry(self) -> str:
        return self.evenings.sent(self.evening.id)[0].id


@pytest.fixture
def day(app: Flask) -> Day:
    return Day(app)


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.split("<main")[-1]).split())


def bare(page: str) -> str:
    """A page without what differs each time it is made."""
    return re.sub(r'value="[^"]*"|<time.*?</time>|\b\w{12}\b', "", page)


def test_a_list_is_sent_told_of_and_opened_to_all(day: Day) -> None:
    assert day.send().status_code == 303
    assert "Ana legal" in words(day.seen(day.ana))
    assert "1 list sent" in words(day.seen(day.host, day.url))
    assert "Ana legal" in words(day.seen(day.host, day.url))
    assert day.host.post(f"{day.url}/open").status_code == 303
    for client, path in ((day.host, day.url), (day.ben, day.link), (day.app.test_client(), day.link)):
        assert "Planted" in day.seen(client, path)
    page = words(day.seen(day.ben, f"{day.link}/{day.entry()}"))
    assert "Okiku" in page
    assert "Ninjas" in page
    assert "mill" not in page, "notes stay at home"


def test_before_that_nobody_reads_a_word_of_it(day: Day) -> None:
    """The organizer neither, nor by any address; refusals say nothing. But for whether it is legal, one list is to
    others as another.
    """
    empty = bare(day.seen(day.ben))
    day.send()
    for client, path in ((day.host, day.url), (day.host, day.link), (day.ben, day.link), (day.ben, "/evenings")):
        page = day.seen(client, path)
        assert not [secret for secret in SECRET if secret in page], path
        assert day.entry() not in page, "not even its address"
    assert bare(day.seen(day.ben)) == empty, "a player does not see who has sent one"
    for client in (day.ben, day.host):
        for address in (f"{day.link}/{day.entry()}", f"{day.link}/nothing"):
            answer = client.get(address)
            assert answer.status_code == 404
            assert not [secret for secret in SECRET if secret in answer.text]
    refused = day.ben.post(f"{day.link}/withdraw", data={"sent": day.entry()})
    assert refused.status_code == 303
    assert day.entry(), "another's list stays"
    before = bare(day.seen(day.host, day.url)), bare(day.seen(day.ben))
    other = kept(day.ana, day.app, plain("buke", 3, name="Open"))
    day.send(list=other.id)
    assert (bare(day.seen(day.host, day.url)), bare(day.seen(day.ben))) == before, "as one list as another"
    much = kept(day.ana, day.app, plain("buke", 3, name="Much", units=[unit("yari-samurai", 40)]))
    day.send(list=much.id)
    assert "Ana not legal" in words(day.seen(day.host, day.url))
    assert "koku;" not in words(day.seen(day.host, day.url)), "not what is wrong with it either"
    assert "level 3 allows" in words(day.seen(day.ana)), "who sent it reads that"


def test_the_two_links_lead_to_nothing_of_each_other(day: Day) -> None:
    own = day.evening.host_token
    for client in (day.ana, day.ben):
        assert own not in day.seen(client)
    for path in ("/open", "/until", "/delete"):
        assert day.ben.post(f"/evening/{day.evening.token}{path}", data={"until": LATER}).status_code == 404
    assert day.ben.get(f"/evening/{day.evening.token}").status_code == 404
    assert day.ben.get(f"/e/{own}").status_code == 404
    assert day.evening.opened_at is None
    assert own in day.seen(day.host, "/evenings"), "the phone that made it finds it again"
    assert own not in day.seen(day.ben, "/evenings")


def test_a_player_takes_his_list_back_or_pastes_another(day: Day) -> None:
    assert "Say who you are" in words(day.send(player=" ").text)
    answer = day.send(list="another's")
    assert (answer.status_code, "no longer keeps that list" in answer.text) == (422, True)
    assert day.send(day.ben).status_code == 422, "Ana's list is not Ben's to send"
    day.send()
    assert day.ana.post(f"{day.link}/withdraw", data={"sent": day.entry()}).status_code == 303
    assert "0 lists sent" in words(day.seen(day.host, day.url))
    pasted = (
        "Red spears [Buke, level 3]\n1. Yari Ashigaru × 7\n2. Katana Samurai × 5\n- Daisho Samurai, general, katana"
    )
    assert day.send(day.ben, player="Ben", list="", text=pasted).status_code == 303
    assert "Red spears" in day.seen(day.ben)
    refused = day.send(day.ben, player="Ben", list="", text="1. Yari Ashigaru × 7\n2. Dragons × 3")
    assert refused.status_code == 422
    assert "Dragons" in refused.text
    assert 'value="Ben"' in refused.text, "what was typed is kept"


def test_when_the_time_is_over_the_page_says_so_and_takes_nothing(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    day.send()
    after = day.evening.until + timedelta(minutes=1)
    services: Services = day.app.extensions["gunbai"]
    late = Evenings(services.store, now=lambda: after)
    monkeypatch.setattr(Services, "evenings", property(lambda _self: late))
    page = day.seen(day.ben)
    assert "Lists could be sent until" in words(page)
    assert 'name="player"' not in page
    refused = day.send(day.ben, text="x")
    assert refused.status_code == 422
    assert day.ana.post(f"{day.link}/withdraw", data={"sent": day.entry()}).status_code == 422
    assert "sent or withdrawn" not in words(day.seen(day.host, day.url)).split("Open all lists")[0]
    assert day.host.post(f"{day.url}/open").status_code == 303
    assert "Planted" in day.seen(day.ben)


def test_a_moment_is_the_phones_own(day: Day) -> None:
    """Minutes behind UTC, as the browser counts them: in Berlin in winter it is -60."""
    typed = (datetime.now(UTC) + timedelta(days=3)).replace(second=0, microsecond=0)
    for zone, hours in (("-60", -1), ("300", 5), ("0", 0), ("never", 0), ("", 0)):
        form = {"until": typed.strftime("%Y-%m-%dT%H:%M"), "zone": zone}
        assert day.host.post(f"{day.url}/until", data=form).status_code == 303
        assert day.evening.until == typed + timedelta(hours=hours)


def test_an_address_that_leads_nowhere_says_so(client: FlaskClient) -> None:
    for path in ("/e/nothing", "/evening/nothing", "/evening/nothing/link.svg", "/e/nothing/one"):
        answer = client.get(path)
        assert (answer.status_code, "There is no such evening" in words(answer.text)) == (404, True), path


def test_the_shelf_leads_to_it_and_it_is_deleted_with_its_lists(client: FlaskClient, day: Day) -> None:
    assert 'href="/evenings"' in client.get("/lists").text
    assert day.host.get(f"{day.url}/link.svg").mimetype == "image/svg+xml"
    again = day.host.post("/evenings", data={"name": "Friday", "level": "3", "until": LATER, "key": "one-form"})
    assert again.headers["Location"].endswith(day.evening.host_token), "a double tap makes one evening"
    link = day.link
    day.send()
    assert day.host.post(f"{day.url}/delete").status_code == 303
    for path in (link, day.url):
        assert day.host.get(path).status_code == 404
    assert day.ana.get(f"/l/{day.list.edit_token}").status_code == 200, "the player's own stays"
