"""Known people: import of lists, search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ronde.app.people import search_people, take_fide_list, take_people
from ronde.cli.fidelist import base_option, changes, refresh
from ronde.cli.session import CommandRun, json_option, show, with_session
from ronde.cli.speech import SpokenGroup, command, spoken
from ronde.cli.streams import SOURCE
from ronde.core.player import Player
from ronde.formats.csv import read_players
from ronde.formats.fidelist import is_fide_list, read_fide_list
from ronde.formats.shape import rating_data
from ronde.formats.text import columns


@click.group("people", cls=SpokenGroup, help="people")
def people() -> None: ...


def _data(card: Player) -> dict[str, Any]:
    return {
        "id": card.id,
        "name": card.name,
        "first_name": card.first_name,
        "country": card.country,
        "club": card.club,
        "rating": rating_data(card.rating),
        "title": card.fide.title,
        "fide_number": rating_data(card.fide.number),
    }


@command("people-import", "import")
@click.argument("list_path", type=SOURCE, metavar="LIST")
@base_option
@json_option
@with_session
def import_(session: CommandRun, list_path: Path, base: Path | None, as_json: bool) -> None:
    if is_fide_list(list_path):
        taken = take_fide_list(read_fide_list(list_path), base)
        counts = {"new": taken.new, "changed": taken.changed, "gone": taken.gone, "same": taken.same}
        show(counts, spoken("fidelist.taken", **counts), as_json=as_json)
        return
    intake = take_people(read_players(list_path), base)
    data = {"new": intake.new, "changed": intake.changed, "same": intake.same}
    show(data, spoken("cli.people-taken", **data), as_json=as_json)


@command("people-search", "search")
@click.argument("text", nargs=-1, required=True, metavar="TEXT...")
@base_option
@json_option
@with_session
def search(session: CommandRun, text: tuple[str, ...], base: Path | None, as_json: bool) -> None:
    cards = search_people(" ".join(text), base)
    show([_data(card) for card in cards], lambda: _table(cards), as_json=as_json)


def _table(cards: list[Player]) -> str:
    if not cards:
        return spoken("cli.nobody-found")
    head = [spoken(f"lists.{key}") for key in ("id", "name", "title", "country", "rating", "fide-number")]
    rows = [
        [
            str(card.id or ""),
            card.full_name,
            card.fide.title,
            card.country,
            str(card.rating or ""),
            str(card.fide.number or ""),
        ]
        for card in cards
    ]
    return columns(head, rows, right="aef")


people.add_command(import_)
people.add_command(search)
people.add_command(changes)
people.add_command(refresh)
