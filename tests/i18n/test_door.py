from __future__ import annotations

import pytest

from ronde.core.errors import (
    AmbiguousPlayer,
    FormatError,
    NotATournament,
    Problem,
    ResultDiffers,
    RondeError,
    RoundNotComplete,
    UndoRefused,
    UnknownPlayer,
)
from ronde.core.result import Result
from ronde.i18n.door import choose_language, listed, say, tell, understood


@pytest.mark.parametrize("wish", ["fr", "FR", "fr_FR.UTF-8", "fr-CA", "fr_BE@euro", "fr.UTF-8"])
def test_french_may_be_wished_for_in_many_ways(wish: str) -> None:
    assert understood(wish) == "fr"


@pytest.mark.parametrize("wish", [None, "", "C", "POSIX", "de_DE.UTF-8", "french", "f", "frr", "C.UTF-8"])
def test_what_we_do_not_speak_is_not_understood(wish: str | None) -> None:
    assert understood(wish) is None


def test_the_first_wish_we_can_speak_wins() -> None:
    assert choose_language(None, "", "de", "fr_FR", "en") == "fr"
    assert choose_language("en", "fr") == "en"
    assert choose_language() == "en"
    assert choose_language("xx", None) == "en"


def test_a_sentence_is_filled_with_its_facts() -> None:
    assert say("cli.entered", "en", player="DOE Jane", id=7) == "Entered: DOE Jane (7)."
    assert say("cli.entered", "fr", player="DOE Jane", id=7) == "Inscrit : DOE Jane (7)."


def test_a_fact_with_braces_is_not_filled_again() -> None:
    assert say("cli.entered", "en", player="{id} {0} {player.__class__}", id=7).endswith(
        "{player.__class__} (7)."
    )


def test_an_unknown_sentence_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        say("cli.no-such-sentence", "en")


@pytest.mark.parametrize(
    ("count", "english", "french"),
    [
        (0, "0 results missing.", "Il manque 0 résultat."),
        (1, "1 result missing.", "Il manque 1 résultat."),
        (2, "2 results missing.", "Il manque 2 résultats."),
        (1.5, "1.5 results missing.", "Il manque 1.5 résultat."),
        (-1, "-1 results missing.", "Il manque -1 résultat."),
        (17, "17 results missing.", "Il manque 17 résultats."),
    ],
)
def test_french_counts_nothing_as_one_and_english_as_many(count: float, english: str, french: str) -> None:
    assert say("cli.still-missing", "en", count=count) == english
    assert say("cli.still-missing", "fr", count=count) == french


def test_items_are_listed_as_people_do() -> None:
    assert listed([], "en") == ""
    assert listed(["a"], "en") == "a"
    assert listed(["a", "b"], "en") == "a and b"
    assert listed(["a", "b", "c"], "fr") == "a, b et c"


def test_an_error_is_told_in_both_languages() -> None:
    error = UndoRefused(number=7, kind="TableAdded", reason="unknown-player")

    assert tell(error, "en") == "This cannot be undone: fact 7 (TableAdded) rests on it."
    assert tell(error, "fr") == "Impossible d'annuler : le fait 7 (TableAdded) en dépend."


def test_the_reason_chooses_the_sentence_where_it_has_one() -> None:
    tables = RoundNotComplete(reason="results", round=2, tables=[1, 4, 7])
    nobody = RoundNotComplete(reason="nobody", round=2)

    assert tell(tables, "en").endswith("results are missing at tables 1, 4 and 7.")
    assert tell(nobody, "en") == "Round 2 cannot be closed: nobody is paired."


def test_lists_and_results_inside_an_error_are_said_in_words() -> None:
    two = AmbiguousPlayer(text="poi", candidates=["POIRIER (1)", "POIROT (2)"])
    differs = ResultDiffers(table=3, old=Result(40, 24), new=Result(24.5, 39.5))

    assert tell(two, "fr") == "« poi » désigne plusieurs joueurs : POIRIER (1) et POIROT (2)."
    assert "already has 40-24; it now says 24.5-39.5" in tell(differs, "en")


def test_a_backup_is_named_only_if_there_is_one() -> None:
    facts = {"path": "a.ronde", "reason": "empty", "detail": ""}

    assert tell(NotATournament(**facts, backup=""), "en") == "a.ronde is an empty file, not a tournament."
    assert tell(NotATournament(**facts, backup="b.ronde"), "en").endswith(
        "The newest good backup is b.ronde."
    )


def test_every_problem_of_a_file_is_told_with_its_line_and_column() -> None:
    error = FormatError(
        [
            Problem("list.csv", 2, 3, "formats.not-a-number", "abc"),
            Problem("list.csv", 9, 1, "formats.binary"),
        ]
    )

    assert tell(error, "en").split("\n") == [
        "list.csv, line 2, column 3: “abc” is not a whole number.",
        "list.csv, line 9, column 1: the file is not text.",
    ]
    assert tell(error, "fr").startswith("list.csv, ligne 2, colonne 3 : ")


def test_misspelt_names_are_answered_with_suggestions() -> None:
    near = UnknownPlayer(text="poirer", reason="similar", similar=["POIRIER (1)"])

    assert tell(near, "en") == "No player is called or numbered “poirer”; did you mean POIRIER (1)?"
    assert tell(UnknownPlayer(text="zz", reason="", similar=[]), "en").endswith("“zz”.")


def test_an_error_nobody_has_words_for_is_told_by_its_code() -> None:
    class Strange(RondeError):
        code = "strange"

    assert tell(Strange(), "fr") == "strange"
