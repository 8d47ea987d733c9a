"""Where space is short: names beside scores in a bracket, and tables on the narrowest phone."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page
from tests.browser.halls import House, Visit, enter, make, serving

from ronde.model.bracket import CupSettings
from ronde.model.settings import Settings, usual_settings

SIXTY = tuple(f"HOHENZOLLERN-SIGMARINGEN VON UND ZU {one}, Maximiliane Friederike" for one in "ABCDEFGH")
LONG = tuple(f"VANDERBEECKHOVEN{number}, Wilhelmina-Augusta" for number in range(8))


def lines_of(cell: Locator) -> int:
    """How many lines of text a cell has."""
    return int(
        cell.evaluate(
            "e => Math.round(e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight))"
        )
    )


def reaching(page: Page) -> list[str]:
    """The names of a bracket whose window reaches into the score beside it."""
    return list(
        page.locator("svg.bracket .tie foreignObject").evaluate_all(
            """windows => windows.filter(one => {
                const score = one.nextElementSibling;
                return score.textContent.trim()
                    && one.x.baseVal.value + one.width.baseVal.value > score.getBBox().x;
            }).map(one => one.textContent)"""
        )
    )


def test_a_long_name_in_a_bracket_ends_before_the_score(tmp_path: Path, visit: Visit) -> None:
    cup = Settings(rounds=5, system="cup", cup=CupSettings(third_place=True, consolation=True))
    make(tmp_path / "long.ronde", cup, LONG, closed=2)
    page = visit().new_page()
    with serving(tmp_path / "long.ronde") as shown:
        page.goto(shown.at("/t/long/bracket"))

        assert page.locator("svg.bracket .tie foreignObject").count() >= 16
        assert reaching(page) == []


def test_names_of_a_crosstable_keep_their_width_on_a_phone(shown: House, visit: Visit) -> None:
    page = visit(width=320, height=640, language="fr").new_page()
    page.goto(shown.at("/t/swiss/crosstable"))

    assert max(lines_of(cell) for cell in page.locator(".cross tbody th").all()) <= 3
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_the_undo_of_the_history_is_one_word_at_every_width(house: House, visit: Visit) -> None:
    page = visit(language="fr").new_page()
    enter(page, house.link)
    for width in (320, 700, 1100):
        page.set_viewport_size({"width": width, "height": 640})
        page.goto(house.at("/desk/swiss/history"))
        button = page.locator(".history button").first
        box = button.bounding_box()

        assert box
        assert box["width"] > box["height"]
        assert page.evaluate("document.documentElement.scrollWidth") == width


CUT = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"


def test_names_on_the_results_are_whole_at_every_width(tmp_path: Path, visit: Visit) -> None:
    make(tmp_path / "club.ronde", Settings(rounds=9, system="keizer"), LONG)
    make(tmp_path / "open.ronde", Settings(rounds=5), LONG)
    page = visit(language="fr").new_page()
    with serving(tmp_path) as shown:
        enter(page, shown.link)
        for path, width in product(("/desk/club", "/desk/open"), (390, 1024, 1280, 1440)):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(shown.at(path))
            names = page.locator(".grid .p, .grid .plain")

            assert names.count() >= 16
            assert names.evaluate_all(CUT) == [], (path, width)
            assert page.evaluate("document.documentElement.scrollWidth") == width


PLACES = """rows => rows.map(row => {
    const middle = node => { const box = node.getBoundingClientRect(); return (box.top + box.bottom) / 2; };
    const apart = [...row.querySelectorAll(".p")].map(one =>
        Math.abs(middle(one.querySelector(".o")) - middle(one.querySelector(".plain"))));
    return [row.getBoundingClientRect().height, Math.max(...apart)];
})"""


def test_a_table_of_the_results_takes_two_lines_on_a_phone_each_disc_beside_its_name(
    house: House, visit: Visit
) -> None:
    page = visit(width=390, height=844).new_page()
    enter(page, house.link)
    page.goto(house.at("/desk/swiss"))
    places = page.locator("tr[data-table]").evaluate_all(PLACES)

    assert len(places) == 4
    assert max(height for height, _ in places) <= 80
    assert max(apart for _, apart in places) <= 2


def test_a_short_page_of_the_desk_begins_below_the_steps_on_a_phone(house: House, visit: Visit) -> None:
    page = visit(width=390, height=844).new_page()
    enter(page, house.link)
    page.goto(house.at("/desk/swiss/reopen"))
    steps, title = page.locator("header.rail").bounding_box(), page.locator("h1").bounding_box()

    assert steps
    assert title
    assert title["y"] - steps["y"] - steps["height"] < 40


def test_names_of_sixty_letters_widen_no_page_and_both_players_of_a_table_are_whole(
    tmp_path: Path, visit: Visit
) -> None:
    make(tmp_path / "open.ronde", Settings(rounds=15), SIXTY, closed=9)
    page = visit().new_page()
    with serving(tmp_path / "open.ronde") as shown:
        enter(page, shown.link)
        ends = ("/t/open", "/t/open/round/10?by=name", "/t/open/standings", "/desk/open/tables")
        for path, width in product(ends, (390, 1024, 1280)):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(shown.at(path))

            assert page.evaluate("document.documentElement.scrollWidth") == width, path
            assert page.locator(".duels .p, .duels .p a, .seats a, .seat").evaluate_all(CUT) == [], path


def test_names_of_sixty_letters_run_into_no_figure_on_a_phone(tmp_path: Path, visit: Visit) -> None:
    """Every name is whole: a cell is as wide as its words, and the figures stand beside it."""
    make(tmp_path / "club.ronde", Settings(rounds=7, system="keizer"), SIXTY, closed=2)
    make(tmp_path / "open.ronde", Settings(rounds=7), SIXTY, closed=2)
    page = visit(width=360, height=740).new_page()
    with serving(tmp_path) as shown:
        for path, count in (
            ("club/standings", 8),
            ("open/standings", 8),
            ("open/players", 8),
            ("open/player/1", 2),
        ):
            page.goto(shown.at(f"/t/{path}"))
            cells = page.locator("main tbody tr > :has(> a[href*='/player/'])")

            assert cells.filter(has_text="HOHENZOLLERN").count() >= count
            assert cells.evaluate_all("all => all.filter(e => e.scrollWidth > e.clientWidth).length") == 0


POINTS = """cells => cells.every(cell => cell.getBoundingClientRect().right
    <= cell.closest(".card").getBoundingClientRect().right)"""


FAMILIES = """names => names.length && names.every(name => name.getBoundingClientRect().right
    <= name.closest("th").getBoundingClientRect().right)"""


def test_the_points_of_the_standings_are_whole_at_every_width(tmp_path: Path, visit: Visit) -> None:
    """With long names the chart shrinks, then given names are cut, then the table scrolls."""
    make(tmp_path / "open.ronde", usual_settings("swiss", rounds=11, game="chess"), SIXTY, closed=9)
    page = visit(language="fr").new_page()
    with serving(tmp_path / "open.ronde") as shown:
        page.goto(shown.at("/t/open/standings"))
        for width in (360, 700, 961, 1024, 1280, 1366, 1600, 1920):
            page.set_viewport_size({"width": width, "height": 800})

            assert page.locator(".st tr > :last-child").evaluate_all(POINTS), width
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert page.locator(".plot").is_visible() == (width > 960)
            assert width < 1280 or page.locator(".st tbody th b").evaluate_all(FAMILIES), width


def test_the_points_of_a_hundred_and_twenty_players_are_whole_beside_six_tie_breaks(
    tmp_path: Path, visit: Visit
) -> None:
    """The chart gives way to the last pixel; only then the table scrolls, and the points stay."""
    ties = ("buchholz", "buchholz-cut1", "sonneborn-berger", "progressive", "wins", "opponents-rating")
    settings = replace(usual_settings("swiss", rounds=11, game="chess"), tiebreaks=ties)
    people = tuple(f"HOHENZOLLERN-SIGMARINGEN{number:03}, Maximiliane" for number in range(120))
    make(tmp_path / "open.ronde", settings, people, closed=3)
    page = visit(language="fr").new_page()
    with serving(tmp_path / "open.ronde") as shown:
        for width in (360, 1024, 1280, 1440, 1920):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(shown.at("/t/open/standings"))

            assert page.locator(".st tr > :last-child").evaluate_all(POINTS), width
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert width < 1280 or page.locator(".bumped").evaluate("e => e.scrollWidth <= e.clientWidth"), (
                width
            )


SEEN = "cells => cells.every(cell => cell.getBoundingClientRect().right <= innerWidth + 1)"


@pytest.mark.parametrize("system", ["keizer", "swiss"])
def test_a_crosstable_on_a_phone_begins_with_the_rounds_and_keeps_the_points(
    system: str, tmp_path: Path, visit: Visit
) -> None:
    make(tmp_path / "club.ronde", usual_settings(system, rounds=20), LONG, closed=9)
    page = visit(width=390, height=844).new_page()
    with serving(tmp_path / "club.ronde") as shown:
        page.goto(shown.at("/t/club/crosstable"))
        points, table = page.locator(".cross tr > :last-child"), page.locator(".scroll.wide")

        assert page.locator(".cross thead th").nth(2).inner_text() == "1"
        assert page.locator(".cross thead th").nth(3).evaluate("e => e.getBoundingClientRect().x") < 300
        assert points.evaluate_all(SEEN)
        table.evaluate("e => e.scrollTo(e.scrollWidth, 0)")
        assert points.evaluate_all(SEEN)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
