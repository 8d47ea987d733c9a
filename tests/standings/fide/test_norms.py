"""Title norms: every requirement by itself, and what the last rounds would need."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.support.builders import tournament
from tests.systems.dutch.test_drawing import closed, opened

from ronde.model.decisions.players import change_player
from ronde.model.player import FideCard, Player, ReportSettings
from ronde.model.replay import replay
from ronde.model.result import BOARDS
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.standings.fide.ratings import (
    NORMS,
    NormGame,
    check_norm,
    is_international,
    norm_checks,
    raised_average,
)

GM, IM, WGM, WIM = NORMS


def games(*scores: int, rating: int = 2450, title: str = "GM") -> list[NormGame]:
    """Games against title-holders of three federations."""
    homes = ("GER", "NED", "ESP")
    return [NormGame(at + 2, rating, title, homes[at % 3], half) for at, half in enumerate(scores)]


def missing(played: list[NormGame], federation: str = "FRA") -> list[str]:
    """The requirements of a grandmaster norm that these games do not meet."""
    return [one.what for one in check_norm(GM, 1, federation, played, 0).missing]


SEVEN_OF_NINE = (2, 2, 1, 2, 2, 1, 2, 1, 1)


def test_seven_of_nine_against_2450_is_a_norm() -> None:
    found = check_norm(GM, 1, "FRA", games(*SEVEN_OF_NINE), 0)

    assert (found.average, found.performance, found.half_points) == (2450, 2670, 14)
    assert found.reached


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda played: played[:8], "games"),
        (lambda played: [replace(one, title="CM") for one in played[:5]] + played[5:], "holders"),
        (lambda played: [replace(one, title="IM") for one in played[:7]] + played[7:], "titled"),
        (lambda played: [replace(one, federation="GER") for one in played], "federations"),
        (lambda played: [replace(one, federation="GER") for one in played], "one-federation"),
        (
            lambda played: [replace(one, federation="FRA") for one in played[:6]] + played[6:],
            "own-federation",
        ),
        (lambda played: [replace(one, rating=2379) for one in played], "average"),
        (lambda played: [replace(one, half_points=1) for one in played], "performance"),
        (lambda played: [replace(one, half_points=0) for one in played], "score"),
        (lambda played: [replace(one, rating=0) for one in played[:2]] + played[2:], "unrated"),
    ],
)
def test_every_requirement_is_missed_by_itself(change: object, what: str) -> None:
    assert missing(games(*SEVEN_OF_NINE)) == []
    assert what in missing(change(games(*SEVEN_OF_NINE)))  # type: ignore[operator]


def test_one_low_opponent_is_raised_to_the_floor_and_no_other() -> None:
    low = [replace(one, rating=1800) for one in games(2, 2)]

    assert raised_average(GM, [*low[:1], *games(2, 2, 2)]) == (2200 + 3 * 2450 + 2) // 4
    assert raised_average(GM, low) == 2000
    unrated = [replace(one, rating=0) for one in games(2, 2)]
    assert raised_average(GM, unrated) == (2200 + 1400) // 2


def test_the_last_rounds_need_the_fewest_points_that_lift_the_performance() -> None:
    found = check_norm(GM, 1, "FRA", games(*SEVEN_OF_NINE[:7]), 2)

    assert found.half_points == 12
    assert found.needed == 1  # 6.5 of 9 are 72 %, worth 166 points above 2450
    assert check_norm(GM, 1, "FRA", games(0, 0, 0, 0, 0, 0, 0), 2).needed is None


def test_titles_are_checked_for_those_who_lack_them_and_womens_for_women() -> None:
    hall = closed(opened(4))
    for player, title, sex in ((1, "GM", "m"), (2, "IM", "w"), (3, "", "w"), (4, "WGM", "w")):
        card = FideCard(title=title, sex=sex)
        hall = replay(change_player(hall, number=player, changes={"fide": card}), hall)
    asked: dict[int, list[str]] = {}
    for one in norm_checks(hall):
        asked.setdefault(one.player, []).append(one.title)

    assert asked == {2: ["GM"], 3: ["GM", "IM", "WGM", "WIM"], 4: ["GM", "IM"]}


def _guests(count: int, federations: int, titles: int, host: str = "FRA") -> Tournament:
    """A played round of 40 people, so many of them rated guests."""
    cards = [
        Player(
            at + 1,
            f"P{at:02d}",
            country=("GER", "NED", "ESP", "ITA")[at % federations] if at < count else "FRA",
            rating=2300,
            fide=FideCard(title="IM" if at < titles else "FM"),
        )
        for at in range(40)
    ]
    settings = Settings(system="dutch", board=BOARDS["chess"], report=ReportSettings(federation=host))
    return closed(tournament(cards, settings=settings))


@pytest.mark.parametrize(
    ("hall", "free"),
    [
        (_guests(20, 3, 10), True),
        (_guests(19, 3, 10), False),
        (_guests(20, 2, 10), False),
        (_guests(20, 3, 9), False),
        (_guests(20, 3, 10, host=""), False),
    ],
)
def test_a_swiss_with_many_guests_asks_for_no_federations(hall: Tournament, free: bool) -> None:
    assert is_international(hall) == free
    missed = {one.what for check in norm_checks(hall) for one in check.missing}
    assert ("federations" not in missed) == free
