"""A tournament of programs as text: the bracket, the matches of a round, the standings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ronde.i18n.door import figures, say


def bracket_text(data: Mapping[str, Any], language: str) -> str:
    """Every round of a cup, or of a league, with its matches."""
    if data["bracket"] is None:
        parts = [
            _round(played["matches"], _title(played["number"], language), data, language)
            for played in data["rounds"]
        ]
        return "\n\n".join(parts)
    count = len(data["bracket"])
    parts = [
        _round(ties, _main_title(data, place, count, language), data, language)
        for place, ties in enumerate(data["bracket"])
        if any(any(tie["players"]) for tie in ties)
    ]
    parts += [part for section in data["sections"] for part in _section(section, data, language)]
    if data["champion"]:
        parts.append(say("pages.champion-is", language, name=data["champion"]))
    return "\n\n".join(parts)


def _section(section: Mapping[str, Any], data: Mapping[str, Any], language: str) -> list[str]:
    """The rounds outside the main bracket."""
    title = say(f"pages.section-{section['kind']}", language, first=section["first"], last=section["last"])
    return [
        _round(
            ties,
            say("common.labelled", language, label=title, detail=_title(number, language)),
            data,
            language,
        )
        for number, ties in zip(section["numbers"], section["rounds"], strict=True)
        if any(any(tie["players"]) for tie in ties)
    ]


def _main_title(data: Mapping[str, Any], place: int, count: int, language: str) -> str:
    """In a double elimination the last round of the winners is not the final."""
    if data["double"]:
        return _title(data["numbers"][place], language)
    return cup_title(place, count, data["qualifying"], language)


def _title(number: int, language: str) -> str:
    return say("pages.round", language, number=number)


def cup_title(place: int, count: int, qualifying: bool, language: str) -> str:
    if place == count - 1:
        return say("pages.final", language)
    if place == count - 2:
        return say("pages.semi-final", language)
    if place == 0 and qualifying:
        return say("pages.qualifying", language)
    return say("pages.quarter-final", language) if place == count - 3 else _title(place + 1, language)


def _round(ties: list[Mapping[str, Any]], title: str, data: Mapping[str, Any], language: str) -> str:
    return "\n".join([title, *(match_line(tie, language, scored=data["scored"]) for tie in ties)])


def match_line(tie: Mapping[str, Any], language: str, *, scored: bool) -> str:
    """One match: both players, the winner marked, the score from the first one's side."""
    if tie["bye"]:
        return f"   {tie['players'][0]:<24} ({say('pages.bye', language)})"
    one, other = (name or "…" for name in tie["players"])
    left, right = ("*" if tie["winner"] == at else " " for at in (1, 2))
    reason = {"seed": "pages.by-seed", "withdrawal": "pages.by-withdrawal"}.get(tie["by"])
    why = f"  ({say(reason, language)})" if reason else ""
    score = figures(match_score(tie, scored=scored), language)
    return f" {left} {one:<24} {score:^15} {right} {other}{why}".rstrip()


def match_score(tie: Mapping[str, Any], *, scored: bool) -> str:
    """The score of a match from the side of its first player; a dash before the first game."""
    if not tie["games"]:
        return "-"
    if scored:
        return f"{tie['tally']['total']:+,}".replace(",", " ")
    first, second = tie["tally"]["halves"]
    return f"{first / 2:g}-{second / 2:g}"


def standings_text(data: Mapping[str, Any], language: str) -> str:
    """The table of points, ratings with their error, and faults."""
    heads = [say(f"pages.{key}", language) for key in ("program", "points", "games", "elo", "faults")]
    lines = [f"{'':>3} {heads[0]:<24} {heads[1]:>7} {heads[2]:>7} {heads[3]:>13}  {heads[4]}"]
    for row in data["standings"]:
        faults = ", ".join(
            f"{say(f'referee.verdict-{code}', language)} {count}" for code, count in row["faults"].items()
        )
        rating = f"{row['elo']:+.0f} ± {row['error']:.0f}"
        points = figures(f"{row['points']:g}", language)
        line = f"{row['place']:>3} {row['name']:<24} {points:>7} {row['games']:>7} {rating:>13}  {faults}"
        lines.append(line.rstrip())
    return "\n".join(lines)
