"""The OpenAPI 3.1 description of the interfaces for programs."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ronde import __version__
from ronde.core.published import AsOf
from ronde.web.public.api_description import api_paths, api_schemas
from ronde.web.public.json_schemas import OF_ENGINES, SCHEMAS
from ronde.web.public.webhook_description import webhook_schemas, webhooks

Data = dict[str, Any]

_PATHS: dict[str, tuple[str, str, str, bool]] = {
    "/tournaments.json": ("tournaments", "All tournaments of this server", "ListedSummary", True),
    "/t/{slug}.json": ("tournament", "What a tournament is and how far it has come", "Summary", False),
    "/t/{slug}/round/{number}.json": ("round", "The tables, results and byes of a round", "Round", False),
    "/t/{slug}/standings.json": (
        "standings",
        "The standings so far",
        "Standings",
        False,
    ),
    "/t/{slug}/standings/{number}.json": (
        "standingsAfter",
        "The same after a round",
        "Standings",
        False,
    ),
    "/t/{slug}/crosstable.json": (
        "crosstable",
        "Who met whom so far",
        "Crosstable",
        False,
    ),
    "/t/{slug}/crosstable/{number}.json": (
        "crosstableAfter",
        "The same after a round",
        "Crosstable",
        False,
    ),
    "/t/{slug}/players.json": ("players", "Everybody who is registered", "Player", True),
    "/t/{slug}/teams.json": ("teams", "The points of every country", "Team", True),
    "/t/{slug}/player/{player}.json": ("player", "One player's rounds", "Sheet", False),
    "/t/{slug}/bracket.json": ("bracket", "The bracket of a cup", "Bracket", False),
    "/t/{slug}/games.json": ("games", "The games of programs that were played", "Game", True),
    "/t/{slug}/game/{name}.json": ("game", "One game, move by move", "Replay", False),
    "/t/{slug}/games/live.json": ("liveGames", "The games being played now", "LiveGame", True),
    "/t/{slug}/screen.json": ("screen", "What the screens of the hall show", "Screen", False),
}
"""By path: the operation id, its summary, the schema of an answer, and whether it is a list."""

_OF_ENGINES: dict[str, tuple[str, str, str, bool]] = {
    "/arbitre/engines.json": ("engines", "The engines you may play", "Engine", True),
    "/arbitre/games.json": ("engineGames", "The latest games of engines you may see", "EngineGame", True),
    "/arbitre/game/{number}.json": ("engineGame", "One of them, move by move", "EngineRecord", False),
}
"""The same for a server with a referee for engines."""

_NOWHERE: Data = {
    "404": {"description": "Nothing at this address", "content": {"text/html": {}}},
    "414": {"description": "The address is longer than any of ours", "content": {"text/plain": {}}},
}
_PARAMETERS: dict[str, tuple[str, Data]] = {
    "slug": (
        "The word that names the tournament",
        {"type": "string", "pattern": "^[a-z0-9-]+$", "maxLength": 255},
    ),
    "number": ("The round", {"type": "integer", "minimum": 0}),
    "player": ("The number of the player", {"type": "integer", "minimum": 1}),
    "name": ("Round, table and game, as in `games.json`: `1-3-2`", {"type": "string"}),
}


def description(request: Request) -> Response:
    headers = {"Access-Control-Allow-Origin": "*", "Cache-Control": "no-cache"}
    return Response(
        _encoded(referee=bool(request.app.state.arbitre)), media_type="application/json", headers=headers
    )


@cache
def _encoded(*, referee: bool) -> bytes:
    return msgspec.json.encode(document(referee=referee))


def document(*, referee: bool = False) -> Data:
    """The whole description, with or without a referee for engines."""
    described = _PATHS | (_OF_ENGINES if referee else {})
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Ronde",
            "version": __version__,
            "summary": "Tournaments as data",
            "description": "Reading needs no key, writing a token made on /seats. An answer carries an ETag;"
            " ask again with If-None-Match, write with If-Match.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "."}],
        "paths": {
            **{path: {"get": _operation(path, *facts)} for path, facts in described.items()},
            "/t/{slug}/live": {"get": _stream()},
            **api_paths(),
        },
        "webhooks": webhooks(referee=referee),
        "components": {
            "schemas": SCHEMAS
            | api_schemas()
            | webhook_schemas(referee=referee)
            | (OF_ENGINES if referee else {}),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(path: str, name: str, summary: str, shape: str, many: bool) -> Data:
    one: Data = {"$ref": f"#/components/schemas/{shape}"}
    schema: Data = {"type": "array", "items": one} if many else one
    return _reading(path, name, summary, {"application/json": {"schema": schema}})


def _reading(path: str, name: str, summary: str, content: Data) -> Data:
    answers: Data = {
        "200": {"description": summary, "content": content},
        "304": {"description": "Nothing has changed since the ETag"},
    }
    if "{" in path:
        answers |= _NOWHERE
    return {"operationId": name, "summary": summary, "parameters": _parameters(path), "responses": answers}


_READ = ("/standings", "/crosstable", "/teams", "/player/")
"""Lists that can be computed with the presence at the closing of a round, or with the current one."""
_AS_OF: Data = {
    "name": "as_of",
    "in": "query",
    "required": False,
    "description": "Presence as of the closing of the round, as the list was published, or as it is now",
    "schema": {"type": "string", "enum": [one.value for one in AsOf], "default": AsOf.CLOSING.value},
}


def _parameters(path: str) -> list[Data]:
    named = [name for name in _PARAMETERS if f"{{{name}}}" in path]
    asked = [_AS_OF] if path.startswith("/t/") and any(part in path for part in _READ) else []
    return asked + [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": _PARAMETERS[name][0],
            "schema": _PARAMETERS[name][1],
        }
        for name in named
    ]


def _stream() -> Data:
    meaning = (
        "`changed` carries the number the journal has reached, `stirred` says that something else has changed"
    )
    after = {
        "name": "after",
        "in": "query",
        "description": "The last number seen; the header Last-Event-ID says the same",
        "schema": {"type": "integer", "minimum": 0},
    }
    return {
        "operationId": "live",
        "summary": "News as Server-Sent Events",
        "parameters": [*_parameters("/t/{slug}/live"), after],
        "responses": {
            "200": {"description": meaning, "content": {"text/event-stream": {}}},
            **_NOWHERE,
            "503": {"description": "Too many listen already; ask for the page now and then instead"},
        },
    }
