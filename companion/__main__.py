"""`python -m companion`: the command line."""

from __future__ import annotations

import signal
import sys

if __name__ == "__main__":  # Ctrl-C while the rest is loaded ends it, without a word
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from companion.cli import main

sys.exit(main())
