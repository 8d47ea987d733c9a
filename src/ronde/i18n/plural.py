"""Singular and plural: which form of a word follows a number, by language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any

from ronde.i18n.languages import manner


class ListOf(str):
    """A list written as text, with the number of its items, which chooses plural forms."""

    items: int

    def __new__(cls, text: str, count: int) -> ListOf:
        made = super().__new__(cls, text)
        made.items = count
        return made


def is_one(count: object, language: str) -> bool:
    """Whether a number takes the singular: in French 0 and 1.5 do, in English only 1."""
    if isinstance(count, ListOf):
        return count.items == 1
    if not isinstance(count, int | float):
        return False
    return abs(count) < 2 if manner(language).singular == "<2" else count == 1


class Forms(Formatter):
    """Fills sentences in which `{players:player|players}` is the singular or plural for that fact.

    >>> Forms("fr").vformat("{n} {n:joueur|joueurs}", (), {"n": 0})
    '0 joueur'
    """

    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if not bar:
            return str(super().format_field(value, format_spec))
        return one if is_one(value, self.language) else many


def filled(sentence: str, facts: Mapping[str, object], language: str) -> str:
    if "|" not in sentence:
        return sentence.format_map(facts)
    nothing: Sequence[Any] = ()
    return Forms(language).vformat(sentence, nothing, facts)
