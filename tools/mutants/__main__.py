"""`python -m tools.mutants`: how many mutants of a seeded sample the tests kill, and which survive."""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import asdict
from typing import Any

from tools import mutants as described
from tools.mutants.making import ROOT, Mutant, mutants, sample
from tools.mutants.trial import alive_after

BUILD = ROOT / "build" / "mutants"
LAST = BUILD / "last.json"
PROGRESS = os.dup(2)
"""Standard error, also of children that are silent otherwise."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=described.__doc__)
    parser.add_argument("under", nargs="?", default="companion/rules", help="the folder to mutate")
    parser.add_argument("--count", type=int, default=1000, help="how many mutants (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (default 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--last", action="store_true", help="only those that survived the last run")
    asked = parser.parse_args()
    os.chdir(ROOT)
    BUILD.mkdir(parents=True, exist_ok=True)
    if asked.last:
        chosen = [_read(one) for one in json.loads(LAST.read_text("utf-8"))]
    else:
        everything = list(mutants(sorted((ROOT / asked.under).rglob("*.py"))))
        chosen = sample(everything, asked.count, asked.seed)
        places = len({mutant.place for mutant in everything})
        _say(f"{len(chosen)} of {len(everything)} mutants at {places} places of {asked.under}, seed {asked.seed}")
    alive = chosen
    for alive in alive_after(chosen, asked.jobs, BUILD, _say, _progress):
        LAST.write_text(json.dumps([asdict(mutant) for mutant in alive]), "utf-8")
    share = 100 * (len(chosen) - len(alive)) / len(chosen)
    _say(f"\n{len(chosen) - len(alive)} of {len(chosen)} killed ({share:.1f} %). Alive:\n")
    _say("\n".join(mutant.shown() for mutant in alive))


def _say(sentence: str) -> None:
    print(sentence, flush=True)


def _progress(done: int, noticed: int) -> None:
    os.write(PROGRESS, f"\r{done} tried, {noticed} noticed ".encode())


def _read(one: dict[str, Any]) -> Mutant:
    return Mutant(one["path"], one["operator"], one["occurrence"], tuple(one["start"]), tuple(one["end"]))


main()
