"""The OpenAPI description of the writing API, made from the table of its acts."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import msgspec

from ronde.web.public.api_acts import ACTS, DrawPreview, Nothing

Data = dict[str, Any]

_ROOT: Final = "/api/v1/t/{slug}"
_SLUG: Final[Data] = {"type": "string", "pattern": "^[a-z0-9-]+$", "maxLength": 255}
_NUMBER: Final[Data] = {"type": "integer", "minimum": 0}
_REFUSALS: Final = {
    "400": "The body cannot be read; the detail names the field",
    "401": "No token, or one that is wrong, expired or revoked",
    "403": "The token lacks the right, or is for another tournament",
    "404": "No such tournament or address",
    "405": "Another method is asked for",
    "409": "The rules of the tournament forbid it; the code and the facts say why",
    "412": "Somebody else wrote since the ETag of If-Match",
    "413": "The body is too long",
    "422": "The Idempotency-Key was used before with another request",
    "429": "Too many requests from this address",
}
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
_ANY: Final[Data] = {"type": "object", "additionalProperties": True}
_OWN: Final[Data] = {
    "Problem": {
        "type": "object",
        "required": ["type", "title", "status", "code", "detail"],
        "properties": {
            "type": {"type": "string"}, "title": {"type": "string"}, "status": {"type": "integer"},
            "code": {"type": "string"}, "detail": {"type": "string"}, "facts": _ANY,
        },
    },
    "NamedRound": _ANY,
    "Written": {
        "type": "object",
        "required": ["number", "facts", "players", "round"],
        "properties": {
            "number": {"type": "integer"},
            "facts": {"type": "array", "items": _ANY},
            "players": {"type": "array", "items": {"$ref": "#/components/schemas/Player"}},
            "round": {"$ref": "#/components/schemas/NamedRound"},
        },
    },
    "Drawn": {
        "type": "object",
        "required": ["number", "seed", "round"],
        "properties": {
            "number": {"type": "integer"}, "seed": {"type": "integer"},
            "round": {"$ref": "#/components/schemas/NamedRound"},
        },
    },
    "State": {
        "type": "object",
        "required": ["number", "tournament", "players", "round"],
        "properties": {
            "number": {"type": "integer"},
            "tournament": {"$ref": "#/components/schemas/Summary"},
            "players": {"type": "array", "items": {"$ref": "#/components/schemas/Player"}},
            "round": {"$ref": "#/components/schemas/NamedRound"},
        },
    },
    "Health": {
        "type": "object",
        "required": ["status", "tournaments"],
        "properties": {"status": {"type": "string"}, "tournaments": {"type": "integer"}},
    },
}  # fmt: skip
"""The round of the public data, with the names of its players."""


@cache
def api_schemas() -> Data:
    bodies = list({act.body: None for act in ACTS} | {DrawPreview: None})
    _, shapes = msgspec.json.schema_components(bodies, ref_template="#/components/schemas/{name}")
    return shapes | _OWN


def api_paths() -> Data:
    paths: Data = {
        "/healthz": {"get": _reading("healthz", "Whether the server answers", "Health")},
        _ROOT: {"get": _reading("state", "A tournament, its players and its open round", "State", slug=True)},
        f"{_ROOT}/draw/preview": {
            "post": _writing(
                "previewDraw", "The open round as a draw would make it", DrawPreview, "Drawn", "/draw"
            )
        },
    }
    for turn, summary in (("undo", "Take back one's last action"), ("redo", "Bring it back")):
        paths[f"{_ROOT}/{turn}"] = {"post": _writing(turn, summary, Nothing, "Written", "")}
    for act in ACTS:
        path = _ROOT + re.sub(r":\w+", "", act.path)
        operation = _writing(act.name, act.summary, act.body, "Written", path)
        paths.setdefault(path, {})[act.method.lower()] = operation
    return paths


def _reading(name: str, summary: str, shape: str, *, slug: bool = False) -> Data:
    answers = {"200": _answer(summary, shape)} | ({"404": _refusal("404")} if slug else {})
    answers |= {"414": {"description": "The address is too long", "content": {"text/plain": {}}}}
    return {
        "operationId": name, "summary": summary, "parameters": _parameters("{slug}" if slug else ""),
        "responses": answers,
    }  # fmt: skip


def _writing(name: str, summary: str, body: type[Any], shape: str, path: str) -> Data:
    schema, needed = {"$ref": f"#/components/schemas/{body.__name__}"}, body not in (Nothing, DrawPreview)
    return {
        "operationId": name,
        "summary": summary,
        "security": [{"token": []}],
        "parameters": _parameters("{slug}" + path) + _HEADERS,
        "requestBody": {"required": needed, "content": {"application/json": {"schema": schema}}},
        "responses": {"200": _answer(summary, shape)} | {status: _refusal(status) for status in _REFUSALS},
    }


def _answer(summary: str, shape: str) -> Data:
    schema = {"$ref": f"#/components/schemas/{shape}"}
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
