"""Known people: import of lists, search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ronde.cli.session import CommandRun, json_option, show, with_session
from ronde.cli.speech import ANY_PATH, SpokenGroup, command, option, spoken
from ronde.core.errors import FileMissing
from ronde.core.player import Player
from ronde.formats.csv import read_players
from ronde.formats.text import columns
from ronde.storage.door import People, usual_base


@click.group("people", cls=SpokenGroup, help="people")
def people() -> None:
    """Keep a base of known people beside the tournaments."""


def _opened(base: Path | None) -> People:
    path = base or usual_base()
    if path is None:
        raise FileMissing(path="$HOME")
    return People(path)


def known_people(base: Path | None) -> list[Player]:
    """Everybody of the base, if there is one."""
    path = base or usual_base()
    if path is None or not path.exists():
        return []
    known = People(path)
    try:
        return list(known)
    finally:
        known.close()


def base_option(function: Any) -> Any:
    """The option `--base`."""
    path = ANY_PATH
    return option("--base", type=path, default=None, help="base", metavar="PATH")(function)


def _data(card: Player) -> dict[str, Any]:
    return {
        "id": card.id,
        "name": card.name,
        "first_name": card.first_name,
        "country": card.country,
        "club": card.club,
        "rating": card.rating,
    }


@command("people-import", "import")
@click.argument("list_path", type=ANY_PATH, metavar="LIST")
@base_option
@json_option
@with_session
def import_(session: CommandRun, list_path: Path, base: Path | None, as_json: bool) -> None:
    """Take a CSV list into the base."""
    cards = read_players(list_path)
    known = _opened(base)
    try:
        intake = known.take(cards)
    finally:
        known.close()
    data = {"new": intake.new, "changed": intake.changed, "same": intake.same}
    show(data, spoken("cli.people-taken", **data), as_json=as_json)


@command("people-search", "search")
@click.argument("text", nargs=-1, required=True, metavar="TEXT...")
@base_option
@json_option
@with_session
def search(session: CommandRun, text: tuple[str, ...], base: Path | None, as_json: bool) -> None:
    """Find people by the start of their names, also misspelt."""
    known = _opened(base)
    try:
        found = known.search(" ".join(text))
    finally:
        known.close()
    show([_data(card) for card in found], lambda: _table(found), as_json=as_json)


def _table(found: list[Player]) -> str:
    if not found:
        return spoken("cli.nobody-found")
    head = [spoken(f"lists.{key}") for key in ("id", "name", "country", "rating")]
    rows = [[str(card.id), card.full_name, card.country, str(card.rating or "")] for card in found]
    return columns(head, rows, right="ad")


people.add_command(import_)
people.add_command(search)
