"""HTTP engines in words: why one was refused or lost, and the lines of the tester's checklist."""

from __future__ import annotations

from collections.abc import Mapping

from ronde.i18n.door import harmless, say, section_words

_STATUS = "status-"
_TELLING = ("flood", "late")
"""Verdicts with a sentence of their own where there is no detail."""
_KINDS = {
    "401": "forbidden", "403": "forbidden", "404": "nothing-there", "410": "nothing-there",
    "502": "gateway", "503": "gateway", "504": "gateway",
}  # fmt: skip
"""The HTTP statuses that need a remedy of their own, by the code of the sentence."""
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
    return say("arbitre.received", language, told=whole, text=harmless(shown)) if shown else whole


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
