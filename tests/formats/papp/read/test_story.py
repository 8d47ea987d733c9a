"""The tournament while its workfile is being read."""

from __future__ import annotations

from ronde.formats.papp.statements import PappGame, PappTournament


def begun(*players: int) -> PappTournament:
    state = PappTournament()
    for player in players:
        state.register(player, present=True)
    return state


def test_only_two_different_players_who_are_here_and_free_can_meet() -> None:
    state = begun(1, 2, 3)
    state.register(4, present=False)
    state.pair(PappGame(1, 2))

    assert not state.both_free(1, 3)
    assert not state.both_free(3, 3)
    assert not state.both_free(3, 4)
    assert not state.both_free(3, 99)
    state.dissolve(state.games[0])
    assert state.both_free(1, 3)


def test_whoever_goes_leaves_his_opponent_free() -> None:
    state = begun(1, 2)
    state.pair(PappGame(1, 2))
    state.register(2, present=False)

    assert state.games == []
    assert state.seen == {1, 2}


def test_a_round_that_is_closed_is_a_chapter_and_the_next_begins_empty() -> None:
    state = begun(1, 2, 3)
    state.pair(PappGame(1, 2))
    state.close_round()

    (papp_round,) = state.rounds_read
    assert papp_round.present == {1, 2, 3}
    assert [one.black for one in papp_round.games] == [1]
    assert state.paired == {}
