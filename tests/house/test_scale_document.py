"""The paper on scale is what its formulas make of the measured costs."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from bench.scale_paper import Hold, Scale, least, number, paper, prose, table

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def costs() -> dict[str, Any]:
    kept: dict[str, Any] = json.loads((DOCS / "scale.json").read_text(encoding="utf-8"))
    return kept


def test_the_paper_is_what_the_formulas_give_for_the_kept_costs(costs: dict[str, Any]) -> None:
    document = (DOCS / "scale.md").read_text(encoding="utf-8")

    assert document == paper(costs), "run: .venv/bin/python bench/scale.py --paper"


def numbers(costs: dict[str, Any], path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The places of all numbers."""
    found: list[tuple[str, ...]] = []
    for name, value in costs.items():
        if isinstance(value, dict):
            found += numbers(value, (*path, name))
        elif isinstance(value, (int, float)):
            found.append((*path, name))
    return found


UNSAID = {"stored_ms", "dask_single_ms", "moves_callback", "moves_printed", "pages", "pages_busy"}
"""Costs that are kept for whoever compares, and not told."""


def test_every_measured_cost_is_told(costs: dict[str, Any]) -> None:
    for place in numbers(costs):
        changed = copy.deepcopy(costs)
        inner = changed
        for name in place[:-1]:
            inner = inner[name]
        inner[place[-1]] = inner[place[-1]] * 3 + 7
        if place[-1] not in UNSAID:
            assert paper(changed) != paper(costs), place


def test_a_reader_finds_what_one_machine_and_what_ten_hold(costs: dict[str, Any]) -> None:
    text = " ".join(paper(costs).split())

    assert re.search(
        r"\*\*One machine\*\* \(\d+ cores, \d+ GiB\) holds [\d,]+ games in play .*, limited by ", text
    )
    assert re.search(r"\*\*Ten machines\*\* on one PostgreSQL hold [\d,]+ spectators, limited by ", text)
    for title in (
        "Measured",
        "Assumed",
        "One machine",
        "Several machines",
        "Not measured",
        "What we would change",
    ):
        assert f"## {title}" in text


def test_twice_the_cost_of_a_move_is_half_the_moves(costs: dict[str, Any]) -> None:
    slower = costs | {"move_ms_callback": 2 * costs["move_ms_callback"]}

    assert Scale(slower).moves() == pytest.approx(Scale(costs).moves() / 2)


def test_what_ends_first_is_named(costs: dict[str, Any]) -> None:
    hungry = costs | {"game_kb_callback": 1e6}

    assert Scale(hungry).games().ends == "memory"
    assert least(Hold(3, "cores"), Hold(2, "memory")) == Hold(2, "memory")


def test_more_machines_hold_more_spectators_and_store_no_more_facts(costs: dict[str, Any]) -> None:
    scale = Scale(costs)

    assert scale.spectators_on(10).count > scale.spectators_on(2).count > 0
    assert scale.facts(scale.processes(10)) < scale.facts(scale.processes(2))
    assert [scale.processes(machines) for machines in (1, 2, 10)] == [
        scale.cores - 1,
        scale.cores,
        9 * scale.cores,
    ]


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, "0"), (13468, "13,000"), (0.1234, "0.12"), (9.96, "10"), (1, "1.0"), (99.6, "100")],
)
def test_figures_have_two_digits(value: float, written: str) -> None:
    assert number(value) == written


def test_paragraphs_and_tables_are_written_as_markdown() -> None:
    assert prose("one\n   two") == "one two"
    assert max(map(len, prose("word " * 100).splitlines())) <= 118
    assert table(("a", "b"), [("1", "2")]) == "| a | b |\n| --- | --- |\n| 1 | 2 |"
