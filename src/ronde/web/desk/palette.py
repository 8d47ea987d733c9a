"""The search of the palette: players by a part of their name, a table by its number."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ronde.core.names import fold
from ronde.core.player import Player
from ronde.core.tournament import Tournament
from ronde.web.desk.desk_pages import DeskPages, number_of
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.rights import Right

MOST = 5
"""How many players are shown."""


def routes(desk_pages: DeskPages) -> list[GuardedRoute]:
    return [GuardedRoute("/desk/{slug}/find", PalettePage(desk_pages).find, Right.RESULTS)]


class PalettePage:
    """What the text in the palette may mean, apart from actions."""

    def __init__(self, desk_pages: DeskPages) -> None:
        self.desk_pages = desk_pages

    def find(self, request: Request) -> Response:
        """Players and a table, as an HTML fragment."""
        opened, _ = self.desk_pages.seated(request)
        text = request.query_params.get("text", "")[:80]
        facts = {
            "met": people_called(opened.tournament, text),
            "number": number_of(text.strip()),
            "said": None,  # a notice waits for a whole page
        }
        return self.desk_pages.page(request, "desk/palette.html", opened=opened, **facts)


def people_called(tournament: Tournament, text: str) -> list[Player]:
    """The players whose name contains the text; names that begin with it first."""
    wanted = fold(text.strip())
    if len(wanted) < 2 or wanted.isdigit():
        return []
    met = [(fold(card.full_name), card) for card in tournament.players.values()]
    met = [(name, card) for name, card in met if wanted in name]
    met.sort(key=lambda one: (not one[0].startswith(wanted), one[0]))
    return [card for _, card in met[:MOST]]
