"""Recorded files of OpenGotha are read, give the recorded scores, and are written back unchanged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.go_golden import FILES, RECORDED, name_of, read, tournament

from ronde.formats.opengotha import read_opengotha, stored_file, write_opengotha
from ronde.formats.opengotha.elements import Element, parse
from ronde.formats.opengotha.people import key
from ronde.model.replay import replay
from ronde.standings.go.scores import go_scores


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_written_file_is_the_same_tournament(path: Path) -> None:
    kept = stored_file(read(path).attachments)
    for made in (write_opengotha(tournament(path), kept), write_opengotha(tournament(path))):
        assert replay(read_opengotha(made).events) == tournament(path)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_written_file_says_everything_that_the_read_one_said(path: Path) -> None:
    made = write_opengotha(tournament(path), stored_file(read(path).attachments))
    before, after = flat(parse(path.read_bytes(), "")), flat(parse(made, ""))
    assert after == [line for line in before if line]


def flat(element: Element) -> list[str]:
    """Every element with its attributes, in an order that does not depend on that of the file."""
    told = {name: text for name, text in element.attributes.items() if name != "externalIPAddress"}
    own = f"{element.tag} {sorted(told.items())}"
    return sorted([own, *(f"{element.tag}/{line}" for child in element.children for line in flat(child))])


@pytest.mark.parametrize("path", RECORDED, ids=name_of)
def test_wins_and_points_are_those_that_the_program_recorded(path: Path) -> None:
    record = json.loads((path.parent / "recorded.json").read_text())
    wins, points = (record["value_columns"].index(name) for name in ("NBW", "MMS"))
    scores = go_scores(tournament(path))
    place = {key(card.name, card.first_name): at for at, card in enumerate(scores.cards)}
    for list_ in record["standings"]:
        after = list_["round"]
        for person, values in zip(list_["order"], list_.get("values", ()), strict=False):
            if after <= scores.after:
                own = scores.wins[after][place[person]], scores.points[after][place[person]]
                assert own == (values[wins], values[points]), (after, person)
