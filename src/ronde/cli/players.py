"""Players: add, edit, leave, return, away, remove, list, import."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from ronde.cli.fidelist import base_option
from ronde.cli.people import known_people, listed_people
from ronde.cli.session import CommandRun, json_option, show, tournament_file, unchanged, with_session
from ronde.cli.speech import SpokenGroup, command, language, option, spoken
from ronde.cli.streams import SOURCE
from ronde.core.choose import find_player
from ronde.core.decide import players as decide
from ronde.core.decide.joining import Joining, join_list
from ronde.core.errors import AmbiguousPlayer, NumberImpossible, UnknownPlayer
from ronde.core.events import Event, PlayerEntered, TableRemoved
from ronde.core.fidecard import NO_CARD, FideCard
from ronde.core.listed import rate_of
from ronde.core.names import fold
from ronde.core.player import Absence, Player, split_name
from ronde.core.tournament import Tournament
from ronde.formats.data import player_data, players_data
from ronde.i18n.door import listed

FIDE_OPTIONS = {"title": "title", "fide": "number", "birth": "birth", "sex": "sex", "k": "k"}
"""The options that fill the data of FIDE's list, and their fields."""
REASONS = [absence.value for absence in Absence if absence not in (Absence.LATE, Absence.OUT)]


@click.group("player", cls=SpokenGroup, help="player")
def player() -> None: ...


def card_options(function: Any) -> Any:
    for declare in (
        option("--id", "number", type=int, default=None, help="player-id", metavar="N"),
        option("--first-name", default=None, help="first-name", metavar="TEXT"),
        option("--country", default=None, help="country", metavar="TEXT"),
        option("--club", default=None, help="club", metavar="TEXT"),
        option("--rating", type=int, default=None, help="rating", metavar="N"),
        option("--category", "categories", multiple=True, help="category", metavar="TEXT"),
        option("--comment", default=None, help="comment", metavar="TEXT"),
        option("--title", default=None, help="fide-title", metavar="TEXT"),
        option("--fide", type=int, default=None, help="fide-number", metavar="N"),
        option("--birth", default=None, help="birth", metavar="DATE"),
        option("--sex", type=click.Choice(["m", "w"]), default=None, help="sex"),
        option("--k", type=int, default=None, help="k-factor", metavar="N"),
    ):
        function = declare(function)
    return function


@command("player-add", "add")
@tournament_file
@click.argument("name", nargs=-1, required=True, metavar="NAME...")
@card_options
@option("--known", is_flag=True, help="known")
@option("--namesake", is_flag=True, help="namesake")
@base_option
@json_option
@with_session
def add(
    session: CommandRun,
    file: Path,
    name: tuple[str, ...],
    number: int | None,
    first_name: str | None,
    known: bool,
    namesake: bool,
    base: Path | None,
    as_json: bool,
    **card: Any,
) -> None:
    if number is not None and number < 1:
        raise NumberImpossible(number=number)
    people, desk = known_people(base), session.desk(file)
    entry = fide_card(NO_CARD, card)
    given = {key: value for key, value in card.items() if value}
    given |= {"fide": entry} if entry != NO_CARD else {}
    if known:
        entrant = replace(_known(desk.tournament, people, base, " ".join(name)), **given)
    else:
        family, first = _names(name, first_name)
        entrant = Player(number or 0, family, first, new=number is None, **given)
    taken = frozenset(card.id for card in people)
    facts = desk.act(session.seat, decide.register_player, player=entrant, taken=taken, namesake=namesake)
    entered = next(event.player for event in facts if isinstance(event, PlayerEntered))
    show(
        player_data(desk.tournament, entered.id),
        spoken("cli.entered", player=entered.full_name, id=entered.id),
        as_json=as_json,
    )


def fide_card(before: FideCard, options: dict[str, Any]) -> FideCard:
    """FIDE's data changed by the options, which are removed from `options`."""
    typed = {key: options.pop(key) for key in FIDE_OPTIONS}
    given = {FIDE_OPTIONS[key]: value for key, value in typed.items() if value is not None}
    if "title" in given:
        given["title"] = given["title"].strip().upper()
    return replace(before, **given)


def _names(words: tuple[str, ...], first_name: str | None) -> tuple[str, str]:
    typed = " ".join(words)
    return split_name(typed) if first_name is None else (typed, first_name)


def _known(tournament: Tournament, people: list[Player], base: Path | None, text: str) -> Player:
    """The one known person the text means: by number, full name, or the start of a name."""
    hall = Tournament(players={card.id: card for card in people})
    try:
        return hall.player(find_player(hall, text))
    except UnknownPlayer:
        listed = listed_people(base, text, rate_of(tournament.settings.report.time_control))
        named = [card for card in listed if fold(card.full_name) == fold(text)] or listed
        if not named:
            raise
        if len(named) > 1:
            shown = [f"{card.full_name} ({card.fide.number})" for card in named]
            raise AmbiguousPlayer(text=text, candidates=shown) from None
        return named[0]


@command("player-edit", "edit")
@tournament_file
@click.argument("who", metavar="PLAYER")
@option("--name", default=None, help="family-name", metavar="TEXT")
@card_options
@json_option
@with_session
def edit(
    session: CommandRun,
    file: Path,
    who: str,
    number: int | None,
    as_json: bool,
    categories: tuple[str, ...],
    **card: Any,
) -> None:
    entry = {key: card.pop(key) for key in FIDE_OPTIONS}
    changes = {key: value for key, value in card.items() if value is not None}
    changes |= {"id": number} if number is not None else {}
    kept = tuple(category for category in categories if category)
    changes |= {"categories": kept} if categories else {}
    desk = session.desk(file)

    def change(tournament: Tournament) -> list[Event]:
        number = find_player(tournament, who)
        fide = fide_card(tournament.player(number).fide, dict(entry))
        return decide.change_player(tournament, number=number, changes={**changes, "fide": fide})

    before = find_player(desk.tournament, who)
    same = unchanged(lambda: desk.act(session.seat, change))
    after = changes.get("id", before)
    text = same or _named(desk.tournament, after, "changed")
    show(player_data(desk.tournament, after), text, as_json=as_json)


def _named(tournament: Tournament, number: int, key: str, **facts: object) -> str:
    return spoken(f"cli.{key}", player=tournament.player(number).full_name, id=number, **facts)


@command("player-leave", "leave")
@tournament_file
@click.argument("who", metavar="PLAYER")
@option("--reason", type=click.Choice(REASONS), default="withdrawn", help="reason")
@option("--expected", type=click.IntRange(1), default=None, help="expected", metavar="ROUND")
@json_option
@with_session
def leave(
    session: CommandRun, file: Path, who: str, reason: str, expected: int | None, as_json: bool
) -> None:
    desk = session.desk(file)
    number = find_player(desk.tournament, who)
    why = Absence(reason) if expected is None else Absence.PREREGISTERED
    facts = desk.act(
        session.seat,
        decide.player_leaves,
        number=number,
        reason=why,
        expected=expected,
    )
    sentences = [_gone(desk.tournament, number)]
    freed = [event.table for event in facts if isinstance(event, TableRemoved)]
    sentences += [spoken("cli.table-dissolved", table=table) for table in freed]
    show(player_data(desk.tournament, number), "\n".join(sentences), as_json=as_json)


def _gone(tournament: Tournament, number: int) -> str:
    """The sentence that a player has left, leaves after this round, or is expected later."""
    expected = tournament.expected(number)
    if expected is not None:
        return _named(tournament, number, "expected", round=expected)
    key = "left" if tournament.has_left(number) else "leaves-later"
    return _named(tournament, number, key, round=tournament.open_round.number)


@command("player-return", "return")
@tournament_file
@click.argument("who", metavar="PLAYER")
@json_option
@with_session
def return_(session: CommandRun, file: Path, who: str, as_json: bool) -> None:
    desk = session.desk(file)
    number = find_player(desk.tournament, who)
    desk.act(session.seat, decide.player_returns, number=number)
    show(player_data(desk.tournament, number), _named(desk.tournament, number, "returned"), as_json=as_json)


@command("player-away", "away")
@tournament_file
@click.argument("who", metavar="PLAYER")
@click.argument("rounds", nargs=-1, type=int, required=True, metavar="ROUND...")
@option("--reason", type=click.Choice(REASONS), default="absent", help="reason")
@option("--cancel", is_flag=True, help="cancel")
@json_option
@with_session
def away(
    session: CommandRun,
    file: Path,
    who: str,
    rounds: tuple[int, ...],
    reason: str,
    cancel: bool,
    as_json: bool,
) -> None:
    desk = session.desk(file)
    number = find_player(desk.tournament, who)
    if cancel:
        desk.act(session.seat, decide.cancel_absence, number=number, rounds=rounds)
    else:
        desk.act(session.seat, decide.plan_absence, number=number, rounds=rounds, reason=Absence(reason))
    key = "comes" if cancel else "away"
    sentence = _named(desk.tournament, number, key, rounds=listed([str(one) for one in rounds], language()))
    show(player_data(desk.tournament, number), sentence, as_json=as_json)


@command("player-remove", "remove")
@tournament_file
@click.argument("who", metavar="PLAYER")
@json_option
@with_session
def remove(session: CommandRun, file: Path, who: str, as_json: bool) -> None:
    desk = session.desk(file)
    number = find_player(desk.tournament, who)
    sentence = _named(desk.tournament, number, "removed")
    data = player_data(desk.tournament, number)
    desk.act(session.seat, decide.remove_player, number=number)
    show(data, sentence, as_json=as_json)


@command("player-list", "list")
@tournament_file
@json_option
@with_session
def list_(session: CommandRun, file: Path, as_json: bool) -> None:
    from ronde.formats.lists import players_text

    tournament = session.desk(file).tournament
    show(players_data(tournament), lambda: players_text(tournament, language()), as_json=as_json)


@command("player-import", "import")
@tournament_file
@click.argument("list_path", type=SOURCE, metavar="LIST")
@json_option
@with_session
def import_(session: CommandRun, file: Path, list_path: Path, as_json: bool) -> None:
    from ronde.cli.files import tell_remarks
    from ronde.core.errors import FileMissing
    from ronde.formats.csv import read_players
    from ronde.formats.keizerforclubs.door import ListedPlayer, has_heads, read_list

    if not list_path.is_file():
        raise FileMissing(path=str(list_path))
    desk = session.desk(file)
    keizer = desk.tournament.settings.pairing_system.season and has_heads(list_path)
    kfc = read_list(list_path) if keizer else ListedPlayer(())
    listed = list(kfc.players) if keizer else read_players(list_path)
    renamed = [f"{old} → {new}" for old, new in kfc.renamed]
    joined: list[Joining] = []

    def enter_all(tournament: Tournament) -> list[Event]:
        joined.append(join_list(tournament, listed))
        return [*joined[-1].facts]

    facts = desk.act(session.seat, enter_all)
    skipped, moved = joined[-1].there, joined[-1].moved
    tell_remarks(kfc.remarks)
    entered = sum(isinstance(event, PlayerEntered) for event in facts)
    text = [spoken("cli.players-imported", count=entered)]
    text += [spoken("cli.players-skipped", names=", ".join(skipped), count=len(skipped))] if skipped else []
    text += [spoken("cli.players-renamed", names=", ".join(renamed))] if renamed else []
    text += [spoken("cli.number-moved", **asdict(one)) for one in moved]
    data = {"entered": entered, "skipped": list(skipped)} | ({"renamed": renamed} if keizer else {})
    data |= {"moved": [asdict(one) for one in moved]} if moved else {}
    show(data, "\n".join(text), as_json=as_json)


@command("player-renumber", "renumber")
@tournament_file
@json_option
@with_session
def renumber(session: CommandRun, file: Path, as_json: bool) -> None:
    desk = session.desk(file)
    before = dict(desk.tournament.players)
    desk.act(session.seat, decide.renumber_by_rating)
    moved = sum(card != before.get(number) for number, card in desk.tournament.players.items())
    show(players_data(desk.tournament), spoken("cli.renumbered", count=moved), as_json=as_json)


for _command in (add, edit, leave, return_, away, remove, list_, import_, renumber):
    player.add_command(_command)
