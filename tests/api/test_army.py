"""POST /api/kensei/army: the shapes of the answer, every kind of fix, the ladder, and what is refused (chapter 12)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api import examples
from tests.api.conftest import ErrorsOf, Post
from tests.rules.kensei.army.lists import Doc, doc, hero, plain, unit

DOCUMENTED = {
    "format": "gunbai-army", "version": 1, "name": "Takeda vanguard", "clan": "Takeda", "mon": "…", "path": "buke",
    "level": 3, "koku_limit": None,
    "units": [{"id": "u1", "unit": "yari-ashigaru", "miniatures": 7, "standard_bearer": True, "front": 4,
               "name": "First spears"}],
    "characters": [{"id": "c1", "character": "busho-buke", "weapon": "katana", "mounted": False, "joins": None,
                    "kind": None, "name": "Baba"}],
    "general": "c1", "taisho_abilities": ["banzai"],
}  # fmt: skip


def verdict(post: Post, document: Doc) -> Any:
    reply = post("army", document)
    assert (reply.status, reply.type) == (200, "application/json"), reply.body
    return reply.body


def test_the_documented_document(post: Post) -> None:
    body = verdict(post, DOCUMENTED)
    assert body["koku"] == {"spent": 130, "allowed": 1200}
    assert body["vp"] == {"spent": 200, "allowed": 650}
    basic = {"limit": "basic-units", "have": 1, "least": 2, "most": None, "rule": "12:3", "from": ["u1"]}
    assert basic in body["limits"]
    assert body["legal"] is False
    assert body["problems"] == [{
        "code": "too-few-basic", "message": "Basic units: 1; level 3 asks for at least 2.", "rule": "12:3",
        "level": 3, "about": ["u1"], "have": 1, "allowed": 2, "fix": None, "fixes": [],
    }]  # fmt: skip
    assert body["levels"] == {str(level): False for level in range(1, 11)}


def test_a_legal_list(post: Post) -> None:
    body = verdict(post, examples.ARMY)
    assert (body["legal"], body["problems"]) == (True, [])
    assert body["levels"] == {str(level): level <= 3 for level in range(1, 11)}
    assert body["blocked_by"].keys() == {str(level) for level in range(4, 11)}
    assert body["blocked_by"]["4"] == ["too-few-basic"]


def test_the_example_with_problems_shows_every_kind_of_fix(post: Post) -> None:
    problems = {problem["code"]: problem for problem in verdict(post, examples.ARMY_WITH_PROBLEMS)["problems"]}
    assert problems["unit-too-large"]["fix"] == {"set": {"id": "u1", "miniatures": 5}}
    assert problems["wrong-path"]["fix"] == {"remove": "u2"}
    assert problems["mount-choice"]["fix"] == {"set": {"id": "c1", "mounted": False}}
    assert problems["joins-mounted"]["fix"] == {"set": {"id": "c1", "joins": None}}
    assert problems["bad-general"]["fix"] == {"set": {"general": None}}
    assert problems["no-general"]["fix"] is None


def test_several_acts_are_listed_and_none_of_them_is_the_fix(post: Post) -> None:
    body = verdict(post, plain(level=1, units=[unit("yari-samurai")] * 3))
    (many,) = (problem for problem in body["problems"] if problem["code"] == "too-many-special")
    assert many["fix"] is None
    assert many["fixes"] == [{"remove": "u5"}, {"remove": "u4"}]
    body = verdict(post, plain(characters=[hero("busho-buke")], taisho_abilities=["banzai", "bushido-law"]))
    assert body["problems"][0]["fix"] == {"set": {"taisho_abilities": ["banzai"]}}


def test_only_the_required_fields(post: Post) -> None:
    bare = {"format": "gunbai-army", "version": 1, "path": "kuge", "level": 1, "units": [], "characters": []}
    body = verdict(post, bare)
    assert {problem["code"] for problem in body["problems"]} == {"too-few-basic", "no-general"}
    named = {"units": [{"unit": "teppotai", "miniatures": 5}], "characters": [{"character": "spy"}]}
    body = verdict(post, {**bare, **named})
    assert body["koku"]["spent"] == 125
    assert body["limits"][1]["from"] == ["c1"]


def test_advice_goes_to_the_hints(post: Post) -> None:
    body = verdict(post, plain(level=1, characters=[hero("shinobi")]))
    unchosen = next(hint for hint in body["hints"] if hint["code"] == "kind-unchosen")
    assert unchosen == {**unchosen, "rule": "12:6:3", "about": ["c2"]}
    assert {hint["code"] for hint in body["hints"]} == {"kind-unchosen", "koku-unspent", "vp-unspent"}
    assert body["legal"]


# ---- what is refused


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"version": 2}, {"version": "version 1 is read here"}),
        ({"path": "ronin"}, {"path": "one of"}),
        ({"level": 11}, {"level": "from 1 to 10"}),
        ({"koku_limit": 3999}, {"koku_limit": "from 4000 to 100000"}),
        ({"unit": []}, {"unit": "Unknown field; known here: units"}),
        ({"units": [{"unit": "kengo"}]}, {"units.0.miniatures": "Missing; give a whole number from 0 to 200"}),
        ({"units": [{"unit": "kengos", "miniatures": 1}]}, {"units.0.unit": "one of kengo"}),
        ({"units": [{"unit": "kengo", "miniatures": 1, "id": "a b"}]}, {"units.0.id": "each of [A-Za-z0-9_.:-]"}),
        ({"name": "a" * 61}, {"name": "at most 60 characters"}),
        ({"general": "c7"}, {"general": "There is no character"}),
        ({"characters": [{"character": "spy", "joins": "u7"}]}, {"characters.0.joins": "no unit"}),
        ({"characters": [{"character": "spy", "id": "u1"}], "general": None}, {"characters.0.id": "taken"}),
        (
            {"level": "x", "general": "c7", "taisho_abilities": ["x"]},
            {"level": "whole number", "general": "no character", "taisho_abilities.0": "one of"},
        ),
    ],
)
def test_bad_documents_are_refused_with_every_error(errors_of: ErrorsOf, change: Doc, told: dict[str, str]) -> None:
    said = errors_of("army", {**DOCUMENTED, **change})
    assert said.keys() == told.keys()
    for path, words in told.items():
        assert words in said[path]


def test_required_fields(errors_of: ErrorsOf) -> None:
    said = errors_of("army", {"format": "gunbai-army"})
    assert said.keys() == {"path", "level", "units"}
    assert all(words.startswith("Missing; give") for words in said.values())


@pytest.mark.parametrize("missing", [("format",), ("version",), ("characters",), ("format", "version", "characters")])
def test_what_can_be_one_thing_only_may_be_left_out(post: Post, missing: tuple[str, ...]) -> None:
    document = {**doc(), "characters": []}
    short = {name: value for name, value in document.items() if name not in missing}
    assert post("army", short) == post("army", document)
    assert post("army", short).status == 200
