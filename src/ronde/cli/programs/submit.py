"""`tournoi submit`: builds a version in the sandbox, checks it, stores it, and enters it if it can play."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import click

from ronde.cli.programs.options import chosen_jail
from ronde.cli.session import json_option, show
from ronde.cli.speech import command, language, spoken
from ronde.cli.streams import ANY_PATH, SOURCE
from ronde.course.door import (
    CourseFolder,
    CourseVersion,
    Fate,
    VersionOutcome,
    course_rules,
    judge,
    keep_report,
    not_built,
    receive,
)
from ronde.formats.checkup_text import last_words
from ronde.formats.disk import read_file


@command("tournoi-submit", "submit")
@click.argument("course", type=ANY_PATH, metavar="COURSE")
@click.argument("name", metavar="ENTRANT")
@click.argument("file", type=SOURCE, metavar="UPLOAD")
@json_option
def submit(course: Path, name: str, file: Path, as_json: bool) -> None:
    folder = CourseFolder(course)
    rules = course_rules(folder.rules)
    now = datetime.now().astimezone()
    rules.check_submission(name, now)
    jail = chosen_jail(str(rules.jail), rules.memory, ())
    version = receive(folder, rules, name, read_file(file, rules.largest), now)
    outcome = judge(folder, rules, version, jail)
    report = keep_report(folder, CourseVersion(name, int(version.name), now, outcome), language())
    if outcome.fate is Fate.BUILD:
        click.echo(last_words(outcome.said), err=True)
        raise not_built(name, outcome, language())
    _tell(name, version, outcome, report, as_json=as_json)


def _tell(name: str, version: Path, outcome: VersionOutcome, report: list[str], *, as_json: bool) -> None:
    verdict = "programs.submitted" if outcome.accepted else "programs.submission-unfit"
    number = int(version.name)
    data: dict[str, Any] = {"name": name, "version": number, "accepted": outcome.accepted, "report": report}
    show(data, "\n".join([*report, spoken(verdict, name=name, number=number)]), as_json=as_json)
    if not outcome.accepted:
        click.get_current_context().exit(1)
