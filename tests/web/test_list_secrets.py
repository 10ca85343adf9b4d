"""Secrets planted in an army list are looked for in every way it goes out: page, link, card codes, paper, text, JSON.

Two lists that differ in nothing but secrets must go out byte for byte alike, so that a leak shows in whatever form it
comes, named, counted or left out.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import zxingcpp
from flask import Flask

from companion.content import catalog
from companion.play.armies import link
from companion.play.armies.kept import Kept
from companion.rules.kensei.army import Army, judge
from companion.rules.text import Refusal
from companion.web.services import Services
from printables.drawing import raster
from printables.kit import print_kit
from printables.options import Options
from printables.printed import Kit
from printables.reading import army_to_print
from tests.rules.kensei.army.lists import army, doc, hero, unit
from tests.web.phones import Sitting
from tests.web.test_print import kept
from tests.web.test_scanned import codes_of

OPEN: tuple[dict[str, Any], ...] = (
    {**unit("yari-ashigaru", 8), "standard_bearer": True, "name": "First"},
    unit("katana-samurai", 5),
    unit("katana-samurai", 6),
    unit("ishitsubute-ashigaru"),
    unit("yumi-samurai", 5),
)
LEADERS = (
    hero("taisho-kuge", weapon="katana", name="Baba"),
    hero("busho-kuge", weapon="katana"),
    hero("daisho-samurai"),
)
PLANTED = (
    "Spy", "Geisha", "Shinobi", "Ninja", "Hanzo", "Okiku", "mitsumono", "Mitsumono", "banzai", "Banzai", "Clandestine",
    "clandestine-practices", "mill", "Kiba", "kiba-musha", "starts in", "front 4", '"front": 4', "e-c4", "130 koku",
)  # fmt: skip
"""What differs, by every name it may go by."""


PUBLIC = ("u1", "u2", "u3", "u4", "u5")
"""The cards of what lies open."""


def one() -> dict[str, Any]:
    """A Spy and a Shinobi in units, Ninjas, two abilities, fronts, notes, and a unit on the bench."""
    units = [
        {**OPEN[0], "front": 4, "note": "behind the mill"},
        *OPEN[1:],
        unit("ninjas"),
        unit("kiba-musha", benched=True),
    ]
    leaders = [{**LEADERS[0], "joins": "u2"}, {**LEADERS[1], "joins": "u3", "note": "mill"}, LEADERS[2]]
    hidden = [hero("spy", joins="u1", name="Okiku"), hero("shinobi", kind="mitsumono", joins="u5", name="Hanzo")]
    abilities = ["banzai", "clandestine-practices"]
    return doc("kuge", 8, name="Same", units=units, characters=[*leaders, *hidden], taisho_abilities=abilities)


def other() -> dict[str, Any]:
    """A Geisha, and the general elsewhere."""
    leaders = [{**LEADERS[0], "joins": "u3"}, LEADERS[1], {**LEADERS[2], "joins": "u1"}]
    return doc("kuge", 8, name="Same", units=list(OPEN), characters=[*leaders, hero("geisha", joins="u2")])


@pytest.fixture
def two(app: Flask) -> tuple[Kept, Kept]:
    client = app.test_client()
    lists = kept(client, app, one()), kept(client, app, other())
    for each in lists:  # what differs is secret, not whether the list is legal
        assert judge(each.army, catalog()).problems == ()
    return lists


def plain(words: str, of: Kept) -> str:
    """Without what differs between any two lists."""
    words = re.sub(r"/Q/\w+/\w+/\w+", "CARD", words)
    for secret, name in ((of.edit_token, "EDIT"), (of.share_token, "SHARE"), (of.id, "LIST")):
        words = words.replace(secret, name)
    return re.sub(r'name="(key|seal)" value="[^"]*"', "", words)


def ways_out(app: Flask, of: Kept) -> Iterator[tuple[str, str]]:
    """Everything that goes out for an opponent, with where it is from."""
    owner, stranger = app.test_client(), app.test_client()
    yield "link", stranger.get(f"/s/{of.share_token}").text
    yield "wrong seal", stranger.get(f"/s/{of.share_token}/{'0' * 22}").text
    copied = stranger.post(f"/s/{of.share_token}/keep").headers["Location"].rpartition("/")[2]
    services: Services = app.extensions["gunbai"]
    copy = services.lists.by_edit(copied)
    assert copy is not None
    yield "copy", link.to_link(copy.army)
    for style in ("full", "short", "one-line"):
        yield f"text {style}", owner.get(f"/l/{of.edit_token}/army.txt?style={style}&for=opponent").text
    yield "json", owner.get(f"/l/{of.edit_token}/army.json?for=opponent").text
    yield "code", owner.get(f"/l/{of.edit_token}/qr-told.svg").text
    yield "paper", paper(of.army)


def paper(listed: Army) -> str:
    """The sheet for the opponent, as it is drawn; its codes besides."""
    drawn = army_to_print(listed)
    assert not isinstance(drawn, Refusal), drawn
    kit = print_kit(drawn, Options(pieces=("opponent-sheet",), base_url="http://10.0.0.2:8000/Q/ABC", dated=True))
    assert isinstance(kit, Kit)
    (file,) = kit.files
    assert not zxingcpp.read_barcodes(raster(file.data, 0, 1200))
    return file.name + file.data.hex()


def test_lists_that_differ_in_secrets_go_out_alike_and_no_planted_word_is_found(
    app: Flask, two: tuple[Kept, Kept]
) -> None:
    assert "Okiku" in app.test_client().get(f"/l/{two[0].edit_token}/army.txt").text, "the secret is planted"
    for (place, words), (same, others) in zip(*(ways_out(app, of) for of in two), strict=True):
        assert place == same
        for secret in PLANTED:
            assert secret not in words, (place, secret)
        assert plain(words, two[0]) == plain(others, two[1]), place


def test_cards_of_the_two_lists_tell_the_same(app: Flask) -> None:
    """Each public card its own unit, each secret one what a wrong code gets."""
    at = Sitting(app)
    told = []
    for document in (one(), other()):
        of = kept(at.ana.client, app, document)
        codes = codes_of(app, of)
        stranger = app.test_client()
        nowhere = codes["u1"].rpartition("/U1/")[0] + "/C99"
        nobody = stranger.get(nowhere).text.replace(nowhere, "CARD")
        public = {card: plain(stranger.get(codes[card]).text, of) for card in PUBLIC}
        told.append(public)
        for card in codes.keys() - public.keys() - {"c1", "c2", "c3"}:
            assert stranger.get(codes[card]).text.replace(codes[card], "CARD") == nobody, card
        for card, words in public.items():
            for secret in PLANTED:
                assert secret not in words, (card, secret)
    assert told[0] == told[1]


def test_what_is_told_reads_back_as_a_list(app: Flask, two: tuple[Kept, Kept]) -> None:
    owner = app.test_client()
    document = json.loads(owner.get(f"/l/{two[0].edit_token}/army.json?for=opponent").text)
    back = army(document)
    assert [(entry.unit, entry.miniatures) for entry in back.units] == [
        (entry["unit"], entry["miniatures"]) for entry in OPEN
    ]  # fmt: skip
    assert [entry.character for entry in back.characters] == ["taisho-kuge", "busho-kuge", "daisho-samurai"]
    assert owner.get(f"/l/{two[0].edit_token}/army.json?for=everybody").status_code == 404
