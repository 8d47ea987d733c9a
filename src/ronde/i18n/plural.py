"""Singular and plural: which form of a word follows a number, by language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any

from ronde.i18n.languages import manner


class ListOf(str):
    """Items written as people list them; how many they are chooses the form of a word beside them."""

    items: int

    def __new__(cls, text: str, count: int) -> ListOf:
        """The text, and how many items it lists."""
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
    """Fills sentences in which `{players:player|players}` is the form of a word that a fact asks for.

    >>> Forms("fr").vformat("{n} {n:joueur|joueurs}", (), {"n": 0})
    '0 joueur'
    """

    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        """The fact itself, or the form of a word that goes with it."""
        one, bar, many = format_spec.partition("|")
        if not bar:
            return str(super().format_field(value, format_spec))
        return one if is_one(value, self.language) else many


def filled(sentence: str, facts: Mapping[str, object], language: str) -> str:
    """A sentence with its facts."""
    if "|" not in sentence:
        return sentence.format_map(facts)
    nothing: Sequence[Any] = ()
    return Forms(language).vformat(sentence, nothing, facts)
