"""Known people: import of lists, search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ronde.cli.fidelist import base_option, changes, list_path, refresh
from ronde.cli.session import CommandRun, json_option, show, with_session
from ronde.cli.speech import SpokenGroup, command, spoken
from ronde.cli.streams import SOURCE
from ronde.core.errors import FileMissing
from ronde.core.player import Player
from ronde.formats.csv import read_players
from ronde.formats.fidelist import is_fide_list, read_fide_list
from ronde.formats.shape import rating_data
from ronde.formats.text import columns
from ronde.storage.door import People, open_list, take_list, usual_base


@click.group("people", cls=SpokenGroup, help="people")
def people() -> None: ...


def _opened(base: Path | None) -> People:
    path = base or usual_base()
    if path is None:
        raise FileMissing(path="$HOME")
    return People(path)


def known_people(base: Path | None) -> list[Player]:
    """All people of the base; none if there is no base."""
    path = base or usual_base()
    if path is None or not path.exists():
        return []
    known = People(path)
    try:
        return list(known)
    finally:
        known.close()


def listed_people(base: Path | None, text: str, rate: str = "standard") -> list[Player]:
    """The people of FIDE's list that a text may mean, if there is a list; they have no number of ours yet."""
    if base is None and usual_base() is None:
        return []
    known = open_list(list_path(base))
    if known is None:
        return []
    try:
        return [one.card(rate) for one in known.search(text)]
    finally:
        known.close()


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
@click.argument("list_path_", type=SOURCE, metavar="LIST")
@base_option
@json_option
@with_session
def import_(session: CommandRun, list_path_: Path, base: Path | None, as_json: bool) -> None:
    if is_fide_list(list_path_):
        taken = take_list(list_path(base), read_fide_list(list_path_))
        counts = {"new": taken.new, "changed": taken.changed, "gone": taken.gone, "same": taken.same}
        show(counts, spoken("fidelist.taken", **counts), as_json=as_json)
        return
    cards = read_players(list_path_)
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
    known = _opened(base)
    try:
        cards = known.search(" ".join(text))
    finally:
        known.close()
    cards += listed_people(base, " ".join(text))
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
