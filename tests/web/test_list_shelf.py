"""The shelf of lists: favorites and tags of one phone, what they sort out, and that nobody else learns of them."""

import re
from base64 import b32encode, urlsafe_b64decode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.builder import Builder, filled
from tests.web.test_card_games import make


@pytest.fixture
def three(app: Flask, builder: Builder) -> tuple[Builder, Builder, Builder]:
    """Three lists of one phone, the last one made last."""
    second, third = Builder(builder.client, app), Builder(builder.client, app, "kuge", 1)
    for kind in ("yari-ashigaru", "yari-ashigaru", "kengo"):
        builder.did("add", unit=kind)
    for number, one in enumerate((builder, second, third)):
        one.did("head", name=f"List {number}")
    return builder, second, third


def mark(one: Builder, what: str, client: FlaskClient | None = None, **form: str) -> int:
    return (client or one.client).post(f"{one.url}/{what}", data=form).status_code


def order(client: FlaskClient, query: str = "") -> list[str]:
    """The lists on the shelf, top to bottom."""
    return re.findall(r'class="list-card" href="([^"]+)"', client.get(f"/lists{query}").text)


def test_favorites_stand_first_in_every_order(three: tuple[Builder, Builder, Builder]) -> None:
    first, second, third = three
    client = first.client
    assert order(client) == [third.url, second.url, first.url]
    assert mark(second, "favorite", on="true") == 303
    assert order(client) == [second.url, third.url, first.url]
    assert order(client, "?by=name") == [second.url, first.url, third.url]
    assert order(client, "?of=favorites") == [second.url]
    mark(second, "favorite", on="false")
    assert order(client) == [third.url, second.url, first.url]
    assert order(client, "?by=level")[0] == third.url
    assert client.get("/lists?by=luck").status_code == 404
    page = " ".join(client.get("/lists").text.split())
    assert "Which lists" not in page, "nothing is marked any more"
    assert "3 units (Yari Ashigaru, Kengo) ·" in page, "three units of two kinds, not five"


def test_tags_sort_out_lists(three: tuple[Builder, Builder, Builder]) -> None:
    first, _, third = three
    client = first.client
    answer = client.post(first.url + "/tag", data={"tag": " Sunday \n club ", "by": "name", "of": "favorites"})
    where = answer.headers["Location"]
    assert where == f"/lists?by=name&of=favorites&unfold={first.kept.id}#l-{first.kept.id}", "where the list lies"
    assert f'id="t-{first.kept.id}" open' in client.get("/lists?unfold=" + first.kept.id).text
    mark(third, "tag", tag="SUNDAY CLUB")
    mark(third, "tag", tag="Ōsaka & <more>")
    page = client.get("/lists").text
    assert "Tags: Sunday club, Ōsaka &amp; &lt;more&gt;" in page
    assert order(client, "?of=tag:Sunday+club&by=name") == [first.url, third.url]
    assert order(client, "?of=tag:%C5%8Csaka+%26+%3Cmore%3E") == [third.url]
    answer = client.post(first.url + "/tag", data={"off": "Sunday club"}, headers={"HX-Request": "true"})
    assert answer.text.count('class="kept"') == 1, "a tap is answered with the one list it marks"
    assert "List 0" in answer.text
    assert len(answer.data) < 6_000
    assert order(client, "?of=tag:Sunday+club") == [third.url]
    gone = client.get("/lists?of=tag:nowhere").text
    assert "No list here is a favorite." in gone
    assert ">All</a>" in gone


def test_a_tag_that_cannot_be_kept_is_said_where_it_was_typed(three: tuple[Builder, Builder, Builder]) -> None:
    first = three[0]
    for tag, words in (
        ("  ", "A tag is a word or two: type one, then tap “Add”."),
        ("x" * 25, "A tag has at most 24 letters: shorten it."),
    ):
        answer = first.client.post(first.url + "/tag", data={"tag": tag})
        assert answer.status_code == 422
        card = answer.text.split(f'id="l-{first.kept.id}"')[1].split("</li>\n</ul>")[0]
        assert words in card
        assert f'id="t-{first.kept.id}" open' in card
    for number in range(8):
        assert mark(first, "tag", tag=f"tag {number}") == 303
    assert "at most 8 tags: take one off first" in first.client.post(first.url + "/tag", data={"tag": "more"}).text
    assert mark(first, "tag", tag="TAG 3") == 303, "what it has already is none more"


def test_no_other_phone_learns_of_a_mark(app: Flask, builder: Builder) -> None:
    """Two phones keep one list by its private link; each has marks of its own."""
    filled(builder)
    seq = builder.kept.seq
    mark(builder, "tag", tag="weakling")
    mark(builder, "favorite", on="true")
    other = app.test_client()
    other.post(builder.url + "/keep", data={"key": builder.key()})
    shelf = other.get("/lists").text
    assert "Buke, level 3" in shelf
    assert "weakling" not in shelf
    assert 'aria-pressed="true"' not in shelf
    mark(builder, "tag", other, tag="mine")
    assert re.findall(r"Tags: (.*?)<", builder.client.get("/lists").text) == ["weakling"]
    assert builder.kept.seq == seq, "a mark is no edit: nobody's page changes, nothing can be undone"
    other.post(builder.url + "/forget")
    mark(builder, "favorite", other, on="true")
    assert "Tags: " not in other.get("/lists").text, "marks go with the list that is forgotten"


OUT = (
    "/l/{edit}/share", "/l/{edit}/share?for=opponent", "/l/{edit}/army.json", "/l/{edit}/army.txt",
    "/l/{edit}/qr-list.svg", "/l/{edit}/qr-told.svg", "/l/{edit}/print", "/l/{edit}/print/kit.pdf", "/s/{share}",
    "/q/{short}", "/q/{short}/u1", "/l/{edit}", "/l/{edit}/more", "/l/{edit}/check", "/l/{edit}/history",
    "/l/{edit}/suggest", "/l/{edit}/compare",
)  # fmt: skip
"""Everything that shows a list to somebody or takes it somewhere."""


def test_every_way_out_is_the_same_with_and_without_marks(app: Flask, builder: Builder) -> None:
    """And no table the list is brought to has one."""
    filled(builder)
    kept, partner, stranger = builder.kept, app.test_client(), app.test_client()
    mark(builder, "favorite", on="true")
    mark(builder, "favorite", partner, on="true")
    short = b32encode(urlsafe_b64decode(kept.id)).decode().rstrip("=")
    paths = [one.format(edit=kept.edit_token, share=kept.share_token, short=short) for one in OUT]

    def out() -> dict[tuple[int, str], bytes]:
        found = {}
        for who, client in enumerate((builder.client, partner, stranger)):
            for path in paths:
                answer = client.get(path)
                assert answer.status_code == 200 or (answer.status_code == 303 and client is not stranger), path
                found[who, path] = re.sub(rb'(name="key" value=)"[^"]*"', rb"\1", answer.data)
        return found

    out()  # the print dialogue remembers what was downloaded once
    before = out()
    mark(builder, "tag", tag="Weakling7")
    mark(builder, "favorite", on="false")
    after = out()
    assert [way for way in before if before[way] != after[way]] == []
    assert "Weakling7" not in repr(builder.kept)
    assert "Weakling7" in builder.client.get("/lists").text
    path = f"/t/{make(builder.client, 'kensei', level='3')}"
    done = builder.client.post(f"{path}/bring", data={"seat": "a", "list": kept.id, "key": builder.key()})
    assert done.status_code == 303
    for end in ("", "/forces", "/log", "/more", "/log.json", "/log.txt"):
        page = builder.client.get(path + end)
        assert page.status_code == 200, end
        assert "weakling7" not in page.text.casefold(), end
