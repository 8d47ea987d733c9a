"""Data that PAPP has no field for, stored in comments that PAPP skips.

A note never overrides PAPP: it is used only where PAPP's own text still is what Ronde wrote beside it, so
that whatever an arbiter changes in PAPP counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

import msgspec

from ronde.formats.papp.players import plain_country, plain_first, plain_string, plain_words
from ronde.formats.papp.statements import PappGame
from ronde.formats.papp.tokens import NOTE, Token
from ronde.model.events import FinalBegun
from ronde.model.player import Absence, Player, PlayerId
from ronde.model.result import Kind, Result
from ronde.model.settings import MOST_ROUNDS

Note = Mapping[str, Any]


@dataclass(slots=True)
class FolderNotes:
    """All notes of a folder by subject."""

    tournament: dict[str, Any] = field(default_factory=dict)
    cards: dict[PlayerId, Note] = field(default_factory=dict)
    rounds: dict[int, Note] = field(default_factory=dict)


def write_note(note: Note) -> str:
    return f"{NOTE}{json.dumps(note, separators=(',', ':'))}\n"


def read_notes(tokens: Iterable[Token]) -> FolderNotes:
    """The notes that can be parsed; the others are ordinary comments."""
    folder_notes = FolderNotes()
    for token in tokens:
        try:
            note = json.loads(token.text)
        except (ValueError, RecursionError):
            continue
        if isinstance(note, dict):
            _sort(note, folder_notes)
    return folder_notes


def _sort(note: dict[str, Any], folder_notes: FolderNotes) -> None:
    if type(note.get("player")) is int:
        folder_notes.cards[note["player"]] = note
    elif type(note.get("round")) is int:
        folder_notes.rounds[note["round"]] = note
    else:
        folder_notes.tournament |= note


def card_note(player: Player, country: str) -> dict[str, Any]:
    """The data of a player that PAPP cannot store; empty if none."""
    note: dict[str, Any] = {}
    if plain_words(player.name) != player.name:
        note["name"] = player.name
    if plain_first(player.first_name) != player.first_name:
        note["first_name"] = player.first_name
    if (plain_country(player.country) or country) != player.country:
        note["country"] = player.country
    for name in ("club", "comment"):
        if getattr(player, name):
            note[name] = getattr(player, name)
    if player.categories:
        note["categories"] = list(player.categories)
    return {"player": player.id, **note} if note else {}


def card_with(player: Player, note: Note, country: str) -> Player:
    """The player with what the note adds, as far as PAPP's own line still agrees."""
    changes: dict[str, Any] = {}
    if _agrees(note, "name", player.name, plain_words(_text(note, "name"))):
        changes["name"] = note["name"]
    if _agrees(note, "first_name", player.first_name, plain_first(_text(note, "first_name"))):
        changes["first_name"] = note["first_name"]
    if _agrees(note, "country", player.country, plain_country(_text(note, "country")) or country):
        changes["country"] = note["country"]
    if _text(note, "club"):
        changes["club"] = note["club"]
    if _text(note, "comment") and not player.comment:
        changes["comment"] = note["comment"]
    categories = note.get("categories")
    if isinstance(categories, list) and all(isinstance(one, str) for one in categories):
        changes["categories"] = tuple(categories)
    return replace(player, **changes)


def _text(note: Note, key: str) -> str:
    value = note.get(key)
    return value if isinstance(value, str) else ""


def _agrees(note: Note, key: str, read: str, written: str) -> bool:
    return isinstance(note.get(key), str) and read == written


def title_with(key: str, text: str, note: Note) -> str:
    """The tournament's `name` or `date` with the characters PAPP could not store."""
    noted = _text(note, key)
    return noted if noted and plain_string(noted) == text else text


def forbidden_of(note: Note) -> list[tuple[PlayerId, PlayerId]]:
    listed = note.get("forbidden")
    pairs = [pair for pair in listed if isinstance(pair, list)] if isinstance(listed, list) else []
    return [(pair[0], pair[1]) for pair in pairs if len(pair) == 2 and all(type(one) is int for one in pair)]


def final_of(note: Note) -> FinalBegun | None:
    """The final that follows the last round, if the note says."""
    try:
        return msgspec.convert(note.get("final"), FinalBegun)
    except msgspec.ValidationError:
        return None


def expected_of(note: Note) -> dict[PlayerId, int]:
    """The round in which each pre-registered player is expected."""
    listed = note.get("expected")
    pairs = listed.items() if isinstance(listed, dict) else ()
    return {
        int(player): number
        for player, number in pairs
        if player.isascii() and player.isdigit() and type(number) is int and 1 <= number <= MOST_ROUNDS
    }


def absence_of(note: Note, player: PlayerId) -> Absence | None:
    """Why the player did not play that round, if the note says."""
    reasons = note.get("absent")
    reason = reasons.get(str(player)) if isinstance(reasons, dict) else None
    return Absence(reason) if reason in list(Absence) else None


def away_of(note: Note) -> frozenset[PlayerId]:
    """Who was away for that round only."""
    listed = note.get("away")
    return frozenset(one for one in listed if type(one) is int) if isinstance(listed, list) else frozenset()


def results_of(note: Note) -> dict[tuple[PlayerId, PlayerId], Result]:
    """The results that were not plain games, by black and white."""
    by_pair: dict[tuple[PlayerId, PlayerId], Result] = {}
    listed = note.get("results")
    for entry in listed if isinstance(listed, list) else ():
        if _is_result(entry):
            black, white, first, second, kind = entry
            by_pair[black, white] = Result(float(first), float(second), Kind(kind))
    return by_pair


def _is_result(entry: object) -> bool:
    if not isinstance(entry, list) or len(entry) != len(fields(Result)) + 2:
        return False
    *players, first, second, kind = entry
    scores = all(isinstance(score, int | float) and 0 <= score <= 9_999 for score in (first, second))
    halves = scores and first * 2 == int(first * 2) and second * 2 == int(second * 2)
    return all(type(player) is int for player in players) and halves and kind in list(Kind)[1:]


def numbers_of(note: Note, games: Iterable[PappGame]) -> dict[PlayerId, int] | None:
    """The table of each black player, if the note has them all."""
    tables = note.get("tables")
    blacks = {str(game.black) for game in games}
    if not isinstance(tables, dict) or tables.keys() != blacks:
        return None
    numbers = list(tables.values())
    good = all(type(number) is int and 1 <= number <= 9_999 for number in numbers)
    return (
        {int(black): tables[black] for black in tables}
        if good and len(set(numbers)) == len(numbers)
        else None
    )
