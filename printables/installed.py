"""Files of installed packages, found without running the package."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path


def file_of(package: str, *parts: str) -> Path:
    """A file of an installed package."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError(f"The package {package} is not installed; install requirements.txt again.")
    return Path(spec.submodule_search_locations[0], *parts)
