"""Run as a program: a second server process that taps on a table of the same database.

`python -m tests.play.other_process URL TABLE DEVICE SEAT COUNT PREFIX` enters COUNT taps, printing each key once it
is stored.
"""

import sys
from datetime import UTC, datetime

from companion.live import Bell
from companion.play.tables import Tables
from companion.play.values import Done, Tap
from companion.store import Store
from tests.play.tally import Tally


def main(url: str, table_id: str, device: str, seat: str, count: str, prefix: str) -> None:
    tables = Tables(Store(url), Bell(), {"tally": Tally()}, now=lambda: datetime.now(UTC), throw=lambda n: (1,) * n)
    for number in range(int(count)):
        key = f"{prefix}-{number:06}"
        done = tables.tap(table_id, device, Tap("add", {"n": 1}, seat, seat, key))
        assert isinstance(done, Done), done
        print(key, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
