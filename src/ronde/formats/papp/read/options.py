"""The commands that set options: files, zones, the bye, colours, saving, printing (papp 3.2)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from ronde.core.player import BIGGEST_FOREIGN, BIGGEST_NUMBER
from ronde.core.settings import Zone
from ronde.formats.papp.read.config import (
    CONFIG_NAME,
    MOST_BRIGHTWELL,
    MOST_COPIES,
    MOST_DISCS,
    MOST_ZONES,
    PappConfig,
)
from ronde.formats.papp.read.cursor import Cursor, Unexpected

FILE_KINDS = {
    "joueurs": "players",
    "nouveaux": "new_players",
    "inter": "workfile",
    "intermediaire": "workfile",
    "appariements": "pairings",
    "resultats": "results",
    "classement": "standings",
    "equipes": "teams",
    "tableau-croise": "crosstable",
    "elo": "elo",
    "log": "log",
    "trace": "trace",
}
"""The word of each file, and its field."""

_READ = ("players", "new_players", "workfile")
"""The files that are read; the arbiter is asked before a list is written outside the folder."""

LIST_KINDS = ("appariements", "resultats", "classement", "equipes", "tableau-croise", "elo", "log", "trace")
"""The files that a workfile can still name; the others are open when it is read."""

Option = Callable[[Cursor, PappConfig], PappConfig]


def _xml(cursor: Cursor, config: PappConfig) -> PappConfig:
    return replace(config, xml=cursor.expect_word("true", "false") == "true")


def _subfolder(cursor: Cursor, config: PappConfig) -> PappConfig:
    return replace(config, subfolder=cursor.expect_word("true", "false") == "true")


def _file(cursor: Cursor, config: PappConfig) -> PappConfig:
    kind = cursor.expect_word(*FILE_KINDS)
    cursor.expect("=")
    at = cursor.token.at
    name = cursor.string()
    field = FILE_KINDS[kind]
    if name.startswith("|"):
        raise Unexpected("file-pipe", at, name)
    strange = "\0" in name or (field == "workfile" and _outside(name))
    strange = strange or (field in _READ and _outside(name) and not cursor.page.outside)
    if strange or _clashes(name, cursor.page.path, config):
        raise Unexpected("file-name", at, name)
    if not name and field in ("new_players", "workfile"):
        return config  # a tournament needs them
    named: dict[str, Any] = {field: name}
    return replace(config, files=replace(config.files, **named))


def _outside(name: str) -> bool:
    """Whether a path leads out of the folder."""
    path = PurePosixPath(name)
    return path.is_absolute() or ".." in path.parts


def _clashes(name: str, page: str, config: PappConfig) -> bool:
    """Whether a name is that of our own journal, or of the configuration."""
    place = str(PurePosixPath(name))
    ours = re.search(r"\.ronde(-\w+)?$", place, re.IGNORECASE) is not None
    return ours or place == CONFIG_NAME or (place == page and config.files.workfile != page)


def _country(cursor: Cursor, config: PappConfig) -> PappConfig:
    cursor.expect("=")
    return replace(config, country=cursor.string().strip())


def _zone(cursor: Cursor, config: PappConfig) -> PappConfig:
    at = cursor.token.at
    country = cursor.take().text if cursor.token.kind == "string" else ""
    cursor.expect("=")
    first, last = _range(cursor, "zone-reversed", at)
    if first == 0:
        # PAPP aborts when it has to assign the number 0 (papp 10); the rest of the zone is good.
        cursor.page.remark("zone-zero", at)
        first = 1
    if first > last:
        return config
    if last > BIGGEST_FOREIGN:
        raise Unexpected("number-too-big", at, str(last))
    if len(config.zones) >= MOST_ZONES:
        raise Unexpected("zones-too-many", at, str(MOST_ZONES))
    return replace(config, zones=(*config.zones, Zone(first, last, country)))


def _range(cursor: Cursor, key: str, at: int) -> tuple[int, int]:
    first = cursor.integer()
    cursor.expect("-")
    last = cursor.integer()
    if first > last:
        raise Unexpected(key, at, f"{first}-{last}")
    return first, last


def _bye(cursor: Cursor, config: PappConfig) -> PappConfig:
    at = cursor.token.at
    cursor.expect("=")
    bye = cursor.integer()
    total = cursor.integer() if cursor.accept("/") else config.total
    if total < 1:
        raise Unexpected("total-zero", at)
    if total > MOST_DISCS:
        raise Unexpected("number-too-big", at, str(total))
    if bye > total:
        raise Unexpected("bye-too-great", at, f"{bye}/{total}")
    if 2 * bye > total:
        cursor.page.remark("bye-wins", at, f"{bye}/{total}")
    return replace(config, bye=bye, total=total)


def _colours(cursor: Cursor, config: PappConfig) -> PappConfig:
    at = cursor.token.at
    cursor.expect("=")
    cursor.expect("{")
    first = cursor.string()
    cursor.expect(",")
    second = cursor.string()
    cursor.expect("}")
    if not first.strip() or not second.strip():
        cursor.page.remark("colour-empty", at)
        return replace(config, colours=None)
    return replace(config, colours=(first, second))


def _saving(cursor: Cursor, config: PappConfig) -> PappConfig:
    return replace(config, immediate=cursor.expect_word("immediate", "differee") == "immediate")


def _printing(cursor: Cursor, config: PappConfig) -> PappConfig:
    if cursor.expect_word("manuelle", "automatique") == "manuelle":
        return replace(config, copies=0)
    at = cursor.token.at
    copies = cursor.integer() if cursor.token.kind == "int" else 1
    if copies > MOST_COPIES:
        raise Unexpected("number-too-big", at, str(copies))
    return replace(config, copies=copies)


def _display(cursor: Cursor, config: PappConfig) -> PappConfig:
    word = cursor.expect_word("absolu", "normal", "relatif", "differentiel")
    return replace(config, relative=word in ("relatif", "differentiel"))


def _brightwell(cursor: Cursor, config: PappConfig) -> PappConfig:
    cursor.page.remark("old-command", cursor.token.at, "brightwell")
    cursor.expect("=")
    return replace(
        config, brightwell=2 * cursor.number(MOST_BRIGHTWELL / 2)
    )  # counted per half-point in those versions


def _double(cursor: Cursor, config: PappConfig) -> PappConfig:
    cursor.page.remark("old-command", cursor.token.at, "BQ-double")
    cursor.expect("=")
    return replace(config, brightwell=cursor.number(MOST_BRIGHTWELL))


def _all_rounds(cursor: Cursor, config: PappConfig) -> PappConfig:
    at = cursor.token.at
    cursor.page.remark("old-command", at, "toutes-rondes")
    cursor.expect("=")
    limits = _range(cursor, "round-robin-reversed", at)
    cursor.expect_word("joueurs")
    return replace(config, round_robin=(min(limits[0], BIGGEST_NUMBER), min(limits[1], BIGGEST_NUMBER)))


OPTIONS: dict[str, Option] = {
    "xml": _xml,
    "dossier": _subfolder,
    "fichier": _file,
    "pays": _country,
    "zone-insertion": _zone,
    "score-bip": _bye,
    "couleurs": _colours,
    "couleur": _colours,
    "sauvegarde": _saving,
    "impression": _printing,
    "affichage-pions": _display,
    "brightwell": _brightwell,
    "bq-double": _double,
    "toutes-rondes": _all_rounds,
}
"""Every command that changes the configuration, except for the penalties."""
