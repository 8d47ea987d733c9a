"""The ladder with real programs, and the ranking that its games give."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.arena.course.classroom import GOOD, LAST, RULES, classroom

from ronde.arena.course import CourseFolder, LadderBook, Rival, VersionOutcome, VersionState
from ronde.arena.course.ladder import CourseLadder
from ronde.arena.referee import Played


def play_for(folder: CourseFolder, name: str, program: str) -> None:
    version = folder.next_version(name)
    folder.keep(version, program.encode())
    folder.keep_program(version, program.encode())
    folder.conclude(version, VersionOutcome(VersionState.ACCEPTED))


def test_two_programs_meet_from_both_sides_and_the_others_messages_can_be_left_out(tmp_path: Path) -> None:
    folder = classroom(tmp_path)
    play_for(folder, "j01", GOOD)
    play_for(folder, "j02", LAST)

    assert CourseLadder(folder).meet()

    book = LadderBook(folder.ladder)
    second, first = book.recent(10)
    assert (first.first, second.first) == ("j01", "j02")
    assert book.games_of("j01", 10) == [second, first]
    played = book.played(first.id, "j01")
    assert played is not None
    assert "secret thoughts" in str(played.to_dict())
    assert "secret thoughts" not in str(played.record.quiet(1).to_dict())
    assert book.played(first.id, "j03") is None
    rungs = book.standing([Rival("j01", 1), Rival("j02", 1), Rival("j03", 1)])
    assert [one.entrant.name for one in rungs][2] == "j03"
    assert sum(one.won + one.drawn + one.lost for one in rungs) == 4


def test_a_new_version_begins_without_the_losses_of_the_old_one(tmp_path: Path) -> None:
    folder = classroom(tmp_path)
    play_for(folder, "j01", GOOD)
    play_for(folder, "j02", LAST)
    CourseLadder(folder).meet()
    play_for(folder, "j02", GOOD)

    fresh = next(
        one
        for one in LadderBook(folder.ladder).standing([Rival("j01", 1), Rival("j02", 2)])
        if one.entrant.name == "j02"
    )

    assert fresh.rating is None
    assert fresh.won + fresh.drawn + fresh.lost == 0


def test_the_same_moves_count_once_for_the_ratings(tmp_path: Path) -> None:
    folder = classroom(tmp_path)
    play_for(folder, "j01", GOOD)
    play_for(folder, "j02", LAST)
    CourseLadder(folder).meet()
    book = LadderBook(folder.ladder)
    game = book.recent(2)[1]
    played = book.played(game.id, "j01")
    assert played is not None
    before = book.meetings()

    book.add(Rival("j01", 1), Rival("j02", 1), played)

    assert book.number() == 3
    assert book.meetings() == before


def test_nobody_plays_alone_nor_where_the_ladder_is_off(tmp_path: Path) -> None:
    folder = classroom(tmp_path)
    assert not CourseLadder(folder).meet()
    play_for(folder, "j01", GOOD)
    assert not CourseLadder(folder).meet()
    play_for(folder, "j02", LAST)
    folder.rules.write_text(RULES.replace('"20+0"', '"off"'))
    assert not CourseLadder(folder).meet()
    assert LadderBook(folder.ladder).recent(5) == []


def test_nobody_has_a_place_before_the_first_game(tmp_path: Path) -> None:
    rungs = LadderBook(tmp_path / "ladder.db").standing([Rival("j01", 1), Rival("j02", 1)])

    assert [(one.place, one.entrant.name) for one in rungs] == [(0, "j01"), (0, "j02")]


def test_a_game_of_a_program_that_was_replaced_before_it_is_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = classroom(tmp_path)
    play_for(folder, "j01", GOOD)
    play_for(folder, "j02", LAST)
    stored = LadderBook.add

    def add(book: LadderBook, first: Rival, second: Rival, played: Played) -> None:
        stored(book, first, second, played)
        play_for(folder, "j02", GOOD)

    monkeypatch.setattr(LadderBook, "add", add)
    CourseLadder(folder).meet()

    assert [(game.first, game.second_version) for game in LadderBook(folder.ladder).recent(5)] == [("j01", 1)]
