"""The process that draws: it draws what this one would, ends when it should, and is begun again when it has to be."""

import io
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader
from pypdfium2 import PdfiumError

from companion.content.army_document import read_document
from companion.content.languages import Say
from companion.rules.kensei.army import Army as ArmyList
from companion.rules.text import Refusal, Text, player_at
from companion.worker import ANSWER_SECONDS, MOST_WAITING, Worker, WorkerTrouble
from printables import drawing
from printables.options import Options, PieceKind
from printables.packed import Packed
from printables.press import Press
from printables.printed import Kit
from tests.printables import torn
from tests.printables.kits import HOSTILE, SMALL, URL, only
from tests.running import ROOT, started

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="an end of another's process is awaited on Linux")
PATIENCE = 60.0
"""Seconds after which what never comes is given up."""
PLAIN = Options(pieces=("calibration",))
EVERY: tuple[PieceKind, ...] = ("troop-cards", "character-cards", "markers", "army-sheet", "reference", "table-sheet")


@pytest.fixture(scope="module")  # whoever finds its process ended begins another
def press() -> Iterator[Press]:
    one = Press()
    yield one
    one.close()


def listed(document: dict[str, Any] = SMALL) -> ArmyList:
    found = read_document(document)
    assert not isinstance(found, Refusal)
    return found


def drawn(press: Press, options: Options = PLAIN, army: ArmyList | None = None) -> Kit:
    kit = press.kit(army, options)
    assert not isinstance(kit, Refusal)
    return kit


def running(press: Press) -> int:
    """The number of its process, which has drawn something."""
    drawn(press)
    assert press.pid is not None
    return press.pid


# ---- it draws the same


@pytest.mark.parametrize(
    ("document", "options"),
    [
        (SMALL, Options(pieces=EVERY, sides="two-files", color="grey", marker_counts={"shot": 2, "defeat": 3})),
        (
            HOSTILE,
            Options(
                pieces=EVERY,
                sides="fold",
                paper="letter",
                blanks=2,
                sealed=True,
                base_url=URL,
                table_url=URL,
                table_words="red fox hill",
            ),
        ),
    ],
    ids=["small", "hostile"],
)
def test_a_kit_is_the_one_this_process_would_draw(press: Press, document: dict[str, Any], options: Options) -> None:
    kit = drawn(press, options, listed(document))
    assert kit == drawing.kit(listed(document), options)
    assert kit.pieces
    assert all(file.data.startswith(b"%PDF") for file in kit.files)


def test_so_are_pictures_icons_and_the_sheet_of_a_battle(press: Press) -> None:
    pdf = only(drawn(press, Options(pieces=("reference",))))
    assert press.page(pdf, 1, 400) == drawing.page(pdf, 1, 400)
    assert press.icon(96, 0.8, True) == drawing.icon(96, 0.8, True)
    battle = Packed("Sunday", Text("Turn %(turn)s", {"turn": 3}), ())
    assert press.packed(battle, Options(sides="fronts")) == drawing.packed(battle, Options(sides="fronts"))


def test_whoever_asks_at_the_same_time_gets_his_own(press: Press) -> None:
    sizes = (16, 32, 48, 64, 96, 128)
    with ThreadPoolExecutor(len(sizes)) as many:
        icons = many.map(lambda size: press.icon(size, 0.8, True), sizes, timeout=PATIENCE)
        assert [Image.open(io.BytesIO(icon)).width for icon in icons] == [*sizes]


def outline(pdf: bytes) -> list[str]:
    return [str(one["/Title"]) for one in PdfReader(io.BytesIO(pdf)).outline if not isinstance(one, list)]


def test_it_speaks_the_language_it_is_given(press: Press) -> None:
    options = Options(pieces=("reference",))
    spoken = drawn(press, replace(options, language="de", say=Say("de")))
    assert outline(only(spoken)) == [Say("de")(Text("Quick reference"))] != ["Quick reference"]
    assert Say("de")(Text("Kensei: turn and dice")) in PdfReader(io.BytesIO(only(spoken))).pages[0].extract_text()
    assert outline(only(drawn(press, replace(options, say=Say("en"))))) == ["Quick reference"]
    assert {str(page.section) for page in spoken.pages} == {"Quick reference"}, "the page shows it in its own language"


def test_it_names_the_players_it_is_told(press: Press) -> None:
    battle = Packed("Sunday", Text("%(who)s leads", {"who": player_at("a")}), ())
    for say, words in ((Say("de", {"a": "Ana"}), "Ana führt"), (Say("en"), "side A leads")):
        pdf = press.packed(battle, Options(sides="fronts", say=say))
        assert words in PdfReader(io.BytesIO(pdf)).pages[0].extract_text()


# ---- what goes wrong


def test_a_refusal_comes_back_as_one(press: Press) -> None:
    found = press.kit(None, Options(pieces=("troop-cards",)))
    assert isinstance(found, Refusal)
    assert "need an army list" in str(found.reason)
    wide = listed({**SMALL, "units": [{**SMALL["units"][0], "front": 12}, *SMALL["units"][1:]]})
    found = press.kit(wide, Options())
    assert isinstance(found, Refusal)
    assert [problem.path for problem in found.problems] == ["units.0.front"]


def test_an_exception_comes_back_as_itself_and_says_where(press: Press) -> None:
    process = running(press)
    with pytest.raises(PdfiumError) as raised:
        press.page(b"no PDF", 0, 800)
    assert any("drawing.py" in note for note in raised.value.__notes__)
    assert running(press) == process


class Odd(Exception):
    """Can be written, but not read again: it wants more than its message."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first + second)


def stumble(sentence: Text) -> str:
    raise Odd("odd ", str(sentence))


def chatter(sentence: Text) -> str:
    print("something for nobody")
    return str(sentence)


def test_an_exception_that_cannot_travel_is_told_in_words(press: Press) -> None:
    with pytest.raises(RuntimeError, match="Odd: odd "):
        press.kit(None, replace(PLAIN, say=stumble))
    assert press.pid is not None


def test_what_is_printed_while_drawing_is_no_answer(press: Press) -> None:
    assert drawn(press, replace(PLAIN, say=chatter)) == drawn(press)


def test_what_cannot_be_sent_is_said_at_once() -> None:
    press = Press()
    with pytest.raises((AttributeError, TypeError), match="pickle"):
        press.kit(None, replace(PLAIN, say=lambda sentence: str(sentence)))
    assert press.pid is None


class Deadly:
    """Ends whichever process reads it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (1,)


def test_what_ends_every_process_is_given_up_and_what_comes_after_is_drawn(press: Press) -> None:
    with pytest.raises(WorkerTrouble, match="EOFError"):
        press.kit(None, replace(PLAIN, table_words=Deadly()))  # type: ignore[arg-type]
    assert press.pid is None
    assert drawn(press)


def test_what_cannot_be_read_here_is_as_good_as_no_answer() -> None:
    """An exception of the same kind that the function raises is an answer."""
    apart = Worker(torn.__name__, Text("Nothing comes of it."))
    for problem in (AttributeError("gone"), ImportError("moved"), IndexError("short"), TypeError("more")):
        with pytest.raises(WorkerTrouble, match=type(problem).__name__) as raised:
            apart.ask("Torn", problem)
        assert raised.value.words == Text("Nothing comes of it.")
        with pytest.raises(type(problem), match=str(problem)):
            apart.ask("stray", problem)
    apart.close()


# ---- those who wait for it


def full(press: Press, left: int = 0) -> None:
    """Waits until every place is taken, but so many."""
    until = time.monotonic() + PATIENCE
    while press._places._value > left:
        assert time.monotonic() < until, "there is room still"
        time.sleep(0.01)


def test_who_comes_when_many_wait_is_told_so_at_once(press: Press) -> None:
    with ThreadPoolExecutor(MOST_WAITING) as many:
        with press._turn:
            asked = [many.submit(press.icon, 16, 0.8, True) for _ in range(MOST_WAITING)]
            full(press)
            with pytest.raises(WorkerTrouble, match=f"{MOST_WAITING} are waiting") as raised:
                press.icon(16, 0.8, True)
            assert "Too many are waiting" in str(raised.value.words)
        assert all(one.result(PATIENCE) for one in asked)
    assert press.icon(16, 0.8, True), "there is room again"


def test_nobody_waits_for_his_turn_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor begins it when his time is over: many who waited for one that stood still would follow each other."""
    press = Press()
    monkeypatch.setattr("companion.worker.TURN_SECONDS", 0.01)
    with press._turn, pytest.raises(WorkerTrouble, match="no turn"):
        press.icon(16, 0.8, True)
    with press.place() as until:
        time.sleep(max(0.0, until - time.monotonic()))
        with pytest.raises(WorkerTrouble, match="no turn"):
            press.icon(16, 0.8, True)
    assert press.pid is None


# ---- its life


def test_one_that_was_killed_is_begun_again(press: Press) -> None:
    first, kit = running(press), drawn(press)
    os.kill(first, signal.SIGKILL)
    assert drawn(press) == kit
    assert press.pid not in (None, first)


def test_one_that_stands_still_is_ended_and_the_next_who_asks_begins_another(
    press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its time is over at once here. Nobody waits for a second one to stand still."""
    given: list[float] = []

    class Timer(threading.Timer):
        def __init__(self, seconds: float, act: Callable[[], None]) -> None:
            super().__init__(3600 if given else 0, act)
            given.append(seconds)

    first = running(press)
    monkeypatch.setattr("companion.worker.threading.Timer", Timer)
    os.kill(first, signal.SIGSTOP)
    with pytest.raises(WorkerTrouble, match="no answer within 60 seconds"):
        press.icon(32, 0.8, True)
    assert press.pid is None
    assert press.icon(32, 0.8, True)
    assert given == [ANSWER_SECONDS] * 2


def test_ctrl_c_is_not_meant_for_it(press: Press) -> None:
    """A terminal's does not reach it, also before it knows of it; one that does, as on Windows, ends nothing."""
    process = running(press)
    assert os.getpgid(process) == process
    os.kill(process, signal.SIGINT)
    assert running(press) == process


def test_it_ends_when_there_is_nothing_to_draw_and_is_begun_when_there_is() -> None:
    press = Press(idle=0.001)
    kit = drawn(press)
    process = press._process
    assert process is not None
    assert process.wait(PATIENCE) == 0
    assert press.pid is None
    assert drawn(press) == kit
    press.close()


PARENT = """
import sys, threading
from printables.options import Options
from printables.press import Press

press = Press(3600)
process = press._running().pid
asked = threading.Thread(target=press.kit, args=(None, Options(pieces=("reference", "battle-sheet"))))
asked.start()
if sys.argv[1] == "after":
    asked.join()
print(process, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("when", ["after", "while"])
def test_it_ends_with_who_began_it_also_by_force(when: str) -> None:
    """Once it has drawn, and in the midst of it."""
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, when], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with parent:
        assert parent.stdout is not None
        process = int(parent.stdout.readline())
        watched = os.pidfd_open(process)  # from before the end on: the number may be another's after it
        parent.kill()
        assert select.select([watched], [], [], PATIENCE)[0]
        os.close(watched)


def children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(one) for task in tasks for one in task.read_text().split()]


def test_a_server_that_is_stopped_leaves_none(tmp_path: Path, free_port: int) -> None:
    with started(tmp_path, free_port) as server:
        assert children(server.process.pid) == []
        assert "Quick reference" in server.get("/print")
        (process,) = children(server.process.pid)
        assert "printables" in Path(f"/proc/{process}/cmdline").read_text()
        watched = os.pidfd_open(process)
        _seconds, printed = server.end()
        assert "Stopped. Every table is kept." in printed
        assert "Traceback" not in printed
        assert select.select([watched], [], [], PATIENCE)[0]
        os.close(watched)


# ---- what is loaded where

LOADED = "import sys; print(*sorted({name.partition('.')[0] for name in sys.modules} | set(sys.modules)))"


def loaded(source: str) -> set[str]:
    """The modules of a fresh process after these lines."""
    told = subprocess.run([sys.executable, "-c", f"{source}\n{LOADED}"], cwd=ROOT, capture_output=True, check=True)
    return set(told.stdout.decode().split())


def test_it_loads_nothing_of_the_pages() -> None:
    assert not loaded("import companion.worker, printables.drawing") & {
        "flask", "gevent", "sqlalchemy", "companion.api", "companion.play", "companion.store", "companion.web",
    }  # fmt: skip


def test_the_pages_load_nothing_that_draws() -> None:
    pages = loaded("from companion.web import create_app; create_app()")
    assert "companion.web" in pages
    assert not pages & {"reportlab", "pypdfium2", "uharfbuzz", "printables.drawing", "printables.pen"}
