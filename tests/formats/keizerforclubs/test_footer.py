"""The last line of every list."""

from __future__ import annotations

from ronde import __version__
from ronde.formats.keizerforclubs import footer_of
from ronde.formats.keizerforclubs.codes import LIKE


def test_the_last_line_names_both_programs_and_the_day() -> None:
    assert footer_of("2026-09-01T12:00:00Z").line == f"KeizerForClubs v{LIKE}+ronde{__version__} 01.09.2026"


def test_a_moment_that_is_none_is_shown_as_it_is() -> None:
    assert footer_of("").date == ""
    assert footer_of("soon").date == "soon"
