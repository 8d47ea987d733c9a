"""The five flows of docs/house.md: every file exists, and the numbers of hops are those of the lists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "house.md").read_text(encoding="utf-8")
FLOW = re.compile(
    r"^### ([^\n]+): before (\d+), goal (\d+), now (\d+)$\n(.*?)(?=^##)", re.MULTILINE | re.DOTALL
)
HOP = re.compile(r"^\d+\. `([^`]+)`: ", re.MULTILINE)
PATH = re.compile(r"`([\w-]+(?:/[\w.-]+)+\.(?:py|html|css|js|md))`")
GOALS = {
    "A result in the browser": (30, 18),
    "A pairing by the command line": (25, 16),
    "An import (a PAPP folder)": (18, 14),
    "A local game": (24, 16),
    "A call-back of an engine": (14, 12),
}


def flows() -> dict[str, tuple[int, int, int, str]]:
    """Every flow by its title: hops before, the goal, hops now, and its text."""
    return {title: (int(a), int(b), int(c), text) for title, a, b, c, text in FLOW.findall(DOCUMENT)}


def source_paths(text: str) -> list[str]:
    """The paths below `src/ronde`, `tests`, or the root that a text names."""
    return PATH.findall(text)


def exists(path: str) -> bool:
    return any((ROOT / folder / path).is_file() for folder in ("src/ronde", ".", "docs"))


def test_the_five_flows_are_told() -> None:
    assert {title: flow[:2] for title, flow in flows().items()} == GOALS


@pytest.mark.parametrize("title", GOALS)
def test_a_flow_has_as_many_hops_as_it_says_and_no_more_than_its_goal(title: str) -> None:
    _, goal, now, text = flows()[title]
    hops = HOP.findall(text)

    assert len(hops) == now <= goal
    assert len(set(hops)) == len(hops)


@pytest.mark.parametrize("title", GOALS)
def test_every_hop_of_a_flow_is_a_file_of_the_source(title: str) -> None:
    missing = [hop for hop in HOP.findall(flows()[title][3]) if not (ROOT / "src/ronde" / hop).is_file()]

    assert missing == []


def test_every_path_named_in_the_document_exists() -> None:
    named = source_paths(DOCUMENT)

    assert len(named) > 60
    assert [path for path in named if not exists(path)] == []


def test_a_path_that_does_not_exist_would_be_found() -> None:
    assert [path for path in source_paths("see `core/kitchen.py`") if not exists(path)] == ["core/kitchen.py"]
