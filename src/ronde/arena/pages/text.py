"""Engines, programs and brackets in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ronde.i18n import figures, safe_excerpt, say, section_words
from ronde.render.text import cup_title

# HTTP engines in words: why one was refused or lost, and the lines of the tester's checklist.


_STATUS = "status-"
_TELLING = ("flood", "late")
"""Verdicts with a sentence of their own where there is no detail."""
_KINDS = {
    "401": "forbidden", "403": "forbidden", "404": "nothing-there", "410": "nothing-there",
    "502": "gateway", "503": "gateway", "504": "gateway",
}  # fmt: skip
"""The HTTP statuses that need a remedy of their own, by the code of the sentence."""
NOTABLE: Final = 100.0
"""Milliseconds of a delay that are worth a word."""
_SHOWN = 120
"""Maximum number of characters of an answer that are quoted."""


def detail_text(code: str, language: str) -> str:
    """The detail of a fault in words, if there are some for it."""
    if code.startswith(_STATUS):
        return _status_text(code.removeprefix(_STATUS), language)
    for section, prefix in (("arbitre", "detail-"), ("games", "refusal-"), ("arbitre", "guard-")):
        if f"{prefix}{code}" in section_words(section, language):
            return say(f"{section}.{prefix}{code}", language)
    return ""


def _status_text(status: str, language: str) -> str:
    """An HTTP status with its remedy."""
    kind = _KINDS.get(status) or ("failed" if status.startswith("5") else "")
    return say(f"arbitre.detail-status-{kind}" if kind else "arbitre.detail-status", language, status=status)


def _verdict(verdict: str, detail: str, language: str) -> str:
    """The verdict; an engine that answers with an error page has not stopped."""
    if detail.startswith(_STATUS):
        return say("arbitre.error-page", language)
    return say(f"referee.verdict-{verdict}", language)


def fault_text(verdict: str, detail: str, language: str, received: str = "") -> str:
    """A fault in words, with its detail and what was received."""
    sentence = _verdict(verdict, detail, language)
    more = detail_text(detail or (verdict if verdict in _TELLING else ""), language)
    whole = f"{sentence}{say('web.colon', language)} {more}" if more else sentence
    text = " ".join(received.split())
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return say("arbitre.received", language, told=whole, text=safe_excerpt(shown)) if shown else whole


def delay_text(taken: float, language: str) -> str:
    """What a busy machine took from a move, in milliseconds; empty if nobody would notice."""
    return (
        say("programs.move-taken", language, seconds=figures(f"{taken / 1000:.1f}", language))
        if taken > NOTABLE
        else ""
    )


def repeated_text(count: int, language: str) -> str:
    """The sentence that a move was asked `count` more times; empty for none."""
    return say("arbitre.repeated", language, count=count) if count else ""


def verdict_text(verdict: str, detail: str, move: str, language: str) -> str:
    """The tester's verdict on an answer: the move it is, or why it would lose."""
    if not verdict:
        return say("arbitre.verdict-good", language, move=move)
    sentence = _verdict(verdict, detail, language)
    more = detail_text(detail or (verdict if verdict in _TELLING else ""), language)
    key = "arbitre.verdict-bad-detail" if more else "arbitre.verdict-bad"
    return say(key, language, verdict=sentence, detail=more)


def point_text(code: str, sign: str, facts: Mapping[str, object], language: str) -> str:
    """One line of the checklist in words."""
    key = f"arbitre.point-{code}-{sign}"
    if sign == "bad" and facts.get("value"):
        key += "-value"
    more = detail_text(str(facts.get("trouble", "")), language)
    return say(key, language, **{**facts, "detail": more})


# The report of the check of a program in words, from its plain data.


SHOWN: Final = 40
"""Maximum number of characters of an answer that are quoted."""
LAST_MESSAGES: Final = 12
"""Number of lines of a program's messages that are shown with a fault."""


def report_lines(name: str, checkup: Mapping[str, Any], language: str) -> list[str]:
    """The report about a program, line by line; `checkup` is the data of the check."""
    lines = [_summary(name, checkup, language)]
    for one in checkup["findings"]:
        lines += ["", *_finding(name, one, language)]
    verdict = "fit" if checkup["fit"] else "unfit"
    return [*lines, "", say(f"checkup.{verdict}", language, name=name)]


def _summary(name: str, checkup: Mapping[str, Any], language: str) -> str:
    slowest, kilobytes = f"{checkup['slowest']:.3f}", checkup["kilobytes"]
    facts = {"name": name, "good": checkup["good"], "asked": checkup["asked"], "seconds": slowest}
    memory = say("checkup.memory", language, megabytes=max(1, kilobytes // 1024)) if kilobytes else ""
    return f"{say('checkup.summary', language, **facts)} {memory}".rstrip()


def _finding(name: str, one: Mapping[str, Any], language: str) -> list[str]:
    facts = one["facts"]
    if one["level"] == "remark":
        return [say(f"checkup.{one['code']}", language, **facts)]
    fault = program_fault(one["code"], str(facts["detail"]), str(facts["answer"]), language)
    lines = [say(f"checkup.at-{one['stage']}", language, told=fault)]
    if one["view"]:
        lines.append(f'  ./{safe_excerpt(name)} "{one["view"]}" {int(facts["given"])}')
    if facts.get("hint"):
        hint = say(f"checkup.hint-{facts['hint']}", language, name=name, detail=facts["detail"])
        lines.append("  " + hint)
    said = last_words(str(facts.get("messages", "")))
    return [*lines, *(f"  | {line}" for line in said.splitlines()[-4:])]


def program_fault(verdict: str, detail: str, answer: str, language: str) -> str:
    """A fault of a program in words, with its detail."""
    sentence, more = say(f"referee.verdict-{verdict}", language), program_detail(detail, answer, language)
    return f"{sentence} ({more})" if more else sentence


def program_detail(detail: str, answer: str, language: str) -> str:
    """The detail of a fault in words; a refused move is quoted as printed."""
    words, (code, _, number) = section_words("referee", language), detail.partition(" ")
    if f"refusal-{detail}" in section_words("games", language):
        reason = say(f"games.refusal-{detail}", language)
        return say("referee.detail-quoted", language, text=_shown(answer), reason=reason)
    if detail.startswith("launcher "):  # with a reason: the program never ran, so it cannot have caused it
        code = "sandbox-gone" if number == "gone" else "sandbox"
    if f"detail-{code}" in words:
        return say(f"referee.detail-{code}", language, number=number)
    return detail_text(detail, language) or safe_excerpt(detail)


def _shown(answer: str) -> str:
    """An answer shortened to one line."""
    text = " ".join(answer.split())
    return safe_excerpt(text if len(text) <= SHOWN else f"{text[:SHOWN]}…")


def last_words(messages: str, most: int = LAST_MESSAGES) -> str:
    """The last lines a program wrote to standard error, without control characters."""
    return "\n".join(shown_messages(messages).splitlines()[-most:])


def shown_messages(messages: str) -> str:
    """What a program wrote to standard error, without control characters."""
    return "\n".join(safe_excerpt(line.expandtabs()) for line in messages.rstrip().splitlines())


# A tournament of programs as text: the bracket, the matches of a round, the standings.


def bracket_text(data: Mapping[str, Any], language: str) -> str:
    """Every round of a cup, or of a league, with its matches."""
    if data["bracket"] is None:
        parts = [
            _round(played["matches"], round_title(played["number"], language), data, language)
            for played in data["rounds"]
        ]
        return "\n\n".join(parts)
    count = len(data["bracket"])
    parts = [
        _round(ties, main_title(data, place, count, language), data, language)
        for place, ties in enumerate(data["bracket"])
        if any(any(tie["players"]) for tie in ties)
    ]
    parts += [part for section in data["sections"] for part in _section(section, data, language)]
    if data["champion"]:
        parts.append(say("pages.champion-is", language, name=data["champion"]))
    return "\n\n".join(parts)


def _section(section: Mapping[str, Any], data: Mapping[str, Any], language: str) -> list[str]:
    """The rounds outside the main bracket."""
    title = section_title(section, language)
    return [
        _round(
            ties,
            say("common.labelled", language, label=title, detail=round_title(number, language)),
            data,
            language,
        )
        for number, ties in zip(section["numbers"], section["rounds"], strict=True)
        if any(any(tie["players"]) for tie in ties)
    ]


def section_title(section: Mapping[str, Any], language: str) -> str:
    return say(f"pages.section-{section['kind']}", language, first=section["first"], last=section["last"])


def main_title(data: Mapping[str, Any], place: int, count: int, language: str) -> str:
    """In a double elimination the last round of the winners is not the final."""
    if data["double"]:
        return round_title(data["numbers"][place], language)
    return cup_title(place, count, data["qualifying"], language)


def round_title(number: int, language: str) -> str:
    return say("pages.round", language, number=number)


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


def elo_text(elo: float | None, error: float | None) -> str:
    """A rating with its error; empty if there are too few games."""
    return "" if elo is None or error is None else f"{elo:+.0f} ± {error:.0f}"


def faults_text(faults: Mapping[str, int], language: str) -> str:
    """How often a program lost by which fault."""
    return ", ".join(f"{say(f'referee.verdict-{code}', language)} {count}" for code, count in faults.items())


def standings_text(data: Mapping[str, Any], language: str) -> str:
    """The table of points, ratings with their error, and faults."""
    heads = [say(f"pages.{key}", language) for key in ("program", "points", "games", "elo", "faults")]
    if not any(row["rated"] for row in data["standings"]):
        heads[3] = ""
    lines = [f"{'':>3} {heads[0]:<24} {heads[1]:>7} {heads[2]:>7} {heads[3]:>13}  {heads[4]}"]
    for row in data["standings"]:
        faults = faults_text(row["faults"], language)
        rating = elo_text(row["elo"], row["error"]) if row["rated"] else ""
        points = figures(f"{row['points']:g}", language)
        line = f"{row['place']:>3} {row['name']:<24} {points:>7} {row['games']:>7} {rating:>13}  {faults}"
        lines.append(line.rstrip())
    return "\n".join(lines)
