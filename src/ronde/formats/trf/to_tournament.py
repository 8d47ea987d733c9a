"""Turns a report into a tournament that can be continued: its players, rounds and announced byes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ronde.formats.files import ImportResult
from ronde.formats.trf.check import first_colour, round_of, wrong_points
from ronde.formats.trf.from_tournament import method_of, rating_of
from ronde.formats.trf.read import parse_trf
from ronde.formats.trf.records import Trf, TrfPlayer, TrfRound
from ronde.formats.trf.write import write_trf
from ronde.model.errors import FormatError, Problem, RuleError
from ronde.model.events import (
    AbsencePlanned,
    Event,
    PairForbidden,
    PlayerEntered,
    ResultEntered,
    RoundClosed,
    RoundPaired,
    TournamentOpened,
)
from ronde.model.player import TITLES, Absence, FideCard, Player, ReportSettings, check_fide_card, clean_name
from ronde.model.result import BOARDS, Result, double_forfeit, forfeit
from ronde.model.settings import Settings, usual_tiebreaks
from ronde.model.system_settings import DutchSettings
from ronde.model.systems import CODES
from ronde.model.table import Bye, Pair

REPORT_NAME = "trf/report.trf"
"""The name of an imported report beside the tournament."""
_ABSENCES = {"F": Absence.FULL_BYE, "H": Absence.HALF_BYE, "Z": Absence.ABSENT}
_BOARD = BOARDS["chess"]


def stored_report(attachments: Mapping[str, bytes]) -> Trf | None:
    """The report a tournament was imported from, if any."""
    content = attachments.get(REPORT_NAME)
    return parse_trf(content.decode()) if content else None


def import_report(trf: Trf, path: Path) -> ImportResult:
    """The events of a whole report, and what had to be adjusted."""
    made = _Import(trf, str(path))
    events = tuple(made.events(clean_name(path.stem, needed=False) or "TRF"))
    if made.problems:
        raise FormatError(made.problems)
    attachments = {REPORT_NAME: write_trf(trf).encode()}
    return ImportResult(events, attachments, (*trf.remarks, *made.remarks))


class _Import:
    def __init__(self, trf: Trf, path: str) -> None:
        self.trf = trf
        self.path = path
        self.problems: list[Problem] = []
        self.remarks: list[Problem] = []
        self.scores = dict.fromkeys((player.number for player in trf.players), 0)

    def events(self, name: str) -> Iterator[Event]:
        """All events in chronological order."""
        trf = self.trf
        title = clean_name(next(iter(trf.head.get("012", ())), ""), needed=False)
        settings = self._settings()
        yield TournamentOpened(title or name, settings.report.begin, settings)
        yield from (PlayerEntered(self._player(player), 1) for player in trf.players)
        for number in range(1, trf.played + 1):
            yield from self._round(number)
        yield from self._byes()
        yield from self._forbidden()
        self._tell()

    def _remark(self, key: str, text: object = "", line: int = 0, column: int = 0) -> None:
        self.remarks.append(Problem(self.path, line, column, f"trf.{key}", str(text)))

    def _wrong(self, key: str, text: object = "", line: int = 0, column: int = 0) -> None:
        self.problems.append(Problem(self.path, line, column, f"trf.{key}", str(text)))

    # Players

    def _player(self, row: TrfPlayer) -> Player:
        family, comma, first = row.name.partition(",")
        try:
            return Player(
                row.number,
                clean_name(family if comma else row.name),
                clean_name(first, field="first-name", needed=False),
                country=clean_name(row.federation, field="country", needed=False),
                rating=rating_of(self.trf, row),
                fide=self._card(row),
            )
        except RuleError:
            self._wrong("name", row.name, row.line, 15)
            return Player(row.number, "?")

    def _card(self, row: TrfPlayer) -> FideCard:
        """FIDE's data; impossible values are left out and reported."""
        number = int(row.fide_number) if row.fide_number.isdecimal() else 0
        title = row.title if row.title in TITLES else ""
        sex = {"m": "m", "w": "w", "f": "w"}.get(row.sex, "")
        card = FideCard(number, title, sex)
        for name, value in (("title", row.title), ("fide-number", row.fide_number)):
            if value and not getattr(card, name.removeprefix("fide-")):
                self._remark(f"left-out-{name}", value, row.line, 11 if name == "title" else 58)
        try:
            born = replace(card, birth=row.birth)
            check_fide_card(born)
        except RuleError:
            self._remark("left-out-birth", row.birth, row.line, 70)
            return card
        return born

    # Settings

    def _settings(self) -> Settings:
        trf, head = self.trf, self.trf.head
        kind = next(iter(head.get("192", head.get("092", ()))), "").strip().upper()
        system = self._system(kind)
        settings = Settings(
            rounds=max(1, trf.rounds or trf.played),
            board=_BOARD,
            system=system,
            dutch=self._dutch(),
            report=self._report(),
        )
        if not trf.rounds:
            self._remark("no-rounds", settings.rounds)
        return replace(settings, tiebreaks=self._tiebreaks(settings))

    def _system(self, kind: str) -> str:
        if "ROUNDROBIN" in kind:
            return "double-berger" if "DOUBLE" in kind else "berger"
        if kind and not kind.startswith(("FIDE_DUTCH", "INDIVIDUAL", "SWISS")):
            self._remark("other-type", kind)
        if kind.startswith("FIDE_DUTCH_2017"):
            self._remark("old-rules", kind)
        return "dutch"

    def _dutch(self) -> DutchSettings:
        points = self.trf.points
        halves = (points.win, points.draw, points.loss, points.absent, points.bye)
        if any(one % 5 or one < 0 for one in halves):
            self._wrong("odd-points", " ".join(f"{one / 10:g}" for one in halves))
        if self.trf.white_first is None and self.trf.played:
            self._remark("colour-deduced", "W" if first_colour(self.trf) else "B")
        known = self.trf.played or self.trf.white_first is not None
        return DutchSettings(
            first_colour=("first" if first_colour(self.trf) else "second") if known else "draw",
            order="number",
            virtual=self._virtual(),
            win=points.win / 10,
            draw=points.draw / 10,
            loss=points.loss / 10,
            absent=points.absent / 10,
            bye=None if points.bye == points.win else points.bye / 10,
        )

    def _virtual(self) -> str:
        """Virtual points by places in the order of the numbers, which may have gaps."""
        ids = [player.number for player in self.trf.players]
        parts = []
        for one in self.trf.virtual:
            first, last = bisect_left(ids, one.first) + 1, bisect_right(ids, one.last)
            if one.points % 5 or one.points < 0:
                self._wrong("odd-points", f"{one.points / 10:g}")
            if first <= last:
                rounds = f"{one.first_round}-{one.last_round}"
                parts.append(f"{rounds}:{first}-{last}={one.points / 10:g}")
        return ",".join(parts)

    def _report(self) -> ReportSettings:
        head = self.trf.head

        def first(code: str) -> str:
            return " ".join(next(iter(head.get(code, ())), "").split())

        days = {}
        for name, code in (("begin", "042"), ("end", "052")):
            day = first(code).replace("-", "/").replace(".", "/")
            days[name] = day if len(day) == 10 and day[:4].isdecimal() and day[4] == day[7] == "/" else ""
            if first(code) and not days[name]:
                self._remark("left-out-day", first(code))
        return ReportSettings(
            city=first("022"),
            federation=first("032"),
            arbiter=first("102"),
            deputies=tuple(" ".join(name.split()) for name in head.get("112", ()) if name.strip()),
            time_control=first("222"),
            **days,
        )

    def _tiebreaks(self, settings: Settings) -> tuple[str, ...]:
        """The codes of 202, or of 212 without its points; unsupported ones are left out and reported."""
        head = self.trf.head
        text = next(iter(head.get("202", head.get("212", ()))), "")
        names = [name.strip().upper() for name in text.split(",") if name.strip()]
        if not names or settings.system != "dutch":
            return usual_tiebreaks(settings)
        wanted = [name for name in dict.fromkeys(names) if name != "PTS"]
        unknown = [name for name in wanted if name not in CODES]
        if unknown:
            self._remark("left-out-tie-breaks", ", ".join(unknown))
        return tuple(name for name in wanted if name in CODES)

    # Rounds

    def _round(self, number: int) -> Iterator[Event]:
        trf = self.trf
        rows = {player.number: round_of(player, number) for player in trf.players}
        absent = {one: _ABSENCES[row.result] for one, row in rows.items() if row.pending}
        bye = [one for one, row in rows.items() if row.result == "U"]
        yield from (AbsencePlanned(one, number, reason) for one, reason in absent.items())
        games = self._in_order([one for one, row in rows.items() if row.opponent and row.colour == "w"], rows)
        pairs = {at: Pair(one, rows[one].opponent) for at, one in enumerate(games, start=1)}
        yield RoundPaired(number, pairs, Bye(bye[0]) if bye else None, "dutch", 0, 0)
        for at, one in enumerate(games, start=1):
            yield ResultEntered(number, at, _result(rows[one], rows[rows[one].opponent]))
        yield RoundClosed(number, tuple(bye), absent)
        for one, row in rows.items():
            self.scores[one] += trf.points.worth(row.result)

    def _in_order(self, whites: Sequence[int], rows: dict[int, TrfRound]) -> list[int]:
        """The boards: by the better score, then the sum of both, then the number (fide 1.1.10)."""

        def weight(white: int) -> tuple[int, int, int]:
            both = sorted((-self.scores[one], one) for one in (white, rows[white].opponent))
            return both[0][0], both[0][0] + both[1][0], both[0][1]

        return sorted(whites, key=weight)

    def _byes(self) -> Iterator[Event]:
        """Byes announced for future rounds, in records or in the rows."""
        trf, planned = self.trf, set()
        for asked in trf.byes:
            for one in asked.numbers:
                if asked.round > trf.played and (one, asked.round) not in planned:
                    planned.add((one, asked.round))
                    yield AbsencePlanned(one, asked.round, _ABSENCES[asked.kind])
        for player in trf.players:
            for at, row in enumerate(player.rounds[trf.played :], start=trf.played + 1):
                if (player.number, at) not in planned:
                    yield AbsencePlanned(player.number, at, _ABSENCES[row.result])

    def _forbidden(self) -> Iterator[Event]:
        pairs = {
            (one, other)
            for rule in self.trf.forbidden
            if rule.last_round > self.trf.played
            for one in rule.numbers
            for other in rule.numbers
            if one < other
        }
        announced = self.trf.rounds or self.trf.played
        if any(self.trf.played < rule.last_round < announced for rule in self.trf.forbidden):
            self._remark("forbidden-for-ever")
        yield from (PairForbidden(*pair) for pair in sorted(pairs))

    # Remarks

    def _tell(self) -> None:
        trf = self.trf
        for one in wrong_points(trf):
            text = f"{one.number}: {one.written / 10:g} → {one.counted / 10:g}"
            self._remark("points-adjusted", text, one.line, 81)
        federation, method = method_of(trf)
        if method != "FIDE":
            self._remark("national-ratings", f"{federation} {method}")
        if trf.played and trf.played < (trf.rounds or trf.played):
            last = [player for player in trf.players if round_of(player, trf.played).result == "Z"]
            asked = {one for bye in trf.byes if bye.round == trf.played + 1 for one in bye.numbers}
            silent = [one.number for one in last if one.number not in asked and len(one.rounds) <= trf.played]
            if silent:
                self._remark("absent-last", ", ".join(map(str, silent[:20])))


def _result(first: TrfRound, second: TrfRound) -> Result:
    """The result of a game from its two letters."""
    letters = {"1": 1.0, "W": 1.0, "=": 0.5, "D": 0.5, "0": 0.0, "L": 0.0}
    if first.result in letters:
        return Result(letters[first.result], 1 - letters[first.result])
    if first.result == second.result:
        return double_forfeit()
    return forfeit(_BOARD, winner_first=first.result == "+")
