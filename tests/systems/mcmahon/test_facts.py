"""Why two players of Go meet: sentences known by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ronde.i18n import LANGUAGES
from ronde.model.events import PlayerEntered, ResultEntered, TournamentOpened
from ronde.model.go import GoCard, read_rank
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.result import Result
from ronde.model.settings import Settings, usual_settings
from ronde.model.tournament import Tournament
from ronde.render.lists import cost_text, price_in_groups, why_not_text
from ronde.render.why import bye_text, why_text
from ronde.systems.keizer.standings import close_and_freeze
from ronde.systems.mcmahon.costs import one_level
from ronde.systems.rounds import complete_round, why_not

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hans")


def field(*ranks: str, settings: Settings | None = None, clubs: Sequence[str] = ()) -> Tournament:
    """Anna, Ben and so on with these ranks."""
    cards = [
        Player(at, NAMES[at - 1], club=clubs[at - 1] if clubs else "", go=GoCard(rank=read_rank(rank)))
        for at, rank in enumerate(ranks, start=1)
    ]
    opened = TournamentOpened("Test", "2026-11-28", settings or usual_settings("mcmahon"))
    return replay([opened, *(PlayerEntered(card, 1) for card in cards)])


def paired(now: Tournament) -> Tournament:
    return replay(complete_round(now, seed=1), now)


def won(now: Tournament, *winners: str) -> Tournament:
    """The paired round with these winners, closed."""
    names = {table.number: now.player(table.first).name for table in now.open_round}
    results = [
        ResultEntered(now.open_round.number, at, Result(1, 0) if name in winners else Result(0, 1))
        for at, name in names.items()
    ]
    scored = replay(results, now)
    return replay(close_and_freeze(scored), scored)


def told(now: Tournament, name: str, language: str = "en") -> str:
    """Why the player of that name meets his opponent in the open round."""
    player = next(card.id for card in now.players.values() if card.name == name)
    table = now.open_round.table_of(player)
    assert table is not None
    return why_text(now, now.open_round.number, table, language)


def test_a_first_round_names_the_points_of_the_start_and_the_lot_of_the_group() -> None:
    sentence = told(paired(field("5k", "5k", "5k", "5k")), "Anna")

    assert sentence.startswith("Both start with 25 points; the colours are by lot; drawn by lot between the")
    assert sentence.endswith("halves of a group of 4.")


def test_stones_are_told_with_the_difference_they_are_for() -> None:
    assert told(paired(field("5k", "9k")), "Anna") == (
        "Anna on 25 points, Ben on 21; Ben takes 3 stones for a difference of 4 ranks."
    )


def test_a_handicap_of_one_is_half_a_point_of_komi() -> None:
    assert told(paired(field("5k", "7k")), "Anna").endswith(
        "Ben has Black and gives half a point of komi, for a difference of 2 ranks."
    )


def test_places_in_the_group_and_the_colour_due_are_told_once_the_lot_is_over() -> None:
    settings = usual_settings("mcmahon")
    settings = replace(settings, mcmahon=replace(settings.mcmahon, first_seeding_until=0))
    now = paired(field("5k", "5k", "5k", "5k", settings=settings))

    assert "seeded 1 against 3 of the group of 4" in told(now, "Anna")

    later = paired(won(now, "Anna", "Ben", "Cleo", "Dora"))
    sentences = " ".join(told(later, name) for name in NAMES[:4])
    assert "Both on 2" in sentences
    assert "Both on 25 points; " in sentences or "Both on 26 points; " in sentences


def test_a_second_meeting_is_told_with_its_round() -> None:
    now = paired(won(paired(field("5k", "5k")), "Anna"))

    assert "they met in round 1; no round without a second meeting exists that costs less" in told(
        now, "Anna"
    )


def test_members_of_one_club_meet_only_where_that_costs_something_to_avoid() -> None:
    assert "although both are from the same club" in told(paired(field("5k", "5k", clubs="AA")), "Anna")
    assert "club" not in told(paired(field("5k", "5k", clubs="AB")), "Anna")


def test_a_swiss_begins_without_points_and_then_names_wins() -> None:
    now = paired(field("5k", "5k", "5k", "5k", settings=usual_settings("go-swiss")))
    assert "point" not in told(now, "Anna")

    later = paired(won(now, "Anna", "Ben", "Cleo", "Dora"))
    assert "Both on 1 point;" in " ".join(told(later, name) for name in NAMES[:4])


def test_categories_are_named_where_they_differ() -> None:
    now = paired(field("2d", "9k", settings=usual_settings("go-categories")))

    assert told(now, "Anna").startswith("Anna is in category 1, Ben in category 3;")


def test_the_bye_goes_to_the_weakest_of_those_who_had_the_fewest() -> None:
    now = paired(field("5k", "5k", "9k"))

    assert bye_text(now, 1, 3, "en") == (
        "The number of players is odd; "
        "Cleo is the weakest, by rank and points, of those who had the fewest byes."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_sentence_with_both_names(language: str) -> None:
    sentence = told(paired(field("5k", "9k")), "Anna", language)

    assert "Anna" in sentence
    assert "Ben" in sentence
    assert sentence.endswith(".")


def test_costs_are_told_in_distances_of_one_group() -> None:
    now = field("5k", "5k")
    level = one_level(now.settings, 1)

    assert cost_text(now, level, "en") == "1.00"
    assert cost_text(now, 3 * level // 2, "fr") == "1,50"
    assert cost_text(now, 250 * level, "en") == "250"


def test_another_pair_is_priced_in_groups() -> None:
    now = field("5k", "5k", "9k", "9k")
    answer = why_not(now, 1, 3, number=1, seed=1)
    sentence = why_not_text(1, answer, "en", price=price_in_groups(now))

    assert "more than the best pairing" in sentence
    assert "groups at best" in sentence


def test_other_systems_tell_their_costs_as_they_are() -> None:
    now = field("5k", "5k", settings=usual_settings("swiss"))

    assert price_in_groups(now) is None
    assert cost_text(now, 4_711, "fr") == "4711"
