"""Groups of the settings: how they are written, and who belongs to them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import tournament

from ronde.model.errors import SettingImpossible
from ronde.model.groups import GROUPS, read_group, write_group
from ronde.model.player import FideCard, Player, ReportSettings
from ronde.model.settings import Settings, check_settings
from ronde.model.tournament import Tournament
from ronde.standings import counted_groups, members

FOLK = (
    Player(1, "TWELVE", country="FRA", rating=1400, fide=FideCard(sex="w", birth="2014/12/31")),
    Player(2, "THIRTEEN", country="fra", rating=1600, fide=FideCard(sex="m", birth="2013/01/01")),
    Player(3, "SIXTY", club="Évry", rating=1799, categories=("Pro",), fide=FideCard(birth="1966")),
    Player(4, "UNKNOWN", rating=0, fide=FideCard(sex="w")),
)


def hall(*groups: str, date: str = "7/11/2026", begin: str = "") -> Tournament:
    settings = Settings(groups=groups, report=ReportSettings(begin=begin))
    return replace(tournament(settings=settings), date=date, players={card.id: card for card in FOLK})


@pytest.mark.parametrize(
    ("group", "numbers"),
    [
        ("U12", {1}), ("u13", {1, 2}), ("S60", {3}), ("S61", set()), ("sex:f", {1, 4}), ("sex:m", {2}),
        ("country:FRA", {1, 2}), ("club:evry", {3}), ("category:pro", {3}), ("rating<1600", {1}),
        ("rating>1600", {3}), ("rating 1600-1799", {2, 3}), ("U13+sex:f", {1}), ("U12+S60", set()),
    ],
)  # fmt: skip
def test_a_group_has_those_for_whom_all_its_conditions_hold(group: str, numbers: set[int]) -> None:
    assert members(hall(group), group) == numbers


@pytest.mark.parametrize(
    "text", ["", "U", "U123", "sex:x", "club:", "rating", "rating 9-1", "U12+", "age<12"]
)
def test_an_unreadable_group_is_refused_with_examples(text: str) -> None:
    with pytest.raises(SettingImpossible) as refused:
        check_settings(Settings(groups=("U12", text)))
    assert refused.value.facts["value"] == text
    assert "rating 1600-1799" in str(refused.value.facts["allowed"])


def test_the_age_is_the_one_reached_in_the_year_of_the_first_day() -> None:
    assert members(hall("U12", date="Easter 2025"), "U12") == {1, 2}
    assert members(hall("U12", date="2025-11-07", begin="2026/11/07"), "U12") == {1}


def test_groups_by_age_wait_for_the_year_and_the_others_do_not() -> None:
    assert counted_groups(hall("U12", "sex:f", date="")) == ("sex:f",)
    assert members(hall("U12", date="next spring"), "U12") == frozenset()


def test_a_category_has_those_who_are_given_it() -> None:
    assert members(hall(), "Pro") == {3}


names = st.text("abcXYZ éß'.-", min_size=1).map(str.strip).filter(bool)
conditions = st.one_of(
    st.integers(0, 99).map("U{}".format),
    st.integers(0, 99).map("S{}".format),
    st.sampled_from(["sex:f", "sex:m"]),
    st.builds("{}:{}".format, st.sampled_from(["country", "club", "category"]), names),
    st.integers(0, 9_999).map("rating<{}".format),
    st.integers(0, 9_999).map("rating>{}".format),
    st.tuples(st.integers(0, 2_000), st.integers(2_000, 9_999)).map(
        lambda ends: "rating {}-{}".format(*ends)
    ),
)


@given(st.lists(conditions, min_size=1, max_size=3).map("+".join))
def test_what_is_written_is_read_as_the_same_group(text: str) -> None:
    assert write_group(read_group(text)) == text


def test_every_example_is_a_group() -> None:
    check_settings(Settings(groups=tuple(GROUPS.split(","))))
