"""What a tournament of programs adds to the public pages; without the package that plays them, nothing."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from ronde.model.events import GamePlayed
from ronde.model.player import PlayerId
from ronde.standings import PlayerCard
from ronde.web.server.extension import Extension
from ronde.web.server.live_tournament import LiveTournament


class Programs(Extension):
    name = "programs"

    def games_now(self, live: LiveTournament) -> list[dict[str, Any]]:
        """The running games, with clocks as of this request."""
        return []

    def featured_games(self, live: LiveTournament) -> list[dict[str, Any]]:
        """The first few of them, for the home page of the tournament and below its bracket."""
        return []

    def played_here(self, request: Request, live: LiveTournament) -> bool:
        """Whether this server is playing a competition of engines in it."""
        return False

    def event_played_here(self, request: Request, live: LiveTournament) -> str:
        """The event of a competition of engines that this server is playing; empty otherwise."""
        return ""

    def decided_ties(self, live: LiveTournament, language: str) -> dict[tuple[int, PlayerId], str]:
        """What decided the matches that were equal in games, by round and winner."""
        return {}

    def ties_of(self, live: LiveTournament, card: PlayerCard, language: str) -> list[tuple[int, str]]:
        """What decided the equal matches of one program, with their rounds."""
        ties = self.decided_ties(live, language)
        played = [(line.round, side) for line in card.lines for side in (card.player.id, line.opponent)]
        return [(round, ties[round, side]) for round, side in played if side and (round, side) in ties]

    def legs(self, games: tuple[GamePlayed, ...], upper: PlayerId) -> list[tuple[str, str]]:
        """The games of a match from the upper player's side: the name of the replay and `1-0`."""
        return []


def programs_of(request: Request) -> Programs:
    programs: Programs = request.app.state.programs
    return programs
