"""Tournaments as they are usually begun; everything can be changed later."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ronde.core.keizer import KEIZER_BOARD, SEASON
from ronde.core.result import BOARDS
from ronde.core.settings import Settings, usual_brightwell

CHESS_TIES = ("buchholz", "buchholz-cut1", "sonneborn-berger")


def _othello(rounds: int) -> Settings:
    return Settings(rounds=rounds, brightwell=usual_brightwell(rounds))


def _open_of(game: str) -> Callable[[int], Settings]:
    def made(rounds: int) -> Settings:
        return replace(_othello(rounds), board=BOARDS[game], tiebreaks=CHESS_TIES)

    return made


def _keizer(rounds: int) -> Settings:
    return replace(_othello(rounds), system="keizer", board=KEIZER_BOARD, tiebreaks=())


def _robin(rounds: int) -> Settings:
    return replace(_othello(rounds), system="berger")


def _cup(rounds: int) -> Settings:
    return replace(_othello(rounds), system="cup")


def _engines(rounds: int) -> Settings:
    """Programs meet each other twice, colours reversed."""
    return replace(_othello(rounds), system="double-berger")


PRESETS: dict[str, tuple[int, Callable[[int], Settings]]] = {
    "othello-open": (7, _othello),
    "chess-open": (7, _open_of("chess")),
    "go-open": (5, _open_of("go")),
    "club-keizer": (SEASON, _keizer),
    "round-robin": (7, _robin),
    "cup": (4, _cup),
    "engine-cup": (14, _engines),
}
"""By name: the rounds usually announced, and the settings for a number of rounds."""


def settings_of(preset: str, rounds: int = 0) -> Settings:
    """The settings of a preset, for that many rounds or for as many as it usually has."""
    usual, make = PRESETS[preset]
    return make(rounds or usual)
