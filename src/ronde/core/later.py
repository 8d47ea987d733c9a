"""Lazy imports of a `door.py`.

Most commands end within a fifth of a second, most of which is spent on imports. Names that few commands use
stand below `if TYPE_CHECKING:` in a door, and again in the list given to `later`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def later(package: str, files: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """The `__getattr__` of a door: the names of each file of the package.

    >>> later("ronde.core", {"repeats": ["Repeats"]})("nothing")
    Traceback (most recent call last):
    AttributeError: ronde.core.door.nothing
    """
    places = {name: file for file, names in files.items() for name in names}

    def imported(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"{package}.door.{name}")
        return getattr(import_module(f"{package}.{places[name]}"), name)

    return imported
