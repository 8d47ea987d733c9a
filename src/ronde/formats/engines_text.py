"""Engines at addresses in words: why one was refused or lost, and the lines of the tester's checklist."""

from __future__ import annotations

from collections.abc import Mapping

from ronde.i18n.door import harmless, say, section_words

_LARGE = "flood"
_SHOWN = 120
"""Characters of an answer that are quoted."""


def detail_text(code: str, language: str) -> str:
    """The detail of a fault in words, if there are some for it."""
    if code.startswith("status-"):
        return say("arbitre.detail-status", language, status=code.removeprefix("status-"))
    for section, prefix in (("arbitre", "detail-"), ("games", "refusal-"), ("arbitre", "guard-")):
        if f"{prefix}{code}" in section_words(section, language):
            return say(f"{section}.{prefix}{code}", language)
    return ""


def fault_text(verdict: str, detail: str, language: str, received: str = "") -> str:
    """A fault in words, with what is known about it and what was received."""
    told = say(f"referee.verdict-{verdict}", language)
    more = detail_text(detail or (_LARGE if verdict == _LARGE else ""), language)
    whole = f"{told}{say('web.colon', language)} {more}" if more else told
    text = " ".join(received.split())
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return say("arbitre.received", language, told=whole, text=harmless(shown)) if shown else whole


def repeated_text(count: int, language: str) -> str:
    """That a move was asked again so often; nothing if it was not."""
    return say("arbitre.repeated", language, count=count) if count else ""


def verdict_text(verdict: str, detail: str, move: str, language: str) -> str:
    """What the tester thinks of an answer: the move it is, or why it would lose."""
    if not verdict:
        return say("arbitre.verdict-good", language, move=move)
    told, more = say(f"referee.verdict-{verdict}", language), detail_text(detail, language)
    key = "arbitre.verdict-bad-detail" if more else "arbitre.verdict-bad"
    return say(key, language, verdict=told, detail=more)


def point_text(code: str, sign: str, facts: Mapping[str, object], language: str) -> str:
    """One line of the checklist in words."""
    key = f"arbitre.point-{code}-{sign}"
    if sign == "bad" and facts.get("value"):
        key += "-value"
    more = detail_text(str(facts.get("trouble", "")), language)
    return say(key, language, **{**facts, "detail": more})
