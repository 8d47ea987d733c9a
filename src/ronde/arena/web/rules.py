"""The rules of every game programs play: words, pictures, and positions as engines and programs see them."""

from __future__ import annotations

from random import Random
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.command import Right
from ronde.arena.games import ALONE, GAMES, Example, Game, GameError, Side, examples
from ronde.arena.pages import command_words
from ronde.web.server.guarded_route import GuardedRoute
from ronde.web.server.rendering import render

SECONDS = 23
"""On the clock of the program in an example."""
MOST = 100
"""Up to so many moves are counted; some games have millions."""


def rules_list(request: Request) -> Response:
    return render(request, "public/rules_list.html", games=sorted(GAMES))


def rules_page(request: Request) -> Response:
    game = GAMES.get(request.path_params["game"])
    if game is None:
        raise HTTPException(404)
    shown = [_shown(game, example) for example in examples(game)]
    return render(request, "public/rules.html", game=game, games=sorted(GAMES), shown=shown)


def _shown(game: Game[Any], example: Example) -> dict[str, Any]:
    """An example on the page: drawing, request, command line, answer and other legal moves."""
    position, side = example.position, example.side
    view = game.write(position, ALONE[side])
    legal = [move for move, _ in zip(game.moves(position, side), range(MOST + 1), strict=False)]
    return {
        "svg": game.svg(position, ALONE[side]),
        "colour": game.description.colours[side - 1],
        "call": {name: text for name, text in game.call(position, side).items() if text},
        "words": command_words(game.description.given(view, SECONDS, side)),
        "value": example.value,
        "legal": len(legal) if len(legal) <= MOST else 0,
        "code": example.code,
        "photo": photo_of(game, example),
    }


def photo_of(game: Game[Any], example: Example) -> tuple[str, Side | None]:
    """An example as the tester takes it: as its side sees it, or Tray and side where that hides too much."""
    view = game.write(example.position, ALONE[example.side])
    try:
        game.place(view, Random(0))
    except GameError:
        return game.call(example.position, example.side)["Tray"], example.side
    return view, None


def rules_routes() -> list[GuardedRoute]:
    return [
        GuardedRoute("/rules", rules_list, Right.ANYBODY, version=lambda request: ""),
        GuardedRoute("/rules/{game}", rules_page, Right.ANYBODY, version=lambda request: ""),
    ]
