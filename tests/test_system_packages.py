"""`make test` and `.ci/run` install what the system lacks, or say what is left out: tried with a pretended system."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.system import lacking, program

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {
    "chromium": ["chromium"],
    "chromium-headless-shell": ["chromium-headless-shell"],
    "poppler-utils": ["pdftoppm", "pdffonts"],
    "postgresql": ["initdb"],
    "fonts-dejavu-core": ["fc-list"],
    "python3-venv": ["python3"],
    "make": ["make"],
}
"""What each package brings; a font and a Python module are pretended by the programs that are asked for them."""
BROWSERS = ("chromium", "chromium-headless-shell")
"""Either does; only the first is asked for where CI is not set."""
ORDINARY = ("cat", "chmod", "cut", "dirname", "grep", "ls", "sed", "sh")
APT = """#!/bin/sh
echo "$@" >> "$SYSROOT/apt.log"
[ "$1" = install ] || exit {update}
for package in "$@"; do
    for one in "$SYSROOT/shelf/$package"/*; do
        [ -e "$one" ] || continue
        cat "$one" > "$SYSROOT/bin/${{one##*/}}"
        chmod +x "$SYSROOT/bin/${{one##*/}}"
    done
done
exit 0
"""


class System:
    """A system of its own folder: what its PATH holds, who asks, and what apt-get can bring."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "bin"
        (folder / "etc").mkdir()
        self.bin.mkdir()
        (folder / "tools").mkdir()
        shutil.copy(ROOT / "tools" / "system_packages.sh", folder / "tools")
        for name in ORDINARY:
            (self.bin / name).symlink_to(program(name, "coreutils"))
        for package, programs in PACKAGES.items():
            (folder / "shelf" / package).mkdir(parents=True)
            for name in programs:
                (folder / "shelf" / package / name).write_text("#!/bin/sh\necho DejaVu\n")
        self.distribution("debian")

    def distribution(self, id_: str) -> None:
        (self.folder / "etc" / "os-release").write_text(f'NAME="Some system"\nID={id_}\n')

    def put(self, name: str, script: str) -> None:
        """A program on its PATH."""
        (self.bin / name).write_text(script)
        (self.bin / name).chmod(0o755)

    def be(self, user: int = 0, network: bool | None = True, lacks: str = "") -> None:
        """Who asks, whether apt-get reaches anything (None: there is no apt-get), and which packages are not here."""
        self.put("id", f"#!/bin/sh\necho {user}\n")
        if network is not None:
            self.put("apt-get", APT.format(update=0 if network else 100))
        for package in PACKAGES.keys() - set(lacks.split()):
            for one in (self.folder / "shelf" / package).iterdir():
                self.put(one.name, one.read_text())

    def run(self, *command: str, **more: str) -> tuple[int, list[str]]:
        """Exit code, and the lines it said."""
        environ = {"PATH": str(self.bin), "SYSROOT": str(self.folder), **more}
        ran = subprocess.run(
            command,
            cwd=self.folder,
            env=environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=60,
        )
        return ran.returncode, ran.stdout.splitlines()

    def script(self, *arguments: str, **more: str) -> tuple[int, list[str]]:
        return self.run(str(self.folder / "tools" / "system_packages.sh"), *arguments, **more)

    @property
    def asked(self) -> list[str]:
        """What apt-get was told."""
        log = self.folder / "apt.log"
        return log.read_text().splitlines() if log.exists() else []


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


LEFT_OUT = "Left out: the tests that need"
INSTALL = "apt-get install --no-install-recommends"
EITHER = "chromium chromium-headless-shell"
MUCH = "postgresql fonts-dejavu-core python3-venv"
SOME = "poppler-utils postgresql"
TOLD = [f"{LEFT_OUT} poppler-utils, postgresql. To run them too: sudo {INSTALL} {SOME}"]
NO_BROWSER = [f"{LEFT_OUT} chromium. To run them too: {INSTALL} chromium"]
BY_NAME = [f"{LEFT_OUT} chromium. To run them too, install these (Debian's names) the way this system does."]


@pytest.mark.parametrize(
    ("user", "network", "lacks", "ci", "said", "asked"),
    [
        pytest.param(0, True, "", "", (0, []), [], id="nothing is missing"),
        pytest.param(0, True, f"{EITHER} {MUCH}", "", (0, []), [f"chromium {MUCH}"], id="root gets it, and only that"),
        pytest.param(1000, True, f"{BROWSERS[1]} {SOME}", "", (0, TOLD), [], id="who is not root"),
        pytest.param(1000, True, SOME, "1", (1, TOLD), [], id="an error on CI"),
        pytest.param(0, False, EITHER, "", (0, NO_BROWSER), [""], id="no network"),
        pytest.param(0, False, EITHER, "1", (1, NO_BROWSER), ["", ""], id="no network on CI"),
        pytest.param(0, False, BROWSERS[1], "1", (0, []), [""], id="CI takes another browser"),
        pytest.param(0, None, EITHER, "", (0, BY_NAME), [], id="no apt-get"),
    ],
)
def test_what_is_missing_is_installed_or_told(
    system: System, user: int, network: bool | None, lacks: str, ci: str, said: tuple[int, list[str]], asked: list[str]
) -> None:
    """`asked`: what apt-get is told to install, by each update; where that fails, nothing."""
    system.be(user, network, lacks)
    assert system.script("install", CI=ci) == said
    assert system.script("report", CI=ci) == said
    wanted = [["update", *([f"install -y --no-install-recommends {one}"] if one else [])] for one in asked]
    assert system.asked == [line for lines in wanted for line in lines]


def test_ci_gets_the_browser_without_windows(system: System) -> None:
    """Even where there is another one; nobody else is made to wait for it."""
    system.be(lacks=BROWSERS[1])
    assert system.script("install") == (0, [])
    assert system.asked == []
    assert system.script("install", CI="1", CHROMIUM="/opt/chrome") == (0, [])
    assert system.asked == []
    assert system.script("install", CI="1") == (0, [])
    assert system.asked == ["update", "install -y --no-install-recommends chromium-headless-shell"]
    assert system.script("install", CI="1") == (0, [])
    assert len(system.asked) == 2, "it is there now"


def test_ubuntus_chromium_is_not_asked_of_apt_get(system: System) -> None:
    system.distribution("ubuntu")
    system.be(lacks=f"{EITHER} make")
    code, (line,) = system.script("install")
    assert code == 0
    assert system.asked == ["update", "install -y --no-install-recommends make"]
    assert line == (
        "Left out: the tests that need chromium."
        " (On Ubuntu, install a Chromium or Chrome that is no snap yourself, and set CHROMIUM to its path.)"
    )
    assert system.script("report", CHROMIUM="/opt/chrome") == (0, [])


def test_another_python_needs_its_own_venv(system: System) -> None:
    system.be()
    system.put("python3.12", "#!/bin/sh\nexit 1\n")
    system.script("install", PYTHON="/usr/bin/python3.12")
    assert system.asked[1] == "install -y --no-install-recommends python3.12-venv"


# ---- make test

OF_THE_PROJECT = "chromium-headless-shell postgresql python3-venv make"
"""What it lacks, or has of its own."""


@pytest.fixture
def project(system: System) -> System:
    """A project whose environment is ready and whose tests end with the code in $TESTS."""
    for name in ("Makefile", "run.py", "requirements.txt", "requirements-dev.txt"):
        shutil.copy(ROOT / name, system.folder)
    python = system.folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\n[ "$2" = pytest ] || exit 0\necho "tests: $@"\nexit "$TESTS"\n')
    python.chmod(0o755)
    (system.bin / "make").symlink_to(program("make", "make"))
    system.put("python3", f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    return system


@pytest.mark.parametrize("tests", ["0", "3"])
def test_make_test_says_it_before_and_after_and_ends_as_the_tests_do(project: System, tests: str) -> None:
    project.be(1000, lacks=OF_THE_PROJECT)
    code, lines = project.run("make", "test", TESTS=tests)
    left_out = [n for n, line in enumerate(lines) if line.startswith("Left out: the tests that need postgresql.")]
    (ran,) = [n for n, line in enumerate(lines) if line.startswith("tests: -m pytest")]
    before, after = left_out
    assert before == 0
    assert before < ran < after
    if tests == "0":
        assert (code, lines[-1]) == (0, lines[before])
    else:
        assert (code, after) == (2, len(lines) - 2)
        assert lines[-1].endswith("Error 3")


def test_make_test_as_root_leaves_nothing_out(project: System) -> None:
    project.be(lacks=OF_THE_PROJECT)
    code, lines = project.run("make", "test", TESTS="0")
    assert code == 0
    assert not [line for line in lines if line.startswith("Left out")]
    assert project.asked[-1].endswith("postgresql")


def test_make_test_on_ci_does_not_begin_without_everything(project: System) -> None:
    project.be(1000, None, OF_THE_PROJECT)
    code, lines = project.run("make", "test", TESTS="0", CI="1")
    assert code == 2
    assert not [line for line in lines if line.startswith("tests:")]


def test_ci_uses_the_same_script() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    assert lines.index("export CI=1") < lines.index("tools/system_packages.sh install") < lines.index("make check")


# ---- the tests themselves


@pytest.mark.parametrize(("ci", "outcome"), [("", pytest.skip.Exception), ("1", pytest.fail.Exception)])
@pytest.mark.parametrize(
    "need", [lambda: lacking("libpq", "postgresql"), lambda: program("no-such-program", "postgresql")]
)
def test_a_test_is_left_out_with_the_reason_and_fails_on_ci(
    monkeypatch: pytest.MonkeyPatch, need: Callable[[], object], ci: str, outcome: type[BaseException]
) -> None:
    monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome, match="on this machine: apt-get install postgresql"):
        need()
