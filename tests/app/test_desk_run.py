"""A desk runs a command that was previewed, and one that was answered before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ronde.app.commands import AddPlayer, LeaveTournament, OpenTournament, PairRound
from ronde.app.desk import Desk
from ronde.model.settings import usual_settings
from ronde.store import KeyedRequest


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk.begin(tmp_path / "a.ronde", OpenTournament("A", settings=usual_settings("swiss", rounds=5)))
    desk.known = tuple
    for name in ("ALDA", "BERG", "CRUZ", "DIAZ"):
        desk.run(AddPlayer(name))
    yield desk
    desk.close()


def test_a_preview_is_written_as_it_was_decided(desk: Desk) -> None:
    preview = desk.preview(PairRound(seed=1), state=desk.now)
    marked = replace(preview, events=[replace(preview.events[0], seed=77)])  # type: ignore[arg-type]

    assert desk.run(PairRound(seed=1), preview=marked).after.open_round.seed == 77


def test_a_preview_of_an_older_state_is_decided_again(desk: Desk) -> None:
    preview = desk.preview(PairRound(seed=1), state=desk.now)
    desk.run(LeaveTournament(1))

    paired = desk.run(PairRound(seed=1), preview=preview).after

    assert paired.open_round.tables
    assert paired.open_round.table_of(1) is None


def test_a_request_that_is_answered_again_has_the_same_notices(desk: Desk) -> None:
    desk.run(LeaveTournament(4, expected=1))
    request = KeyedRequest("arbiter", "k", b"digest")
    first = desk.run(PairRound(), request=request)
    second = desk.run(PairRound(), request=request)

    assert first.notices
    assert (second.number, second.events, second.notices) == (first.number, first.events, first.notices)
    assert second.before == first.before
