"""A page of cards with many programs."""

from __future__ import annotations

from ronde.arena.web.course import card_sheet


def test_every_program_has_a_card_of_its_own() -> None:
    links = [
        (f"j{number:02}", [f"Student {number}"], f"http://host/course/j{number:02}/w") for number in range(30)
    ]

    page = card_sheet(links, "en")

    assert page.count("<section>") == 30
    assert len({part.partition("</svg>")[0] for part in page.split("<svg")[1:]}) == 30
