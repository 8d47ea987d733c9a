"""Reads results of the EGF (`.h9`) and of the FFG (`.tou`) back into a tournament (go 7.2, 7.3).

A wall list tells neither bar nor floor: everybody's start is what his score says beyond his games.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ronde.formats.egf.h9 import ENCODING, FEWEST_SCORES, OVERTIMES
from ronde.formats.egf.wall import short_name
from ronde.formats.files import ImportResult, read_file
from ronde.formats.opengotha.parameters import MODES
from ronde.formats.opengotha.people import ROUNDS, key
from ronde.formats.opengotha.read import ByeRow, Game, Notes, Person, Rows, check_once
from ronde.formats.opengotha.results import BOARD, RESULTS
from ronde.formats.opengotha.rounds import RowEvents
from ronde.model.errors import FormatError, RuleError
from ronde.model.events import Event, PlayerEntered, TournamentOpened
from ronde.model.go import (
    CRITERIA,
    MAIN_CRITERIA,
    MOST_CORRECTION,
    MOST_CRITERIA,
    GoCard,
    clamped_rating,
    rating_of_rank,
    read_rank,
    write_rank,
)
from ronde.model.player import Player, clean_name
from ronde.model.replay import checked, replay
from ronde.model.settings import Settings, check_settings, usual_settings
from ronde.standings.go.scores import go_scores

_FACT = re.compile(r";\s*(?:([A-Z]{2})\[(.*)\]|([a-z]+)=(.*))\s*$")
_ROW = re.compile(r"\s*(?:\d+\s+)?(?P<name>\S.*?)\s+(?P<rank>[0-9]{1,2}[KDPkdp])\s+(?P<rest>.*)$")
_CELL = re.compile(
    r"(?P<line>[0-9]{1,4})(?P<sign>[+\-=?])(?P<kind>[/!]?)(?:(?P<colour>[wb?])(?P<stones>[0-9]))?"
)
_SHORTEST, LONGEST_ROW = 10, 2_000
"""Characters of a row."""
_NAME_ENDS = 30
"""The column behind the name in `.tou`."""
_BLACKS = {
    ("+", "-", False): "RESULT_BLACKWINS",
    ("-", "+", False): "RESULT_WHITEWINS",
    ("=", "=", False): "RESULT_EQUAL",
    ("+", "+", False): "RESULT_BOTHWIN",
    ("-", "-", False): "RESULT_BOTHLOSE",
    ("?", "?", False): "RESULT_UNKNOWN",
    ("+", "-", True): "RESULT_BLACKWINS_BYDEF",
    ("-", "+", True): "RESULT_WHITEWINS_BYDEF",
    ("=", "=", True): "RESULT_EQUAL_BYDEF",
    ("+", "+", True): "RESULT_BOTHWIN_BYDEF",
    ("-", "-", True): "RESULT_BOTHLOSE_BYDEF",
}
"""The result by the signs of Black and White, and whether it is by default."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A row of the wall list: who, the scores as written, and a cell for each round."""

    at: int
    name: str
    rank: int
    about: tuple[str, ...]
    """Country and club in `.h9`, licence and club in `.tou`."""
    scores: tuple[str, ...]
    cells: tuple[re.Match[str], ...]


def import_wall(path: Path) -> ImportResult:
    return read_wall(read_file(path), str(path))


def read_wall(content: bytes, path: str = "results.h9") -> ImportResult:
    try:
        text = content.decode()
    except UnicodeDecodeError:
        text = content.decode(ENCODING)
    notes = Notes(path)
    events = _Wall(text.splitlines(), notes).events(clean_name(Path(path).stem, needed=False) or "Go")
    if notes.problems:
        raise FormatError(notes.problems)
    return ImportResult(tuple(events), remarks=tuple(notes.remarks))


class _Wall:
    def __init__(self, text: Sequence[str], notes: Notes) -> None:
        self.notes = notes
        self.facts = {
            match[1] or match[3]: (match[2] or match[4] or "").strip()
            for match in map(_FACT.match, text)
            if match
        }
        self.heads = self._heads(text)
        self.lines = self._lines(text)

    @staticmethod
    def _heads(text: Sequence[str]) -> list[str]:
        """The short names of the criteria, five letters each."""
        head = next((line for line in text if line.startswith("; Pl ") and " Club" in line), "")
        names = head.partition(" Club")[2]
        return [names[at : at + 5].strip() for at in range(0, len(names), 5)]

    def _lines(self, text: Sequence[str]) -> list[_Line]:
        rows = []
        for at, line in enumerate(text, start=1):
            row = line.partition("|")[0].partition(";")[0]
            if not self.heads:  # in `.tou` a long name touches the rank
                row = f"{row[:_NAME_ENDS]} {row[_NAME_ENDS:]}"
            match = _ROW.match(row) if _SHORTEST <= len(row) <= LONGEST_ROW else None
            if match is not None:
                rows.append((at, match, match["rest"].split()))
            elif row.strip():
                self.notes.wrong("no-row", at, line.strip()[:60])
        if not rows:
            self.notes.wrong("no-row", 1, "")
            return []
        rounds = min(_trailing_cells(words) for _, _, words in rows)
        return [self._line(at, match, words, rounds) for at, match, words in rows]

    def _line(self, at: int, match: re.Match[str], words: list[str], rounds: int) -> _Line:
        told, cells = words[: len(words) - rounds], words[len(words) - rounds :]
        count = max(FEWEST_SCORES, len(self.heads)) if "CL" in self.facts or self.heads else 0
        split = max(0, len(told) - count)
        read = tuple(cell for cell in map(_CELL.fullmatch, cells) if cell)
        return _Line(
            at, match["name"], read_rank(match["rank"]) or 0, tuple(told[:split]), tuple(told[split:]), read
        )

    # People and games

    def events(self, title: str) -> list[Event]:
        settings = self._settings()
        rows = Rows([self._person(number, line) for number, line in enumerate(self.lines, start=1)])
        self._check_names(rows)
        self._games(rows)
        check_once(rows, self.notes)
        if self.notes.problems:
            return []
        name = self.facts.get("EV") or self.facts.get("comm") or title
        settings = replace(settings, rounds=max(1, len(self.lines[0].cells)))
        events = list(RowEvents(rows, settings, clean_name(name, needed=False) or title, self.notes))
        return self._with_starts(events) if "MMS" in settings.tiebreaks else events

    def _person(self, number: int, line: _Line) -> Person:
        family, _, first = line.name.partition(" ")
        rank = line.rank
        family, first = (text.replace("_", " ").strip() for text in (family, first))
        club = line.about[-1] if len(line.about) > 1 or (line.about and not self.heads) else ""
        country = line.about[0] if self.heads and line.about else ""
        licence = line.about[0] if not self.heads and len(line.about) > 1 else ""
        card = Player(
            number,
            family,
            first,
            country="" if country == "XX" else country,
            club="" if club == "xxxx" else club,
            rating=self._rating(line),
            go=GoCard(rank, write_rank(rank), ffg=licence, rating_origin="INI"),
        )
        marks = "".join("0" if cell["line"] == "0" and cell["sign"] == "=" else "1" for cell in line.cells)
        self._check(card, line)
        return Person(card, marks.ljust(ROUNDS, "1"), False, line.at)

    def _check(self, card: Player, line: _Line) -> None:
        try:
            checked(card)
        except RuleError:
            self.notes.wrong("unprintable", line.at, line.name[:60])

    def _rating(self, line: _Line) -> int:
        """As a criterion of the list tells it, else that of the rank."""
        at = next((at for at, head in enumerate(self.heads) if head == "Ratin"), None)
        told = line.scores[at] if at is not None and at < len(line.scores) else ""
        return clamped_rating(int(told)) if re.fullmatch("-?[0-9]{1,4}", told) else rating_of_rank(line.rank)

    def _rounds_down(self, criteria: tuple[str, ...]) -> bool:
        """Whether half points of rounds without a game count in pairs: unless a score shows an odd one."""
        main = next((at for at, name in enumerate(criteria) if name in MAIN_CRITERIA), None)
        told = [line for line in self.lines if main is not None and main < len(line.scores)]
        for line in told:
            halves = sum(cell["sign"] == "=" for cell in line.cells if cell["line"] == "0")
            drawn = sum(cell["sign"] == "=" for cell in line.cells if cell["line"] != "0")
            doubled = _doubled(line.scores[main or 0])
            if halves % 2 and doubled is not None and doubled % 2 != drawn % 2:
                return False
        return True

    def _check_names(self, rows: Rows) -> None:
        seen: set[str] = set()
        for person in rows.people:
            known_as = key(person.card.name, person.card.first_name)
            if known_as in seen:
                self.notes.wrong("same-key", person.line, person.card.full_name)
            seen.add(known_as)

    def _games(self, rows: Rows) -> None:
        tables: dict[int, int] = {}
        for number, line in enumerate(self.lines, start=1):
            for round, cell in enumerate(line.cells, start=1):
                other = int(cell["line"])
                if other == 0 and cell["sign"] == "+":
                    rows.byes.append(ByeRow(round, number, line.at))
                elif other and self._meets(number, round, other) and number < other:
                    tables[round] = tables.get(round, 0) + 1
                    rows.games += self._game(number, other, round, tables[round])

    def _meets(self, number: int, round: int, other: int) -> bool:
        """Whether both rows name each other."""
        line = self.lines[number - 1]
        back = self.lines[other - 1].cells[round - 1]["line"] if other <= len(self.lines) else ""
        if back != str(number) or other == number:
            self.notes.wrong("one-sided", line.at, f"{number}, {other} ({round})")
            return False
        return True

    def _game(self, one: int, other: int, round: int, table: int) -> list[Game]:
        own, theirs = (self.lines[number - 1].cells[round - 1] for number in (one, other))
        known = own["colour"] in ("w", "b")
        white_first = own["colour"] == "w"
        black, white = (theirs, own) if white_first else (own, theirs)
        signs = (black["sign"], white["sign"], own["kind"] == "!")
        if signs not in _BLACKS:
            self.notes.wrong("one-sided", self.lines[one - 1].at, f"{own[0]}, {theirs[0]}")
            return []
        players = (other, one) if white_first else (one, other)
        stones = int(own["stones"] or 0)
        return [Game(round, table, *players, stones, known, RESULTS[_BLACKS[signs]], self.lines[one - 1].at)]

    # Settings

    def _settings(self) -> Settings:
        criteria = self._criteria()
        settings = replace(
            usual_settings(MODES.get(criteria[0], "go-swiss")), board=BOARD, tiebreaks=criteria
        )
        halves = any(cell[0].startswith("0=") for line in self.lines for cell in line.cells)
        absent = 0.5 if halves else 0
        groups = replace(
            settings.mcmahon.groups,
            floor="30k",
            bar="9d",
            absent_points=absent,
            absent_wins=absent,
            bye_points=1,
            bye_wins=1,
            round_down=self._rounds_down(criteria),
            categories=self._categories(criteria),
        )
        handicap = replace(settings.mcmahon.handicap, correction=self._number("HA", 0))
        settings = replace(settings, mcmahon=replace(settings.mcmahon, groups=groups, handicap=handicap))
        changed = self._game_settings(settings)
        try:
            check_settings(changed)
        except RuleError as error:
            self.notes.wrong("value", 1, f"{error.facts.get('setting', '')} “{error.facts.get('value', '')}”")
        return changed

    def _criteria(self) -> tuple[str, ...]:
        if not self.heads:
            return usual_settings("go-swiss").tiebreaks
        by_points = "MMS" in self.heads
        known: dict[str, str] = {}
        for name in CRITERIA:
            short = short_name(name)[:5]
            if short not in known or name.partition("-")[0].endswith("M") is by_points:
                known[short] = name
        found = [known[head] for head in self.heads if head in known]
        for head in self.heads:
            if head not in known:
                self.notes.adjusted("left-out", 1, f"“{head}”")
        return tuple(dict.fromkeys(found))[:MOST_CRITERIA] or ("NBW",)

    def _categories(self, criteria: tuple[str, ...]) -> tuple[str, ...]:
        """The lowest rank of every category but the last."""
        if criteria[0] != "CAT" or not self.lines:
            return ()
        lowest: dict[int, int] = {}
        for line in self.lines:
            category = int(line.scores[0][:4]) if line.scores and line.scores[0].isdecimal() else 1
            lowest[category] = min(lowest.get(category, line.rank), line.rank)
        return tuple(write_rank(lowest[one]).lower() for one in sorted(lowest)[:-1])

    def _game_settings(self, settings: Settings) -> Settings:
        begin, _, end = self.facts.get("DT", ",").partition(",")
        if "date" in self.facts:
            begin = "-".join(reversed(self.facts["date"].split("/")))
        country, _, place = self.facts.get("PC", ",").partition(",")
        report = replace(
            settings.report,
            begin=begin.replace("-", "/"),
            end=end.replace("-", "/"),
            federation=country,
            city=place or self.facts.get("vill", ""),
        )
        words = {text: overtime for overtime, text in OVERTIMES.items()}
        overtime = words.get(self.facts.get("CM", ""), "sudden-death")
        komi = self.facts.get("KM", self.facts.get("komi", ""))
        go = replace(
            settings.go,
            komi=float(komi) if re.fullmatch(r"-?[0-9]{1,3}(\.[0-9])?", komi) else settings.go.komi,
            online=self.facts.get("CL") == "D",
            minutes=self._number("TM", self._number("ta", settings.go.minutes)),
            overtime=overtime,
            overtime_seconds=0,
        )
        return replace(settings, report=report, go=go)

    def _number(self, name: str, absent: int) -> int:
        match = re.match(r"h?([0-9]{1,4})$", self.facts.get(name, ""))
        return int(match[1]) if match else absent

    # Starts

    def _with_starts(self, events: list[Event]) -> list[Event]:
        """The same events, with corrections by which everybody has the score that his row says."""
        settings = next(one.settings for one in events if isinstance(one, TournamentOpened))
        place = self.heads.index("MMS")
        tournament = replay(events)
        scores = go_scores(tournament)
        starts = {}
        for at, player in enumerate(scores.players):
            line = self.lines[player - 1]
            told = _doubled(line.scores[place]) if place < len(line.scores) else None
            start = None if told is None else (told - int(scores.points[-1][at])) // 2
            if start is None or abs(start) > MOST_CORRECTION:
                self.notes.wrong("value", line.at, f"MMS “{' '.join(line.scores)}”")
            else:
                starts[player] = start
        self.notes.adjusted("starts", 1, settings.system)
        return [_corrected(one, starts) for one in events]


def _corrected(event: Event, starts: dict[int, int]) -> Event:
    if not isinstance(event, PlayerEntered):
        return event
    card = replace(event.player.go, correction=starts.get(event.player.id, 0))
    return replace(event, player=replace(event.player, go=card))


def _trailing_cells(words: Sequence[str]) -> int:
    count = 0
    while count < len(words) and _CELL.fullmatch(words[-1 - count]):
        count += 1
    return count


def _doubled(text: str) -> int | None:
    """A score doubled; halves that the encoding lost are question marks.

    >>> _doubled("26½"), _doubled("26?"), _doubled("26"), _doubled("x")
    (53, 53, 52, None)
    """
    match = re.fullmatch(r"(-?[0-9]{1,4})([½?]?)", text)
    return 2 * int(match[1]) + bool(match[2]) if match else None
