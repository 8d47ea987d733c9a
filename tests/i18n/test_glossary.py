"""One word for one thing: docs/glossary.md and the sentences hold each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.i18n.test_words import SECTIONS

from ronde.i18n.door import section_words
from ronde.i18n.typography import NO_BREAK

GLOSSARY = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text(encoding="utf-8")
LISTS_OF_PAPP = re.compile(r"papp\.(pairings|results|registered|standings|teams.*|sheet.*|html-.*|title-.*)")
"""Titles that PAPP writes without accents, and that programs of others read."""
CODES = re.compile(
    r"(?<![\w-])--?[a-z][\w-]*(?: [a-z-]+(?=\.$))?"  # options, and the value of --system
    r"|\{\w+(?:[:!][^{}|]*)?\}"  # facts
    r"|\b[a-z]+[._:][\w.=]+|[\w]+=[\w,.]+"  # settings
    r"|\([a-z-]+(?:, [a-z-]+)*\)"  # names of systems behind an explanation
)


def rows(title: str) -> list[list[str]]:
    """The rows of the table below a title."""
    part = GLOSSARY.partition(f"## {title}\n")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """Every sentence with its key, each form of a pair by itself."""
    for section in SECTIONS:
        for key, sentence in section_words(section, language).items():
            for form in sentence if isinstance(sentence, tuple) else (sentence,):
                yield f"{section}.{key}", form


FRENCH = list(sentences("fr"))
SPOKEN = {
    language: [(key, CODES.sub(" ", form).replace(NO_BREAK, " ")) for key, form in sentences(code)]
    for language, code in (("English", "en"), ("French", "fr"), ("German", "de"), ("Dutch", "nl"))
}
NOT = [
    (language, word, but)
    for language, words, but in rows("Words we do not use")
    for word in words.split(", ")
]


@pytest.mark.parametrize(("column", "language"), [(0, "English"), (1, "French")])
def test_every_term_of_the_glossary_is_used(column: int, language: str) -> None:
    text = "\n".join(form for _, form in SPOKEN[language]).casefold()

    missing = [row[column] for row in rows("Terms") if row[column].casefold().removeprefix("to ") not in text]

    assert missing == []


@pytest.mark.parametrize("language", ["German", "Dutch"])
def test_every_term_of_a_further_language_is_used(language: str) -> None:
    text = "\n".join(form for _, form in SPOKEN[language]).casefold()
    terms = [term for _, terms in rows(f"Terms in {language}") for term in terms.split(", ")]

    assert len(terms) > 50
    assert [term for term in terms if term.casefold() not in text] == []


@pytest.mark.parametrize(("language", "word", "but"), NOT, ids=[word for _, word, _ in NOT])
def test_no_sentence_uses_another_word(language: str, word: str, but: str) -> None:
    pattern = re.compile(
        rf"(?<![\w-]){re.escape(word)}(?![\w-])", 0 if word != word.lower() else re.IGNORECASE
    )
    found = [key for key, form in SPOKEN[language] if pattern.search(form)]

    assert not found, f"say “{but}”"


FAULTS = {
    "a space where a line may break": re.compile(r"[\w»)}…] [:;?!»](?=[\s»)]|$)|« "),
    "no space before a tall mark": re.compile(r"[\w»)}][;?!](?=\s|$)|[\w»)}]:(?=\s)"),
    "marks of another language": re.compile("[“”’]"),
    "a number without n°": re.compile(r"\bN[o°]\.? ?\{|\bnuméro \{"),
}


def faults(form: str) -> list[str]:
    """What is set wrongly in a French sentence."""
    plain = re.sub(r"--[a-z-]+|\d+:\d+|\w+://\S*", "x", form)
    found = [fault for fault, pattern in FAULTS.items() if pattern.search(plain)]
    return found + ["marks that do not close"] * (form.count("«") != form.count("»"))


@pytest.mark.parametrize(
    "wrong",
    ["Ronde 3 : ok", "Ronde 3: ok", "Quoi?", "« a\u00a0»", "«\u00a0a", "“a”", "le numéro {id}", "l’un"],
)
def test_a_sentence_that_is_set_wrongly_is_found(wrong: str) -> None:
    assert faults(wrong)


def test_every_french_sentence_is_set_as_french_is() -> None:
    wrong = {key: faults(form) for key, form in FRENCH if faults(form) and not LISTS_OF_PAPP.fullmatch(key)}

    assert wrong == {}


def test_a_french_help_begins_with_an_infinitive() -> None:
    for key, text in section_words("help", "fr").items():
        assert re.match(r"\w+(er|ir|re)\b", str(text)), key


COMMANDS = re.compile(r"(?:ronde|\./go|pip|dask) [a-z]+(?: (?:add|import|enter|links))?")
"""What is typed as it stands, in any language."""
_ENGLISH = (
    "the and of with without from into for this that these those is are was were has have had be "
    "been not nor only already again after before between when where which who whose you your yours "
    "he his she her their they it its can cannot must may will would should player players game "
    "games file files folder folders board boards standings ranking rankings pairing pairings draw "
    "drawn seat seats desk desks engine engines black white late withdrawn excused unknown error "
    "errors failed failure warning warnings missing enter entered save saved delete deleted remove "
    "removed print screen screens setting settings password link links browser server team teams "
    "first last next empty wrong invalid line column number numbers tie-break tiebreak crosstable "
    "opponent opponents winner loser home away left returned closed opened full sheet slip workfile "
    "backup update updated download upload click press "
)
ENGLISH = frozenset(_ENGLISH.split())
"""Words that no French sentence has; some that French has too (table, score, point) are left out."""


def english(form: str) -> set[str]:
    """English words left in a French sentence, apart from commands and what has a capital."""
    return set(ENGLISH & set(re.findall(r"(?<![\w'.-])[a-z]+(?:-[a-z]+)*(?![\w-])", COMMANDS.sub(" ", form))))


@pytest.mark.parametrize(
    ("form", "left"),
    [
        ("Le file est vide.", {"file"}),
        ("ronde player add, puis ronde undo", set()),
        ("Game et Value", set()),
        ("joueur withdrawn ou late", {"withdrawn", "late"}),
    ],
)
def test_an_english_word_in_a_french_sentence_is_found(form: str, left: set[str]) -> None:
    assert english(form) == left


def test_no_french_sentence_has_an_english_word() -> None:
    found = {key: english(form) for key, form in SPOKEN["French"] if english(form)}

    assert found == {}
