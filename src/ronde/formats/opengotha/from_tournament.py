"""Writes a tournament as a file of OpenGotha; what an imported file said besides is kept (go 7.1)."""

from __future__ import annotations

from ronde.formats.opengotha.elements import Element, document
from ronde.formats.opengotha.parameters import (
    CRITERIA,
    GENERAL,
    HANDICAP,
    OVERTIME_MOVES,
    OVERTIME_SECONDS,
    PAIRING,
    PARAMETERS,
    USUAL_SECONDS,
    setting_of,
)
from ronde.formats.opengotha.people import OLD_RATINGS, ROUNDS, attributes_of, key
from ronde.formats.opengotha.read import Notes, ordered_players
from ronde.formats.opengotha.results import result_name
from ronde.formats.opengotha.to_tournament import SETS, STORED, read_settings
from ronde.model.go import MOST_CRITERIA, read_rank, write_rank
from ronde.model.player import Absence, PlayerId
from ronde.model.table import Table
from ronde.model.tournament import Round, Tournament, bye_of
from ronde.standings.go.ranks import rank_of

_DISPLAY = {
    "displayClCol": "false",
    "displayCoCol": "true",
    "displayIndGamesInMatches": "true",
    "displayNPPlayers": "false",
    "displayNumCol": "true",
    "displayPlCol": "true",
    "gameFormat": "full",
    "playerSortType": "name",
    "showByePlayer": "true",
    "showNotFinallyRegisteredPlayers": "true",
    "showNotPairedPlayers": "true",
    "showNotParticipatingPlayers": "false",
    "showPlayerClub": "true",
    "showPlayerCountry": "false",
    "showPlayerGrade": "true",
}
_PUBLISH = {"exportToLocalFile": "true", "htmlAutoScroll": "false", "print": "false"}


def write_opengotha(tournament: Tournament, kept: Element | None = None, moment: str = "") -> bytes:
    """The file; `kept` is the one the tournament came from, `moment` the time of the last change."""
    return document(_Export(tournament, kept, moment).root())


class _Export:
    def __init__(self, tournament: Tournament, kept: Element | None, moment: str) -> None:
        self.tournament = tournament
        self.settings = tournament.settings
        self.kept = kept if kept is not None else Element("Tournament")
        self.before = None if kept is None else read_settings(kept, Notes(STORED))
        self.moment = moment
        self.keys = {number: key(one.name, one.first_name) for number, one in tournament.players.items()}

    def root(self) -> Element:
        made = [self._players(), self._games(), *self._byes(), *self.kept.all("Teams"), self._sets()]
        made += self.kept.all("TeamTournamentParameterSet") or [_teams()]
        made += self._club_groups()
        known = {one.tag for one in made} | {"ByePlayers", "ClubsGroups"}
        made += [one for one in self.kept.children if one.tag not in known]
        return Element("Tournament", self._head(), made)

    def _head(self) -> dict[str, str]:
        usual = {"fullVersionNumber": "3.51.02", "runningMode": "SAL"}
        head = dict(self.kept.attributes) or usual
        head.pop("externalIPAddress", None)
        digits = "".join(char for char in self.moment if char.isdigit())[:14]
        if len(digits) == 14:
            head["saveDT"] = digits
        if "dataVersion" in head:
            head["dataVersion"] = str(OLD_RATINGS)  # what is written is in the form of that version
        return head

    # Players

    def _players(self) -> Element:
        before = dict(enumerate(ordered_players(self.kept), start=1))
        return Element("Players", children=[self._player(one, before.get(one)) for one in self.keys])

    def _player(self, number: PlayerId, before: Element | None) -> Element:
        card, leave = self.tournament.players[number], self.tournament.left.get(number)
        marks = self._marks(number, before.attributes.get("participating", "") if before else "")
        preliminary = leave is not None and leave.reason is Absence.PREREGISTERED
        told = attributes_of(card, rank_of(card), preliminary=preliminary, marks=marks)
        return Element("Player", _merged(before.attributes if before else {}, told))

    def _marks(self, number: PlayerId, before: str) -> str:
        """For each round 1, or 0 who is away; rounds that we know nothing of as they were."""
        marks = list(before[:ROUNDS].ljust(ROUNDS, "1"))
        for played in self.tournament.closed_rounds[:ROUNDS]:
            present = played.table_of(number) is not None or number in bye_of(played)
            if not present:
                late = self.tournament.entered[number] > played.number
                marks[played.number - 1] = "0" if late or number in played.absent else "1"
        for round in range(len(self.tournament.rounds), min(ROUNDS, self._last_known()) + 1):
            if not self._takes_part(number, round):
                marks[round - 1] = "0" if self._is_away(number, round) else "1"
        return "".join(marks)

    def _last_known(self) -> int:
        """The last round of which we know who is away."""
        return max(self.settings.rounds, *self.tournament.away, 0)

    def _takes_part(self, number: PlayerId, round: int) -> bool:
        current = self.tournament.open_round
        return round == current.number and (current.table_of(number) is not None or number in bye_of(current))

    def _is_away(self, number: PlayerId, round: int) -> bool:
        leave = self.tournament.left.get(number)
        if leave is not None and leave.since <= round and leave.reason is not Absence.PREREGISTERED:
            return True
        return number in self.tournament.away.get(round, {})

    # Games

    def _games(self) -> Element:
        before = {_game_key(one): one.attributes for one in self.kept.below("Games", "Game")}
        rows = [(played, table) for played in self.tournament.rounds[:ROUNDS] for table in played]
        made = [self._game(played, table) for played, table in rows]
        return Element(
            "Games",
            children=[Element("Game", before.get(_game_key(one), {}) | one.attributes) for one in made],
        )

    def _game(self, played: Round, table: Table) -> Element:
        told = {
            "roundNumber": str(played.number),
            "tableNumber": str(table.number),
            "blackPlayer": self.keys[table.first],
            "whitePlayer": self.keys[table.second],
            "handicap": str(table.pair.handicap),
            "knownColor": str(table.pair.colours_known).lower(),
            "result": result_name(table.result),
        }
        return Element("Game", told)

    def _byes(self) -> list[Element]:
        before = {_bye_key(one): one.attributes for one in self.kept.below("ByePlayers", "ByePlayer")}
        rows = [
            {"roundNumber": str(played.number), "player": self.keys[number]}
            for played in self.tournament.rounds[:ROUNDS]
            for number in sorted(bye_of(played))
        ]
        made = [
            Element("ByePlayer", before.get((row["roundNumber"], row["player"]), {}) | row) for row in rows
        ]
        return [Element("ByePlayers", children=made)] if made else []

    # Parameters

    def _sets(self) -> Element:
        before = self.kept.first(SETS)
        names = (GENERAL, HANDICAP, "PlacementParameterSet", PAIRING)
        made = [self._set(GENERAL), self._set(HANDICAP), self._placement(), self._set(PAIRING)]
        made += before.all("DPParameterSet") or [Element("DPParameterSet", dict(_DISPLAY))]
        made += before.all("PublishParameterSet") or [Element("PublishParameterSet", dict(_PUBLISH))]
        known = {*names, "DPParameterSet", "PublishParameterSet"}
        made += [one for one in before.children if one.tag not in known]
        return Element(SETS, dict(before.attributes), made)

    def _set(self, tag: str) -> Element:
        before = self.kept.first(SETS, tag)
        made = Element(
            tag, dict(before.attributes), [one for one in before.children if one.tag != "Categories"]
        )
        for parameter in PARAMETERS:
            if parameter.element == tag and not self._unchanged(
                parameter.setting, parameter.attribute in before.attributes
            ):
                value = setting_of(self.settings, parameter.setting)
                made.attributes[parameter.attribute] = parameter.codec.write(value)
        if tag == GENERAL:
            self._general(made, before)
        return made

    def _unchanged(self, setting: str, written: bool = True) -> bool:
        """Whether the imported file already says so, or means it by saying nothing."""
        before, now = self.before, self.settings
        if before is None or setting_of(before, setting) != setting_of(now, setting):
            return False
        return written or before.system == now.system

    def _general(self, made: Element, before: Element) -> None:
        told, go = made.attributes, self.settings.go
        if " ".join(told.get("name", "").split()) != self.tournament.name:
            told["name"] = self.tournament.name
        told.setdefault("shortName", self.tournament.name[:20])
        for attribute, usual in USUAL_SECONDS.items():
            told.setdefault(attribute, usual)
        told.setdefault(OVERTIME_MOVES, str(go.overtime_moves))
        same = self._unchanged("go.overtime_seconds") and self._unchanged("go.overtime")
        if go.overtime in OVERTIME_SECONDS and not same:
            told[OVERTIME_SECONDS[go.overtime]] = str(go.overtime_seconds)
        if not self._unchanged("go.overtime_moves"):
            told[OVERTIME_MOVES] = str(go.overtime_moves)
        self._categories(made, before)

    def _categories(self, made: Element, before: Element) -> None:
        limits = self.settings.mcmahon.groups.categories
        if self._unchanged("mcmahon.groups.categories"):
            made.children += before.all("Categories")
            made.attributes.setdefault("numberOfCategories", str(len(limits) + 1))
            return
        made.attributes["numberOfCategories"] = str(len(limits) + 1)
        rows = [
            Element("Category", {"number": str(at), "lowerLimit": write_rank(read_rank(limit) or 0)})
            for at, limit in enumerate(limits, start=1)
        ]
        made.children += [Element("Categories", children=rows)] if rows else []

    def _placement(self) -> Element:
        kept = self.kept.first(SETS).all("PlacementParameterSet")
        if kept and self._unchanged("tiebreaks"):
            return kept[0]
        names = [CRITERIA.get(name, name) for name in self.settings.tiebreaks]
        return Element("PlacementParameterSet", children=[_criteria(names)])

    def _club_groups(self) -> list[Element]:
        if self._unchanged("mcmahon.club_groups"):
            return self.kept.all("ClubsGroups")
        groups = [_club_group(text) for text in self.settings.mcmahon.club_groups]
        return [Element("ClubsGroups", children=groups)] if groups else []


def _merged(before: dict[str, str], now: dict[str, str]) -> dict[str, str]:
    """What is new, and what was written before where it means the same."""
    same = {name: text for name, text in before.items() if " ".join(text.split()) == now.get(name, text)}
    return before | now | same


def _game_key(element: Element) -> tuple[str, ...]:
    told = element.attributes
    return tuple(told.get(name, "") for name in ("roundNumber", "blackPlayer", "whitePlayer"))


def _bye_key(element: Element) -> tuple[str, str]:
    return element.attributes.get("roundNumber", ""), element.attributes.get("player", "")


def _criteria(names: list[str]) -> Element:
    padded = (names + ["NULL"] * MOST_CRITERIA)[:MOST_CRITERIA]
    rows = [
        Element("PlacementCriterion", {"number": str(at), "name": name})
        for at, name in enumerate(padded, start=1)
    ]
    return Element("PlacementCriteria", children=rows)


def _club_group(text: str) -> Element:
    name, _, clubs = text.partition("=")
    rows = [Element("Club", {"name": club}) for club in clubs.split("|") if club]
    return Element("ClubsGroup", {"name": name}, rows)


def _teams() -> Element:
    size = Element("TeamGeneralParameterSet", {"teamSize": "4"})
    placement = Element("TeamPlacementParameterSet", children=[_criteria([])])
    return Element("TeamTournamentParameterSet", children=[size, placement])
