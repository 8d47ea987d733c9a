"""The links of a class as a page of cards to print and cut up, in one file."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from ronde.i18n.door import say
from ronde.web.qr_codes import qr_svg

_STYLE: Final = (
    "body{font:15px/1.4 system-ui;margin:1rem;color:#000;background:#fff}"
    "main{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:.6rem}"
    "section{border:1px dashed #888;padding:.7rem;break-inside:avoid;text-align:center}"
    "h2{margin:0;font-size:1.1rem}p{margin:.2rem 0}svg{width:9rem;height:9rem}"
    "code{font-size:.72rem;overflow-wrap:anywhere}@media print{h1,h1+p{display:none}}"
)


def card_sheet(links: Iterable[tuple[str, list[str], str]], language: str) -> str:
    """The page, with a card for each program: its name, its students, and its link as text and code."""
    title, rule = say("course.cards", language), say("course.cards-rule", language)
    cards = "\n".join(_card(name, ", ".join(students), link) for name, students, link in links)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{escape(title)}</h1><p>{escape(rule)}</p>"
        f"<main>\n{cards}\n</main></body></html>\n"
    )


def _card(name: str, students: str, link: str) -> str:
    return (
        f"<section><h2>{escape(name)}</h2><p>{escape(students)}</p>{qr_svg(link)}"
        f"<p><code>{escape(link)}</code></p></section>"
    )
