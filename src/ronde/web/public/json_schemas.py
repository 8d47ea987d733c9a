"""JSON Schemas of the public data."""

from __future__ import annotations

from typing import Any

import msgspec

from ronde.app.views import (
    CrosstableView,
    PlayerView,
    RoundView,
    SheetView,
    StandingsView,
    SummaryView,
    TeamView,
)

Shape = dict[str, Any]


class ListedSummaryView(SummaryView, frozen=True):
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
        round=WHOLE, players=_many(_or_null("integer")), scores=_many(TEXT), winner=_or_null("integer"),
        table=_or_null("integer"), bye=TRUTH, games=_many(TEXT),
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
