"""Reads a file of OpenGotha into rows, each with its line, and notes what is wrong or was adjusted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ronde.formats.opengotha.elements import Element
from ronde.formats.opengotha.parameters import whole
from ronde.formats.opengotha.people import (
    FFG_SHIFT,
    OLD_NAMES,
    OLD_RATINGS,
    ROUNDS,
    key,
    old_key,
    rank_of,
)
from ronde.formats.opengotha.results import RESULTS, UNKNOWN
from ronde.model.errors import Problem, RuleError
from ronde.model.go import LEAST_EGF, MOST_CORRECTION, MOST_STONES, GoCard, check_go_card, clamped_rating
from ronde.model.player import Player, PlayerId, clean_name
from ronde.model.result import Result


class Notes:
    """What is wrong in a file, and what was adjusted."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.remarks: list[Problem] = []

    def wrong(self, key: str, line: int, text: object = "") -> None:
        self.problems.append(Problem(self.path, line, 1, f"opengotha.{key}", str(text)))

    def adjusted(self, key: str, line: int, text: object = "") -> None:
        self.remarks.append(Problem(self.path, line, 1, f"opengotha.{key}", str(text)))


@dataclass(frozen=True, slots=True)
class Person:
    card: Player
    marks: str
    """For each round whether he takes part."""
    preliminary: bool
    line: int


@dataclass(frozen=True, slots=True)
class Game:
    round: int
    table: int
    black: PlayerId
    white: PlayerId
    handicap: int
    known_colours: bool
    result: Result
    line: int


@dataclass(frozen=True, slots=True)
class ByeRow:
    round: int
    player: PlayerId
    line: int


@dataclass(slots=True)
class Rows:
    people: list[Person] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)
    byes: list[ByeRow] = field(default_factory=list)

    @property
    def rounds(self) -> list[tuple[int, int]]:
        """The round and the line of each game and bye."""
        games = [(game.round, game.line) for game in self.games]
        return games + [(bye.round, bye.line) for bye in self.byes]


def read_rows(root: Element, notes: Notes) -> Rows:
    reader = _Reader(root, notes)
    return reader.rows()


def ordered_players(root: Element) -> list[Element]:
    """The players in the order of their numbers: the order in the file is that of a table of hashes."""

    def strength(element: Element) -> tuple[int, int, str, str]:
        told = element.attributes
        rank = rank_of(told.get("rank", "30K"), told.get("grade", ""))
        return (
            -(rank if rank is not None else -99),
            -_whole_or(told.get("rating"), -900),
            told.get("name", ""),
            told.get("firstName", ""),
        )

    return sorted(root.below("Players", "Player"), key=strength)


def _whole_or(text: str | None, otherwise: int) -> int:
    try:
        return otherwise if text is None else whole(text)
    except ValueError:
        return otherwise


class _Reader:
    def __init__(self, root: Element, notes: Notes) -> None:
        self.root, self.notes = root, notes
        version = _whole_or(root.attributes.get("dataVersion"), OLD_RATINGS)
        self.old_ratings, self.old_names = version < OLD_RATINGS, version <= OLD_NAMES
        self.numbers: dict[str, PlayerId] = {}

    def rows(self) -> Rows:
        if self.old_ratings:
            self.notes.adjusted("old-ratings", self.root.line)
        made = Rows()
        for number, element in enumerate(ordered_players(self.root), start=1):
            made.people.append(self._person(number, element))
        games = [self._game(one) for one in self.root.below("Games", "Game")]
        byes = [self._bye(one) for one in self.root.below("ByePlayers", "ByePlayer")]
        made.games = [game for game in games if game is not None]
        made.byes = [bye for bye in byes if bye is not None]
        check_once(made, self.notes)
        return made

    # Players

    def _person(self, number: PlayerId, element: Element) -> Person:
        names = {name: self._clean(element, name) for name in ("name", "firstName")}
        self._know(number, names["name"], names["firstName"], element.line)
        card = Player(
            number,
            names["name"] or "?",
            names["firstName"],
            country=self._clean(element, "country"),
            club=self._clean(element, "club"),
            rating=self._rating(element),
            go=self._card(element),
        )
        if not names["name"]:
            self.notes.wrong("no-name", element.line, names["firstName"])
        preliminary = element.attributes.get("registeringStatus", "FIN").strip().upper() == "PRE"
        return Person(card, self._marks(element), preliminary, element.line)

    def _know(self, number: PlayerId, name: str, first_name: str, line: int) -> None:
        known_as = key(name, first_name)
        if known_as in self.numbers:
            self.notes.wrong("same-key", line, f"{name} {first_name}".strip())
        self.numbers[known_as] = number
        if self.old_names:
            self.numbers.setdefault(old_key(known_as), number)

    def _clean(self, element: Element, attribute: str) -> str:
        """A text in one line; line breaks are taken out and told."""
        text = element.attributes.get(attribute, "")
        joined = " ".join(text.split())
        if joined != text and not text.isprintable():
            self.notes.adjusted("line-break", element.line, attribute)
        try:
            return clean_name(joined, field=attribute, needed=False)
        except RuleError:
            self.notes.wrong("unprintable", element.line, attribute)
            return "?"

    def _marks(self, element: Element) -> str:
        given = element.attributes.get("participating", "")
        if set(given) - {"0", "1"}:
            self.notes.wrong("marks", element.line, given)
            given = ""
        return given[:ROUNDS].ljust(ROUNDS, "1")

    def _rating(self, element: Element) -> int:
        shift = FFG_SHIFT if self.old_ratings and "rating" in element.attributes else 0
        rating = self._whole(element, "rating", LEAST_EGF) + shift
        if clamped_rating(rating) != rating:
            self.notes.adjusted("rating-clamped", element.line, rating)
        return clamped_rating(rating)

    def _card(self, element: Element) -> GoCard:
        texts = ("grade", "egfPin", "ffgLicence", "ffgLicenceStatus", "agaId", "agaExpirationDate")
        grade, pin, ffg, status, aga, expires = (self._clean(element, name) for name in texts)
        pin, ffg, aga = ("".join(number.split()) for number in (pin, ffg, aga))
        correction = self._whole(element, "smmsCorrection", 0)
        if abs(correction) > MOST_CORRECTION:
            self.notes.wrong("value", element.line, f"smmsCorrection “{correction}”")
            correction = 0
        origin = self._clean(element, "ratingOrigin")
        card = GoCard(self._rank(element), grade, correction, pin, ffg, status, aga, expires, origin)
        try:
            check_go_card(card)
        except RuleError as error:
            self.notes.wrong("value", element.line, f"{error.facts['field']} “{error.facts['value']}”")
        return card

    def _rank(self, element: Element) -> int | None:
        written, grade = element.attributes.get("rank", "30K"), element.attributes.get("grade", "")
        rank = rank_of(written, grade)
        if rank is None:
            self.notes.wrong("rank", element.line, f"rank “{written}”")
        elif rank_of(written, "") is None:
            self.notes.adjusted("rank-of-grade", element.line, f"“{written}” → {grade}")
        return rank

    # Games

    def _game(self, element: Element) -> Game | None:
        black, white = (self._player(element, colour) for colour in ("blackPlayer", "whitePlayer"))
        number = self._round(element)
        result = element.attributes.get("result", UNKNOWN).strip()
        if result not in RESULTS:
            self.notes.wrong("result", element.line, f"result “{result}”")
        handicap = self._whole(element, "handicap", 0)
        if not 0 <= handicap <= MOST_STONES:
            self.notes.wrong("value", element.line, f"handicap “{handicap}”")
        if black and black == white:
            self.notes.wrong("self", element.line, element.attributes["blackPlayer"])
        if not (black and white and number and result in RESULTS):
            return None
        table = self._whole(element, "tableNumber", 0)
        known = element.attributes.get("knownColor", "true").strip().lower() != "false"
        return Game(number, table, black, white, handicap, known, RESULTS[result], element.line)

    def _bye(self, element: Element) -> ByeRow | None:
        player, number = self._player(element, "player"), self._round(element)
        return ByeRow(number, player, element.line) if player and number else None

    def _player(self, element: Element, attribute: str) -> PlayerId:
        named = element.attributes.get(attribute, "")
        known = self.numbers.get(key(named, ""), 0)
        if not known and self.old_names:
            known = self.numbers.get(old_key(named), 0)
        if not known:
            self.notes.wrong("unknown-player", element.line, f"{attribute} “{' '.join(named.split())}”")
        return known

    def _round(self, element: Element) -> int:
        number = self._whole(element, "roundNumber", 0)
        if not 1 <= number <= ROUNDS:
            self.notes.wrong(
                "round", element.line, f"roundNumber “{element.attributes.get('roundNumber', '')}”"
            )
            return 0
        return number

    def _whole(self, element: Element, attribute: str, absent: int) -> int:
        text = element.attributes.get(attribute)
        if text is None or not text.strip():
            return absent
        try:
            return whole(text)
        except ValueError:
            self.notes.wrong("number", element.line, f"{attribute} “{' '.join(text.split())}”")
            return absent


def check_once(made: Rows, notes: Notes) -> None:
    """Nobody has two games in a round, nor a game and a bye, nor two byes."""
    seen: Counter[tuple[int, PlayerId]] = Counter()
    names = {person.card.id: person.card.full_name for person in made.people}
    rows = [(game.round, player, game.line) for game in made.games for player in (game.black, game.white)]
    rows += [(bye.round, bye.player, bye.line) for bye in made.byes]
    for number, player, line in sorted(rows, key=lambda row: row[2]):
        seen[number, player] += 1
        if seen[number, player] == 2:
            notes.wrong("twice", line, f"{names[player]}, roundNumber “{number}”")
