"""Writes players files that PAPP reads back, in its safe subset (papp 3.3)."""

from __future__ import annotations

from collections.abc import Iterable

from ronde.core.player import Player, PlayerId
from ronde.formats.papp.comments import card_note, write_note
from ronde.formats.papp.write.plain import plain_author, plain_country, plain_words


def write_players(players: Iterable[Player], country: str) -> str:
    """One line a player, and a note where PAPP cannot store everything; empty for no players."""
    return "".join(_line(player) + note_line(player, country) for player in players)


def emigrant_line(number: PlayerId, country: str) -> str:
    """PAPP's line for a player who plays for another country (papp 3.4)."""
    return f"%_{number:7d} {{{plain_country(country)}}}\n"


def _line(player: Player) -> str:
    """Number, names, country and a rating that programs older than ratings take for a comment.

    The comment goes into the note: 1.36 and 1.37 expect different marks before it, and refuse the other's.
    """
    country = plain_country(player.country)
    braces = f"\t{{{country}}}" if country else ""
    rating = f"\t%_<{player.rating}>" if player.rating else ""
    return f"{player.id:6d} {names_text(player)}{braces}{rating}\n"


def names_text(player: Player) -> str:
    """Family and first names, or a program and its author."""
    author = plain_author(player.first_name)
    family = plain_words(player.name) or "_"  # PAPP needs a name
    names = f"{family}, {plain_words(player.first_name)}" if author is None else f"{family} ({author})"
    return names.rstrip()


def note_line(player: Player, country: str) -> str:
    """The note on what PAPP cannot store of a player, in a line of its own; empty if none."""
    note = card_note(player, country)
    return write_note(note) if note else ""
