"""Turns a file of OpenGotha into the events of a tournament that can be continued (go 7.1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ronde.formats.files import ImportResult, read_file
from ronde.formats.opengotha.elements import Element, document, parse
from ronde.formats.opengotha.parameters import (
    GENERAL,
    OVERTIME_MOVES,
    OVERTIME_SECONDS,
    PARAMETERS,
    Parameter,
    setting_of,
    system_of,
    whole,
    with_setting,
)
from ronde.formats.opengotha.people import ROUNDS
from ronde.formats.opengotha.read import Notes, read_rows
from ronde.formats.opengotha.results import BOARD
from ronde.formats.opengotha.rounds import RowEvents
from ronde.model.errors import FormatError, Problem, RuleError
from ronde.model.go import CRITERIA as KNOWN_CRITERIA
from ronde.model.go import MOST_CRITERIA, read_rank, write_rank
from ronde.model.player import clean_name
from ronde.model.settings import Settings, limits, usual_settings

STORED = "opengotha/tournament.xml"
"""The name of the imported file beside the tournament."""
SETS = "TournamentParameterSet"
_BY_POINTS = frozenset(("MMS", "SOSM", "SOSM-1", "SOSM-2", "SODOSM", "SOSOSM", "CUSSM", "STS", "SOSTS"))
_BY_WINS = frozenset(("NBW", "SOSW", "SOSW-1", "SOSW-2", "SODOSW", "SOSOSW", "CUSSW"))
_ADDRESS = re.compile(rb'(\sexternalIPAddress\s*=\s*)("[^"]*"|\'[^\']*\')')


def import_opengotha(path: Path) -> ImportResult:
    return read_opengotha(read_file(path), str(path))


def read_opengotha(content: bytes, path: str = "OpenGotha.xml") -> ImportResult:
    """The events of a file, the file itself to be kept, and what was adjusted."""
    root = parse(content, path)
    if root.tag != "Tournament":
        raise FormatError([Problem(path, root.line, 1, "opengotha.other-root", root.tag)])
    notes = Notes(path)
    rows, settings = read_rows(root, notes), read_settings(root, notes)
    title = _title(root, notes) or clean_name(Path(path).stem, needed=False) or "OpenGotha"
    _tell(root, notes)
    if notes.problems:
        raise FormatError(notes.problems)
    events = tuple(RowEvents(rows, settings, title, notes))
    return ImportResult(events, {STORED: without_address(content, root)}, tuple(notes.remarks))


def _title(root: Element, notes: Notes) -> str:
    general = root.first(SETS, GENERAL)
    text = general.attributes.get("name", "").strip() or general.attributes.get("shortName", "")
    try:
        return clean_name(" ".join(text.split()), needed=False)
    except RuleError:
        notes.wrong("unprintable", general.line, "name")
        return ""


def _tell(root: Element, notes: Notes) -> None:
    if root.attributes.get("externalIPAddress", "").strip():
        notes.adjusted("network-address", root.line)
    if root.below("Teams", "Team"):
        notes.adjusted("teams", root.first("Teams").line)


def without_address(content: bytes, root: Element) -> bytes:
    """The file without the network address of its writer."""
    if not root.attributes.get("externalIPAddress", "").strip():
        return content
    kept = _ADDRESS.sub(rb'\1""', content, count=1)
    if parse(kept, STORED).attributes["externalIPAddress"].strip():  # in another encoding, or after a comment
        root.attributes["externalIPAddress"] = ""
        return document(root)
    return kept


def stored_file(attachments: Mapping[str, bytes]) -> Element | None:
    """The file a tournament was imported from, if any."""
    content = attachments.get(STORED)
    return parse(content, STORED) if content else None


# Settings


def read_settings(root: Element, notes: Notes) -> Settings:
    """The settings of a file; what it does not say is as files of its version mean it (go 2)."""
    sets = root.first(SETS)
    criteria = _criteria(sets, notes)
    settings = replace(usual_settings(system_of(criteria)), board=BOARD)
    if criteria:
        settings = replace(settings, tiebreaks=criteria)
        _warn(criteria, sets.first("PlacementParameterSet").line, notes)
    for parameter in PARAMETERS:
        settings = _read(settings, parameter, sets.first(parameter.element), notes)
    settings = _overtime(settings, sets.first(GENERAL), notes)
    settings = with_setting(settings, "mcmahon.groups.categories", _categories(sets.first(GENERAL), notes))
    settings = with_setting(settings, "mcmahon.club_groups", _club_groups(root, notes))
    _check(settings, sets, notes)
    return settings


def _read(settings: Settings, parameter: Parameter, element: Element, notes: Notes) -> Settings:
    text = element.attributes.get(parameter.attribute, parameter.absent)
    if text is None or (not text.strip() and parameter.absent != ""):
        return settings
    if text == "" and parameter.absent == "":
        return with_setting(settings, parameter.setting, "")
    try:
        return with_setting(settings, parameter.setting, parameter.codec.read(text))
    except ValueError:
        told = f"{parameter.attribute} “{' '.join(text.split())}”"
        if parameter.setting.endswith("_seeding_by"):  # other criteria than ours order a group
            notes.adjusted("left-out", element.line, told)
        else:
            notes.wrong("value", element.line, told)
        return settings


def _overtime(settings: Settings, general: Element, notes: Notes) -> Settings:
    seconds = OVERTIME_SECONDS.get(settings.go.overtime, "")
    for attribute, setting in ((seconds, "go.overtime_seconds"), (OVERTIME_MOVES, "go.overtime_moves")):
        if attribute in general.attributes:
            try:
                settings = with_setting(settings, setting, whole(general.attributes[attribute]))
            except ValueError:
                notes.wrong("number", general.line, f"{attribute} “{general.attributes[attribute]}”")
    return settings


def _criteria(sets: Element, notes: Notes) -> tuple[str, ...]:
    rows = sets.below("PlacementParameterSet", "PlacementCriteria", "PlacementCriterion")
    named = []
    for row in sorted(rows, key=_number):
        name = row.attributes.get("name", "NULL").strip()
        if name.upper() in KNOWN_CRITERIA:
            named.append(name.upper())
        elif name not in ("", "NULL"):
            notes.adjusted("left-out", row.line, f"name “{name}”")
    return tuple(dict.fromkeys(named))[:MOST_CRITERIA]


def _warn(criteria: tuple[str, ...], line: int, notes: Notes) -> None:
    """Criteria that are possible together, and hardly meant (go 3.4)."""
    told = ", ".join(criteria)
    if {"DC", "SDC"} <= set(criteria):
        notes.adjusted("two-confrontations", line, told)
    if _BY_POINTS & set(criteria) and _BY_WINS & set(criteria):
        notes.adjusted("mixed-criteria", line, told)


def _number(element: Element) -> int:
    text = element.attributes.get("number", "")
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 4 else 999


def _categories(general: Element, notes: Notes) -> tuple[str, ...]:
    """The lower limits, one fewer than there are categories."""
    rows = sorted(general.below("Categories", "Category"), key=_number)
    count = general.attributes.get("numberOfCategories", str(len(rows) + 1)).strip()
    if not (count.isdecimal() and count.isascii()):
        notes.wrong("number", general.line, f"numberOfCategories “{count}”")
        return ()
    ranks = []
    for row in rows[: max(0, int(count[:3]) - 1)]:
        rank = read_rank(row.attributes.get("lowerLimit", "30K"))
        if rank is None:
            notes.wrong("rank", row.line, f"lowerLimit “{row.attributes['lowerLimit']}”")
        else:
            ranks.append(write_rank(rank).lower())
    return tuple(ranks)


def _club_groups(root: Element, notes: Notes) -> tuple[str, ...]:
    groups = []
    for group in root.below("ClubsGroups", "ClubsGroup"):
        clubs = [" ".join(club.attributes.get("name", "").split()) for club in group.all("Club")]
        name = " ".join(group.attributes.get("name", "").split())
        if any(mark in text for text in (name, *clubs) for mark in "=|"):
            notes.adjusted("left-out", group.line, f"name “{name}”")
        else:
            groups.append(f"{name}={'|'.join(clubs)}")
    return tuple(groups)


def _check(settings: Settings, sets: Element, notes: Notes) -> None:
    """Values that no tournament may have, with the line of their element."""
    if not 1 <= settings.rounds <= ROUNDS:
        notes.wrong("round", sets.first(GENERAL).line, f"numberOfRounds “{settings.rounds}”")
    places = {one.setting: one for one in PARAMETERS}
    for name, possible, value, allowed in limits(settings):
        if not possible:
            place = places.get(name)
            element = sets.first(place.element if place else GENERAL)
            told = place.attribute if place else name
            notes.wrong("value", element.line, f"{told} “{value}” ({allowed})")
    for place in PARAMETERS:
        value = setting_of(settings, place.setting)
        if isinstance(value, str) and not value.isprintable():
            notes.wrong("unprintable", sets.first(place.element).line, place.attribute)
