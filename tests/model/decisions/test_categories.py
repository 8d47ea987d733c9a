"""Categories are defined before they are given to a player."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.support.builders import tournament, with_settings

from ronde.model.decisions.players import change_player, enter_player
from ronde.model.errors import CategoryImpossible
from ronde.model.player import Player
from ronde.model.system_settings import KeizerSettings

HALL = tournament(2)


@pytest.mark.parametrize(
    ("defined", "given", "reason"),
    [
        ("w=Women", "x", "unknown"),
        ("", "w", "none"),
        ("w=Women", "w-1", "letters"),
        ("w=Women", "é", "letters"),
    ],
)
def test_a_category_is_defined_before_it_is_given_and_has_letters_and_digits_only(
    defined: str, given: str, reason: str
) -> None:
    hall = with_settings(HALL, system="keizer", keizer=KeizerSettings(categories=defined))

    ways: list[Callable[[], object]] = [
        lambda: enter_player(hall, player=Player(9, "DOE", categories=(given,))),
        lambda: change_player(hall, number=1, changes={"categories": (given,)}),
    ]
    for decide in ways:
        with pytest.raises(CategoryImpossible) as refused:
            decide()
        assert refused.value.facts["reason"] == reason
    assert enter_player(
        with_settings(hall, keizer=KeizerSettings(categories="w=Women")),
        player=Player(9, "DOE", categories=("w",)),
    )
