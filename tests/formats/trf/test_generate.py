"""Tournaments by chance for those who check their own pairing program."""

from __future__ import annotations

from ronde.formats.trf import RandomReport, check_rounds, generate, wrong_points


def test_the_same_wishes_make_the_same_tournament_and_another_seed_another() -> None:
    assert generate(RandomReport(12, 3)) == generate(RandomReport(12, 3))
    assert generate(RandomReport(12, 3)).players != generate(RandomReport(12, 3, seed=2)).players


def test_what_was_generated_is_paired_and_counted_right() -> None:
    trf = generate(RandomReport(15, 4, forfeits=0.1, byes=0.1, retired=0.05))

    assert trf.played == 4
    assert all(one.equal for one in check_rounds(trf))
    assert wrong_points(trf) == []


def test_without_byes_forfeits_and_draws_there_are_only_games_that_somebody_won() -> None:
    trf = generate(RandomReport(10, 3, forfeits=0, byes=0, retired=0, draws=0))

    assert {one.result for player in trf.players for one in player.rounds} == {"0", "1"}


def test_an_accelerated_tournament_says_so() -> None:
    trf = generate(RandomReport(12, 3, baku=True))

    assert trf.head["192"] == ("FIDE_DUTCH_BAKU",)
    assert trf.virtual
