"""The tournament while its workfile is being read."""

from __future__ import annotations

from ronde.formats.papp.statements import PappGame, PappTournament


def begun(*players: int) -> PappTournament:
    story = PappTournament()
    for player in players:
        story.register(player, present=True)
    return story


def test_only_two_different_players_who_are_here_and_free_can_meet() -> None:
    story = begun(1, 2, 3)
    story.register(4, present=False)
    story.pair(PappGame(1, 2))

    assert not story.both_free(1, 3)
    assert not story.both_free(3, 3)
    assert not story.both_free(3, 4)
    assert not story.both_free(3, 99)
    story.dissolve(story.games[0])
    assert story.both_free(1, 3)


def test_whoever_goes_leaves_his_opponent_free() -> None:
    story = begun(1, 2)
    story.pair(PappGame(1, 2))
    story.register(2, present=False)

    assert story.games == []
    assert story.seen == {1, 2}


def test_a_round_that_is_closed_is_a_chapter_and_the_next_begins_empty() -> None:
    story = begun(1, 2, 3)
    story.pair(PappGame(1, 2))
    story.close_round()

    (chapter,) = story.chapters
    assert chapter.present == {1, 2, 3}
    assert [one.black for one in chapter.games] == [1]
    assert story.paired == {}
