"""The OpenAPI description of the API, made from the commands and the queries."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import msgspec

from ronde.app.commands import PairRound
from ronde.web.public.api_acts import ACTS, QUESTIONS, Act, Turn
from ronde.web.public.api_answers import DrawnView, HealthView, ProblemView, StateView, WrittenView
from ronde.web.public.json_schemas import schemas_of

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
    _, parts = schemas_of(*(act.kind for act in ACTS), Turn, Nothing)
    for act in ACTS:
        schema = parts[act.kind.__name__]
        for hole in act.holes:
            del schema["properties"][hole]
            schema["required"].remove(hole)
    return {name: part for name, part in parts.items() if part.get("properties") != {} or name == "Nothing"}


@cache
def _questions() -> tuple[dict[str, Data], dict[str, Data]]:
    """The schemas of all queries, and those that they refer to."""
    _, parts = schemas_of(*(one.kind for one in QUESTIONS))
    names = {one.kind.__name__ for one in QUESTIONS}
    asked = {name: part for name, part in parts.items() if name in names}
    return asked, {name: part for name, part in parts.items() if name not in names}


def api_schemas() -> Data:
    views = (StateView, WrittenView, DrawnView, HealthView, ProblemView)
    _, answers = schemas_of(*views, *(one.kind.answers for one in QUESTIONS))
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
    for act in (*QUESTIONS, *ACTS):
        path = _ROOT + re.sub(r":\w+", "", act.path)
        operation = _asking(act) if act in QUESTIONS else _acting(act, path)
        paths.setdefault(path, {})[act.method.lower()] = operation
    return paths


def _acting(act: Act, path: str) -> Data:
    name = act.kind.__name__
    operation = _writing(name[0].lower() + name[1:], act.summary, act.kind, WrittenView, path)
    operation["parameters"].append(_PREVIEW)
    return operation


def _asking(act: Act) -> Data:
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
