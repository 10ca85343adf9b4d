"""The two doors to a kit besides the pages: the API call and the command."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from pypdf import PdfReader

from companion.cli import main
from printables.options import Printer
from tests.printables.kits import LARGE, SMALL, URL, kit, only


def test_the_api_answers_the_kit_itself(client: FlaskClient) -> None:
    answer = client.post("/api/kensei/print", json={"army": LARGE})
    assert (answer.status_code, answer.data) == (200, only(kit(LARGE))), "the army alone is enough"
    body = {"army": SMALL, "pieces": ["troop-cards", "markers"], "paper": "letter", "sides": "fold", "base_url": URL}
    answer = client.post("/api/kensei/print", json=body)
    assert (answer.status_code, answer.content_type) == (200, "application/pdf")
    assert answer.headers["Content-Disposition"].startswith("inline; filename=takeda-vanguard-")
    assert answer.data == only(
        kit(SMALL, pieces=("troop-cards", "markers"), paper="letter", sides="fold", base_url=URL)
    )


def test_pads_need_no_army_and_cards_do(client: FlaskClient) -> None:
    pads: list[str] = ["kenjin-pad", "reference"]
    answer = client.post("/api/kensei/print", json={"pieces": pads})
    assert (answer.status_code, answer.content_type) == (200, "application/pdf")
    for body in ({}, {"army": None, "pieces": [*pads, "army-sheet"]}):
        answer = client.post("/api/kensei/print", json=body)
        assert answer.status_code == 422
        (error,) = answer.get_json()["errors"]
        assert error["path"] == "army"
        assert "army-sheet" in error["message"]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"sides": "two-files"}, "sides"),
        ({"pieces": []}, "pieces"),
        ({"sides": {}}, "sides"),
        ({"players": "2"}, "players"),
        *(({"marker_mm": wrong}, "marker_mm") for wrong in (26, "26", None, {}, [])),
        ({"marker_counts": [{"marker": "arrow", "count": 1}]}, "marker_counts.0.marker"),
        ({"base_url": "ftp://x"}, "base_url"),
        ({"army": {**SMALL, "level": 11}}, "army.level"),
        ({"army": {**SMALL, "general": "c9"}}, "army.general"),
        ({"army": {**SMALL, "units": []}}, "army.characters.0.joins"),
        ({"army": {**SMALL, "units": [], "characters": [], "general": None}}, "army.units"),
        ({"army": {**SMALL, "units": [{**SMALL["units"][0], "front": 12}, *SMALL["units"][1:]]}}, "army.units.0.front"),
        ({"army": []}, "army"),
        ({"ink": True}, "ink"),
        ({"printer": {"bar_across": 50}}, "printer.bar_across"),
    ],
)
def test_wrong_requests_say_where_and_what(client: FlaskClient, change: dict[str, Any], path: str) -> None:
    answer = client.post("/api/kensei/print", json={"army": SMALL, **change})
    assert (answer.status_code, answer.content_type) == (422, "application/problem+json")
    assert path in [error["path"] for error in answer.get_json()["errors"]]


@pytest.fixture
def printing(tmp_path: Path) -> Callable[..., Path]:
    """Prints a list by the command, with these words after it: where the file is."""

    def printed(document: dict[str, Any], *words: str) -> Path:
        (tmp_path / "list.json").write_text(json.dumps(document))
        target = tmp_path / "kit.pdf"
        assert main(["print", str(tmp_path / "list.json"), "-o", str(target), *words]) == 0
        return target

    return printed


def test_the_command_prints_a_file(printing: Callable[..., Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert printing(SMALL).read_bytes() == only(kit(SMALL))
    assert "sheets of paper" in capsys.readouterr().out


def test_the_command_writes_two_files_for_hand_feeding(printing: Callable[..., Path]) -> None:
    target = printing(LARGE, "--sides", "two-files")
    counts = [len(PdfReader(target.with_name(f"kit-{part}.pdf")).pages) for part in ("fronts", "backs")]
    assert counts[0] == counts[1] > 1
    assert not target.exists()


def test_the_command_counts_markers_and_corrects_the_printer(printing: Callable[..., Path]) -> None:
    measured = ["--bar-across", "98.5", "--bar-down", "101", "--back-right", "1.5", "--back-down", "-0.5"]
    target = printing(SMALL, "--pieces", "markers", "--markers", "charge=2, shot=1", *measured)
    printer = Printer("", 98.5, 101, 1.5, -0.5)
    counts = {"charge": 2, "shot": 1}
    assert target.read_bytes() == only(kit(SMALL, pieces=("markers",), marker_counts=counts, printer=printer))


def test_the_command_prints_only_what_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed, target, known = tmp_path / "list.json", tmp_path / "kit.pdf", tmp_path / "printed.json"
    given = ["print", str(listed), "-o", str(target), "--pieces", "troop-cards", "--known", str(known)]
    listed.write_text(json.dumps(SMALL))
    assert main(given) == 0
    assert main(given) == 1
    assert "nothing has changed" in capsys.readouterr().err
    changed = [{**SMALL["units"][0], "name": "Renamed"}, *SMALL["units"][1:]]
    listed.write_text(json.dumps({**SMALL, "units": changed}))
    assert main(given) == 0
    text = PdfReader(target).pages[0].extract_text()
    assert ("Renamed" in text, "Katana Samurai" in text) == (True, False)
    known.write_text("[1]")
    assert main(given) == 1
    assert "printed.json" in capsys.readouterr().err


def test_pads_need_no_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "pads.pdf"
    assert main(["print", "--pieces", "kenjin-pad,tenno-pad,zipang-pad", "--sides", "fronts", "-o", str(target)]) == 0
    assert len(PdfReader(io.BytesIO(target.read_bytes())).pages) == 3
    assert main(["print", "--pieces", "tenno-pad", "--sides", "fronts", "-o", str(target)]) == 0
    assert "\n1 sheet of paper, " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "arguments", "words"),
    [
        ("{", [], "list.json"),
        (None, [], "list.json"),
        (json.dumps({**SMALL, "level": 12}), [], "level"),
        (json.dumps(SMALL), ["--pieces", "cards"], "troop-cards"),
        (json.dumps(SMALL), ["--base-url", "nowhere"], "web address"),
        (json.dumps(SMALL), ["-o", "/nowhere/kit.pdf"], "Cannot save"),
        (json.dumps(SMALL), ["--markers", "charge"], "charge=6,shot=4"),
        (json.dumps(SMALL), ["--markers", "arrow=3"], "march-run"),
        (json.dumps(SMALL), ["--bar-across", "60"], "95 to 105"),
    ],
)
def test_the_command_says_what_is_wrong(
    content: str | None, arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is not None:
        (tmp_path / "list.json").write_text(content)
    assert main(["print", str(tmp_path / "list.json"), *arguments]) == 1
    assert words in capsys.readouterr().err
