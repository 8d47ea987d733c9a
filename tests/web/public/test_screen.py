"""What a projector shows, and who decides it."""

from __future__ import annotations

from tests.support.in_process import Visitor

from ronde.web.public.screen import FASTEST, LONGEST, ScreenChoice


def test_what_makes_no_sense_is_left_as_it_was() -> None:
    usual = ScreenChoice()

    assert usual.changed_by({"view": "nonsense", "seconds": "-3", "rows": "x", "page": "9" * 9}) == usual
    assert usual.changed_by({"view": "names", "seconds": "1"}) == ScreenChoice("names", seconds=FASTEST)


def test_languages_are_those_we_have_each_once() -> None:
    assert ScreenChoice().changed_by({"lang": "fr,xx,en,fr"}).languages == "fr,en"
    assert ScreenChoice(languages="fr").changed_by({"languages": ""}).languages == ""


def test_a_message_is_one_line_of_bounded_length() -> None:
    said = ScreenChoice().changed_by({"message": "Round 3\n  at 14:30 " + "x" * 1000}).message

    assert said.startswith("Round 3 at 14:30 x")
    assert len(said) == LONGEST


def test_what_the_desk_chose_is_on_the_screen_unless_its_address_says_otherwise(inside: Visitor) -> None:
    assert inside.post("/desk/open/screens", {"view": "standings", "message": "Coffee"}).status == 303

    assert "Coffee" in inside.get("/t/open/screen").text
    assert inside.get("/t/open/screen").text != inside.get("/t/open/screen?view=names").text


def test_a_kept_screen_is_drawn_anew_when_the_desk_chooses_something_else(inside: Visitor) -> None:
    hall = inside.stranger()
    assert "Coffee" not in hall.get("/t/open/screen").text

    inside.post("/desk/open/screens", {"message": "Coffee"})

    assert "Coffee" in hall.get("/t/open/screen").text
