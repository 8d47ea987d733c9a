"""Games of programs in a tournament: the list, replays, running games, what decided equal matches."""

from __future__ import annotations

import time
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.command import Right
from ronde.app.desk import Desk
from ronde.arena.games import token, without_names
from ronde.arena.pages import course_of, read_live, replay_data
from ronde.arena.referee import attached_roster, match_ties, played_game, replay_name
from ronde.arena.web.rules import rules_routes
from ronde.i18n import say, section_words
from ronde.model.errors import NotATournament, RondeError
from ronde.model.events import GamePlayed
from ronde.model.player import PlayerId
from ronde.model.tournament import Tournament
from ronde.web.public.programs import Programs
from ronde.web.public.tournament import Context, PublicPages
from ronde.web.server.accounts import Accounts
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.rendering import add_functions, render
from ronde.web.server.request import language_of
from ronde.web.server.tournaments import Tournaments

MAX_FEATURED = 4
"""Boards on the home page of a tournament and below its bracket; all of them are on a separate page."""


class GamePages(Programs):
    """Every server that may show a tournament of programs has it, with a referee or without."""

    def __init__(self, tournaments: Tournaments, accounts: Accounts) -> None:
        self.public = PublicPages(tournaments)
        add_functions(token=token)

    def routes(self) -> list[GuardedRoute]:
        return [
            *self.public.page_and_data("/t/{slug}/games", self.games),
            GuardedRoute("/t/{slug}/games/live.json", self.live, Right.ANYBODY),
            GuardedRoute("/t/{slug}/games/live", self.live, Right.ANYBODY),
            *self.public.page_and_data("/t/{slug}/game/{name}", self.game),
            *rules_routes(),
        ]

    def games_now(self, live: LiveTournament) -> list[dict[str, Any]]:
        now = time.time()
        games = read_live(live.live_path)
        for game in games:
            spent = max(0.0, now - game["since"] / 1000)
            asked = [side for side in game["asked"] if game["timed"][side - 1]]
            for side in asked:
                game["left"][side - 1] = max(0.0, game["left"][side - 1] - spent)
        return games

    def featured_games(self, live: LiveTournament) -> list[dict[str, Any]]:
        games = [] if live.past or not live.playing else self.games_now(live)[:MAX_FEATURED]
        return [{**game, "svg": without_names(game["svg"])} for game in games]

    def played_here(self, request: Request, live: LiveTournament) -> bool:
        referee = request.app.state.referee
        return bool(referee) and referee.leagues.playing(live.path)

    def event_played_here(self, request: Request, live: LiveTournament) -> str:
        referee = request.app.state.referee
        return referee.leagues.event_being_played(live) if referee else ""

    def decided_ties(self, live: LiveTournament, language: str) -> dict[tuple[int, PlayerId], str]:
        tournament = live.tournament
        if not tournament.settings.pairing_system.knock_out or not tournament.games:
            return {}
        try:
            roster = live.use(attached_roster)
        except RondeError:  # the file is missing, or its list of programs cannot be read
            return {}
        names = {number: card.full_name for number, card in tournament.players.items()}
        return {
            (tie.round, tie.winner): say(
                f"hosting.tie-{tie.by}", language, one=names[tie.winner], other=names[tie.loser]
            )
            for tie in (match_ties(tournament, roster) if roster else ())
        }

    def legs(self, games: tuple[GamePlayed, ...], upper: PlayerId) -> list[tuple[str, str]]:
        scores = []
        for game in games:
            score = "½-½" if not game.winner else "1-0" if game.winner == upper else "0-1"
            scores.append((replay_name(game.record), score))
        return scores

    def games(self, request: Request) -> Response:
        """Every game that was played, by round."""
        live = self.public.live_tournament(request)
        tournament = live.tournament
        by_round: dict[int, list[GamePlayed]] = {}
        for game in sorted(tournament.games, key=lambda game: (game.round, game.table, game.leg)):
            by_round.setdefault(game.round, []).append(game)
        context: Context = {
            "by_round": by_round,
            "replay_name": replay_name,
            "ending": lambda game: ending(tournament, game, language_of(request)),
        }
        return self.public.show(
            request,
            live,
            "public/games.html",
            lambda: context,
            lambda: [_game_data(game) for game in tournament.games],
        )

    def game(self, request: Request) -> Response:
        """One game, move by move: by keys with scripts, by links without."""
        live = self.public.live_tournament(request)
        name = request.path_params["name"]
        named = [game for game in live.tournament.games if replay_name(game.record) == name]
        if not named:
            raise HTTPException(404)
        language = language_of(request)

        data = self._replay(live, named[0])

        def shown() -> Context:
            at = _move(request, len(data["frames"]) - 1)
            ending_words = ending(live.tournament, named[0], language)
            talks = any(answer["messages"] for frame in data["frames"] for answer in frame["answers"])
            around = around_game(live.tournament, named[0])
            context = {
                "at": at,
                "ending": ending_words,
                "game": named[0],
                "talkative": talks,
                "around": around,
            }
            return {"replay": data, "course": course_of(data), **context}

        return self.public.show(request, live, "public/game.html", shown, lambda: data)

    def _replay(self, live: LiveTournament, game: GamePlayed) -> dict[str, Any]:
        with live.lock:
            played = None if live.gone else played_game(live.desk, game.record)
            remote = not live.gone and _at_addresses(live.desk)
        if played is None:
            raise HTTPException(404)
        record = played.record if live.tournament.settings.public.messages else played.record.quiet()
        record = record.unprinted() if remote else record
        return replay_data(record, played.clock.to_dict(), title=" – ".join(record.players))

    def live(self, request: Request) -> Response:
        """The running games, as reported by a referee in another process."""
        live = self.public.live_tournament(request)
        games = [] if live.past else self.games_now(live)
        if request.url.path.endswith(".json"):
            return self.public.plain(games)
        event = "" if live.past else self.event_played_here(request, live)
        return render(request, "public/games_live.html", live=live, games=games, event=event)


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
