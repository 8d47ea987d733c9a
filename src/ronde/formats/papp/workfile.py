"""Writes a workfile that PAPP 1.36 and later read back, and a whole folder (papp 3.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ronde.formats.papp import comments
from ronde.formats.papp.config import CONFIG_NAME, MOST_ROUNDS, OPTIONS, FileNames, PappConfig
from ronde.formats.papp.config_writer import USUAL_FILES, config_for, settings_note, write_config
from ronde.formats.papp.lists import Edition, discs
from ronde.formats.papp.players import plain_country, plain_first, plain_string, plain_words
from ronde.formats.papp.players_files import (
    DeskChanges,
    PeopleFiles,
    appended,
    different_fields,
    write_players,
)
from ronde.formats.papp.statements import MOST_CLOSED, MOST_PLAYERS
from ronde.formats.papp.stored_folder import PappFiles, config_of, read_config, stored_files
from ronde.formats.papp.to_tournament import papp_scores, tables_now, usual_absence
from ronde.formats.papp.tokens import tokens
from ronde.model.errors import FormatError, Problem
from ronde.model.player import Player, PlayerId
from ronde.model.result import Board, Kind, Result
from ronde.model.settings import Settings
from ronde.model.table import Table
from ronde.model.tournament import Round, Tournament

# Writes a workfile that PAPP 1.36 and later read back (papp 3.5).


_RULER = "#" * 41 + "\n"
_PER_LINE = 10
_COMMANDS = {*OPTIONS, "penalites", "penalite"}


def write_workfile(tournament: Tournament, edition: Edition, commands: str = "") -> str:
    """The whole tournament, closed rounds first, then the pairs of the open one.

    `commands` turn the folder's configuration into the tournament's.
    """
    parts = [_header(tournament, edition), f"{commands}\n" if commands else ""]
    presence = _Presence(tournament)
    for played in tournament.rounds:
        block = presence.block(played)
        if block:
            parts.append(f"% {edition.say('title-players')} {played.number}\n\n{block}\n")
        if played.number == 1 and tournament.seats:
            parts.append(_seats(tournament.seats))
        parts.append(_note(tournament, played, presence))
        parts.append(_round(tournament, played, edition))
    return "".join(parts)


def _header(tournament: Tournament, edition: Edition) -> str:
    settings = tournament.settings
    note = settings_note(settings)
    name = plain_string(tournament.name)
    date = plain_string(tournament.date)
    note |= {"name": tournament.name} if name != tournament.name else {}
    note |= {"date": tournament.date} if date != tournament.date else {}
    if tournament.forbidden:
        note["forbidden"] = sorted(sorted(pair) for pair in tournament.forbidden)
    expected = {str(player): leave.expected for player, leave in tournament.left.items() if leave.expected}
    note |= {"expected": expected} if expected else {}
    note |= {"final": asdict(tournament.final)} if tournament.final else {}
    rounds = min(settings.rounds, MOST_ROUNDS)
    return (
        f"{_RULER}# {edition.creator}, written by Ronde\n{_RULER}"
        f'#_Nom-Tournoi   = "{name}" ;\n'
        f"#_Nombre-Rondes = {rounds} ;\n"
        f"#_BQ-double = {settings.brightwell:.6f} ;\n"
        f'#_Date = "{date}" ;\n'
        f"{_RULER}\n" + (f"{comments.write_note(note)}\n" if note else "")
    )


def same_workfile(one: str, other: str) -> bool:
    """Whether two workfiles contain the same tournament, ignoring comments, titles and blanks.

    Commands of the configuration are ignored too: they may change independently of the games.
    """
    return one == other or _said(one) == _said(other)


def _said(text: str) -> list[tuple[str, str]]:
    said: list[tuple[str, str]] = []
    skipping, begins, depth = False, True, 0
    for token in tokens(text):
        skipping = skipping or (begins and token.kind == "word" and token.text in _COMMANDS)
        depth += {"{": 1, "}": -1}.get(token.kind, 0)
        begins = token.kind in (";", "note") and depth <= 0
        if not skipping:
            said.append((token.kind, token.text))
        elif begins:
            skipping = False
    return said


class _Presence:
    """Who is registered and present, round by round, in PAPP's signs."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.order = list(tournament.players)
        self.since = _registered(tournament)
        self.written: dict[PlayerId, bool] = {}
        self.came: set[PlayerId] = set()

    def block(self, played: Round) -> str:
        """The signs for a round, if anything changed since the last."""
        here = self.of(played)
        if here == self.written:
            return ""
        self.written = here
        signs = [f"{'+' if present else '-'}{player:06d}" for player, present in here.items()]
        lines = [" ".join(signs[at : at + _PER_LINE]) for at in range(0, len(signs), _PER_LINE)]
        return "& " + "\n  ".join(lines) + ";\n"

    def of(self, played: Round) -> dict[PlayerId, bool]:
        """Everybody registered by then, and whether he is present; pairs that never played are not."""
        if played.closed:
            there = set(played.byes) | {
                player
                for table in played.tables.values()
                if _scores(table.result, self.tournament.settings.board) != (None, None)
                for player in (table.first, table.second)
            }
        else:
            there = set(self.tournament.present)
        return {player: player in there for player in self.order if self.since[player] <= played.number}

    def missing(self, played: Round) -> set[PlayerId]:
        """Registered players who are absent; one who has left for good has only that reason."""
        gone = () if played.closed else self.tournament.left
        return {player for player, here in self.of(played).items() if not here and player not in gone}

    def reasons(self, played: Round) -> dict[str, str]:
        """The absences with a reason other than that implied by PAPP's signs."""
        actual = played.absent if played.closed else _absent_now(self.tournament)
        listed = {
            str(player): reason.value
            for player, reason in actual.items()
            if self.since[player] <= played.number
            and reason is not usual_absence(came_once=player in self.came)
        }
        self.came |= set(played.seated) | set(played.byes)
        return listed


def _registered(tournament: Tournament) -> dict[PlayerId, int]:
    """The round in which each is first named: his own, or that of somebody registered after him."""
    since: dict[PlayerId, int] = {}
    earliest = len(tournament.rounds)
    for player in reversed(list(tournament.players)):
        earliest = min(earliest, tournament.entered[player])
        since[player] = earliest
    return since


def _absent_now(tournament: Tournament) -> dict[PlayerId, Any]:
    reasons = {player: tournament.absence(player) for player in tournament.players}
    return {player: reason for player, reason in reasons.items() if reason is not None}


def _scores(result: Result | None, board: Board) -> tuple[float | None, float | None]:
    return (None, None) if result is None else papp_scores(result, board)


def _note(tournament: Tournament, played: Round, presence: _Presence) -> str:
    note: dict[str, Any] = {}
    odd = [
        [table.first, table.second, table.result.first, table.result.second, table.result.kind.value]
        for table in played.tables.values()
        if table.result is not None and table.result.kind is not Kind.PLAYED
    ]
    absent = presence.reasons(played)
    usual = tables_now(tournament, played.number, played.number - 1)
    unplayed = any(_scores(table.result, tournament.settings.board) == (None, None) for table in usual)
    moved = played.closed and unplayed  # PAPP does not see the pair, so it cannot count its table
    if moved or [table.number for table in usual] != list(range(1, len(usual) + 1)):
        note["tables"] = {str(table.first): table.number for table in usual}
    note |= {"results": odd} if odd else {}
    note |= {"absent": absent} if absent else {}
    away = sorted(tournament.away.get(played.number, {}).keys() & presence.missing(played))
    note |= {"away": away} if away else {}
    return f"{comments.write_note({'round': played.number, **note})}\n" if note else ""


def _seats(seats: Sequence[PlayerId]) -> str:
    """The round-robin table under the name that both 1.36 and 1.37 know."""
    half = len(seats) // 2
    rows = [
        " ".join(f"{seat:06d}" if seat else "-00001" for seat in row) for row in (seats[:half], seats[half:])
    ]
    return f"table-toutes-rondes [{len(seats)}] = {{\n\t{rows[0]}\n\t{rows[1]}\n}};\n\n"


def _round(tournament: Tournament, played: Round, edition: Edition) -> str:
    title = edition.say("title-results" if played.closed else "title-pairings")
    board = tournament.settings.board
    write = _result if played.closed else _pair
    games = "".join(write(table, board) for table in played.tables.values())
    end = "ronde-suivante;\n" if played.closed else ""
    return f"% {title} {played.number}\n\nraz-couplage;\n{games}{end}\n"


def _result(table: Table, board: Board) -> str:
    """A finished game with both scores; empty for a pair that never played."""
    first, second = _scores(table.result, board)
    if first is None or second is None:
        return ""
    return f"({table.first:06d} {_score(first, first, second, board):<5} {table.second:06d} " + (
        f"{_score(second, first, second, board)});\n"
    )


def _score(value: float, first: float, second: float, board: Board) -> str:
    """PAPP expects both scores of a game with a decimal point, or neither."""
    whole = first == int(first) and second == int(second)
    return discs(value, board) if whole or value != int(value) else f"{discs(value, board)}.0"


def _pair(table: Table, board: Board) -> str:
    """A pair of the open round, with black's score once it is known."""
    first, _ = _scores(table.result, board)
    known = "" if first is None else f" {discs(first, board)}"
    return f"({table.first:06d} {table.second:06d}{known});\n"


# Writes a tournament as a PAPP folder, with remarks on what PAPP cannot store.


@dataclass(frozen=True, slots=True)
class PappFolder:
    """The files by name, and remarks."""

    files: dict[str, bytes]
    remarks: tuple[Problem, ...] = ()


def write_folder(
    tournament: Tournament, attachments: Mapping[str, bytes] | None = None, edition: Edition | None = None
) -> PappFolder:
    """Configuration, players, new players and workfile, as PAPP 1.36 and later read them.

    Files that an import stored in `attachments` are written unchanged, as far as they still agree.
    """
    check_size(tournament)
    kept = stored_files(attachments or {})
    config = folder_config(tournament.settings, kept)
    names = config.files
    files = {CONFIG_NAME: _config(kept, config)}
    files |= _players(tournament, kept, names)
    files[names.workfile] = write_workfile(tournament, edition or Edition()).encode()
    if "template" in kept.data:
        files[kept.names["template"]] = kept.data["template"]
    return PappFolder(files, tuple(_remarks(tournament, names.workfile)))


def check_size(tournament: Tournament) -> None:
    """Refuse what exceeds PAPP's fixed tables, beyond which it aborts."""
    if len(tournament.players) > MOST_PLAYERS:
        raise FormatError([Problem(CONFIG_NAME, 0, 0, "papp.players-too-many", str(len(tournament.players)))])
    if len(tournament.closed_rounds) > MOST_CLOSED:
        raise FormatError([Problem(CONFIG_NAME, 0, 0, "papp.rounds-too-many")])


def folder_config(settings: Settings, kept: PappFiles) -> PappConfig:
    """The configuration of the folder: the stored one with the current settings, all files beside it."""
    config = stored_or_default_config(kept)
    usual = FileNames()
    files = replace(
        config.files,
        players=Path(config.files.players).name or usual.players,
        new_players=Path(config.files.new_players).name or usual.new_players,
        workfile=Path(config.files.workfile).name or usual.workfile,
    )
    if files.new_players in (files.players, f"{files.players}.txt"):  # they were in two folders
        files = replace(files, new_players=usual.new_players)
    return config_for(settings, replace(config, files=files))


def stored_or_default_config(kept: PappFiles) -> PappConfig:
    """The configuration of the stored files, or that of a tournament that was not imported from PAPP."""
    if kept.data.get("config"):
        return config_of(kept)
    return PappConfig(files=USUAL_FILES, subfolder=False)


def _config(kept: PappFiles, config: PappConfig) -> bytes:
    """The stored text as long as it means the same, which preserves its comments."""
    old = kept.data.get("config")
    if old and read_config(kept.page("config", outside=True)) == config:
        return old
    return write_config(config).encode()


def _players(tournament: Tournament, kept: PappFiles, names: FileNames) -> dict[str, bytes]:
    """Both players files: the stored ones with additions, or rewritten if those cannot express the same."""
    there = "players" in kept.data
    name = Path(kept.names["players"]).name if there else f"{names.players.removesuffix('.txt')}.txt"
    country = tournament.settings.country
    base = PeopleFiles.of(kept, country)
    people = base.known | dict(tournament.players)
    strangers = [card for card in people.values() if card.id not in base.known and not card.new]
    base.players = appended(base.players, write_players(strangers, country))
    base.known |= {card.id: card for card in strangers}
    base.follow(tournament, DeskChanges(different_fields(tournament, base.known)))
    if not _tells(base, people, country):
        base.players = write_players((card for card in people.values() if not card.new), country).encode()
        base.news = write_players((card for card in people.values() if card.new), country).encode()
    return {name: base.players, names.new_players: base.news}


def _tells(base: PeopleFiles, people: Mapping[PlayerId, Player], country: str) -> bool:
    """Whether the two files contain exactly these people."""
    files = PappFiles({"players": base.players, "new_players": base.news})
    try:
        return PeopleFiles.of(files, country).known == people
    except FormatError:
        return False


def _remarks(tournament: Tournament, path: str) -> Iterator[Problem]:
    """What PAPP's lists leave out; Ronde itself restores it from the comments."""

    def remark(key: str, text: str = "") -> Problem:
        return Problem(path, 0, 0, f"papp.export-{key}", text)

    settings = tournament.settings
    for card in tournament.players.values():
        name = f"{plain_words(card.name)} {plain_first(card.first_name)}".strip()
        if name != card.full_name or plain_country(card.country) != card.country:
            yield remark("name", f"{card.full_name} → {name} ({card.id})")
    if plain_string(tournament.name) != tournament.name:
        yield remark("title", plain_string(tournament.name))
    if not settings.pairing_system.priced:
        yield remark("system", settings.system)
    if settings.tiebreaks[:1] != ("brightwell",):
        yield remark("tiebreaks", ", ".join(settings.tiebreaks))
    if settings.rounds > MOST_ROUNDS:
        yield remark("rounds", str(settings.rounds))
    if settings.board.bye != int(settings.board.bye):
        yield remark("bye", str(settings.board.bye))
    if tournament.forbidden:
        yield remark("forbidden", str(len(tournament.forbidden)))
    if tournament.final is not None:
        yield remark("final", str(tournament.final.round))
    if any(number > tournament.open_round.number and away for number, away in tournament.away.items()):
        yield remark("planned")
    for played in tournament.rounds:
        for table in played:
            if table.result is not None and table.result.kind is not Kind.PLAYED:
                yield remark("result", f"{played.number}.{table.number} {table.result.kind.value}")
