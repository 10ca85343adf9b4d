"""`make fuzz`: every property test with examples of chance, round after round, until one fails or the time is up.

Each round has a seed of its own, the one after that of the round before; a find is repeated with `make fuzz SEED=n`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from random import randrange

ROOT = Path(__file__).resolve().parent.parent
A_MINUTE = 60


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="no round begins later than this (default 10)")
    parser.add_argument("--seed", type=int, help="of the first round (default: by chance)")
    parser.add_argument("files", nargs="*", help="test files (default: all with property tests)")
    asked = parser.parse_args()
    seed = randrange(10**9) if asked.seed is None else asked.seed
    end = time.monotonic() + A_MINUTE * asked.minutes
    files = asked.files or property_tests()
    while True:
        print(f"\nseed {seed}; again: make fuzz SEED={seed}", flush=True)
        if status := one_round(files, seed):
            sys.exit(f"found with seed {seed}; again: make fuzz SEED={seed}" if status == 1 else status)
        if time.monotonic() >= end:
            return
        seed += 1


def property_tests() -> list[str]:
    """The test files that draw examples. To read the others would take longer than many rounds."""
    tests = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(path.relative_to(ROOT)) for path in tests if "from hypothesis import" in path.read_text("utf-8")]


def one_round(files: list[str], seed: int) -> int:
    """Pytest's exit code."""
    chance = ["-m", "hypothesis", "--hypothesis-profile=random", f"--hypothesis-seed={seed}"]
    workers = ["-n", str(os.cpu_count() or 1)]
    return subprocess.run([sys.executable, "-m", "pytest", "-q", *workers, *chance, *files], cwd=ROOT).returncode


if __name__ == "__main__":
    main()
