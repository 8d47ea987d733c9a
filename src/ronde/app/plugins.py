"""Plug-ins: packages that add a game, a pairing system, a tie-break or a format by entry points.

docs/extending.md says what such a package contains.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ronde.model.errors import PluginRefused

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


MARK = b"[ronde."
"""The start of our groups in `entry_points.txt`."""


ARENA = "ronde.arena.library"
"""What plays games of programs; no other package may import it."""


def of_arena(name: str) -> Any:
    return getattr(import_module(ARENA), name)


@cache
def load_plugins() -> tuple[PluginRefused, ...]:
    """Load the plug-ins of installed packages; returns those that were refused.

    Reading the metadata of all packages takes longer than a short command, so their files are searched first.
    """
    if not _mentioned(sys.path):
        return ()
    from importlib.metadata import entry_points

    refused = []
    for group, add in _ADD.items():
        for point in entry_points(group=group):
            try:
                _take(point, add)
            except Exception as error:  # foreign code may raise anything
                refused.append(_refusal(point, error))
    return tuple(refused)


def _mentioned(folders: Iterable[str]) -> bool:
    """Whether any package in these folders has an entry point of ours."""
    for folder in folders:
        try:
            with os.scandir(folder or ".") as entries:
                known = [entry.path for entry in entries if entry.name.endswith((".dist-info", ".egg-info"))]
        except OSError:
            continue
        if any(map(_has_mark, known)):
            return True
    return False


def _has_mark(folder: str) -> bool:
    try:
        return MARK in Path(folder, "entry_points.txt").read_bytes()
    except OSError:
        return False


def _take(point: EntryPoint, add: Callable[[str, Any], None]) -> None:
    add(point.name, point.load())
    words = getattr(import_module(point.module), "WORDS", {})
    if words:
        from ronde.i18n import add_words

        add_words(words)


class _Unfit(Exception):
    """An object that does not fit its group, or a name that is taken; the argument says which."""


def _refusal(point: EntryPoint, error: Exception) -> PluginRefused:
    package = point.dist.name if point.dist else point.module
    facts = {"package": package, "group": point.group, "name": point.name}
    if isinstance(error, _Unfit):
        return PluginRefused(**facts, reason=str(error), detail="")
    return PluginRefused(**facts, detail=f"{type(error).__name__}: {error}")


def check_fit(name: str, known: Collection[str], *, fits: bool) -> None:
    if name in known:
        raise _Unfit("taken")
    if not fits:
        raise _Unfit("shape")


def _add_game(name: str, book: Any) -> None:
    of_arena("add_plugin")(name, book)


def _add_system(name: str, pair: Any) -> None:
    from ronde.model.systems import SYSTEMS, System
    from ronde.systems.system import Method, add_system

    kinds = [type(part) for part in pair] if isinstance(pair, tuple) else []
    check_fit(name, SYSTEMS, fits=kinds == [System, Method] and pair[0].name == name)
    add_system(*pair)


def _add_tiebreak(name: str, function: Any) -> None:
    from ronde.standings import TIEBREAKS, add_tiebreak

    check_fit(name, TIEBREAKS, fits=callable(function))
    add_tiebreak(name, function)


def _add_format(name: str, format: Any) -> None:
    from ronde.app.exchange import EXPORTS, IMPORTS, add_format

    doing = getattr(format, "read", None) or getattr(format, "write", format)
    check_fit(name, {*IMPORTS, *EXPORTS}, fits=callable(doing))
    add_format(name, format)


_ADD: dict[str, Callable[[str, Any], None]] = {
    "ronde.games": _add_game,
    "ronde.systems": _add_system,
    "ronde.tiebreaks": _add_tiebreak,
    "ronde.formats": _add_format,
}
