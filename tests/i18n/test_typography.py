from __future__ import annotations

import re

import pytest
from tests.i18n.sources import placeholders
from tests.i18n.test_words import SECTIONS

from ronde.i18n import ListOf, filled, plain, say, section_words, typeset


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Vainqueur : oui !", "Vainqueur~: oui~!"),
        ("« bis »", "«~bis~»"),
        ("Voyez « a » ; ou « b ».", "Voyez «~a~»~; ou «~b~»."),
        ("Pourquoi pas cette paire ?", "Pourquoi pas cette paire~?"),
        ("(w : son adversaire ; ff : aucun)", "(w~: son adversaire~; ff~: aucun)"),
        ("le n° 54, 10 000 000 au plus, 95 %", "le n°~54, 10~000~000 au plus, 95~%"),
        (" :", "~:"),
        ("{label} : {detail}", "{label}~: {detail}"),
    ],
)
def test_a_french_mark_stays_with_its_word(written: str, shown: str) -> None:
    assert typeset(written, "fr") == shown.replace("~", "\u00a0")
    assert typeset(written, "en") == written


@pytest.mark.parametrize(
    "written",
    ["-poi efface, ! ferme la ronde", "efface  ? tire  ! ferme", "15:30", "tcp://HÔTE:PORT", "action|? aide"],
)
def test_a_key_to_press_and_a_clock_are_left_alone(written: str) -> None:
    assert typeset(written, "fr") == written


def test_sentences_come_with_their_spaces_and_files_of_others_without() -> None:
    assert say("common.labelled", "fr", label="Nom", detail="a : b") == "Nom\u00a0: a : b"
    assert plain(say("common.labelled", "fr", label="Nom", detail="a")) == "Nom : a"


@pytest.mark.parametrize(
    ("count", "english", "french"),
    [(0, "players", "joueur"), (1, "player", "joueur"), (2, "players", "joueurs")],
)
def test_any_fact_may_choose_the_form_of_a_word(count: int, english: str, french: str) -> None:
    assert filled("{n} {n:player|players}", {"n": count}, "en") == f"{count} {english}"
    assert filled("{n} {n:joueur|joueurs}", {"n": count}, "fr") == f"{count} {french}"


def test_a_list_chooses_by_its_length() -> None:
    assert filled("{t:à la table|aux tables} {t}", {"t": ListOf("4", 1)}, "fr") == "à la table 4"
    assert (
        filled("{t:à la table|aux tables} {t}", {"t": ListOf("2, 3 et 5", 3)}, "fr") == "aux tables 2, 3 et 5"
    )


def test_forms_and_figures_live_in_one_sentence() -> None:
    assert filled("{n:>3}|{n:a|b} {x:.1f}", {"n": 7, "x": 0.25}, "en") == "  7|b 0.2"
    assert placeholders("{n} {n:joueur|joueurs}") == {"n"}


LISTS_OF_PAPP = re.compile(r"papp\.(pairings|results|registered|standings|teams.*|sheet.*|html-.*|title-.*)")
"""Titles that PAPP writes without accents, and that other programs read."""
FAULTS = {
    "a space where a line may break": re.compile(r"[\w»)}…] [:;?!»](?=[\s»)]|$)|« "),
    "no space before a tall mark": re.compile(r"[\w»)}][;?!](?=\s|$)|[\w»)}]:(?=\s)"),
    "marks of another language": re.compile("[“”’]"),
    "a number without n°": re.compile(r"\bN[o°]\.? ?\{|\bnuméro \{"),
}


def faults(form: str) -> list[str]:
    """What is set wrongly in a French sentence."""
    plain_text = re.sub(r"--[a-z-]+|\d+:\d+|\w+://\S*", "x", form)
    found = [fault for fault, pattern in FAULTS.items() if pattern.search(plain_text)]
    return found + ["marks that do not close"] * (form.count("«") != form.count("»"))


@pytest.mark.parametrize(
    "wrong",
    ["Ronde 3 : ok", "Ronde 3: ok", "Quoi?", "« a\u00a0»", "«\u00a0a", "“a”", "le numéro {id}", "l’un"],
)
def test_a_sentence_that_is_set_wrongly_is_found(wrong: str) -> None:
    assert faults(wrong)


@pytest.mark.parametrize("section", [section for section in SECTIONS if section != "language"])
def test_every_french_sentence_is_set_as_french_is(section: str) -> None:
    for key, sentence in section_words(section, "fr").items():
        for form in sentence if isinstance(sentence, tuple) else (sentence,):
            assert not faults(form) or LISTS_OF_PAPP.fullmatch(f"{section}.{key}"), key
