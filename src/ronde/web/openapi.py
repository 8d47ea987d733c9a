"""The OpenAPI description of the HTTP interface, made from commands, queries and events."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ronde import __version__
from ronde.app.commands import PairRound
from ronde.app.views import (
    CrosstableView,
    PlayerView,
    RoundView,
    SheetView,
    StandingsView,
    SummaryView,
    TeamView,
)
from ronde.model.events import Event
from ronde.model.tournament import AsOf
from ronde.web.api import (
    COMMAND_OPERATIONS,
    QUERY_OPERATIONS,
    ApiOperation,
    DrawnView,
    HealthView,
    ProblemView,
    StateView,
    Turn,
    WrittenView,
)

# JSON Schemas of the public data.


Shape = dict[str, Any]


class ListedSummaryView(SummaryView, frozen=True, kw_only=True):
    """A tournament of this server."""

    slug: str


VIEWS = (
    SummaryView, ListedSummaryView, PlayerView, RoundView, StandingsView, CrosstableView, TeamView, SheetView,
)  # fmt: skip


def schemas_of(*types: Any) -> tuple[list[Shape], dict[str, Shape]]:
    """The schema of each type, and the schemas that they refer to; `PlayerView` is `Player` there."""
    made = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    text = msgspec.json.encode(made).replace(b'View"', b'"')
    schemas, parts = msgspec.json.decode(text)
    return schemas, parts


TEXT: Shape = {"type": "string"}
WHOLE: Shape = {"type": "integer"}
NUMBER: Shape = {"type": "number"}
TRUTH: Shape = {"type": "boolean"}


def _or_null(kind: str) -> Shape:
    return {"type": [kind, "null"]}


def _many(shape: Shape) -> Shape:
    return {"type": "array", "items": shape}


def _is(name: str) -> Shape:
    return {"$ref": f"#/components/schemas/{name}"}


def _record(optional: tuple[str, ...] = (), /, **shapes: Shape) -> Shape:
    required = [name for name in shapes if name not in optional]
    return {"type": "object", "properties": shapes, "required": required}


_CLOCK = _record(seconds=NUMBER, increment=NUMBER, fixed=TRUTH, margin=NUMBER)
_OUTCOME: Shape = {
    "type": ["object", "null"],
    "properties": {"reason": TEXT, "winner": _or_null("integer"), "score": _many(WHOLE), "counts": TRUTH},
}

_SIDE_MARKS: Shape = {"colours": _many(TEXT), "tokens": _many(TEXT), "counts": TEXT}

_BY_HAND: dict[str, Shape] = {
    "Tie": _record(
        ("results",),
        round=WHOLE, players=_many(_or_null("integer")), scores=_many(TEXT), winner=_or_null("integer"),
        table=_or_null("integer"), bye=TRUTH, games=_many(TEXT),
        results=_many(_many(TEXT)),
    ),
    "Bracket": _record(
        champion=_or_null("integer"), seeds=_many(_record(player=WHOLE, seed=WHOLE)),
        sections=_many(_record(kind=TEXT, first=WHOLE, last=WHOLE, ties=_many(_is("Tie")))),
    ),
    "Game": _record(
        name=TEXT, round=WHOLE, table=WHOLE, leg=WHOLE, first=WHOLE, second=WHOLE, winner=_or_null("integer"),
        reason=TEXT, score=_many(WHOLE), seconds=_many(WHOLE),
    ),
    "Frame": _record(
        pieces=_many(WHOLE), text=TEXT, left=_many(NUMBER), score=_many(WHOLE), position=TEXT,
        asked=WHOLE, arguments=TEXT,
        answers=_many(_record(
            side=WHOLE, move=_or_null("string"), ms=NUMBER, raw=TEXT, messages=TEXT, repeated=WHOLE,
            taken=NUMBER,
        )),
    ),
    "Replay": _record(
        title=TEXT, game=TEXT, players=_many(TEXT), clock=_CLOCK, pieces=_many(TEXT), **_SIDE_MARKS,
        frames=_many(_is("Frame")), outcome=_OUTCOME, sum=_many(WHOLE),
        faults=_many(_record(ply=WHOLE, code=TEXT, detail=TEXT)),
        settings={"type": "object", "additionalProperties": True}, tried=TEXT, withheld=_many(WHOLE),
    ),
    "LiveGame": _record(
        key=TEXT, title=TEXT, game=TEXT, players=_many(TEXT), clock=_CLOCK, left=_many(NUMBER), ply=WHOLE,
        last=TEXT, asked=_many(WHOLE), since=WHOLE, outcome=_OUTCOME, svg=TEXT, text=TEXT, **_SIDE_MARKS,
    ),
    "Screen": _record(
        view=TEXT, languages=TEXT, seconds=WHOLE, rows=WHOLE, page=WHOLE, message=TEXT, category=TEXT,
    ),
}  # fmt: skip

SCHEMAS: dict[str, Shape] = schemas_of(*VIEWS)[1] | _BY_HAND

_SIDES: Shape = {"type": "array", "items": _or_null("integer"), "minItems": 2, "maxItems": 2}
_HEAD = {
    "id": WHOLE, "kind": TEXT, "event": TEXT, "begun": TEXT, "ended": _or_null("string"), "engines": _SIDES,
}  # fmt: skip

OF_ENGINES: dict[str, Shape] = {
    "Engine": _record(
        id=WHOLE, name=TEXT, game=TEXT, level=WHOLE, timeout=NUMBER, manner=TEXT, owner=_or_null("string"),
        public=TRUTH,
    ),
    "EngineGame": _record(
        **_HEAD, game=TEXT, names=_many(TEXT), winner=_or_null("integer"), reason=_or_null("string"),
    ),
    "EngineRecord": _record(
        ("record", "game", "players", "asked", "plies", "position"),
        **_HEAD, running=TRUTH, timeout=NUMBER, record={"type": "object"}, game=TEXT, players=_many(TEXT),
        asked=_many(WHOLE), plies=_many({"type": "array"}), position=TEXT,
    ),
}  # fmt: skip
"""The schemas of a server with a referee for engines."""


# The OpenAPI description of the API, made from the commands and the queries.


Data = dict[str, Any]

_ROOT: Final = "/api/v1/t/{slug}"
_SLUG: Final[Data] = {"type": "string", "pattern": "^[a-z0-9-]+$", "maxLength": 255}
_NUMBER: Final[Data] = {"type": "integer", "minimum": 1, "maximum": 1_000_000_000}
_REFUSALS: Final = {
    "400": "The request cannot be read; the detail names the field",
    "401": "No token, or one that is wrong, expired or revoked",
    "403": "The token lacks the right, or is for another tournament",
    "404": "No such tournament or address",
    "405": "Another method is asked for",
    "409": "The rules of the tournament forbid it; the code and the facts say why",
    "412": "Somebody else wrote since the ETag of If-Match",
    "413": "The body is too long",
    "422": "The Idempotency-Key was used before with another request",
    "429": "Too many requests from this address",
    "503": "The file of the tournament cannot be read or written",
}
_OF_READING: Final = ("400", "401", "403", "404", "405", "409", "429", "503")
_TOO_LONG: Final[Data] = {"description": "The address is too long", "content": {"text/plain": {}}}
_HEADERS: Final[list[Data]] = [
    {
        "name": "If-Match", "in": "header", "required": False,
        "schema": {"type": "string", "pattern": r'^(\*|"[0-9]{1,18}")$'},
        "description": "The ETag the program has seen; nothing is written if the journal has gone on",
    },
    {
        "name": "Idempotency-Key", "in": "header", "required": False,
        "schema": {"type": "string", "maxLength": 200, "pattern": "^[A-Za-z0-9_-]+$"},
        "description": "A request sent again with the same key within a day is answered, and not done again",
    },
]  # fmt: skip
_PREVIEW: Final[Data] = {
    "name": "preview", "in": "query", "required": False, "schema": {"type": "boolean", "default": False},
    "description": "Whether to answer what would be written, without writing it",
}  # fmt: skip


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """A body that says nothing."""


@cache
def _bodies() -> dict[str, Data]:
    """The schemas of all commands, without what the address says."""
    _, parts = schemas_of(*(act.kind for act in COMMAND_OPERATIONS), Turn, Nothing)
    for act in COMMAND_OPERATIONS:
        schema = parts[act.kind.__name__]
        for hole in act.holes:
            del schema["properties"][hole]
            schema["required"].remove(hole)
    return {name: part for name, part in parts.items() if part.get("properties") != {} or name == "Nothing"}


@cache
def _questions() -> tuple[dict[str, Data], dict[str, Data]]:
    """The schemas of all queries, and those that they refer to."""
    _, parts = schemas_of(*(one.kind for one in QUERY_OPERATIONS))
    names = {one.kind.__name__ for one in QUERY_OPERATIONS}
    asked = {name: part for name, part in parts.items() if name in names}
    return asked, {name: part for name, part in parts.items() if name not in names}


def api_schemas() -> Data:
    views = (StateView, WrittenView, DrawnView, HealthView, ProblemView)
    _, answers = schemas_of(*views, *(one.kind.answers for one in QUERY_OPERATIONS))
    return answers | _bodies() | _questions()[1]


def api_paths() -> Data:
    paths: Data = {
        "/healthz": {"get": _reading("healthz", "Whether the server answers", HealthView)},
        _ROOT: {"get": _reading("state", "A tournament, its players and its open round", StateView, _ROOT)},
        f"{_ROOT}/draw/preview": {
            "post": _writing(
                "previewDraw", "The open round as a draw would make it", PairRound, DrawnView, _ROOT
            )
        },
    }
    for turn, summary in (("undo", "Take back one's last action, or another"), ("redo", "Bring it back")):
        paths[f"{_ROOT}/{turn}"] = {"post": _writing(turn, summary, Turn, WrittenView, _ROOT)}
    for act in (*QUERY_OPERATIONS, *COMMAND_OPERATIONS):
        path = _ROOT + re.sub(r":\w+", "", act.path)
        operation = _asking(act) if act in QUERY_OPERATIONS else _acting(act, path)
        paths.setdefault(path, {})[act.method.lower()] = operation
    return paths


def _acting(act: ApiOperation, path: str) -> Data:
    name = act.kind.__name__
    operation = _writing(name[0].lower() + name[1:], act.summary, act.kind, WrittenView, path)
    operation["parameters"].append(_PREVIEW)
    return operation


def _asking(act: ApiOperation) -> Data:
    operation = _reading(f"ask{act.kind.__name__}", act.summary, act.kind.answers, _ROOT)
    schema = _questions()[0][act.kind.__name__]
    operation["security"] = [{}, {"token": []}]
    operation["parameters"] += [
        {"name": name, "in": "query", "required": name in schema["required"], "schema": one}
        for name, one in schema["properties"].items()
    ]
    operation["responses"] |= {status: _refusal(status) for status in _OF_READING}
    return operation


def _reading(name: str, summary: str, answer: Any, path: str = "") -> Data:
    answers = {"200": _answer(summary, answer)} | ({"404": _refusal("404")} if path else {})
    return {
        "operationId": name, "summary": summary, "parameters": _parameters(path),
        "responses": answers | {"414": _TOO_LONG},
    }  # fmt: skip


def _writing(name: str, summary: str, body: type[Any], answer: type[Any], path: str) -> Data:
    shape = body.__name__ if body.__name__ in _bodies() else Nothing.__name__
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{shape}"}}}
    return {
        "operationId": name,
        "summary": summary,
        "security": [{"token": []}],
        "parameters": _parameters(path) + _HEADERS,
        "requestBody": {"required": bool(_bodies()[shape]["required"]), "content": content},
        "responses": {"200": _answer(summary, answer)} | {status: _refusal(status) for status in _REFUSALS},
    }


def _answer(summary: str, answer: Any) -> Data:
    (schema,), _ = schemas_of(answer)
    return {"description": summary, "content": {"application/json": {"schema": schema}}}


def _refusal(status: str) -> Data:
    schema = {"$ref": "#/components/schemas/Problem"}
    kinds: Data = {"application/problem+json": {"schema": schema}, "text/html": {}, "text/plain": {}}
    return {"description": _REFUSALS[status], "content": kinds}


def _parameters(path: str) -> list[Data]:
    named = {"slug": _SLUG, "player": _NUMBER, "table": _NUMBER}
    return [
        {"name": name, "in": "path", "required": True, "description": f"The {name}", "schema": schema}
        for name, schema in named.items()
        if f"{{{name}}}" in path
    ]


# The OpenAPI description of webhook messages, made from the events of the journal.


_REFERENCE: Final = "#/components/schemas/Fact{name}"
_KINDS: Final[tuple[type, ...]] = get_args(Event)
_TEXT: Final[Data] = {"type": "string"}
_WHOLE: Final[Data] = {"type": "integer"}
_MOMENT: Final[Data] = {"type": "string", "format": "date-time"}
_ANSWERS: Final[Data] = {
    "2XX": {"description": "Taken; the next fact may come"},
    "410": {"description": "Nobody is here any more: the receiver is left alone"},
    "default": {"description": "Not taken; sent again later and later, at most eleven times"},
}


def webhooks(*, referee: bool) -> Data:
    """All webhook messages of a tournament, or of an engine's owner."""
    messages = {
        "fact": _message("A fact of the tournament, in order and at least once", "Fact"),
        "ping": _message("A test from the page of the webhooks, which means nothing", "Ping"),
    }
    losses = {"engineLosses": _message("Games that engines of one owner lost by faults", "EngineLosses")}
    return messages | (losses if referee else {})


@cache
def webhook_schemas(*, referee: bool) -> Data:
    """The schemas of these messages; those of events are made from the events."""
    facts, parts = msgspec.json.schema_components(_KINDS, ref_template=_REFERENCE)
    own: Data = {
        "Fact": _shape(
            tournament=_TEXT,
            name=_TEXT,
            number=_WHOLE | {"description": "The place in the journal; a number seen before is a repeat"},
            action=_WHOLE | {"description": "The number of the first fact of the same action"},
            at=_MOMENT,
            actor=_TEXT | {"description": "The seat or the token"},
            kind={"type": "string", "enum": [one.__name__ for one in _KINDS]},
            fact={"anyOf": list(facts)},
        ),
        "Ping": _shape(tournament=_TEXT, name=_TEXT, kind={"const": "Ping"}, at=_MOMENT),
    }
    losses = {"EngineLosses": _shape(losses={"type": "array", "items": _loss()})}
    return own | {f"Fact{name}": part for name, part in parts.items()} | (losses if referee else {})


def _loss() -> Data:
    whole = dict.fromkeys(("engine", "games", "latest"), _WHOLE)
    return _shape(**whole, **dict.fromkeys(("name", "fault", "detail", "text"), _TEXT), at=_TEXT)


def _shape(**properties: Data) -> Data:
    return {"type": "object", "required": list(properties), "properties": properties}


def _message(summary: str, shape: str) -> Data:
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{shape}"}}}
    heads = {
        "X-Ronde-Signature": "`sha256=` and the HMAC-SHA256 of the body with the secret of the receiver",
        "X-Ronde-Event": "The kind of the message, as in the body",
        "X-Ronde-Delivery": "The same for each try of the same message",
    }
    named = [
        {"name": name, "in": "header", "required": True, "description": meaning, "schema": _TEXT}
        for name, meaning in heads.items()
    ]
    return {
        "post": {
            "operationId": f"receive{shape}",
            "summary": summary,
            "parameters": named,
            "requestBody": {"required": True, "content": content},
            "responses": _ANSWERS,
        }
    }


# The OpenAPI 3.1 description of the interfaces for programs.


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

_NOT_FOUND: Data = {
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
        _encoded(referee=bool(request.app.state.referee)), media_type="application/json", headers=headers
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
    return _route_reading(path, name, summary, {"application/json": {"schema": schema}})


def _route_reading(path: str, name: str, summary: str, content: Data) -> Data:
    answers: Data = {
        "200": {"description": summary, "content": content},
        "304": {"description": "Nothing has changed since the ETag"},
    }
    if "{" in path:
        answers |= _NOT_FOUND
    return {
        "operationId": name,
        "summary": summary,
        "parameters": _route_parameters(path),
        "responses": answers,
    }


_READ = ("/standings", "/crosstable", "/teams", "/player/")
"""Lists that can be computed with the presence at the closing of a round, or with the current one."""
_AS_OF: Data = {
    "name": "as_of",
    "in": "query",
    "required": False,
    "description": "Presence as of the closing of the round, as the list was published, or as it is now",
    "schema": {"type": "string", "enum": [one.value for one in AsOf], "default": AsOf.CLOSING.value},
}


def _route_parameters(path: str) -> list[Data]:
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
        "parameters": [*_route_parameters("/t/{slug}/live"), after],
        "responses": {
            "200": {"description": meaning, "content": {"text/event-stream": {}}},
            **_NOT_FOUND,
            "503": {"description": "Too many listen already; ask for the page now and then instead"},
        },
    }
