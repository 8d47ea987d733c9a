"""Links that can be printed again, and cards."""

from __future__ import annotations

from pathlib import Path

from tests.arena.course.classroom import classroom

from ronde.arena.web.course import CourseLinks, card_sheet, course_links


def test_the_same_links_are_printed_twice_and_a_new_one_makes_the_old_one_void(tmp_path: Path) -> None:
    folder = classroom(tmp_path)
    first = course_links(folder.path, "http://host/")
    again = course_links(folder.path, "http://host/")
    renewed = course_links(folder.path, "http://host/", "j01")

    assert first == again
    assert first[0][2].startswith("http://host/course/j01/")
    assert renewed[1] == first[1]
    assert renewed[0] != first[0]
    links = CourseLinks(folder)
    assert links.holds("j01", renewed[0][2].rpartition("/")[2])
    assert not links.holds("j01", first[0][2].rpartition("/")[2])
    links.close()


def test_cards_have_a_code_and_escape_names() -> None:
    page = card_sheet([("j01", ["Ada <b>"], "http://host/course/j01/x")], "fr")

    assert "Ada &lt;b&gt;" in page
    assert page.count("<svg") == 1
    assert '<html lang="fr">' in page
