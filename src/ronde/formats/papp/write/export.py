"""Writes a tournament as a PAPP folder, with remarks on what PAPP cannot store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ronde.core.errors import FormatError, Problem
from ronde.core.player import Player, PlayerId
from ronde.core.result import Kind
from ronde.core.settings import Settings
from ronde.core.tournament import Tournament
from ronde.formats.papp.edition import Edition
from ronde.formats.papp.live.kept_files import PappFiles, config_of, read_config, shelved
from ronde.formats.papp.live.peoplefiles import Doings, PeopleFiles, differing
from ronde.formats.papp.live.personline import appended
from ronde.formats.papp.read.config import CONFIG_NAME, MOST_ROUNDS, FileNames, PappConfig
from ronde.formats.papp.read.story import MOST_CLOSED, MOST_PLAYERS
from ronde.formats.papp.write.configtext import USUAL_FILES, config_for, write_config
from ronde.formats.papp.write.plain import plain_country, plain_first, plain_string, plain_words
from ronde.formats.papp.write.playerstext import write_players
from ronde.formats.papp.write.worktext import write_workfile


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
    kept = shelved(attachments or {})
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
    config = kept_or_usual(kept)
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


def kept_or_usual(kept: PappFiles) -> PappConfig:
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
    base.follow(tournament, Doings(differing(tournament, base.known)))
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
    if any(number > tournament.open_round.number and away for number, away in tournament.away.items()):
        yield remark("planned")
    for played in tournament.rounds:
        for table in played:
            if table.result is not None and table.result.kind is not Kind.PLAYED:
                yield remark("result", f"{played.number}.{table.number} {table.result.kind.value}")
