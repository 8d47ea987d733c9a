"""Games of programs: the list, replays, running games, and the bracket they belong to."""

from __future__ import annotations

from typing import Any, Literal

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.desk import Desk
from ronde.core.errors import NotATournament
from ronde.core.events import GamePlayed
from ronde.core.tournament import Tournament
from ronde.formats.charts.door import Fixture, TieSide, tree
from ronde.formats.pages.door import course_of, replay_data
from ronde.i18n.door import figures, say, section_words
from ronde.referee.door import attached_roster, played_game, replay_name
from ronde.web.assets import url
from ronde.web.public.bracket import BracketDrawing, BracketSection, Match, bracket, bracket_data
from ronde.web.public.cup_words import awaited, decided_ties, round_titles, section_title
from ronde.web.public.live_games import event_played_here, games_now, wall
from ronde.web.public.tournament import Facts, PublicPages
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.rendering import render
from ronde.web.server.request import language_of
from ronde.web.server.rights import Right


class GamePages:
    def __init__(self, public: PublicPages) -> None:
        self.public = public

    def routes(self) -> list[GuardedRoute]:
        return [
            *self.public.both("/t/{slug}/bracket", self.bracket, self.public.live_version),
            *self.public.both("/t/{slug}/games", self.games),
            GuardedRoute("/t/{slug}/games/live.json", self.live, Right.ANYBODY),
            GuardedRoute("/t/{slug}/games/live", self.live, Right.ANYBODY),
            *self.public.both("/t/{slug}/game/{name}", self.game),
        ]

    def bracket(self, request: Request) -> Response:
        """The bracket of a cup as a drawing and as text."""
        opened = self.public.opened(request)
        if not opened.tournament.settings.pairing_system.knock_out:
            raise HTTPException(404)
        drawn, language = bracket(opened.tournament), language_of(request)
        double = opened.tournament.settings.cup.double
        facts: Facts = {
            "cup": drawn,
            "sections": [section_title(part.section, language, double=double) for part in drawn.parts],
            "titles": [round_titles(part, language, double=double) for part in drawn.parts],
            "nobody": lambda part, match, at: _nobody(part, match, at, language),
            "legs": legs,
            "tree": lambda part, titles: Markup(tree(_fixtures(opened, drawn, part, language), titles)),
            "decided": decided_ties(opened, language),
            "games": wall(opened),
        }
        return self.public.show(
            request, opened, "public/bracket.html", lambda: facts, lambda: bracket_data(drawn)
        )

    def games(self, request: Request) -> Response:
        """Every game that was played, by round."""
        opened = self.public.opened(request)
        tournament = opened.tournament
        by_round: dict[int, list[GamePlayed]] = {}
        for game in sorted(tournament.games, key=lambda game: (game.round, game.table, game.leg)):
            by_round.setdefault(game.round, []).append(game)
        facts: Facts = {
            "by_round": by_round,
            "replay_name": replay_name,
            "ending": lambda game: ending(tournament, game, language_of(request)),
        }
        return self.public.show(
            request,
            opened,
            "public/games.html",
            lambda: facts,
            lambda: [_game_data(game) for game in tournament.games],
        )

    def game(self, request: Request) -> Response:
        """One game, move by move: by keys with scripts, by links without."""
        opened = self.public.opened(request)
        name = request.path_params["name"]
        named = [game for game in opened.tournament.games if replay_name(game.record) == name]
        if not named:
            raise HTTPException(404)
        language = language_of(request)

        data = self._replay(opened, named[0])

        def shown() -> Facts:
            at = _move(request, len(data["frames"]) - 1)
            ending_words = ending(opened.tournament, named[0], language)
            talks = any(answer["messages"] for frame in data["frames"] for answer in frame["answers"])
            around = around_game(opened.tournament, named[0])
            facts = {"at": at, "ending": ending_words, "game": named[0], "talkative": talks, "around": around}
            return {"replay": data, "course": course_of(data), **facts}

        return self.public.show(request, opened, "public/game.html", shown, lambda: data)

    def _replay(self, opened: OpenTournament, game: GamePlayed) -> dict[str, Any]:
        with opened.lock:
            played = None if opened.gone else played_game(opened.desk, game.record)
            remote = not opened.gone and _at_addresses(opened.desk)
        if played is None:
            raise HTTPException(404)
        record = played.record if opened.tournament.settings.public.messages else played.record.quiet()
        record = record.unprinted() if remote else record
        return replay_data(record, played.clock.to_dict(), title=" – ".join(record.players))

    def live(self, request: Request) -> Response:
        """The running games, as reported by a referee in another process."""
        opened = self.public.opened(request)
        games = [] if opened.past else games_now(opened)
        if request.url.path.endswith(".json"):
            return self.public.plain(games)
        event = "" if opened.past else event_played_here(request, opened)
        return render(request, "public/games_live.html", opened=opened, games=games, event=event)


def _nobody(part: BracketSection, match: Match, at: int, language: str) -> str:
    """The placeholder of a side without a player: a bye, or the match whose winner comes."""
    if match.bye:
        return say("common.bye", language)
    return awaited(part, match.feeds[at], language) if at < len(match.feeds) else "…"


def _fixtures(
    opened: OpenTournament, drawn: BracketDrawing, part: BracketSection, language: str
) -> list[list[Fixture]]:
    """The matches of a section as they are drawn; a running one links to its boards."""

    def seat(match: Match, at: int) -> TieSide:
        player, won = match.players[at], match.winner
        if player is None:
            return TieSide(_nobody(part, match, at, language))
        state: Literal["", "won", "out"] = "" if not won or match.bye else "won" if won == player else "out"
        name = opened.tournament.player(player).full_name
        return TieSide(name, str(drawn.seeds.get(player, "")), figures(match.scores[at], language), state)

    def link(match: Match) -> str:
        live = match.kind == "on" and opened.programs
        tie = f"tie-{match.round}-{match.table}" if match.table else ""
        return url(f"/t/{opened.slug}/games/live") if live else f"#{tie}" if tie else ""

    return [
        [Fixture((seat(match, 0), seat(match, 1)), match.feeds, match.kind, link(match)) for match in column]
        for column in part.columns
    ]


def around_game(tournament: Tournament, game: GamePlayed) -> dict[str, Any]:
    """The previous game, the next one, and the others of the same match."""
    games = sorted(tournament.games, key=lambda one: (one.round, one.table, one.leg))
    at = games.index(game)
    match = [one for one in games if (one.round, one.table) == (game.round, game.table) and one != game]
    return {
        "before": replay_name(games[at - 1].record) if at else "",
        "after": replay_name(games[at + 1].record) if at + 1 < len(games) else "",
        "match": [replay_name(one.record) for one in match],
        "legs": [one.leg for one in match],
    }


def _move(request: Request, last: int) -> int:
    wish = request.query_params.get("move", "")
    return min(int(wish), last) if wish.isascii() and wish.isdigit() and len(wish) < 6 else last


def ending(tournament: Tournament, game: GamePlayed, language: str) -> str:
    verdicts = section_words("referee", language)
    key = f"verdict-{game.reason}"
    reason = verdicts[key] if key in verdicts else say(f"games.reason-{game.reason}", language)
    if not game.winner:
        return say("pages.drawn", language, reason=reason)
    return say("pages.won", language, player=tournament.player(game.winner).full_name, reason=reason)


def legs(games: tuple[GamePlayed, ...], upper: int) -> list[tuple[str, str]]:
    """The games of a match from the upper player's side: the name of the replay and `1-0`."""
    scores = []
    for game in games:
        score = "½-½" if not game.winner else "1-0" if game.winner == upper else "0-1"
        scores.append((replay_name(game.record), score))
    return scores


def _at_addresses(desk: Desk) -> bool:
    """Whether engines of others play, whose answers are private; True if it is unknown."""
    try:
        roster = attached_roster(desk)
    except NotATournament:
        return True
    return any(one.path.startswith(("http://", "https://")) for one in (roster.entrants if roster else ()))


def _game_data(game: GamePlayed) -> dict[str, Any]:
    return {
        "name": replay_name(game.record),
        "round": game.round,
        "table": game.table,
        "leg": game.leg,
        "first": game.first,
        "second": game.second,
        "winner": game.winner or None,
        "reason": game.reason,
        "score": list(game.score),
        "seconds": list(game.seconds),
    }
