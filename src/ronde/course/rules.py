"""`course.toml`: the game, the sandbox, how sources are built, and the deadline."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from ronde.core.errors import FormatError, Problem, SubmissionRefused
from ronde.engines.door import BuildRule, Jail, best_tier
from ronde.formats.disk import read_file
from ronde.games.door import COURSE_GAME, Game, GameError, find_game
from ronde.referee.door import Clock, parse_clock

MOST_RULES: Final = 100_000
"""Bytes of `course.toml`."""
NO_LADDER: Final = "off"

_NAME: Final = re.compile(r"j[0-9A-Za-z][0-9A-Za-z_-]{0,38}")
_FILE: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z._-]{0,60}")
_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_BUILT: Final = (b"\x7fELF", b"#!", b"\xef\xbb\xbf#!")
"""The first bytes of a file that the system can execute."""


@dataclass(frozen=True, slots=True)
class CourseRules:
    game: str = COURSE_GAME
    variant: Mapping[str, Any] = field(default_factory=dict)
    jail: int | str = "auto"
    memory: int = 1024
    """Megabytes, as for `tournoi`."""
    seconds: float = 5.0
    """For an answer in the check."""
    largest: int = 16_000_000
    """Bytes of a file."""
    deadline: datetime | None = None
    ladder: str = "1:00+1"
    """The clock of the permanent ladder, or `off`."""
    build: BuildRule | None = None

    @property
    def rules(self) -> Game[Any]:
        return find_game(self.game, self.variant)

    @property
    def ladder_clock(self) -> Clock | None:
        """The clock of the ladder; None if there is no ladder."""
        return None if self.ladder == NO_LADDER else parse_clock(self.ladder)

    def frozen(self, now: datetime) -> bool:
        return self.deadline is not None and now > self.deadline

    def check_submission(self, name: str, now: datetime) -> None:
        """Refuse what comes after the deadline, and an impossible name of a program."""
        if self.deadline is not None and self.frozen(now):
            raise SubmissionRefused(reason="deadline", name=name, deadline=f"{self.deadline:%Y-%m-%d %H:%M}")
        if not is_program_name(name):
            raise SubmissionRefused(reason="name", name=name)

    def is_source(self, data: bytes) -> bool:
        """Whether a file must be built first; refused if there is no command to build it."""
        if data.startswith(_BUILT):
            return False
        if self.build is None:
            raise SubmissionRefused(reason="source")
        return True


def is_program_name(name: str) -> bool:
    """Whether a program may have this name: j, then letters, digits, - or _."""
    return _NAME.fullmatch(name) is not None and not name.endswith(("-", "_"))


def course_rules(path: Path) -> CourseRules:
    return read_course(read_file(path, MOST_RULES), str(path))


def course_jail(rules: CourseRules) -> Jail:
    tier = best_tier() if rules.jail == "auto" else int(rules.jail)
    return Jail(tier=tier, memory=rules.memory)


def read_course(data: bytes, path: str) -> CourseRules:
    """Parse the rules; an error names the position or the key."""
    try:
        plain = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as wrong:
        raise FormatError([Problem(path, 0, 0, "formats.binary")]) from wrong
    except tomllib.TOMLDecodeError as wrong:
        raise _unreadable(path, str(wrong)) from wrong
    wrong_key = next((key for key, value in plain.items() if not _possible(key, value)), None)
    if wrong_key is not None:
        raise FormatError([Problem(path, 0, 0, "programs.course-key", wrong_key)])
    if "build" in plain:
        plain["build"] = BuildRule(**plain["build"])
    if "deadline" in plain:
        plain["deadline"] = plain["deadline"].astimezone()
    rules = CourseRules(**plain)
    try:
        rules.rules  # noqa: B018
    except GameError as wrong:
        raise FormatError([Problem(path, 0, 0, "programs.course-key", "game, variant")]) from wrong
    return rules


def _unreadable(path: str, said: str) -> FormatError:
    place = _PLACE.search(said)
    line, column = (int(part or 0) for part in place.groups()) if place else (0, 0)
    return FormatError([Problem(path, line, column, "programs.course-toml", _PLACE.sub("", said))])


def _possible(key: str, value: Any) -> bool:
    """Whether a key exists, and its value has the right type and is within its bounds."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    bounds = {"memory": (16, 1 << 20), "seconds": (0.1, 3600), "largest": (1, 64_000_000)}
    if key in bounds:
        low, high = bounds[key]
        return number and low <= value <= high and (key == "seconds" or isinstance(value, int))
    return {
        "game": isinstance(value, str),
        "variant": isinstance(value, dict),
        "jail": value == "auto" or (number and value in (0, 1, 2, 3)),
        "deadline": isinstance(value, datetime),
        "ladder": isinstance(value, str) and _clock(value),
        "build": isinstance(value, dict) and _buildable(value),
    }.get(key, False)


def _clock(text: str) -> bool:
    try:
        return text == NO_LADDER or bool(parse_clock(text))
    except ValueError:
        return False


def _buildable(value: Mapping[str, Any]) -> bool:
    files = [value.get(key) for key in ("source", "program")]
    seconds = value.get("seconds", 60)
    return (
        value.keys() <= {one.name for one in fields(BuildRule)}
        and isinstance(value.get("command"), str)
        and all(isinstance(file, str) and _FILE.fullmatch(file) for file in files)
        and isinstance(seconds, int | float)
        and not isinstance(seconds, bool)
        and 0 < seconds <= 3600
    )
