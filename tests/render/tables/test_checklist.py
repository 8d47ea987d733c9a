"""The checklist of a round and its brackets in words."""

from __future__ import annotations

import itertools

import pytest
from tests.systems.dutch.test_drawing import closed, drawn, opened

from ronde.i18n import LANGUAGES
from ronde.model.decisions.rounds import add_table
from ronde.model.replay import replay
from ronde.model.settings import usual_settings
from ronde.render.chess import brackets_text, checklist_listing
from ronde.render.listing import listing_csv, listing_text
from ronde.systems.rounds import brackets, with_costs


def test_the_checklist_is_the_same_before_and_after_the_draw_and_later() -> None:
    before = closed(opened(9))
    after = drawn(before, 2)
    later = closed(before, 2)

    lists = [checklist_listing(hall, 2, "en") for hall in (before, after, later)]

    assert len(lists[0].rows) == 9
    assert lists[0] == lists[1] == lists[2]


def test_it_goes_by_score_and_then_by_number_and_tells_the_past() -> None:
    hall = closed(opened(9))
    rows = checklist_listing(hall, 2, "en").rows

    points = [float(row.cells[2].text) for row in rows]
    assert points == sorted(points, reverse=True)
    had_bye = [row for row in rows if not row.cells[3].text]
    assert [row.player for row in had_bye] == list(hall.rounds[0].byes)
    assert had_bye[0].cells[6].text == "–"
    text = listing_text(checklist_listing(hall, 2, "en"), numbered=False)
    assert text.splitlines()[0].split()[0] == "no."
    assert len(listing_csv(checklist_listing(hall, 2, "en"), hall, "en").splitlines()) == 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_brackets_are_told_in_every_language(language: str) -> None:
    hall = drawn(closed(opened(9)), 2)

    lines = brackets_text(hall, 2, language)

    assert len(lines) >= len(brackets(hall, 2)) > 1


def test_everybody_is_resident_of_one_bracket_and_floaters_are_moved_down_into_the_next() -> None:
    hall = opened(12)
    for seed in range(1, 4):
        hall = closed(hall, seed)
    hall = drawn(hall, 4)
    stories = brackets(hall, 4)

    residents = [player for story in stories for player in story.residents]
    assert sorted(residents) == sorted(hall.players)
    for upper, lower in itertools.pairwise(stories):
        assert set(lower.moved_down) == {*upper.limbo, *upper.floaters}
    assert sum(story.pairs for story in stories) == len(hall.open_round.tables)


def test_a_round_with_pairs_made_by_hand_has_brackets_too() -> None:
    hall = closed(opened(8))
    hall = drawn(replay(with_costs(hall, add_table(hall, first=8, second=1)), hall), 2)

    assert sum(story.pairs for story in brackets(hall, 2)) == 4


def test_other_systems_have_neither() -> None:
    hall = opened(6, system="swiss", tiebreaks=usual_settings("swiss").tiebreaks)

    assert checklist_listing(hall, 1, "en").rows == ()
    assert brackets_text(drawn(hall), 1, "en") == []
