"""The settings of Keizer, and the two that are written as texts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from tests.support.builders import do
from tests.support.keizer_states import GOLDEN, load

from ronde.model.decisions.players import enter_player, player_leaves, renumber_by_rating
from ronde.model.decisions.rounds import close_round
from ronde.model.errors import NothingToChange, RoundNotComplete, SettingImpossible, TournamentStarted
from ronde.model.events import Event, PlayerEntered, RoundPaired, TableAdded, TournamentOpened
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.model.settings import Settings, check_settings
from ronde.model.system_settings import RATIOS, KeizerSettings, Shares, categories, time_bonus
from ronde.model.table import Pair
from ronde.model.tournament import Tournament

SMALL = load(GOLDEN / "small_functions.json")


def hall(*ratings: int, system: str = "keizer") -> Tournament:
    facts: list[Event] = [TournamentOpened("club", "", Settings(system=system))]
    facts += [PlayerEntered(Player(at, f"P{at}", rating=one), 1) for at, one in enumerate(ratings, 1)]
    return replay(facts)


@pytest.mark.parametrize("ratio", RATIOS)
def test_every_ratio_of_the_list_can_be_played_with(ratio: float) -> None:
    check_settings(Settings(system="keizer", keizer=KeizerSettings(ratio=ratio)))


@pytest.mark.parametrize(
    ("setting", "wrong"),
    [
        ("keizer.ratio", KeizerSettings(ratio=2.7)),
        ("keizer.ratio", KeizerSettings(ratio=1.0)),
        ("keizer.ratio", KeizerSettings(ratio=float("nan"))),
        ("keizer.shares.bye", KeizerSettings(shares=Shares(bye=101))),
        ("keizer.shares.loss", KeizerSettings(shares=Shares(loss=-1))),
        ("keizer.values", KeizerSettings(values="guessed")),
        ("keizer.pairing", KeizerSettings(pairing="by hand")),
        ("keizer.repeat_distance", KeizerSettings(repeat_distance=-1)),
        ("keizer.paid_absences", KeizerSettings(paid_absences=-1)),
        ("keizer.least_games", KeizerSettings(least_games=1_000)),
        ("keizer.colour_limit", KeizerSettings(colour_limit=1)),
        ("keizer.first_round_random", KeizerSettings(first_round_random=301)),
        ("keizer.language", KeizerSettings(language="eo")),
        ("keizer.categories", KeizerSettings(categories="x" * 3_000)),
        ("keizer.categories", KeizerSettings(categories="women, juniors")),
        ("keizer.time_bonus", KeizerSettings(time_bonus="curve=log, min=5, sum=40, fak=0.006")),
        ("keizer.time_bonus", KeizerSettings(time_bonus="curve=expo, min=x, sum=40, fak=0.006")),
        ("keizer.time_bonus", KeizerSettings(time_bonus="40 minutes")),
    ],
)
def test_a_setting_nobody_can_play_with_is_refused_by_its_name(setting: str, wrong: KeizerSettings) -> None:
    with pytest.raises(SettingImpossible) as refused:
        check_settings(Settings(keizer=wrong))

    assert refused.value.facts["setting"] == setting


@pytest.mark.parametrize("text", ["", "  ", "#", "#women", "# curve=log"])
def test_texts_may_be_empty_or_switched_off(text: str) -> None:
    check_settings(Settings(keizer=KeizerSettings(categories=text, time_bonus=text)))


def test_facts_written_before_keizer_are_still_read() -> None:
    old = b'{"round": 1, "tables": {}, "bye": null, "system": "swiss", "seed": 1, "total": 0}'

    assert msgspec.json.decode(old, type=RoundPaired).values == ()
    table = b'{"round": 1, "table": 1, "pair": {"first": 1, "second": 2}}'
    assert msgspec.json.decode(table, type=TableAdded).values == ()
    assert msgspec.json.decode(b'{"rounds": 5}', type=Settings).keizer == KeizerSettings()


@pytest.mark.parametrize("case", SMALL["time_bonus"])
def test_minutes_are_shared_as_the_real_program_shares_them(case: dict[str, Any]) -> None:
    bonus = time_bonus(case["config"])
    minutes = bonus.minutes(case["white_rating"], case["black_rating"]) if bonus else None

    assert (None if minutes is None else list(minutes)) == case["minutes"]


def test_a_time_bonus_without_its_numbers_is_unknown_and_an_absurd_one_does_not_overflow() -> None:
    for text in ("curve=expo", "curve=expo, min=x, sum=40, fak=0.006"):
        bonus = time_bonus(text)
        assert bonus is not None
        assert bonus.minutes(1500, 1600) == (-1, -1)
    steep = time_bonus("curve=expo, min=5, sum=40, fak=1000")
    assert steep is not None
    assert steep.minutes(3000, 0) == (5, 35)


@pytest.mark.parametrize(("text", "cleaned"), SMALL["category_cleaning"].items())
def test_categories_are_cleaned_as_the_real_program_cleans_them(text: str, cleaned: str) -> None:
    joined = ", ".join(f"{key}={value}" for key, value in categories(text).items())

    assert joined == ("" if cleaned.startswith("#") else cleaned)
    assert categories(text) == categories(cleaned)


@pytest.mark.parametrize(("text", "cleaned"), SMALL["time_bonus_cleaning"].items())
def test_time_bonuses_are_read_as_the_real_program_cleans_them(text: str, cleaned: str) -> None:
    assert time_bonus(text) == time_bonus(cleaned)


def test_a_text_that_is_switched_off_has_no_categories() -> None:
    assert categories("# r15=off, f=off") == {}
    assert categories("") == {}


def test_numbers_are_given_anew_by_rating_as_in_the_real_program() -> None:
    known = SMALL["id_rebase"]
    facts: list[Event] = [TournamentOpened("club", "", Settings(system="keizer"))]
    facts += [
        PlayerEntered(Player(number, name, rating=rating), 1) for number, name, rating, _ in known["before"]
    ]

    after = do(replay(facts), renumber_by_rating)

    cards = sorted(after.players.values(), key=lambda card: card.id)
    assert [[card.id, card.name, card.rating] for card in cards] == [row[:3] for row in known["after"]]
    newcomer = do(after, enter_player, player=Player(0, "New"))
    assert known["next_new_id"] in newcomer.players


def test_numbers_are_not_given_anew_twice_or_too_late() -> None:
    with pytest.raises(NothingToChange):
        renumber_by_rating(hall(1800, 1700))
    paired = do(hall(1700, 1800), lambda tournament: [TableAdded(1, 1, _pair())])
    with pytest.raises(TournamentStarted):
        renumber_by_rating(paired)


def _pair() -> Pair:
    return Pair(1, 2)


def test_a_round_of_absences_can_be_closed_in_a_keizer_tournament_only() -> None:
    for system, closes in (("keizer", True), ("swiss", False)):
        away = do(hall(1800, system=system), player_leaves, number=1, reason=Absence.CLUB)
        if closes:
            assert do(away, close_round).closed_rounds[0].absent == {1: Absence.CLUB}
        else:
            with pytest.raises(RoundNotComplete):
                close_round(away)
    gone = do(hall(1800), player_leaves, number=1)
    with pytest.raises(RoundNotComplete):
        close_round(gone)


def test_whoever_enters_before_the_draw_plays_and_after_it_waits() -> None:
    before = do(hall(1800, 1700), enter_player, player=Player(9, "Early"))
    drawn = replay([TableAdded(1, 1, _pair())], hall(1800, 1700))
    after = do(drawn, enter_player, player=Player(9, "Late"))
    swiss = do(
        replace(drawn, settings=replace(drawn.settings, system="swiss")),
        enter_player,
        player=Player(9, "Late"),
    )

    assert before.absence(9) is None
    assert after.absence(9) is Absence.LATE
    assert swiss.absence(9) is None
