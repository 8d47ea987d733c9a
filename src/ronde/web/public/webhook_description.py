"""The OpenAPI description of webhook messages, made from the events of the journal."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, get_args

import msgspec

from ronde.core.events import Event

Data = dict[str, Any]

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
