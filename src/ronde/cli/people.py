"""Commands on known people: lists taken in, searched and compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ronde.app.commands import ApplyRatings
from ronde.app.people import (
    check_not_empty,
    known_sources,
    list_changes,
    newer_cards,
    read_go_list,
    read_known,
    search_people,
    source_name,
    take_fide_list,
    take_people,
)
from ronde.app.views import rating_data
from ronde.cli.players import base_option
from ronde.cli.session import (
    SOURCE,
    CommandRun,
    is_standard_input,
    json_option,
    show,
    tournament_file,
    with_session,
)
from ronde.cli.speech import TranslatedGroup, command, language, option, translate
from ronde.formats.csv import write_rows
from ronde.formats.fidelist import is_fide_list, read_fide_list
from ronde.i18n import day_of_text
from ronde.model.go import write_rank
from ronde.model.player import (
    FidePlayer,
    ListChange,
    PersonChange,
    Player,
    clean_name,
    differences,
)
from ronde.render.text import change_lines, columns, difference_lines

MOST_SHOWN = 200
"""Changes of the whole list that a terminal shows; CSV has them all."""


@click.group("people", cls=TranslatedGroup, help="people")
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
        "rank": "" if card.go.rank is None else write_rank(card.go.rank),
        "pin": card.go.pin,
        "ffg": card.go.ffg,
        "aga": card.go.aga,
    }


@command("people-import", "import")
@click.argument("list_path", type=SOURCE, metavar="LIST")
@option("--source", default="", help="list-source", metavar="TEXT")
@base_option
@json_option
@with_session
def import_known(session: CommandRun, list_path: Path, source: str, base: Path | None, as_json: bool) -> None:
    if is_fide_list(list_path):
        taken = take_fide_list(read_fide_list(list_path), base)
        counts = {"new": taken.new, "changed": taken.changed, "gone": taken.gone, "same": taken.same}
        show(counts, translate("fidelist.taken", **counts), as_json=as_json)
        return
    go = read_go_list(list_path)
    read = read_known(list_path) if go is None else list(go.people)
    check_not_empty(list_path, read)
    usual = _source(list_path) if go is None else go.name
    name = clean_name(source, field="source", needed=False) or usual
    intake = take_people(read, name, base, go.day if go else "")
    counts = {"new": intake.new, "changed": intake.changed, "gone": intake.gone, "same": intake.same}
    told = [translate("cli.people-taken", source=name, **counts)]
    told += change_lines(intake.changes, language()) if intake.known else []
    changes = [_person_change(one) for one in intake.changes]
    show({"source": name, **counts, "changes": changes}, "\n".join(told), as_json=as_json)


def _source(path: Path) -> str:
    return "-" if is_standard_input(path) else source_name(path)


def _person_change(change: PersonChange) -> dict[str, Any]:
    was, now = change.was and _data(change.was), change.now and _data(change.now)
    return {"kind": change.kind, "was": was, "now": now}


@command("people-sources", "sources")
@base_option
@json_option
@with_session
def sources(session: CommandRun, base: Path | None, as_json: bool) -> None:
    listed = known_sources(base)
    head = [translate("cli.list-name"), translate("cli.list-day"), translate("cli.list-people")]
    rows = [[one.name, day_of_text(one.day, language()), str(one.count)] for one in listed]
    text = columns(head, rows, right="c") if rows else translate("cli.no-lists")
    show([{"name": one.name, "day": one.day, "people": one.count} for one in listed], text, as_json=as_json)


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
        return translate("cli.nobody-found")
    head = [translate(f"lists.{key}") for key in ("id", "name", "title", "country", "rating", "fide-number")]
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


@command("people-changes", "changes")
@option("--federation", default="", help="list-federation", metavar="TEXT")
@option("--csv", "as_csv", is_flag=True, help="as-csv")
@base_option
@json_option
@with_session
def changes(session: CommandRun, federation: str, as_csv: bool, base: Path | None, as_json: bool) -> None:
    listed = list_changes(federation, base)
    head = [translate(f"lists.{key}") for key in ("fide-number", "name", "country")]
    head += [translate(f"fidelist.{key}") for key in ("was", "now")]
    if as_csv:
        click.echo(write_rows(head, map(_cells, listed)), nl=False)
        return
    table = columns(head, [_cells(one) for one in listed[:MOST_SHOWN]], right="a")
    more = len(listed) - MOST_SHOWN
    lines = [table, *([translate("fidelist.more", count=more)] if more > 0 else [])]
    text = "\n".join(lines) if listed else translate("fidelist.no-changes")
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
        return translate("fidelist.no-changes")
    lines = [line for before, after in pairs for line in difference_lines(before, after, language())]
    return "\n".join(
        [*lines, translate("fidelist.applied" if apply else "fidelist.not-applied", count=len(pairs))]
    )


for _command in (import_known, sources, search, changes, refresh):
    people.add_command(_command)
