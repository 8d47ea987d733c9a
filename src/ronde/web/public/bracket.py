"""The bracket of a cup: a drawing, a list, and data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.i18n import figures, say
from ronde.model.bracket import GRAND_FINAL, LOSERS, MAIN, PLACES, Section
from ronde.model.events import GamePlayed
from ronde.model.player import PlayerId
from ronde.model.result import write_number
from ronde.model.schedule import (
    CupSection,
    MatchScore,
    Meeting,
    PlayerOrNobody,
    champion,
    cup_sections,
    meetings,
    seeds,
    winner,
)
from ronde.model.table import Table
from ronde.model.tournament import Tournament
from ronde.render.charts import Fixture, TieSide, tree
from ronde.render.text import cup_title
from ronde.web.assets import url
from ronde.web.public.programs import programs_of
from ronde.web.public.tournament import Context, PublicPages
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.request import language_of


class BracketPages:
    def __init__(self, public: PublicPages) -> None:
        self.public = public

    def routes(self) -> list[GuardedRoute]:
        return self.public.page_and_data("/t/{slug}/bracket", self.bracket, self.public.live_version)

    def bracket(self, request: Request) -> Response:
        """The bracket of a cup or a final as a drawing and as text."""
        live = self.public.live_tournament(request)
        if not live.tournament.pairing_system.knock_out:
            raise HTTPException(404)
        drawn, language = bracket(live.tournament), language_of(request)
        programs = programs_of(request)
        double = live.tournament.settings.cup.double
        context: Context = {
            "cup": drawn,
            "sections": [section_title(part.section, language, double=double) for part in drawn.parts],
            "titles": [
                round_titles(part, language, double=double)
                if live.tournament.final is None or part.section.kind == MAIN
                else [section_title(part.section, language, double=double)]
                for part in drawn.parts
            ],
            "nobody": lambda part, match, at: _nobody(part, match, at, language),
            "legs": programs.legs,
            "tree": lambda part, titles: Markup(tree(_fixtures(live, drawn, part, language), titles)),
            "decided": programs.decided_ties(live, language),
            "games": programs.featured_games(live),
        }
        return self.public.show(
            request, live, "public/bracket.html", lambda: context, lambda: bracket_data(drawn)
        )


def _nobody(part: BracketSection, match: Match, at: int, language: str) -> str:
    """The placeholder of a side without a player: a bye, or the match whose winner comes."""
    if match.bye:
        return say("common.bye", language)
    return awaited(part, match.feeds[at], language) if at < len(match.feeds) else "…"


def _fixtures(
    live: LiveTournament, drawn: BracketDrawing, part: BracketSection, language: str
) -> list[list[Fixture]]:
    """The matches of a section as they are drawn; a running one links to its boards."""

    def seat(match: Match, at: int) -> TieSide:
        player, won = match.players[at], match.winner
        if player is None:
            return TieSide(_nobody(part, match, at, language))
        state: Literal["", "won", "out"] = "" if not won or match.bye else "won" if won == player else "out"
        name = live.tournament.player(player).full_name
        return TieSide(name, str(drawn.seeds.get(player, "")), figures(match.scores[at], language), state)

    def link(match: Match) -> str:
        running = match.kind == "on" and live.programs
        tie = f"tie-{match.round}-{match.table}" if match.table else ""
        return url(f"/t/{live.slug}/games/live") if running else f"#{tie}" if tie else ""

    return [
        [Fixture((seat(match, 0), seat(match, 1)), match.feeds, match.kind, link(match)) for match in column]
        for column in part.columns
    ]


# The bracket of a cup as a drawing: every section with its matches, and the place of each box.


@dataclass(frozen=True, slots=True)
class Match:
    """One match: both sides, its state, and its games from both sides."""

    round: int
    """The round of the tournament; of a match in a final the last so far, or 0."""
    players: tuple[PlayerOrNobody, PlayerOrNobody]
    scores: tuple[str, str] = ("", "")
    winner: PlayerOrNobody = None
    table: int = 0
    games: tuple[GamePlayed, ...] = ()
    bye: bool = False
    feeds: tuple[tuple[int, int], ...] = ()
    """Column and row of the matches whose winners meet here."""
    results: tuple[tuple[str, str], ...] = ()
    """The games of a match of a final, if it may have several."""

    @property
    def kind(self) -> Literal["", "on", "alone"]:
        """Whether it is being played, or has a bye."""
        return "alone" if self.bye else "on" if self.table and not self.winner else ""


@dataclass(frozen=True, slots=True)
class BracketSection:
    """A section of a cup: its columns, one a round."""

    section: Section
    rounds: tuple[int, ...]
    columns: tuple[tuple[Match, ...], ...]

    @property
    def qualifying(self) -> bool:
        """Whether players have a bye in the first round."""
        return any(match.bye for match in self.columns[0])


@dataclass(frozen=True, slots=True)
class BracketDrawing:
    """A whole cup: its sections, the seeds, and who won it."""

    parts: tuple[BracketSection, ...]
    seeds: dict[PlayerId, int]
    champion: PlayerId | None


def bracket(tournament: Tournament) -> BracketDrawing:
    """The bracket including future rounds; once the cup is decided, without a second final not needed."""
    best = champion(tournament)
    by_place = {at: one for at, one in enumerate(meetings(tournament)) if not best or any(one.players)}
    parts = tuple(_part(tournament, one) for one in cup_sections(by_place))
    return BracketDrawing(parts, seeds(tournament), best)


def _part(tournament: Tournament, part: CupSection) -> BracketSection:
    columns = tuple(tuple(_match(tournament, *one) for one in column) for column in part.columns)
    return BracketSection(part.section, part.rounds, columns)


def _match(tournament: Tournament, one: Meeting, feeds: tuple[tuple[int, int], ...]) -> Match:
    first, second = one.players
    if first is None or second is None or not one.rounds:
        number = one.tie.round if tournament.final is None else 0
        return Match(number, one.players, winner=one.winner, bye=one.bye, feeds=feeds)
    number = one.rounds[-1]
    table = tournament.round(number).seated[first]
    games = tournament.games_between(number, first, second)
    won = one.winner if one.settled else winner(tournament, table) if table.result is not None else None
    drawn = Match(number, one.players, _scores(table, games, first), won, table.number, games, feeds=feeds)
    return drawn if tournament.final is None else _with_games(tournament, drawn, one, first)


def _with_games(tournament: Tournament, drawn: Match, one: Meeting, player: PlayerId) -> Match:
    """A match of a final that may have several games: its points, and the score of each game."""
    if one.tie.section.kind == PLACES or tournament.final is None or tournament.final.best_of == 1:
        return replace(drawn, winner=one.winner)
    tables = [tournament.round(number).seated[player] for number in one.rounds]
    score = MatchScore()
    for table in tables:
        score = score.with_game(table, player) if table.result else score
    points = (score.games + score.half_points / 2) / 2, (score.games - score.half_points / 2) / 2
    results = tuple(_scores(table, (), player) for table in tables if table.result)
    shown = (write_number(points[0]), write_number(points[1])) if results else ("", "")
    return replace(drawn, winner=one.winner, scores=shown, results=results)


def _scores(table: Table, games: tuple[GamePlayed, ...], one: PlayerId) -> tuple[str, str]:
    """Points of the games, or the result of the only one, the upper player's first."""
    if games:
        halves = [2 if game.winner == one else 0 if game.winner else 1 for game in games]
        return write_number(sum(halves) / 2), write_number(sum(2 - half for half in halves) / 2)
    if table.result is None:
        return "", ""
    result = table.result if table.first == one else table.result.swapped
    return write_number(result.first), write_number(result.second)


def bracket_data(drawn: BracketDrawing) -> dict[str, Any]:
    """The bracket as plain data."""
    return {
        "champion": drawn.champion,
        "seeds": [{"player": player, "seed": seed} for player, seed in drawn.seeds.items()],
        "sections": [
            {
                "kind": part.section.kind,
                "first": part.section.first,
                "last": part.section.last,
                "ties": [_match_data(match) for column in part.columns for match in column],
            }
            for part in drawn.parts
        ],
    }


def _match_data(match: Match) -> dict[str, Any]:
    return {
        "round": match.round,
        "players": list(match.players),
        "scores": list(match.scores),
        "winner": match.winner,
        "table": match.table or None,
        "bye": match.bye,
        "games": [game.record.removeprefix("games/").removesuffix(".json") for game in match.games],
        **({"results": list(match.results)} if match.results else {}),
    }


# The names of the sections of a cup and of their rounds.


def section_title(section: Section, language: str, *, double: bool) -> str:
    """The name of a section: the bracket, the places it plays for, or who is in it."""
    key = section.kind
    if key == MAIN and double:
        key = "winners"
    if key == PLACES and section.last == section.first + 1:
        key = "third" if section.first == 3 else "two"
    return say(f"public.section-{key}", language, first=section.first, last=section.last)


def round_titles(part: BracketSection, language: str, *, double: bool) -> list[str]:
    """The names of the rounds of a section; finals have their own."""
    count = len(part.rounds)
    if part.section.kind == GRAND_FINAL:
        return [say(key, language) for key in ("public.section-grand-final", "public.again")][:count]
    if part.section.kind != MAIN:
        titles = [say("pages.round", language, number=number) for number in part.rounds]
        last = [say("public.losers-final", language)] if part.section.kind == LOSERS else titles[-1:]
        return [*titles[:-1], *last]
    titles = [cup_title(at, count, part.qualifying, language) for at in range(count)]
    return [*titles[:-1], say("public.winners-final", language)] if double else titles


def awaited(part: BracketSection, feed: tuple[int, int], language: str) -> str:
    """The placeholder of a side that is not decided: the winner of the match in that column and row."""
    column, row = feed
    key = _key_of_winner(part, column)
    return say(f"public.winner-{key}", language, number=row + 1, round=part.rounds[column])


def _key_of_winner(part: BracketSection, column: int) -> str:
    """The rounds that have a name of their own in the headings."""
    to_come = len(part.rounds) - 1 - column
    if part.section.kind != MAIN or to_come > 2 or (to_come == 2 and column == 0 and part.qualifying):
        return "match"
    return "semi-final" if to_come == 1 else "quarter-final"
