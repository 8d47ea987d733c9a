"""Names of a door that are imported when somebody first asks for them.

Most commands end within a fifth of a second, and most of that is spent on imports. What few commands use
stands below `if TYPE_CHECKING:` in a door, and once more in the list given here; `tests/house/test_doors.py`
compares.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def later(package: str, files: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """The `__getattr__` of a door: the names that each file of the package has.

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
