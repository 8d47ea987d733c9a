"""The report of the check of a program in words, from its plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ronde.formats.engines_text import detail_text
from ronde.i18n.door import harmless, say, section_words

SHOWN: Final = 40
"""Maximum number of characters of an answer that are quoted."""
MUTTERED: Final = 12
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
        lines.append(f'  ./{harmless(name)} "{one["view"]}" {int(facts["given"])}')
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
    return detail_text(detail, language) or harmless(detail)


def _shown(answer: str) -> str:
    """An answer shortened to one line."""
    text = " ".join(answer.split())
    return harmless(text if len(text) <= SHOWN else f"{text[:SHOWN]}…")


def last_words(messages: str, most: int = MUTTERED) -> str:
    """The last lines a program wrote to standard error, without control characters."""
    return "\n".join(shown_messages(messages).splitlines()[-most:])


def shown_messages(messages: str) -> str:
    """What a program wrote to standard error, without control characters."""
    return "\n".join(harmless(line.expandtabs()) for line in messages.rstrip().splitlines())
