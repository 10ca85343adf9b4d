"""The data of an event as the form that a page without a script would send."""

from collections.abc import Mapping
from typing import Any


def form_of(data: Mapping[str, Any]) -> dict[str, str]:
    """Lists with commas, cards of Kenjin as tokens, parts of a field with dots; what is not so is left out."""
    found: dict[str, str] = {}
    for name, value in data.items():
        if isinstance(value, Mapping):
            found |= {f"{name}.{key}": str(inside) for key, inside in value.items()}
        elif isinstance(value, list | tuple):
            found[name] = ",".join(_token(one) for one in value)
        elif value is not None and value is not False:
            found[name] = "true" if value is True else str(value)
    return found


def _token(one: Any) -> str:
    if not isinstance(one, Mapping):
        return str(one)
    owner, face = one.get("owner"), one.get("face")
    return one["card"] + (f"@{owner}" if owner else "") + (f":{face}" if face else "")
