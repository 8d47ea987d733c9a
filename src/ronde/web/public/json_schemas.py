"""JSON Schemas of the public data."""

from __future__ import annotations

from typing import Any

Shape = dict[str, Any]

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


_PAIR: Shape = {"type": ["array", "null"], "items": NUMBER, "minItems": 2, "maxItems": 2}
_CLOCK = _record(seconds=NUMBER, increment=NUMBER, fixed=TRUTH, margin=NUMBER)
_OUTCOME: Shape = {
    "type": ["object", "null"],
    "properties": {"reason": TEXT, "winner": _or_null("integer"), "score": _many(WHOLE), "counts": TRUTH},
}

_WORKING: Shape = {
    "type": "object",
    "additionalProperties": _many(
        _record(round=WHOLE, opponent=_or_null("integer"), amount=NUMBER, cut=TRUTH)
    ),
}
"""By tie-break: the contribution of each round."""
_FIDE: Shape = {
    "type": ["object", "null"],
    "properties": {
        "number": _or_null("integer"),
        "title": TEXT,
        "sex": TEXT,
        "birth": _or_null("string"),
        "k": _or_null("integer"),
    },
}

_SIDE_MARKS: Shape = {"colours": _many(TEXT), "tokens": _many(TEXT), "counts": TEXT}

SCHEMAS: dict[str, Shape] = {
    "Summary": _record(
        ("slug", "version"),
        version=WHOLE, slug=TEXT, name=TEXT, date=_or_null("string"), rounds=WHOLE, system=TEXT,
        profile=TEXT, closed_rounds=WHOLE,
        open_round=WHOLE, players=WHOLE, present=WHOLE, tables=WHOLE, missing=_many(WHOLE),
        over=TRUTH,
    ),
    "Reason": _record(rule=TEXT, cost=WHOLE, player=_or_null("integer"), amount=NUMBER),
    "Table": _record(
        table=WHOLE, first=WHOLE, second=WHOLE, cost=WHOLE, reasons=_many(_is("Reason")), score=_PAIR,
        kind=_or_null("string"), locked=TRUTH, by_hand=TRUTH,
    ),
    "Bye": _record(player=WHOLE, cost=WHOLE, reasons=_many(_is("Reason"))),
    "Round": _record(
        round=WHOLE, closed=TRUTH, system=TEXT, seed=WHOLE, tables=_many(_is("Table")),
        bye={"anyOf": [_is("Bye"), {"type": "null"}]}, byes=_many(WHOLE), unpaired=_many(WHOLE), total=WHOLE,
        forced_bye=_or_null("integer"), arrivals=_many(WHOLE),
        repeats=_many(_record(first=WHOLE, second=WHOLE, met=WHOLE)),
    ),
    "Source": _record(
        round=_or_null("integer"), kind=TEXT, points=NUMBER, value=NUMBER, percent=NUMBER,
        opponent=_or_null("integer"), halvings=WHOLE,
    ),
    "Row": _record(
        (
            "keizer_points", "shown", "value", "rank_value", "game_points", "pairing_rank", "sources",
            "working",
        ),
        place=WHOLE, rank=WHOLE, id=WHOLE, name=TEXT, first_name=TEXT, country=TEXT, points=NUMBER,
        tiebreaks={"type": "object", "additionalProperties": NUMBER}, discs=NUMBER, present=TRUTH,
        keizer_points=NUMBER, shown=TEXT, value=NUMBER, rank_value=NUMBER, game_points=NUMBER,
        pairing_rank=WHOLE, sources=_many(_is("Source")), working=_WORKING,
    ),
    "Standings": _record(after=WHOLE, as_of=TEXT, rows=_many(_is("Row"))),
    "Line": _record(
        round=WHOLE, opponent=_or_null("integer"), first=_or_null("boolean"), score=_PAIR,
        kind=_or_null("string"), points=NUMBER, bye=TRUTH, absence=_or_null("string"),
        table=_or_null("integer"),
    ),
    "CrossRow": _record(
        rank=WHOLE, id=WHOLE, present=TRUTH, points=NUMBER, rounds=_many(_is("Line")),
        opponents_half_points=WHOLE, second_minus_first=WHOLE, float=WHOLE,
    ),
    "Crosstable": _record(after=WHOLE, as_of=TEXT, rows=_many(_is("CrossRow"))),
    "Team": _record(country=TEXT, points=NUMBER, players=_many(WHOLE)),
    "Player": _record(
        id=WHOLE, name=TEXT, first_name=TEXT, country=TEXT, rating=_or_null("integer"), present=TRUTH,
        absence=_or_null("string"), club=TEXT, categories=_many(TEXT), comment=TEXT, entered=WHOLE,
        away=_many(WHOLE), expected=_or_null("integer"), fide=_FIDE,
    ),
    "Sheet": _record(
        ("working",),
        working=_WORKING, player=_is("Player"), after=WHOLE, as_of=TEXT, present=TRUTH,
        rounds=_many(_is("Line")),
        points=NUMBER, discs=NUMBER,
    ),
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
