"""The bracket of a cup of programs: from the scoreboard's data to the chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ronde.formats.charts.door import Fixture, TieSide, tree
from ronde.formats.pages.bracket import match_score


def with_trees(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data with a chart of every part of the cup; the page adds the translated heads."""
    if not data.get("bracket"):
        return dict(data)
    sections = [{**part, "tree": _drawn(part["rounds"], data)} for part in data["sections"] if part["rounds"]]
    return {**data, "tree": _drawn(data["bracket"], data), "sections": sections}


def _drawn(columns: Sequence[Sequence[Mapping[str, Any]]], data: Mapping[str, Any]) -> str:
    fixtures = [[_fixture(tie, data) for tie in ties] for ties in columns]
    return tree(fixtures, ["…"] * len(columns))


def _fixture(tie: Mapping[str, Any], data: Mapping[str, Any]) -> Fixture:
    feeds = tuple((at, row) for at, row in tie["feeds"])
    if tie["bye"]:
        return Fixture((TieSide(tie["players"][0]), TieSide("—")), feeds, "alone")
    place = f"{tie['round']}-{tie['table']}"
    live = any(key.rpartition("-")[0] == place for key in data["live"])
    link = f"direct.html?game={place}" if live else f"#m{place}" if tie["table"] else ""
    return Fixture((_seat(tie, 0, data), _seat(tie, 1, data)), feeds, "on" if live else "", link)


def _seat(tie: Mapping[str, Any], at: int, data: Mapping[str, Any]) -> TieSide:
    won = tie["winner"]
    state: Literal["", "won", "out"] = "" if not won else "won" if won == at + 1 else "out"
    seed = tie["seeds"][at]
    return TieSide(tie["players"][at] or "…", str(seed or ""), _score(tie, at, data), state)


def _score(tie: Mapping[str, Any], at: int, data: Mapping[str, Any]) -> str:
    if not tie["games"]:
        return ""
    if data["scored"]:
        return f"{tie['tally']['total'] * (-1 if at else 1):+,}".replace(",", "\u202f").replace("-", "−")
    return match_score(tie, scored=False).split("-")[at]
