"""The QR codes of printed cards, scanned by the four kinds of phone: at the table, keeping the list, and any other."""

import io
from urllib.parse import urlsplit

import pytest
import zxingcpp
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from companion.play.armies.kept import Kept
from companion.web import print_kits, print_subjects
from companion.web.services import Services
from tests.printables.kits import LARGE, SMALL
from tests.web.phones import Sitting
from tests.web.test_print import Dialogue, kept

pytestmark = pytest.mark.paper


def scan(client: FlaskClient, listed: Kept, pieces: tuple[str, ...]) -> dict[str, str]:
    """Prints cards and reads the codes off the previews, as a camera does: path by the entry it names."""
    dialogue = Dialogue(client, f"/l/{listed.edit_token}/print")
    dialogue.choose(pieces=pieces, codes="on", sides="fronts")
    found = {}
    for png in dialogue.previews():
        picture = Image.open(io.BytesIO(client.get(f"{png}&width=1600").data)).convert("L")
        for code in zxingcpp.read_barcodes(picture):
            path = urlsplit(code.text).path
            assert len(code.text) <= 70
            found[path.split("/")[3].lower()] = path
    return found


def codes_of(app: Flask, listed: Kept) -> dict[str, str]:
    """What `scan` reads, reckoned by the app: path by entry."""
    services: Services = app.extensions["gunbai"]
    now = services.lists.by_id(listed.id)
    assert now is not None
    codes = print_kits.codes_of(now.army.without_bench)
    with app.test_request_context():
        home = urlsplit(print_subjects.card_address(listed.id)).path
    return {entry: f"{home}/{entry.upper()}/{code}" for entry, code in codes.items()}


@pytest.fixture
def at(app: Flask) -> Sitting:
    """Ana's phone keeps a list and sits at a table with Ben."""
    return Sitting(app)


@pytest.fixture
def listed(at: Sitting, app: Flask) -> Kept:
    return kept(at.ana.client, app, LARGE)


def bring(at: Sitting, listed: Kept, key: str = "bring-it-now-1") -> None:
    answer = at.ana.client.post(f"/t/{at.id}/bring", data={"seat": "a", "list": listed.id, "key": key})
    assert answer.status_code == 303, answer.text


def begin(at: Sitting) -> None:
    at.ben.act("muster", unit="yari-ashigaru")
    at.ben.act("enlist", character="daisho-ashigaru", piece="")
    at.ready()
    assert at.state.begun


def test_the_codes_of_a_list_name_every_card(at: Sitting, listed: Kept) -> None:
    found = scan(at.ana.client, listed, ("troop-cards", "character-cards", "army-sheet"))
    assert found == {entry: path for entry, path in codes_of(at.app, listed).items() if entry in found}
    assert found.keys() >= {"u1", "u2", "u8", "c3", "c5", "-"}
    assert all(path.startswith("/Q/") and path == path.upper() for path in found.values())


def test_the_phone_that_keeps_the_list_comes_to_its_builder(at: Sitting, listed: Kept) -> None:
    codes = codes_of(at.app, listed)
    answer = at.ana.client.get(codes["u4"])
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/l/{listed.edit_token}#e-u4")
    assert 'id="e-u4"' in at.ana.client.get(f"/l/{listed.edit_token}").text
    assert at.ana.client.get(codes["u4"].lower()).headers["Location"] == answer.headers["Location"]
    assert at.ana.client.get(codes["-"]).headers["Location"] == f"/l/{listed.edit_token}"


def test_any_other_phone_reads_the_cards_own_unit_and_no_other(app: Flask, at: Sitting, listed: Kept) -> None:
    """A card of who may hide names nobody: that he is there at all is learned when he is revealed (5:1:13)."""
    codes = codes_of(at.app, listed)
    for phone in (at.ben.client, app.test_client()):
        page = phone.get(codes["u4"])
        assert page.status_code == 200
        assert 'class="entry marked" id="e-u4"' in page.text
        assert "Red riders of the Kai province" in page.text
        for other in ("First", "Katana Samurai", "Miyamoto", "Tsukahara Bokuden", "Baba", "koku"):
            assert other not in page.text, "a card shows its own unit"
        assert listed.edit_token not in page.text
        assert listed.share_token not in page.text, "whoever saw a card once has no link to the list for good"
        assert "Tsukahara Bokuden" in phone.get(codes["c4"]).text
        assert "icon-general" not in phone.get(codes["c3"]).text, "who leads is not told by a card"
        for card in ("c5", "c6", "-"):
            shown = phone.get(codes[card])
            assert shown.status_code == 200
            assert "says nothing to others" in shown.text
            for name in ("Spy", "Shinobi", "服部半蔵", "First", "kamari", "vanguard", "hide"):
                assert name not in shown.text


def test_without_the_cards_code_nothing_is_told(app: Flask, at: Sitting, listed: Kept) -> None:
    """Whoever saw one card knows the address of all others but for their codes; tries are counted."""
    path = codes_of(at.app, listed)["u4"]
    short = path.split("/")[2]
    stranger = app.test_client()
    tried = [f"/Q/{short}/{entry}/2222" for entry in ("U1", "C4", "C5", "C99")]
    told = {stranger.get(one).text.replace(one, "PATH") for one in tried}
    assert len(told) == 1, "no entry can be told from none"
    assert "says nothing to others" in told.pop()
    assert stranger.get(path).status_code == 200
    tries = [stranger.get(f"/Q/{short}/U1/{code}") for code in range(2222, 2290)]
    assert tries[-1].status_code == 429
    assert "Yours is checked in" in tries[-1].text
    assert tries[-1].headers["Refresh"] == tries[-1].headers["Retry-After"]


def test_who_guesses_keeps_no_card_of_another_list_waiting(app: Flask, at: Sitting, listed: Kept) -> None:
    path = codes_of(at.app, listed)["u4"]
    services: Services = app.extensions["gunbai"]
    services.clock = lambda: 1000.0
    guesser = app.test_client()
    for _ in range(70):
        guesser.post("/join", data={"words": "comb comet comic"})
    other = kept(at.ben.client, app, SMALL)
    elsewhere = codes_of(app, other)["u1"]
    tries = [guesser.get(f"{elsewhere[:-4]}{code}").status_code for code in range(2222, 2290)]
    assert tries[-1] == 429
    for _ in range(30):
        assert "Red riders" in app.test_client().get(path).text


def test_the_owner_opens_or_shuts_a_list_for_all_its_cards(app: Flask, at: Sitting, listed: Kept) -> None:
    codes = codes_of(at.app, listed)
    stranger = app.test_client()

    def choose(to: str) -> int:
        form = {"to": to, "key": f"shown-key-{to}"}
        return at.ana.client.post(f"/l/{listed.edit_token}/shown", data=form).status_code

    assert choose("open") == 303
    page = stranger.get(codes["u4"]).text
    assert "服部半蔵" in page
    assert "starts in First" in page
    assert choose("nothing") == 303
    assert "still face down" in stranger.get(codes["u4"]).text
    assert "still face down" in stranger.get(f"/s/{listed.share_token}").text
    assert "still face down" in stranger.post(f"/s/{listed.share_token}/keep").text
    assert choose("opponent") == 303
    assert "Red riders" in stranger.get(codes["u4"]).text
    assert choose("everybody") == 422


def test_at_the_table_it_opens_the_piece(at: Sitting, listed: Kept) -> None:
    codes = codes_of(at.app, listed)
    bring(at, listed)
    pieces = {piece.name or piece.unit: piece.id for piece in at.state.of("a")}
    riders, samurai = pieces["Red riders of the Kai province"], pieces["katana-samurai"]
    assert at.ana.client.get(codes["u4"]).headers["Location"] == f"/t/{at.id}#p-{riders}"
    assert f'id="p-{riders}"' in at.ana.get().text
    begin(at)
    assert at.ana.client.get(codes["u2"]).headers["Location"] == f"/t/{at.id}/forces#p-{samurai}"
    assert f'id="p-{samurai}"' in at.ana.get("/forces").text


def test_face_down_until_both_are_ready(app: Flask, at: Sitting, listed: Kept) -> None:
    """The link is as shut as the cards, and the other seat learns nothing of what was brought; a Spy who was revealed
    has a card like any other.
    """
    codes, link = codes_of(at.app, listed), f"/s/{listed.share_token}"
    others = (at.ben.client, at.watcher.client, app.test_client())
    assert all("Red riders" in phone.get(link).text for phone in others)
    bring(at, listed)
    for phone in others:
        for address in (codes["u4"], link):
            page = phone.get(address)
            assert page.status_code == 200
            assert "still face down" in page.text
            for secret in ("Red riders", "Kiba", "Takeda", "buke", "e-u4", listed.edit_token, listed.share_token):
                assert secret.lower() not in page.text.replace(link, "").lower()
    for page in ("", "/log", "/forces", "/more"):
        shown = at.ben.get(page).text
        for secret in (listed.id, listed.edit_token, listed.share_token, "vanguard", "Red riders", "card=old"):
            assert secret not in shown
    assert "face down at a table" in at.ana.client.get(f"/l/{listed.edit_token}/share").text
    begin(at)
    for phone in others:
        assert "Red riders" in phone.get(codes["u4"]).text
        assert "Red riders" in phone.get(link).text
        assert "Spy" not in phone.get(codes["c5"]).text
    at.ana.act("reveal", hero="ax-spy")
    shown = at.ben.client.get(codes["c5"]).text
    assert "Spy" in shown
    assert "First" not in shown
    assert "says nothing to others" in at.ben.client.get(codes["c6"]).text


def test_a_piece_that_is_another_unit_is_not_marked(at: Sitting, listed: Kept, app: Flask) -> None:
    """The list was brought and taken back, and an army made by hand: its pieces have the same numbers. Then an army of
    another list takes the place of this one.
    """
    codes = codes_of(at.app, listed)
    bring(at, listed)
    assert at.ana.client.post(f"/t/{at.id}/undo", data={"key": "undo-it-now-1"}).status_code == 303
    at.ana.act("muster", unit="katana-samurai")
    assert at.ana.client.get(codes["u1"]).headers["Location"] == f"/t/{at.id}"
    bring(at, kept(at.ana.client, app, SMALL), "bring-it-now-2")
    assert at.ana.client.get(codes["u4"]).headers["Location"].startswith(f"/l/{listed.edit_token}")
    assert "Red riders" in at.ben.client.get(codes["u4"]).text, "no longer at any table"


def test_a_card_of_an_older_list_says_so(at: Sitting, listed: Kept, app: Flask) -> None:
    codes = codes_of(at.app, listed)
    services: Services = app.extensions["gunbai"]
    services.lists.edit(listed.id, "other", "size", {"id": "u4", "by": "-1"}, "a-key-of-its-own")
    for card, old in (("u4", True), ("u2", False)):
        led = at.ana.client.get(codes[card]).headers["Location"]
        assert ("card=old" in led) == old
        assert ("printed from an older list" in at.ana.client.get(led).text) == old
        assert ("printed from an older list" in at.ben.client.get(codes[card]).text) == old
    bring(at, listed)
    led = at.ana.client.get(codes["u4"]).headers["Location"]
    assert "card=old" in led
    assert "printed from an older list" in at.ana.client.get(led).text
    again = codes_of(at.app, listed)
    assert "card=old" not in at.ana.client.get(again["u4"]).headers["Location"]


def test_what_is_remembered_goes_with_its_list_and_its_table(at: Sitting, listed: Kept, app: Flask) -> None:
    services: Services = app.extensions["gunbai"]
    codes = codes_of(at.app, listed)
    at.ana.client.get(f"/l/{listed.edit_token}/print/kit.pdf")
    bring(at, listed)
    assert at.ana.post("/delete").status_code == 303
    assert services.brought.places(listed.id) == ()
    assert at.ana.client.get(codes["u1"]).headers["Location"].startswith("/l/")
    services.lists.to_bin(listed.id, "other", "a-key-of-its-own")
    services.lists.destroy(listed.id)
    assert services.lists.by_id(listed.id) is None
    assert at.ana.client.get(codes["u1"]).status_code == 404


def test_cards_of_a_list_in_the_bin_or_of_none_tell_nothing_and_keep_nobody_waiting(
    at: Sitting, listed: Kept, app: Flask
) -> None:
    codes = codes_of(at.app, listed)
    services: Services = app.extensions["gunbai"]
    services.lists.to_bin(listed.id, "other", "a-key-of-its-own")
    stranger = app.test_client()
    assert stranger.get(codes["u1"]).status_code == 404
    for wrong in ("AAAA", "ABCDEFGHIJKLMNO", "%F0%9F%8E%B4", "8" * 15, "A" * 500):
        assert stranger.get(f"/Q/{wrong}/U1").status_code == 404
    tries = [stranger.get("/Q/ABCDEFGHIJKLMNO/U1/2222").status_code for _ in range(12)]
    assert set(tries) == {404}
    services.lists.restore(listed.id, "other", "a-key-of-its-own-2")
