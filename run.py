"""What `make run` and `make test` do, by Python alone: `python run.py` and `python run.py test`, also without make.

    run.py [OPTIONS OF SERVE]    makes the environment where there is none, and plays
    run.py test [OF PYTEST]      the same with what the tests need, and tests
    run.py setup                 makes the environment for either

Any Python 3 can read it, so that an old one can say that it is too old.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCKS = {"play": "requirements.txt", "test": "requirements-dev.txt"}
WHAT = {"play": "Gunbai needs", "test": "the tests need"}
TESTS = ("-m", "pytest", "-n", "3", "--dist", "loadfile", "--no-loadscope-reorder")
"""Three workers for two cores: while a browser paints or a server starts, another test has its core."""


def make_environment() -> None:
    """The environment, where there is none, or one whose Python is gone because the system has a newer one."""
    if PYTHON.exists():
        return
    try:
        import ensurepip
        import venv
    except ImportError:
        sys.exit("Python lacks its venv module. On Debian and Ubuntu: sudo apt install python3-venv")
    del ensurepip
    try:
        venv.create(VENV, clear=True, with_pip=True)
    except BaseException:
        PYTHON.unlink(missing_ok=True)  # the next start begins again
        raise


def install(kind: str) -> None:
    """What is needed for that, once for each state of its lock: another lock, another stamp, another installation."""
    lock = ROOT / LOCKS[kind]
    stamp = VENV / f".{kind}-{hashlib.sha256(lock.read_bytes()).hexdigest()[:16]}"
    if stamp.exists():
        return
    print(f"Installing what {WHAT[kind]} (once) ...", flush=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    failed = subprocess.call([*pip, "--require-hashes", "-r", str(lock)])
    if failed:
        sys.exit(failed)
    for old in VENV.glob(f".{kind}-*"):
        old.unlink()
    stamp.touch()


def become(*words: str) -> int:
    """Goes on as this program in the environment; its exit code."""
    command = [str(PYTHON), *words]
    os.chdir(ROOT)
    if os.name != "nt":
        os.execv(command[0], command)
    with subprocess.Popen(command) as program:
        while True:
            try:
                return program.wait()
            except KeyboardInterrupt:  # which the program has heard as well, and ends
                continue


def packages(what: str) -> int:
    """What the tests need of the system besides: `install` it, or `report` what is left out. On Windows neither."""
    if os.name == "nt":
        return 0
    environ = {**os.environ, "PYTHON": sys.executable}
    return subprocess.call(["sh", str(ROOT / "tools/system_packages.sh"), what], env=environ)


def test(words: list[str]) -> int:
    """All tests, or those named; what the system lacks is installed before, or said before and after."""
    failed = packages("install")
    if failed:
        return failed
    make_environment()
    install("test")
    print("python", *TESTS, *words, flush=True)
    failed = subprocess.call([str(PYTHON), *TESTS, *words], cwd=ROOT)
    packages("report")
    return failed


def main(words: list[str]) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 - said here, as an older one cannot read the rest
        sys.exit(
            "Python 3.11 or newer is needed; this one is {}.{}.{}. With another one: python3.12 run.py, or "
            "make PYTHON=python3.12".format(*sys.version_info[:3])
        )
    if words[:1] == ["test"]:
        return test(words[1:])
    make_environment()
    install("play")
    if words[:1] == ["setup"]:
        install("test")
        return 0
    return become("app.py", *words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
