"""What the desk says about an action beside its result: the notices and troubles of its command."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal.talking import conversation, typed
from tests.terminal.test_club import club

from ronde.app.desk import Desk
from ronde.model.errors import RondeError
from ronde.model.player import Player
from ronde.terminal import Conversation


@pytest.fixture
def at(tmp_path: Path) -> Conversation:
    return conversation(tmp_path)


def paired_by_hand(at: Conversation) -> None:
    typed(at, "m", "a", "1", "2", "a", "3", "4", "a", "5", "6", "q", "x")


def test_a_pair_made_by_hand_against_a_rule_is_named(at: Conversation) -> None:
    paired_by_hand(at)
    typed(at, "r", "1 40", "3 40", "5 40", "!", "x")

    assert "1 pair breaks a rule: MARTIN Bob – MARTIN Zoe" in typed(at, "m", "a", "1", "2", "q", "x")


def test_a_pair_that_is_dissolved_because_somebody_leaves_is_named(at: Conversation) -> None:
    paired_by_hand(at)

    assert "table 1" in typed(at, "-", "1", "n", "x").lower()


def test_adjourned_games_are_named_when_the_round_is_closed(at: Conversation) -> None:
    paired_by_hand(at)

    assert "1 game is adjourned" in typed(at, "r", "1 a", "3 40", "5 40", "!", "x")


def test_who_comes_after_a_club_evening_is_paired_hears_when_he_starts(tmp_path: Path) -> None:
    at = club(tmp_path)

    screen = typed(at, "a", "i", "Poe, Edgar", "y", "1555", "", "x")

    assert "Round 1 is paired: Poe Edgar starts with round 2." in screen


def test_a_backup_that_fails_is_told_with_the_closing(
    at: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    paired_by_hand(at)

    def fails(desk: Desk, events: object) -> None:
        desk.notices.append(RondeError(detail="no room"))

    monkeypatch.setattr(Desk, "_keep_backup", fails)

    assert typed(at, "r", "1 40", "x").count("no room") == 1
    assert at.desk.notices == []


def test_a_newcomer_does_not_get_the_number_of_a_known_person(at: Conversation) -> None:
    at.known = {7: Player(7, "OTHER", "Oda")}
    typed(at, "i", "NEWLAND Alice", "y", "GBR", "", "x")

    assert at.tournament.player(8).full_name == "NEWLAND Alice"
