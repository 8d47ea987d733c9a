"""Ronde runs tournaments of people and of programs. docs/python.md tells how to use it as a library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ronde.app import commands as commands
    from ronde.app import queries
    from ronde.app.queries import match as match
    from ronde.library import LiveTournament as LiveTournament
    from ronde.library import create as create
    from ronde.library import open_file as open
    from ronde.model.errors import RondeError as RondeError

__version__ = "0.1.0"
__all__ = [
    "LiveTournament", "RondeError", "commands", "create", "game", "match", "open", "play", "queries",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import the names of the library lazily: the commands need none of them."""
    if name not in __all__:
        raise AttributeError(f"module 'ronde' has no attribute {name!r}")
    if name == "RondeError":
        from ronde.model.errors import RondeError

        return RondeError
    from ronde import library
    from ronde.app.plugins import load_plugins, of_arena

    load_plugins()
    if name in ("game", "play"):
        return of_arena(name)
    return getattr(library, "open_file" if name == "open" else name)
