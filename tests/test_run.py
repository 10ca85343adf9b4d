"""`python run.py`: what `make run` and `make test` do where there is nothing but Python."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
APP = """
import sys
print("played with", sys.argv[1:], sys.prefix, flush=True)
sys.exit(7)
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder as it was unpacked, of a program that needs no package and only says that it runs."""
    shutil.copy(ROOT / "run.py", tmp_path)
    for lock in ("requirements.txt", "requirements-dev.txt"):
        (tmp_path / lock).write_text("")
    (tmp_path / "app.py").write_text(APP)
    return tmp_path


def ran(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """From somewhere else, and with no program on the PATH: no make, no shell, no python."""
    environ = {**os.environ, "PATH": str(folder / "none")}
    command = [sys.executable, str(folder / "run.py"), *words]
    return subprocess.run(command, cwd=folder.parent, env=environ, capture_output=True, text=True, timeout=300)


def test_it_makes_the_environment_once_and_plays_in_it(copy: Path) -> None:
    first = ran(copy, "--port", "9000")
    assert first.returncode == 7, first.stderr
    assert first.stdout.splitlines() == [
        "Installing what Gunbai needs (once) ...",
        f"played with ['--port', '9000'] {copy / '.venv'}",
    ]
    assert ran(copy).stdout == f"played with [] {copy / '.venv'}\n"
    (copy / "requirements.txt").write_text("# another state of the lock\n")
    assert "Installing" in ran(copy).stdout
    assert "Installing" not in ran(copy).stdout
    (copy / "requirements.txt").write_text("nothing-of-this-name==1 --hash=sha256:00\n")
    for _ in range(2):
        failed = ran(copy)
        assert failed.returncode not in (0, 7), "what cannot be installed is no environment"
        assert "played" not in failed.stdout
    (copy / "requirements.txt").write_text("")
    (python := copy / ".venv" / "bin" / "python").unlink()
    python.symlink_to("/nowhere/python3.9")
    assert ran(copy).stdout == first.stdout.replace("'--port', '9000'", ""), "of a Python that is gone: made anew"


def test_an_old_python_is_told_so(copy: Path) -> None:
    run = str(copy / "run.py")
    old = f"import runpy, sys; sys.version_info = 3, 9, 2; runpy.run_path({run!r}, run_name='__main__')"
    answer = subprocess.run([sys.executable, "-c", old], capture_output=True, text=True)
    assert answer.returncode == 1
    assert "Python 3.11 or newer is needed; this one is 3.9.2." in answer.stderr
    assert not (copy / ".venv").exists()


def test_make_does_what_it_does() -> None:
    makefile = (ROOT / "Makefile").read_text("utf8")
    readme = (ROOT / "README.md").read_text("utf8")
    for target, words in ("run", "run.py"), ("test", "run.py test"), ("setup", "run.py setup"):
        recipe = makefile.partition(f"\n{target}: needs-python\n")[2].partition("\n")[0]
        assert recipe.endswith(f"$(PYTHON) {words}"), target
    assert "`python run.py`" in readme
    assert "`python run.py test`" in readme
