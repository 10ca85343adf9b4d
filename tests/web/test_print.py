"""The print dialogue: what it offers where, says, remembers, previews and hands over; and to whom it does not."""

import io
import json
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import pdfplumber
import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from pypdf import PdfReader

from companion.play.armies.kept import Kept
from companion.web.security import COOKIE
from companion.web.services import Services
from printables.drawing import raster
from printables.press import PRESS
from tests.printables.kits import LARGE, SMALL, words
from tests.printables.test_codes import scanned
from tests.printables.test_press import full

pytestmark = pytest.mark.paper

MM = 72 / 25.4


class Dialogue:
    """The dialogue of one address on one phone."""

    def __init__(self, client: FlaskClient, path: str) -> None:
        self.client = client
        self.path = path

    def open(self) -> str:
        answer = self.client.get(self.path)
        assert answer.status_code == 200, answer.text
        assert answer.headers["Cache-Control"] == "no-store"
        return answer.text

    def post(self, htmx: bool = False, **form: Any) -> Any:
        """A form as the page sends it: every flag asked for, only the chosen ones on."""
        fields = {name: list(value) if isinstance(value, tuple) else value for name, value in form.items()}
        data = {"asks": ["bleed", "codes", "sealed", "changed"], **fields}
        return self.client.post(self.path, data=data, headers={"HX-Request": "true"} if htmx else {})

    def choose(self, **form: Any) -> str:
        answer = self.post(**form)
        assert answer.status_code == 303, answer.text
        return self.open()

    def previews(self) -> list[str]:
        """The address of every page of the preview, as the page names them."""
        found = re.findall(rf'<img\s+src="({re.escape(self.path)}/page-\d+\.png\?[^"]+)"', self.open())
        return [one.replace("&amp;", "&") for one in found]

    def pages(self) -> list[bytes]:
        """Every page of the preview."""
        answers = [self.client.get(one) for one in self.previews()]
        assert all((one.status_code, one.content_type) == (200, "image/png") for one in answers)
        return [one.data for one in answers]

    def files(self) -> list[tuple[str, bytes]]:
        """The files as the page's buttons load them."""
        found = re.findall(r'href="([^"]+\.pdf\?[^"]+)" download', self.open())
        answers = [self.client.get(one) for one in found]
        assert all(one.content_type == "application/pdf" for one in answers)
        assert all(one.headers["Cache-Control"] == "no-store" for one in answers)
        return [(one.headers["Content-Disposition"], one.data) for one in answers]


def kept(client: FlaskClient, app: Flask, document: dict[str, Any] = SMALL) -> Kept:
    """A list of this phone."""
    answer = client.post("/lists/open", data={"text": json.dumps(document), "anyway": "yes"})
    assert answer.status_code == 303, answer.text
    services: Services = app.extensions["gunbai"]
    found = services.lists.by_edit(answer.headers["Location"].rpartition("/")[2])
    assert found is not None
    return found


def rename(app: Flask, listed: Kept) -> None:
    """Another phone gives a unit of the list another name."""
    services: Services = app.extensions["gunbai"]
    services.lists.edit(listed.id, "other", "name", {"id": "u1", "name": "Renamed"}, "a-key-of-its-own")


def words_of(data: bytes) -> str:
    """What all pages of a file say."""
    return "".join(words(data, number) for number in range(len(PdfReader(io.BytesIO(data)).pages)))


@pytest.fixture
def listed(client: FlaskClient, app: Flask) -> Kept:
    return kept(client, app)


@pytest.fixture
def dialogue(client: FlaskClient, listed: Kept) -> Dialogue:
    return Dialogue(client, f"/l/{listed.edit_token}/print")


CARDS = ("troop-cards", "character-cards")


# ---- what is offered and said


def test_every_piece_of_a_list_is_offered_and_every_way_of_paper(dialogue: Dialogue) -> None:
    page = dialogue.open()
    for words_ in ("Deployment cards", "Character cards", "Markers", "Army sheet", "For the opponent",
                   "Quick reference", "Battle sheet", "A4", "Letter", "Either", "long edge", "short edge", "Fold over",
                   "Two files", "Fronts only", "Fewest sheets", "Grey", "Saver", "30 mm", "round", "Bleed", "QR codes",
                   "Sealed",
                   "Blank cards", "Head hunt", "Measure a printer", "spares"):  # fmt: skip
        assert words_ in page, words_
    assert "Only what changed" not in page, "nothing has been printed yet"


def test_it_says_sheets_sizes_ink_and_the_size_of_the_file(dialogue: Dialogue) -> None:
    page = dialogue.choose(pieces=CARDS, codes="on")
    assert re.search(r"<h2>\s*2 sheets\s*<small>4 pages|<h2>\s*1 sheet\s*<small>2 pages", page)
    assert "Spears, 125 × 25 mm" in page
    assert "Sanada, 44 × 68 mm" in page
    assert re.search(r"<dt>Ink</dt>\s*<dd>\s*[\d.]+ %", page)
    ((_, data),) = dialogue.files()
    assert f"<dd>{round(len(data) / 1024)} KB" in page


def test_notes_of_the_kit_are_told_before_the_file_is_saved(client: FlaskClient, app: Flask) -> None:
    """A card larger than the paper, what is replaced in a name, and why nothing can be drawn."""
    spears, *others = SMALL["units"]
    wide = {**SMALL, "units": [{**spears, "miniatures": 24, "front": 12}], "characters": [], "general": None}
    assert "larger than the paper: 2 parts" in dialogue_of(client, app, wide).choose(pieces=("troop-cards",))
    mine = dialogue_of(client, app, {**SMALL, "units": [{**spears, "name": "סבא 🏯"}, *others]})
    page = mine.choose(pieces=("troop-cards",))
    said = page.index("no font here has 4 of its signs")
    assert page.index("“סבא 🏯”") < said < page.index("Save the PDF")
    assert "no font here" not in mine.choose(pieces=("reference",))
    empty = {**SMALL, "units": [], "characters": [], "general": None, "taisho_abilities": []}
    mine = dialogue_of(client, app, empty)
    mine.choose(pieces=("troop-cards",))
    assert "Nothing to print: the list has no units and no characters" in mine.open()
    assert "2 pages" in mine.choose(pieces=("reference",)), "what needs no army is printed all the same"


def dialogue_of(client: FlaskClient, app: Flask, document: dict[str, Any]) -> Dialogue:
    return Dialogue(client, f"/l/{kept(client, app, document).edit_token}/print")


def test_the_fewest_sheets_are_offered_and_can_be_refused(client: FlaskClient, app: Flask) -> None:
    mine, found = dialogue_of(client, app, {**LARGE, "units": LARGE["units"][:6]}), []
    cut = ["troop-cards", "character-cards", "markers"]
    for chosen in ({"fewest": "on"}, {}):
        answer = client.post(mine.path, data={"asks": "fewest", "pieces": cut, "sides": "fronts", **chosen})
        assert answer.status_code == 303
        page = mine.open()
        assert ('name="fewest" value="on" checked' in page) == bool(chosen)
        found += re.findall(r"<h2>\s*(\d+) sheets", page)
    assert found == ["3", "4"]


# ---- previews and files


@pytest.mark.parametrize("sides", ["short-edge", "fold"])
def test_every_page_is_shown_backs_included(dialogue: Dialogue, sides: str) -> None:
    dialogue.choose(pieces=(*CARDS, "markers", "reference"), sides=sides)
    ((_, data),) = dialogue.files()
    pages, shown = PdfReader(io.BytesIO(data)).pages, dialogue.pages()
    page = dialogue.open()
    assert len(shown) == len(pages) - page.count('class="print-empty"')
    for one in shown:
        picture = Image.open(io.BytesIO(one)).convert("L")
        assert picture.width == 800
        low, high = picture.getextrema()
        assert low < 140 < 250 < high, "ink on white paper"
    assert ("Sheet 1, back" in page) == (sides == "short-edge")
    large = dialogue.client.get(f"{dialogue.path}/page-0.png?width=1600")
    assert Image.open(io.BytesIO(large.data)).width == 1600, "a closer look"
    for wrong in ("page-0.png?width=90000", "page-99.png", "page-0.png?kit=0123456789abcdef"):
        assert dialogue.client.get(f"{dialogue.path}/{wrong}").status_code == 404


def test_a_page_gets_all_its_previews_at_once(client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser of a wide screen asks for every page of a large kit together, where the proxy lets it."""
    monkeypatch.setattr("companion.worker.TURN_SECONDS", 600.0)  # however slow the machine is
    mine, cookie = dialogue_of(client, app, LARGE), client.get_cookie(COOKIE)
    assert cookie is not None
    every = ("troop-cards", "character-cards", "markers", "army-sheet", "reference", "table-sheet", "battle-sheet")
    mine.choose(pieces=every, blanks="40")
    previews = mine.previews()
    assert len(previews) > 15
    with ThreadPoolExecutor(len(previews)) as browser:
        with PRESS._turn:
            answers = []
            for one in previews:
                phone = app.test_client()  # the same phone, asking beside itself
                phone.set_cookie(cookie.key, cookie.value)
                answers.append(browser.submit(phone.get, one))
            full(PRESS, left=PRESS.most_waiting - len(previews))
        assert {one.result().status_code for one in answers} == {200}


def test_a_preview_is_the_page_of_the_file(dialogue: Dialogue) -> None:
    """A back is seen through its sheet: mirrored, it lies exactly behind the cards."""
    dialogue.choose(pieces=("troop-cards",), sides="two-files")
    (fronts, backs) = dialogue.files()
    assert "-fronts.pdf" in fronts[0]
    assert "-backs.pdf" in backs[0]
    assert words(fronts[1], 0)
    assert words(backs[1], 0) == "Backofpage1"
    shown = dialogue.pages()
    assert len(shown) == 2 * len(PdfReader(io.BytesIO(fronts[1])).pages)
    for png, (_, data) in zip(shown, (fronts, backs), strict=False):
        picture, page = (
            one.convert("L").resize((80, 113)) for one in (Image.open(io.BytesIO(png)), raster(data, 0, 800))
        )
        assert max(abs(a - b) for a, b in zip(picture.tobytes(), page.tobytes(), strict=True)) < 40


def test_what_the_page_shows_is_what_it_saves(dialogue: Dialogue, app: Flask, listed: Kept) -> None:
    """The list is edited on another phone meanwhile: the file stays the one that was previewed."""
    page = dialogue.choose(pieces=CARDS)
    (link,) = re.findall(r'href="([^"]+\.pdf\?[^"]+)" download', page)
    rename(app, listed)
    assert "Renamed" not in "".join(words(dialogue.client.get(link).data, n) for n in range(2))
    assert "Renamed" in "".join(words(data, n) for _, data in dialogue.files() for n in range(2))


def test_while_nothing_can_be_drawn_it_says_so_and_draws_later(
    dialogue: Dialogue, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    PRESS.close()
    chosen = {"pieces": ("reference", "battle-sheet"), "paper": "letter"}
    with monkeypatch.context() as broken:
        broken.setattr("sys.executable", "/nowhere/python")  # so no process can be begun
        assert dialogue.post(**chosen).status_code == 303, "what was chosen is kept all the same"
        for answer in (
            client.get(dialogue.path),
            dialogue.post(htmx=True, **chosen),
            client.get(f"{dialogue.path}/kit.pdf"),
            client.post("/api/kensei/print", json={"army": SMALL, "pieces": ["reference"]}),
        ):
            assert answer.status_code == 503
            assert "This cannot be drawn at the moment. Try again in a few seconds." in answer.text
            assert int(answer.headers["Retry-After"]) > 0
    assert "Save the PDF" in dialogue.open()


# ---- choices


def test_what_was_chosen_comes_back(dialogue: Dialogue, client: FlaskClient, app: Flask) -> None:
    chosen = {
        "pieces": ["markers", "army-sheet"], "paper": "letter", "sides": "fold", "color": "saver", "bleed": "on",
        "marker_mm": "30", "marker_shape": "round", "battle": "head-hunt", "blanks": "3", "n-shot": "2",
    }  # fmt: skip
    dialogue.choose(**chosen)
    other = kept(client, app, LARGE)
    for path in (dialogue.path, f"/l/{other.edit_token}/print"):
        page = Dialogue(client, path).open()
        for name, value in (("paper", "letter"), ("sides", "fold"), ("color", "saver"), ("bleed", "on"),
                            ("marker_mm", "30"), ("marker_shape", "round"), ("battle", "head-hunt"),
                            ("pieces", "markers"), ("pieces", "army-sheet")):  # fmt: skip
            assert re.search(rf'name="{name}" value="{value}" checked', page), (path, name)
        assert not re.search(r'name="(codes|sealed)" value="on" checked', page)
        assert re.search(r'name="blanks" value="3"', page)
    assert 'name="n-shot" value="2"' in dialogue.open()
    assert 'name="n-shot" value="2"' not in Dialogue(client, f"/l/{other.edit_token}/print").open(), (
        "counts are a list's"
    )
    assert 'value="letter" checked' not in app.test_client().get(dialogue.path).text, "choices are a phone's"


def test_counts_are_stepped_suggested_and_spared(client: FlaskClient, dialogue: Dialogue) -> None:
    """And remembered, without a list too."""

    def form() -> dict[str, str]:
        return {f"n-{n}": v for n, v in re.findall(r'name="n-([\w-]+)" value="(\d+)"', dialogue.open())}

    def stepped(step: str) -> dict[str, str]:
        dialogue.choose(pieces=("markers",), step=step, **form())
        return form()

    usual = form()
    more = str(int(usual["n-charge"]) + 1)
    assert stepped("more:charge") == usual | {"n-charge": more}
    assert f"suggested: {usual['n-charge']}" in dialogue.open()
    assert stepped("less:charge") == usual
    assert "as suggested" in dialogue.open()
    assert stepped("spares") == {name: str(-(-int(value) * 11 // 10)) for name, value in usual.items()}
    assert stepped("suggested") == usual
    labels = {1: "Wound", 2: "Wounds 2", 5: "Wounds 5"}
    page = dialogue.open()
    assert all(re.search(rf'<label for="f-n-wound-{n}">{label}\W', page) for n, label in labels.items())
    assert 'name="n-charge" value="7"' in Dialogue(client, "/print").choose(pieces=("markers",), **{"n-charge": "7"})


def test_the_bar_of_the_file_stays_opaque_and_tells_no_old_count_while_it_is_reckoned_anew(client: FlaskClient) -> None:
    css = client.get("/static/css/games/print.css").text
    waiting = dict(re.findall(r"\.htmx-request ?~ ?\.print-out \.print-go ?([^{]*)\{([^}]*)\}", css))
    assert waiting[">p"] == "visibility:hidden"
    assert "" not in waiting, "what lies behind the bar would show through"


def test_a_choice_answers_with_the_result_alone(dialogue: Dialogue) -> None:
    answer = dialogue.post(htmx=True, pieces=CARDS, paper="letter")
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert answer.text.lstrip().startswith('<section class="print-out" id="print-out"')
    counts = {f"n-{n}": v for n, v in re.findall(r'name="n-([\w-]+)" value="(\d+)"', dialogue.open())}
    same = dialogue.post(htmx=True, pieces=("markers",), **counts)
    assert 'id="count-' not in same.text, "nothing under the thumb is swapped"
    stepped = dialogue.post(htmx=True, pieces=("markers",), step="more:defeat", **counts)
    assert re.findall(r'id="count-([\w-]+)" hx-swap-oob="true"', stepped.text) == ["defeat"]


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "1 sheet, 1 page"), ("de", "1 Blatt, 1 Seite"), ("es", "1 hoja, 1 página"), ("fr", "1 feuille, 1 page")],
)
def test_what_is_spoken_counts_as_the_page_does(client: FlaskClient, language: str, told: str) -> None:
    client.post("/language", data={"language": language, "back": "/print"})
    answer = Dialogue(client, "/print").post(htmx=True, pieces=("tenno-pad",)).text
    [said] = re.findall(r'id="print-said"[^>]*>(.*?)</p>', answer, re.DOTALL)
    assert " ".join(said.split()) == told


def test_what_cannot_be_printed_is_said_in_view_and_changes_no_choice(dialogue: Dialogue) -> None:
    """With and without a script; `pages/forms.page` has every sentence."""
    dialogue.choose(pieces=("markers",), paper="letter")
    for field, folded in (("blanks", "print-cards"), ("marker_mm", "print-markers"), ("n-charge", "print-markers")):
        for htmx in (True, False):
            answer = dialogue.post(htmx, **{"pieces": ("markers",), "paper": "letter", field: "many"})
            assert answer.status_code == 422
            assert re.search(rf'<p class="wrong" id="wrong-{field}"[^>]*>.*?“many” is', answer.text, re.S)
            assert ".pdf?" not in answer.text
            assert 'value="letter" checked' in dialogue.open(), "what was chosen before is still there"
        assert re.search(rf'<details[^>]* id="{folded}" open>', answer.text), "it is not said behind a fold"
    for field in ("color", "battle", "marker_shape"):  # which no field asks for
        answer = dialogue.post(htmx=True, pieces=("markers",), **{field: "<b>"})
        assert (answer.status_code, "“&lt;b&gt;” is unknown here" in answer.text) == (422, True), field


# ---- only what changed


def test_only_what_changed_is_printed_again(dialogue: Dialogue, app: Flask, listed: Kept) -> None:
    """The first download of two makes everything printed; the second one must still be the backs of the first."""
    dialogue.choose(pieces=CARDS, codes="on")
    ((_, first),) = dialogue.files()
    page = dialogue.open()
    assert "Only what changed" in page
    assert re.search(r"<dt>New</dt>\s*<dd>\s*0\s*<small>of 4 pieces", page)
    assert "nothing has changed since the last time" in dialogue.choose(pieces=CARDS, changed="on", codes="on")
    rename(app, listed)
    assert re.search(r"<dt>New</dt>\s*<dd>\s*1\s*<small>of 4 pieces", dialogue.open())
    dialogue.choose(pieces=CARDS, changed="on", codes="on", sides="two-files")
    fronts, backs = (data for _, data in dialogue.files())
    assert len(PdfReader(io.BytesIO(fronts)).pages) == len(PdfReader(io.BytesIO(backs)).pages) == 1
    assert "Renamed" in words(fronts, 0)
    assert "Sanada" in words(first, 0)
    assert "Sanada" not in words(fronts, 0)


def test_blank_cards_are_none_without_a_number(client: FlaskClient, dialogue: Dialogue) -> None:
    """A list leaves the number of no list alone."""
    without = Dialogue(client, "/print")
    answer = without.post(htmx=True, pieces=("troop-cards",), blanks="0")
    assert answer.status_code == 422
    assert "Say how many blank cards" in answer.text
    short = re.search(r'<small id="short-cards".*?</small>', answer.text, re.S)
    assert short is not None
    assert "#icon-warn" in short[0], "the fold that hides the sentence is marked"
    dialogue.choose(pieces=("troop-cards",), paper="letter", blanks="0")
    assert re.search(r'name="blanks" value="8"', without.open())


# ---- printers


def test_a_measured_printer_corrects_every_print(dialogue: Dialogue) -> None:
    client = dialogue.client
    form = {"name": "office", "bar_across": "98", "bar_down": "100,5", "back_right": "+1.5", "back_down": "−0.5"}
    answer = client.post("/printers", data={**form, "back": dialogue.path})
    assert answer.status_code == 303
    page = client.get(answer.headers["Location"]).text
    assert "bars 98 and 100.5 mm" in page
    assert "backs +1.5 right, -0.5 down" in page
    assert f'href="{dialogue.path}"' in page
    plain, measured = (bars(dialogue, printer) for printer in ("", "office"))
    assert plain == pytest.approx(100, abs=0.01)
    assert measured == pytest.approx(100 / 0.98, abs=0.01)
    client.post("/printers/forget", data={"name": "office"})
    page = dialogue.open()
    assert "office" not in page
    assert 'name="printer" value="" checked' in page, "one of the printers is chosen, whatever was deleted"
    assert bars(dialogue, "office") == pytest.approx(100, abs=0.01), "a printer that is gone corrects nothing"


def bars(dialogue: Dialogue, printer: str) -> float:
    """How long the bar at the foot of the first sheet is, in millimeters."""
    dialogue.choose(pieces=("troop-cards",), printer=printer)
    ((_, data),) = dialogue.files()
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        page = pdf.pages[0]
        low = [line for line in page.lines if line["top"] > page.height - 14 * MM and line["width"] > 80 * MM]
        return float(max(line["width"] for line in low) / MM)


def test_a_printer_is_kept_under_its_name_on_one_line(client: FlaskClient) -> None:
    assert client.post("/printers", data={"name": " at\x01 tic\u202e", "bar_across": "99"}).status_code == 303
    assert 'value="at tic"' in client.get("/printers").text
    assert client.post("/printers", data={"name": "\x01\u200d", "bar_across": "99"}).status_code == 422


def test_the_way_back_leads_nowhere_else(client: FlaskClient) -> None:
    for back in ("//evil.example", "https://evil.example", "/\\evil.example"):
        page = client.get("/printers", query_string={"back": back}).text
        assert re.findall(r'<p class="print-back"><a href="([^"]+)"', page) == ["/print"]
        assert re.findall(r'name="back" value="(.*?)">', page)[2:] == ["/print"]


def test_the_calibration_page_is_not_corrected(client: FlaskClient) -> None:
    answer = client.get("/print/calibration.pdf")
    codes = {code for page in scanned(answer.data) for code in page}
    assert len(codes) == 1
    address = codes.pop()
    assert address == address.upper()
    assert client.get(urlsplit(address).path).status_code == 200, "a page that exists"
    assert (answer.status_code, answer.content_type) == (200, "application/pdf")
    assert "Measurebothbars" in words(answer.data, 0)


# ---- tables, and neither


def test_without_list_or_table_there_are_reference_pads_and_blank_cards(client: FlaskClient) -> None:
    mine = Dialogue(client, "/print")
    page = mine.open()
    for words_ in ("Quick reference", "Kenjin", "Tenno", "Zipang", "Blank deployment cards", "Calibration"):
        assert words_ in page
    assert "Army sheet" not in page
    pieces = ("reference", "kenjin-pad", "tenno-pad", "zipang-pad", "troop-cards", "calibration")
    mine.choose(pieces=pieces, blanks="4", players="4")
    ((_, data),) = mine.files()
    text = words_of(data)
    assert "Standard-bearer" in text
    assert "/print" in client.get("/").text
