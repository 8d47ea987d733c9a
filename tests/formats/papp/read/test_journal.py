"""A workfile that was read becomes one list of facts."""

from __future__ import annotations

import pytest
from tests.formats.papp.mutation import HEADER

from ronde.formats.papp.comments import FolderNotes
from ronde.formats.papp.statements import ReadFiles, read_commands
from ronde.formats.papp.to_tournament import journal
from ronde.formats.papp.tokens import SourceText
from ronde.model.errors import FormatError
from ronde.model.events import Event, PairForbidden
from ronde.model.player import Player
from ronde.model.replay import replay

CARDS = {number: Player(number, f"P{number}") for number in (1, 2, 3, 4)}
ROUND = b"& +1 +2 +3 +4;\n(1 40 2 24);\n(3 33 4 31);\nronde-suivante;\n"


def told(workfile: bytes, *, folder_notes: FolderNotes | None = None) -> tuple[tuple[Event, ...], SourceText]:
    page, read = SourceText.of("work", workfile), ReadFiles()
    read_commands(page, read, CARDS.keys())
    return journal(page, read, CARDS, folder_notes or FolderNotes(), fallback="folder"), page


def test_name_rounds_and_results_can_be_replayed() -> None:
    facts, page = told(HEADER + ROUND)
    hall = replay(facts)

    assert (hall.name, hall.settings.rounds, len(hall.closed_rounds)) == ("W", 7, 1)
    assert page.remarks == []


def test_a_nameless_workfile_is_called_like_its_folder_and_that_is_said() -> None:
    facts, page = told(ROUND)

    assert replay(facts).name == "folder"
    assert {remark.key for remark in page.remarks} >= {"papp.no-name", "papp.no-rounds"}


def test_a_game_of_another_total_is_refused() -> None:
    with pytest.raises(FormatError) as refused:
        told(HEADER + ROUND + b"score-total 100;\n")

    assert refused.value.problems


def test_pairs_forbidden_in_the_margin_are_forbidden_if_both_are_here() -> None:
    facts, _ = told(HEADER + ROUND, folder_notes=FolderNotes({"forbidden": [[1, 2], [1, 99], [3, 3]]}))

    assert [one for one in facts if isinstance(one, PairForbidden)] == [PairForbidden(1, 2)]
