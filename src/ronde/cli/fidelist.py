"""FIDE's rating list: what a new list changed, for everybody and for the players of a tournament."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ronde.app.commands import ApplyRatings
from ronde.app.people import list_changes, newer_cards
from ronde.cli.session import CommandRun, json_option, show, tournament_file, with_session
from ronde.cli.speech import command, option, spoken
from ronde.cli.streams import ANY_PATH
from ronde.core.listed import FidePlayer, ListChange, differences
from ronde.core.player import Player
from ronde.formats.csv import write_rows
from ronde.formats.shape import rating_data
from ronde.formats.text import columns

MOST_SHOWN = 200
"""Changes of the whole list that a terminal shows; CSV has them all."""


def base_option(function: Any) -> Any:
    return option("--base", type=ANY_PATH, default=None, help="base", metavar="PATH")(function)


@command("people-changes", "changes")
@option("--federation", default="", help="list-federation", metavar="TEXT")
@option("--csv", "as_csv", is_flag=True, help="as-csv")
@base_option
@json_option
@with_session
def changes(session: CommandRun, federation: str, as_csv: bool, base: Path | None, as_json: bool) -> None:
    listed = list_changes(federation, base)
    head = [spoken(f"lists.{key}") for key in ("fide-number", "name", "country")]
    head += [spoken(f"fidelist.{key}") for key in ("was", "now")]
    if as_csv:
        click.echo(write_rows(head, map(_cells, listed)), nl=False)
        return
    table = columns(head, [_cells(one) for one in listed[:MOST_SHOWN]], right="a")
    more = len(listed) - MOST_SHOWN
    lines = [table, *([spoken("fidelist.more", count=more)] if more > 0 else [])]
    text = "\n".join(lines) if listed else spoken("fidelist.no-changes")
    show([_change_data(one) for one in listed], text, as_json=as_json)


def _cells(change: ListChange) -> list[str]:
    someone = change.now or change.was
    assert someone is not None
    return [str(someone.number), someone.name, someone.federation, _entry(change.was), _entry(change.now)]


def _entry(one: FidePlayer | None) -> str:
    """Title, federation and the three ratings in one cell."""
    if one is None:
        return "-"
    return " ".join(
        filter(None, (one.title, one.federation, "/".join(str(rating or "-") for rating in one.ratings)))
    )


def _change_data(change: ListChange) -> dict[str, Any]:
    return {"kind": change.kind, "was": _listed_data(change.was), "now": _listed_data(change.now)}


def _listed_data(one: FidePlayer | None) -> dict[str, Any] | None:
    if one is None:
        return None
    return {
        "fide_number": one.number,
        "name": one.name,
        "federation": one.federation,
        "title": one.title,
        "standard": rating_data(one.ratings[0]),
        "rapid": rating_data(one.ratings[1]),
        "blitz": rating_data(one.ratings[2]),
    }


@command("people-refresh", "refresh")
@tournament_file
@option("--apply", is_flag=True, help="refresh-apply")
@base_option
@json_option
@with_session
def refresh(session: CommandRun, file: Path, apply: bool, base: Path | None, as_json: bool) -> None:
    tournament = session.desk(file).tournament
    cards = newer_cards(tournament, base)
    pairs = [(tournament.player(card.id), card) for card in cards]
    if apply and cards:
        session.run(file, ApplyRatings(tuple(cards)))
    rows = [
        {"player": before.id, "field": field, "was": was, "now": now}
        for before, after in pairs
        for field, (was, now) in differences(before, after).items()
    ]
    show({"changes": rows, "applied": apply and bool(cards)}, _refreshed(pairs, apply), as_json=as_json)


def _refreshed(pairs: list[tuple[Player, Player]], apply: bool) -> str:
    if not pairs:
        return spoken("fidelist.no-changes")
    lines = [
        spoken(
            "fidelist.changed",
            player=before.full_name,
            field=spoken(f"lists.{field}"),
            was=was or "-",
            now=now or "-",
        )
        for before, after in pairs
        for field, (was, now) in differences(before, after).items()
    ]
    return "\n".join(
        [*lines, spoken("fidelist.applied" if apply else "fidelist.not-applied", count=len(pairs))]
    )
