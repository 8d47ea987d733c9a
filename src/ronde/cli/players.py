"""Commands on players."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from msgspec import UNSET
from msgspec.structs import asdict

from ronde.app.command import Actor, AlreadyRegistered, NumberMoved
from ronde.app.commands import (
    AddPlayer,
    CancelAbsence,
    ChangePlayer,
    ImportPlayers,
    LeaveTournament,
    PlanAbsence,
    RemoveEverybody,
    RemovePlayer,
    RenumberPlayers,
    ReturnPlayer,
)
from ronde.app.people import (
    known_people,
    listed_people,
    read_known,
)
from ronde.app.queries import Players
from ronde.app.views import PlayerView
from ronde.cli.session import (
    ANY_PATH,
    SOURCE,
    CommandRun,
    json_option,
    sentence_if_unchanged,
    show,
    tournament_file,
    with_session,
)
from ronde.cli.speech import TranslatedGroup, command, language, option, translate
from ronde.i18n import listed
from ronde.model.entry import find_named, find_player
from ronde.model.errors import AmbiguousPlayer, CannotBeUndone, NumberImpossible, UnknownPlayer
from ronde.model.events import PlayerEntered
from ronde.model.go import NO_GO_CARD, GoCard, typed_rank
from ronde.model.names import fold
from ronde.model.player import (
    NO_CARD,
    Absence,
    FideCard,
    Player,
    rate_of,
)
from ronde.model.tournament import Tournament


def base_option(function: Any) -> Any:
    return option("--base", type=ANY_PATH, default=None, help="base", metavar="PATH")(function)


# Players: add, edit, leave, return, away, remove, list, import.


FIDE_OPTIONS = {"title": "title", "fide": "number", "birth": "birth", "sex": "sex", "k": "k"}
"""The options that fill the data of FIDE's list, and their fields."""
GO_OPTIONS = ("rank", "grade", "pin", "correction", "ffg", "aga")
"""The options that fill what federations of Go know."""
REASONS = [absence.value for absence in Absence if absence not in (Absence.LATE, Absence.OUT)]


@click.group("player", cls=TranslatedGroup, help="player")
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
        option("--phone", default=None, help="phone", metavar="TEXT"),
        option("--email", default=None, help="email", metavar="TEXT"),
        option("--title", default=None, help="fide-title", metavar="TEXT"),
        option("--fide", type=int, default=None, help="fide-number", metavar="N"),
        option("--birth", default=None, help="birth", metavar="DATE"),
        option("--sex", type=click.Choice(["m", "w"]), default=None, help="sex"),
        option("--k", type=int, default=None, help="k-factor", metavar="N"),
        option("--rank", default=None, help="go-rank", metavar="TEXT"),
        option("--grade", default=None, help="go-grade", metavar="TEXT"),
        option("--pin", default=None, help="go-pin", metavar="N"),
        option("--correction", type=int, default=None, help="go-correction", metavar="N"),
        option("--ffg", default=None, help="go-ffg", metavar="N"),
        option("--aga", default=None, help="go-aga", metavar="N"),
    ):
        function = declare(function)
    return function


@command("player-add", "add", common=("--rating", "--club", "--country", "--category", "--id"))
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
    entry, go = fide_card(NO_CARD, card), go_card(NO_GO_CARD, card)
    given = {key: value for key, value in card.items() if value}
    given |= {"fide": entry} if entry != NO_CARD else {}
    given |= {"go": go} if go != NO_GO_CARD else {}
    if known:
        person = _known(session.desk(file).tournament, base, " ".join(name))
        newcomer = AddPlayer.of(replace(person, **given), namesake=namesake)
    else:
        first = UNSET if first_name is None else first_name
        newcomer = AddPlayer(" ".join(name), first, number=number or 0, namesake=namesake, **given)
    outcome = session.run(file, newcomer, base=base)
    entered = next(event.player for event in outcome.events if isinstance(event, PlayerEntered))
    sentence = translate("cli.entered", player=entered.full_name, id=entered.id)
    show(PlayerView.of(outcome.after, entered.id), sentence, as_json=as_json)


def fide_card(before: FideCard, options: dict[str, Any]) -> FideCard:
    """FIDE's data changed by the options, which are removed from `options`."""
    typed = {key: options.pop(key) for key in FIDE_OPTIONS}
    given = {FIDE_OPTIONS[key]: value for key, value in typed.items() if value is not None}
    if "title" in given:
        given["title"] = given["title"].strip().upper()
    return replace(before, **given)


def go_card(before: GoCard, options: dict[str, Any]) -> GoCard:
    """What federations of Go know, changed by the options, which are removed from `options`."""
    typed = {key: options.pop(key) for key in GO_OPTIONS}
    changed: dict[str, Any] = {key: value for key, value in typed.items() if value is not None}
    if "rank" in changed:
        changed["rank"] = typed_rank(changed["rank"])
    return replace(before, **changed)


def _known(tournament: Tournament, base: Path | None, text: str) -> Player:
    """The one known person the text means: by number, full name, or the start of a name."""
    people = {card.id: card for card in known_people(base)}
    try:
        return people[find_named(people, text)]
    except UnknownPlayer:
        listed = listed_people(text, rate_of(tournament.settings.report.time_control), base)
        named = [card for card in listed if fold(card.full_name) == fold(text)] or listed
        if not named:
            raise
        if len(named) > 1:
            shown = [f"{card.full_name} ({card.fide.number})" for card in named]
            raise AmbiguousPlayer(text=text, candidates=shown) from None
        return named[0]


@command(
    "player-edit",
    "edit",
    common=("--name", "--first-name", "--rating", "--club", "--country", "--category", "--id"),
)
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
    tournament = session.desk(file).tournament
    before = tournament.player(find_player(tournament, who))
    fide, go = fide_card(before.fide, card), go_card(before.go, card)
    changes = {key: value for key, value in card.items() if value is not None}
    changes |= {"id": number} if number is not None else {}
    kept = tuple(category for category in categories if category)
    changes |= {"categories": kept} if categories else {}
    changes |= {"fide": fide} if fide != before.fide else {}
    changes |= {"go": go} if go != before.go else {}
    same = sentence_if_unchanged(lambda: session.run(file, ChangePlayer(before.id, **changes)))
    tournament, after = session.desk(file).tournament, changes.get("id", before.id)
    text = same or _named(tournament, after, "changed")
    show(PlayerView.of(tournament, after), text, as_json=as_json)


def _named(tournament: Tournament, number: int, key: str, **facts: object) -> str:
    return translate(f"cli.{key}", player=tournament.player(number).full_name, id=number, **facts)


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
    outcome = session.run(file, LeaveTournament(who, Absence(reason), expected), quiet=True)
    number = find_player(outcome.after, who)
    text = "\n".join([_gone(outcome.after, number), *outcome.sentences(language())])
    show(PlayerView.of(outcome.after, number), text, as_json=as_json)


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
    after = session.run(file, ReturnPlayer(who)).after
    number = find_player(after, who)
    show(PlayerView.of(after, number), _named(after, number, "returned"), as_json=as_json)


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
    planned = CancelAbsence(who, rounds) if cancel else PlanAbsence(who, rounds, Absence(reason))
    after = session.run(file, planned).after
    number = find_player(after, who)
    named = listed([str(one) for one in rounds], language())
    sentence = _named(after, number, "comes" if cancel else "away", rounds=named)
    show(PlayerView.of(after, number), sentence, as_json=as_json)


@command("player-remove", "remove")
@tournament_file
@click.argument("who", required=False, metavar="[PLAYER]")
@option("--all", "everybody", is_flag=True, help="all-players")
@json_option
@with_session
def remove(session: CommandRun, file: Path, who: str | None, everybody: bool, as_json: bool) -> None:
    if (who is None) == (not everybody):
        context = click.get_current_context()
        raise click.MissingParameter(ctx=context, param=context.command.params[1])
    if who is None:
        count = len(session.run(file, RemoveEverybody()).before.players)
        show({"removed": count}, translate("club.cleared", count=count), as_json=as_json)
        return
    before = session.run(file, RemovePlayer(who)).before
    number = find_player(before, who)
    show(PlayerView.of(before, number), _named(before, number, "removed"), as_json=as_json)


@command("player-data", "data")
@tournament_file
@click.argument("who", metavar="PLAYER")
@json_option
@with_session
def data(session: CommandRun, file: Path, who: str, as_json: bool) -> None:
    from ronde.app.person import person_view
    from ronde.formats.json import pretty

    desk = session.desk(file)
    kept = person_view(desk, find_player(desk.tournament, who))
    show(kept, lambda: pretty(kept), as_json=as_json)


@command("player-erase", "erase")
@tournament_file
@click.argument("who", metavar="PLAYER")
@option("--yes", is_flag=True, help="erase-yes")
@option("--folder", "folders", type=ANY_PATH, multiple=True, help="erase-folder", metavar="FOLDER")
@json_option
@with_session
def erase(
    session: CommandRun, file: Path, who: str, yes: bool, folders: tuple[Path, ...], as_json: bool
) -> None:
    from ronde.app import person

    desk = session.desk(file)
    card = desk.tournament.player(find_player(desk.tournament, who))
    if not yes:
        name = person.erased_name(card.id, language())
        raise CannotBeUndone(player=card.full_name, id=card.id, name=name)
    done = person.erase(desk, Actor(session.actor_name), card.id, language(), folders)
    show(done, "\n".join(person.sentences(done, language())), as_json=as_json)


@command("player-list", "list")
@tournament_file
@json_option
@with_session
def list_(session: CommandRun, file: Path, as_json: bool) -> None:
    from ronde.render.lists import players_text

    tournament = session.desk(file).tournament
    show(Players().answer(tournament), lambda: players_text(tournament, language()), as_json=as_json)


@command("player-import", "import")
@tournament_file
@click.argument("list_path", type=SOURCE, metavar="LIST")
@json_option
@with_session
def import_(session: CommandRun, file: Path, list_path: Path, as_json: bool) -> None:
    from ronde.cli.files import tell_remarks
    from ronde.formats.keizerforclubs import ListOfPeople, has_heads, read_list
    from ronde.model.errors import FileMissing

    if not list_path.is_file():
        raise FileMissing(path=str(list_path))
    keizer = session.desk(file).tournament.settings.pairing_system.season and has_heads(list_path)
    kfc = read_list(list_path) if keizer else ListOfPeople(())
    people = kfc.players if keizer else read_known(list_path)
    outcome = session.run(file, ImportPlayers(tuple(map(AddPlayer.of, people))), quiet=True)
    tell_remarks(kfc.remarks)
    entered = sum(isinstance(event, PlayerEntered) for event in outcome.events)
    skipped = [name for one in outcome.notices if isinstance(one, AlreadyRegistered) for name in one.names]
    moved = [asdict(one) for one in outcome.notices if isinstance(one, NumberMoved)]
    renamed = [f"{old} → {new}" for old, new in kfc.renamed]
    text = [translate("cli.players-imported", count=entered), *outcome.sentences(language())]
    text += [translate("cli.players-renamed", names=", ".join(renamed))] if renamed else []
    data = {"entered": entered, "skipped": skipped} | ({"renamed": renamed} if keizer else {})
    show(data | ({"moved": moved} if moved else {}), "\n".join(text), as_json=as_json)


@command("player-renumber", "renumber")
@tournament_file
@json_option
@with_session
def renumber(session: CommandRun, file: Path, as_json: bool) -> None:
    outcome = session.run(file, RenumberPlayers())
    before, after = outcome.before.players, outcome.after.players
    moved = sum(card != before.get(number) for number, card in after.items())
    show(Players().answer(outcome.after), translate("cli.renumbered", count=moved), as_json=as_json)


for _command in (add, edit, leave, return_, away, remove, data, erase, list_, import_, renumber):
    player.add_command(_command)
