"""The page that lists every address for programs and lets a visitor try it, made from the description."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ronde.web.openapi import document
from ronde.web.server.rendering import render

READING = "get"


@dataclass(frozen=True, slots=True)
class Operation:
    name: str
    method: str
    path: str
    summary: str
    holes: tuple[str, ...]
    """The path parameters."""
    asked: tuple[tuple[str, bool], ...]
    """What may follow `?`, and whether it must."""
    example: str
    """An example body; empty if none is sent."""

    @property
    def writes(self) -> bool:
        return self.method != READING and not self.path.endswith("/preview")


def api_page(request: Request) -> Response:
    """All operations of this server, and the slugs of its tournaments."""
    referee = bool(request.app.state.referee)
    slugs = sorted(request.app.state.tournaments.by_slug)
    known, sent = operations(referee=referee), messages(referee=referee)
    return render(request, "public/api.html", operations=known, messages=sent, slugs=slugs)


@cache
def operations(*, referee: bool) -> tuple[Operation, ...]:
    """The operations of the description, without the endless stream."""
    described = document(referee=referee)
    schemas = described["components"]["schemas"]
    return tuple(
        _operation(path, method, description, schemas)
        for path, methods in described["paths"].items()
        for method, description in methods.items()
        if not path.endswith("/live")
    )


@cache
def messages(*, referee: bool) -> tuple[Operation, ...]:
    """The webhook messages of this server, each with its name as the path."""
    described = document(referee=referee)
    schemas = described["components"]["schemas"]
    sent = described["webhooks"].items()
    return tuple(_operation(name, "post", methods["post"], schemas) for name, methods in sent)


def _operation(path: str, method: str, description: dict[str, Any], schemas: dict[str, Any]) -> Operation:
    holes = tuple(re.findall(r"{(\w+)}", path))
    body = description.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    example = _example(body, schemas) if body else ""
    named = [one for one in description["parameters"] if one["in"] == "query"]
    asked = tuple((one["name"], one.get("required", False)) for one in named)
    return Operation(description["operationId"], method, path, description["summary"], holes, asked, example)


def _example(schema: dict[str, Any], schemas: dict[str, Any]) -> str:
    """A body with every required field, or all fields if none is required."""
    shape = schemas.get(str(schema.get("$ref", "")).rpartition("/")[2], schema)
    fields = shape.get("properties", {})
    wanted = shape.get("required") or fields
    sample = {name: _sample(fields[name]) for name in wanted if name in fields}
    return msgspec.json.format(msgspec.json.encode(sample), indent=2).decode()


def _sample(field: dict[str, Any]) -> Any:
    if "const" in field or "enum" in field:
        return field.get("const", field.get("enum", [""])[0])
    if any("$ref" in one for one in field.get("anyOf", ())):
        return {}
    if "anyOf" in field:
        return _sample(field["anyOf"][0])
    kinds = {"integer": 1, "number": 1, "boolean": True, "object": {}, "array": []}
    return field.get("default", kinds.get(str(field.get("type")), ""))
