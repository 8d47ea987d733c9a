from __future__ import annotations

from pathlib import Path

from ronde.arena.http import EngineStore, Rest, RestingCompetition, lay_down, resting, take_up


def test_a_competition_rests_until_it_is_taken_up_also_after_the_book_was_closed(tmp_path: Path) -> None:
    book = EngineStore(tmp_path / "arbitre.db")
    one = RestingCompetition("spring/1", Rest.PAUSED, "Spring", "spring.ronde")
    other = RestingCompetition("old/2", Rest.DELETED, "Old", "old.ronde")
    lay_down(book, one)
    lay_down(book, other)
    lay_down(book, RestingCompetition("spring/1", Rest.STOPPED, "Spring", "spring.ronde"))
    book.close()

    again = EngineStore(tmp_path / "arbitre.db")
    assert resting(again)["spring/1"].rest is Rest.STOPPED
    assert resting(again)["old/2"] == other
    take_up(again, "spring/1")
    assert list(resting(again)) == ["old/2"]
    again.close()
