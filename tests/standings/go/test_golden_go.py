"""Values, order and places of recorded tournaments are those of OpenGotha."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support.go_golden import Recorded, folders, load

from ronde.standings.go.criteria import Criteria
from ronde.standings.go.order import net_wins, ordered
from ronde.standings.go.scores import go_scores

NAMES = {"Rank": "RANK", "Rating": "RATING"}
DEFECTIVE = "SOSM-1"
"""OpenGotha does not store it after the second round (go 3.3)."""
ABSENT = ("CPS",)


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_every_value_is_that_of_opengotha(folder: Path) -> None:
    golden = load(folder)
    for list_ in golden.recorded["standings"]:
        if "values" in list_:
            _compare_values(golden, list_)


def _compare_values(golden: Recorded, list_: dict[str, Any]) -> None:
    after = list_["round"]
    scores = go_scores(golden.tournament, golden.rounds)
    values = Criteria(scores, after, golden.tournament.settings.rounds)
    place = {golden.key_of(card): at for at, card in enumerate(scores.cards)}
    for column, name in enumerate(golden.recorded["value_columns"]):
        if name in ABSENT or (name == DEFECTIVE and after == 2):
            continue
        own = values[NAMES.get(name, name)].tolist()
        ours = {key: own[place[key]] for key in list_["order"]}
        assert ours == {key: row[column] for key, row in zip(list_["order"], list_["values"], strict=True)}, (
            f"{name} after {after}"
        )


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_every_order_and_place_is_that_of_opengotha(folder: Path) -> None:
    golden = load(folder)
    scores = go_scores(golden.tournament, golden.rounds)
    for list_ in golden.recorded["standings"]:
        names = tuple(NAMES.get(name, name) for name in list_["criteria"] if name != "NULL")
        if DEFECTIVE in names and list_["round"] == 2:
            continue
        values = Criteria(scores, list_["round"], golden.tournament.settings.rounds)
        if "DC" in names and max(net_wins(values).values(), default=0) > 1:
            continue  # OpenGotha counts two wins against the same opponent as no game (go 3.5)
        rows = ordered(values, names)
        cards = dict(zip(scores.players, scores.cards, strict=True))
        assert [golden.key_of(cards[row.player]) for row in rows] == list_["order"]
        assert [row.place for row in rows] == list_["places"]
        for name in {"DC", "SDC"} & set(names):
            assert [row.values[name] for row in rows] == list_[name.lower()]
