"""Reads a tournament of Pairgoth, a `.tour` in JSON (go 7.6)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from ronde.formats.files import ImportResult, read_file
from ronde.formats.opengotha.parameters import system_of, with_setting
from ronde.formats.opengotha.people import ROUNDS, key
from ronde.formats.opengotha.read import ByeRow, Game, Notes, Person, Rows, check_once
from ronde.formats.opengotha.results import BOARD, RESULTS
from ronde.formats.opengotha.rounds import RowEvents
from ronde.model.errors import FormatError, Problem, RuleError
from ronde.model.go import (
    CRITERIA,
    LEAST_EGF,
    MOST_CRITERIA,
    MOST_STONES,
    STRONGEST,
    WEAKEST,
    GoCard,
    check_go_card,
    clamped_rating,
    write_rank,
)
from ronde.model.player import Player, PlayerId, clean_name
from ronde.model.result import Result, unplayed
from ronde.model.settings import Settings, limits, usual_settings

_RESULTS = {
    "w": RESULTS["RESULT_WHITEWINS"],
    "b": RESULTS["RESULT_BLACKWINS"],
    "=": RESULTS["RESULT_EQUAL"],
    "#": RESULTS["RESULT_BOTHWIN"],
    "0": RESULTS["RESULT_BOTHLOSE"],
    "X": unplayed(),
    "?": RESULTS["RESULT_UNKNOWN"],
}
_CRITERIA = {"SOSWM1": "SOSW-1", "SOSWM2": "SOSW-2", "SOSMM1": "SOSM-1", "SOSMM2": "SOSM-2"}
_SEEDINGS = {"SPLIT_AND_FOLD": "fold", "SPLIT_AND_SLIP": "slip", "SPLIT_AND_RANDOM": "random"}
_MODES = {"TOP": "top", "MIDDLE": "middle", "BOTTOM": "bottom"}
_ORDERS = {"NONE": "", "RATING": "rating", "RANK": "rank"}
_OVERTIMES = {
    "SUDDEN_DEATH": ("sudden-death", ""),
    "JAPANESE": ("byo-yomi", "byoyomi"),
    "CANADIAN": ("canadian", "byoyomi"),
    "FISCHER": ("fischer", "increment"),
}
_WHOLE = {
    "rounds": "rounds",
    "gobanSize": "go.size",
    "pairing.base.dupWeight": "mcmahon.weights.never_met",
    "pairing.base.random": "mcmahon.weights.random",
    "pairing.base.colorBalanceWeight": "mcmahon.weights.colours",
    "pairing.main.catWeight": "mcmahon.weights.category",
    "pairing.main.scoreWeight": "mcmahon.weights.score",
    "pairing.main.upDownWeight": "mcmahon.weights.drawn",
    "pairing.main.maximizeSeeding": "mcmahon.weights.seeding",
    "pairing.main.firstSeedLastRound": "mcmahon.first_seeding_until",
    "pairing.geo.weight": "mcmahon.weights.geography",
    "pairing.geo.mmsDiffCountry": "mcmahon.weights.country",
    "pairing.geo.mmsDiffClub": "mcmahon.weights.club",
    "pairing.handicap.weight": "mcmahon.weights.handicap",
    "pairing.handicap.correction": "mcmahon.handicap.correction",
    "pairing.handicap.ceiling": "mcmahon.handicap.ceiling",
}
_RANKS = {
    "pairing.mmFloor": "mcmahon.groups.floor",
    "pairing.mmBar": "mcmahon.groups.bar",
    "pairing.handicap.threshold": "mcmahon.handicap.none_from",
    "pairing.secondary.rankThreshold": "mcmahon.threshold",
}
_FLAGS = {
    "online": "go.online",
    "pairing.base.deterministic": "mcmahon.weights.deterministic",
    "pairing.main.upDownCompensate": "mcmahon.compensate",
    "pairing.main.roundDownScore": "mcmahon.groups.round_down",
    "pairing.secondary.barThreshold": "mcmahon.threshold_bar",
    "pairing.secondary.winsThreshold": "mcmahon.threshold_wins",
}
_WORDS: dict[str, tuple[str, dict[str, str]]] = {
    "pairing.main.upDownUpperMode": ("mcmahon.drawn_upper", _MODES),
    "pairing.main.upDownLowerMode": ("mcmahon.drawn_lower", _MODES),
    "pairing.main.firstSeed": ("mcmahon.first_seeding", _SEEDINGS),
    "pairing.main.secondSeed": ("mcmahon.second_seeding", _SEEDINGS),
    "pairing.main.firstSeedAddCrit": ("mcmahon.first_seeding_by", _ORDERS),
    "pairing.main.secondSeedAddCrit": ("mcmahon.second_seeding_by", _ORDERS),
}


def import_pairgoth(path: Path) -> ImportResult:
    return read_pairgoth(read_file(path), str(path))


def read_pairgoth(content: bytes, path: str = "Pairgoth.tour") -> ImportResult:
    """The events of a tournament, and what was adjusted; places are named by their JSON path."""
    notes = Notes(path)
    data = _parsed(content, path)
    reader = _Reader(data, notes)
    rows, settings = reader.rows(), reader.settings()
    title = reader.text("name") or clean_name(Path(path).stem, needed=False) or "Pairgoth"
    if notes.problems:
        raise FormatError(notes.problems)
    return ImportResult(tuple(RowEvents(rows, settings, title, notes)), remarks=tuple(notes.remarks))


def _parsed(content: bytes, path: str) -> dict[str, Any]:
    try:
        data = json.loads(content)
    except json.JSONDecodeError as error:
        raise FormatError([Problem(path, error.lineno, error.colno, "opengotha.not-json")]) from error
    except (ValueError, RecursionError) as error:
        raise FormatError([Problem(path, 1, 1, "opengotha.not-json")]) from error
    if not isinstance(data, dict) or not isinstance(data.get("players"), list):
        raise FormatError([Problem(path, 0, 0, "opengotha.not-pairgoth")])
    return data


class _Reader:
    def __init__(self, data: dict[str, Any], notes: Notes) -> None:
        self.data, self.notes = data, notes
        self.numbers: dict[int, PlayerId] = {}

    def _at(self, place: str, among: object = None) -> object:
        """The value at a dotted path; None where there is none."""
        value = self.data if among is None else among
        for name in place.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        return value

    def text(self, place: str, among: object = None, where: str = "") -> str:
        value = self._at(place, among)
        try:
            return clean_name(" ".join(str("" if value is None else value).split()), needed=False)
        except RuleError:
            self.notes.wrong("unprintable", 0, where + place)
            return ""

    def _whole(self, place: str, among: object = None, *, absent: int = 0, where: str = "") -> int:
        value = self._at(place, among)
        if value is None:
            return absent
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            self.notes.wrong("number", 0, f"{where}{place} “{value}”")
            return absent
        return value

    # Players and games

    def rows(self) -> Rows:
        made = Rows()
        seen: set[str] = set()
        for at, row in enumerate(self.data["players"]):
            person = self._person(len(made.people) + 1, row, f"players[{at}].")
            known_as = key(person.card.name, person.card.first_name)
            if known_as in seen:
                self.notes.wrong("same-key", 0, f"players[{at}], {person.card.full_name}")
            seen.add(known_as)
            made.people.append(person)
        for row in self._games():
            (made.games if isinstance(row, Game) else made.byes).append(row)  # type: ignore[arg-type]
        check_once(made, self.notes)
        return made

    def _person(self, number: PlayerId, row: object, where: str) -> Person:
        named = self._whole("id", row, where=where)
        if named in self.numbers:
            self.notes.wrong("value", 0, f"{where}id “{named}”")
        self.numbers[named] = number
        name = self.text("name", row, where)
        if not name:
            self.notes.wrong("no-name", 0, where)
        rank = self._whole("rank", row, absent=WEAKEST, where=where)
        if not WEAKEST <= rank <= STRONGEST:
            self.notes.wrong("rank", 0, f"{where}rank “{rank}”")
            rank = WEAKEST
        card = GoCard(
            rank,
            write_rank(rank),
            correction=self._whole("mmsCorrection", row, where=where),
            pin=self.text("egf", row, where),
            ffg=self.text("ffg", row, where),
            aga=self.text("aga", row, where),
        )
        try:
            check_go_card(card)
        except RuleError as error:
            self.notes.wrong("value", 0, f"{where}{error.facts['field']} “{error.facts['value']}”")
        player = Player(
            number,
            name or "?",
            self.text("firstname", row, where),
            self.text("country", row, where).upper(),
            self.text("club", row, where),
            self._rating(row, where),
            go=card,
        )
        return Person(player, self._marks(row), self._at("final", row) is False, 0)

    def _rating(self, row: object, where: str) -> int:
        rating = self._whole("rating", row, absent=LEAST_EGF, where=where)
        if clamped_rating(rating) != rating:
            self.notes.adjusted("rating-clamped", 0, rating)
        return clamped_rating(rating)

    def _marks(self, row: object) -> str:
        skipped = self._at("skip", row)
        away = skipped if isinstance(skipped, list) else []
        return "".join("0" if number in away else "1" for number in range(1, ROUNDS + 1))

    def _games(self) -> Iterator[Game | ByeRow]:
        rounds = self.data.get("games")
        for number, games in enumerate(rounds if isinstance(rounds, list) else (), start=1):
            if number > ROUNDS:
                self.notes.wrong("round", 0, f"games[{number - 1}]")
                return
            for at, row in enumerate(games if isinstance(games, list) else ()):
                made = self._game(number, row, f"games[{number - 1}][{at}].")
                if made is not None:
                    yield made

    def _game(self, number: int, row: object, where: str) -> Game | ByeRow | None:
        white, black = (self._player(colour, row, where) for colour in ("w", "b"))
        if white is None or black is None:
            return None
        if not (white and black):
            return ByeRow(number, white or black, 0)
        if white == black:
            self.notes.wrong("self", 0, where)
            return None
        result = self._result(row, where)
        table = self._whole("t", row, where=where)
        stones = self._whole("h", row, where=where)
        if not 0 <= stones <= MOST_STONES:
            self.notes.wrong("value", 0, f"{where}h “{stones}”")
        return Game(number, table, black, white, stones, True, result, 0)

    def _player(self, colour: str, row: object, where: str) -> PlayerId | None:
        """A player by number; 0 for the bye, None for nobody known."""
        named = self._whole(colour, row, where=where)
        if named and named not in self.numbers:
            self.notes.wrong("unknown-player", 0, f"{where}{colour} “{named}”")
            return None
        return self.numbers[named] if named else 0

    def _result(self, row: object, where: str) -> Result:
        told = self.text("r", row, where) or "?"
        if told not in _RESULTS:
            self.notes.wrong("result", 0, f"{where}r “{told}”")
        return _RESULTS.get(told, _RESULTS["?"])

    # Settings

    def settings(self) -> Settings:
        kind = self.text("type") or "INDIVIDUAL"
        if kind != "INDIVIDUAL":  # teams and pair go
            self.notes.wrong("value", 0, f"type “{kind}”")
        criteria = self._criteria()
        settings = replace(usual_settings(system_of(criteria)), board=BOARD)
        if criteria:
            settings = replace(settings, tiebreaks=criteria)
        for place, setting in _WHOLE.items():
            if self._at(place) is not None:
                settings = with_setting(settings, setting, self._whole(place))
        for place, setting in _RANKS.items():
            if self._at(place) is not None:
                rank = max(WEAKEST, min(STRONGEST, self._whole(place)))
                settings = with_setting(settings, setting, write_rank(rank).lower())
        for place, setting in _FLAGS.items():
            if isinstance(self._at(place), bool):
                settings = with_setting(settings, setting, self._at(place))
        settings = self._worded(self._time(self._rest(settings)))
        for name, possible, value, allowed in limits(settings):
            if not possible:
                self.notes.wrong("value", 0, f"{name} “{value}” ({allowed})")
        return settings

    def _criteria(self) -> tuple[str, ...]:
        placement = self._at("pairing.placement")
        named = []
        for text in placement if isinstance(placement, list) else []:
            name = _CRITERIA.get(str(text), str(text))
            if name in CRITERIA:
                named.append(name)
            else:
                self.notes.adjusted("left-out", 0, f"pairing.placement “{text}”")
        return tuple(dict.fromkeys(named))[:MOST_CRITERIA]

    def _rest(self, settings: Settings) -> Settings:
        by_points = self._at("pairing.handicap.useMMS")
        if isinstance(by_points, bool):
            settings = with_setting(settings, "mcmahon.handicap.by", "mms" if by_points else "rank")
        for place, setting in (
            ("komi", "go.komi"),
            ("pairing.main.mmsValueAbsent", "mcmahon.groups.absent_points"),
        ):
            value = self._at(place)
            if isinstance(value, int | float) and not isinstance(value, bool):
                settings = with_setting(settings, setting, value)
        report = replace(
            settings.report,
            city=self.text("location"),
            arbiter=self.text("director"),
            begin=self.text("startDate").replace("-", "/"),
            end=self.text("endDate").replace("-", "/"),
        )
        return replace(settings, report=report)

    def _time(self, settings: Settings) -> Settings:
        kind = self.text("timeSystem.type") or "SUDDEN_DEATH"
        overtime, seconds = _OVERTIMES.get(kind, ("sudden-death", ""))
        if kind not in _OVERTIMES:
            self.notes.adjusted("left-out", 0, f"timeSystem.type “{kind}”")
        go = replace(
            settings.go, overtime=overtime, minutes=self._whole("timeSystem.mainTime", absent=3600) // 60
        )
        if seconds:
            go = replace(go, overtime_seconds=self._whole(f"timeSystem.{seconds}"))
        stones = self._whole("timeSystem.stones")
        return replace(settings, go=replace(go, overtime_moves=stones or go.overtime_moves))

    def _worded(self, settings: Settings) -> Settings:
        for place, (setting, words) in _WORDS.items():
            told = self.text(place)
            if told in words:
                settings = with_setting(settings, setting, words[told])
            elif told:
                self.notes.adjusted("left-out", 0, f"{place} “{told}”")
        return settings
