"""`tournoi links`: the personal links of a class, as a list or as cards to print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ronde.cli.session import json_option, show
from ronde.cli.speech import Misused, command, language, option, spoken
from ronde.cli.streams import ANY_PATH, SOURCE
from ronde.course.door import CourseFolder, Student, course_rules, read_students, write_students
from ronde.formats.disk import write_whole
from ronde.formats.text import columns


@command("tournoi-links", "links")
@click.argument("course", type=ANY_PATH, metavar="COURSE")
@click.argument("class_list", type=SOURCE, required=False, metavar="[LIST]")
@option("--link", default="", help="desk-link", metavar="URL")
@option("--new", "renewed", default="", help="course-renew", metavar="NAME")
@option("--cards", type=ANY_PATH, default=None, help="course-cards", metavar="FILE")
@json_option
def links(
    course: Path, class_list: Path | None, link: str, renewed: str, cards: Path | None, as_json: bool
) -> None:
    from ronde.web.door import card_sheet, course_address, course_links

    if link and not link.lower().startswith(("http://", "https://")):
        raise Misused(spoken("arbitre.cli-link", text=link), click.get_current_context())
    folder = CourseFolder(course)
    students = _students(folder, class_list, renewed)
    address = link or course_address(course)
    if not address:
        raise Misused(spoken("course.no-address"), click.get_current_context())
    if class_list is not None:
        write_students(folder.students, students)
    rows = course_links(course, address, renewed)
    if cards is not None:
        write_whole({cards: card_sheet(rows, language()).encode()})
        text = spoken("course.links-written", count=len(rows), path=cards)
    else:
        text = columns(_head(), [(name, ", ".join(students), link) for name, students, link in rows])
    data: list[dict[str, Any]] = [
        {"program": name, "students": students, "link": link} for name, students, link in rows
    ]
    show(data, text, as_json=as_json)


def _head() -> tuple[str, str, str]:
    return spoken("pages.program"), spoken("course.students"), spoken("course.link")


def _students(folder: CourseFolder, class_list: Path | None, renewed: str) -> list[Student]:
    """The students, with those of a list; refused if there are none, or if the one to renew is unknown."""
    course_rules(folder.rules)
    known = read_students(folder.students) if folder.students.exists() else []
    if class_list is not None:
        known = read_students(class_list, known)
    if not known:
        raise Misused(spoken("course.no-students", path=folder.path), click.get_current_context())
    if renewed and renewed not in {one.program for one in known}:
        sentence = spoken("course.unknown-program", name=renewed, path=folder.students)
        raise Misused(sentence, click.get_current_context())
    return known
