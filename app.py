"""Gunbai: `create_app()` for servers; `python app.py` serves on the local network and shows a QR code to scan."""

from __future__ import annotations

import signal
import sys

if __name__ == "__main__":  # Ctrl-C while the rest is loaded ends it, without a word
    signal.signal(signal.SIGINT, signal.SIG_DFL)

try:
    if __name__ == "__main__":
        from companion.cli import main  # it loads the pages once it has read the settings

        sys.exit(main(["serve", *sys.argv[1:]]))
    from companion.web import create_app
except ModuleNotFoundError as missing:
    if __name__ != "__main__" or (missing.name or "").partition(".")[0] in ("companion", "printables"):
        raise
    how = "`make run`, or `python run.py` without make, makes the environment and starts"
    sys.exit(f"{missing.name} is not installed here. {how}.")

__all__ = ["create_app"]
