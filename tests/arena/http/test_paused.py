from __future__ import annotations

from pathlib import Path

from ronde.arena.http import (
    CompetitionState,
    EngineStore,
    PausedCompetition,
    pause_competition,
    paused_competitions,
    resume_competition,
)


def test_a_competition_stays_paused_until_it_is_resumed_also_after_the_book_was_closed(
    tmp_path: Path,
) -> None:
    book = EngineStore(tmp_path / "arbitre.db")
    one = PausedCompetition("spring/1", CompetitionState.PAUSED, "Spring", "spring.ronde")
    other = PausedCompetition("old/2", CompetitionState.DELETED, "Old", "old.ronde")
    pause_competition(book, one)
    pause_competition(book, other)
    pause_competition(book, PausedCompetition("spring/1", CompetitionState.STOPPED, "Spring", "spring.ronde"))
    book.close()

    again = EngineStore(tmp_path / "arbitre.db")
    assert paused_competitions(again)["spring/1"].state is CompetitionState.STOPPED
    assert paused_competitions(again)["old/2"] == other
    resume_competition(again, "spring/1")
    assert list(paused_competitions(again)) == ["old/2"]
    again.close()
