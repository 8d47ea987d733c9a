from __future__ import annotations

import pytest

from ronde.i18n import (
    LANGUAGES,
    choose_language,
    error_text,
    figures,
    known_language,
    listed,
    plain,
    say,
    section_words,
)
from ronde.model.errors import (
    AmbiguousPlayer,
    FormatError,
    NameImpossible,
    NotATournament,
    NothingToUndo,
    PenaltiesImpossible,
    PositionImpossible,
    Problem,
    ResultDiffers,
    ResultImpossible,
    RondeError,
    RoundNotComplete,
    UndoRefused,
    UnknownPlayer,
)
from ronde.model.result import Result


@pytest.mark.parametrize("wish", ["fr", "FR", "fr_FR.UTF-8", "fr-CA", "fr_BE@euro", "fr.UTF-8"])
def test_french_may_be_wished_for_in_many_ways(wish: str) -> None:
    assert known_language(wish) == "fr"


@pytest.mark.parametrize("wish", [None, "", "C", "POSIX", "tlh_XX.UTF-8", "french", "f", "frr", "C.UTF-8"])
def test_what_we_do_not_speak_is_not_understood(wish: str | None) -> None:
    assert known_language(wish) is None


def test_the_first_wish_we_can_speak_wins() -> None:
    assert choose_language(None, "", "tlh", "fr_FR", "en") == "fr"
    assert choose_language("en", "fr") == "en"
    assert choose_language() == "en"
    assert choose_language("xx", None) == "en"


def test_a_sentence_is_filled_with_its_facts() -> None:
    for language in LANGUAGES:
        sentence = say("cli.entered", language, player="DOE Jane", id=7)
        assert "DOE Jane" in sentence
        assert "7" in sentence
        assert "{" not in sentence


def test_a_fact_with_braces_is_not_filled_again() -> None:
    assert "{id} {0} {player.__class__}" in say(
        "cli.entered", "en", player="{id} {0} {player.__class__}", id=7
    )


def test_an_unknown_sentence_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        say("cli.no-such-sentence", "en")


@pytest.mark.parametrize(
    ("count", "english", "french"), [(0, 1, 0), (1, 0, 0), (2, 1, 1), (1.5, 1, 0), (-1, 0, 0), (17, 1, 1)]
)
def test_french_counts_nothing_as_one_and_english_as_many(count: float, english: int, french: int) -> None:
    for language, form in (("en", english), ("fr", french)):
        forms = section_words("cli", language)["still-missing"]
        told = forms[form].format(count=figures(str(count), language))
        assert say("cli.still-missing", language, count=count) == told


@pytest.mark.parametrize(
    ("fact", "french"),
    [
        (1.5, "1,5"),
        ("0.123", "0,123"),
        ("-2.5", "-2,5"),
        ("127.0.0.1", "127.0.0.1"),
        ("a 1.5", "a 1.5"),
        (3, "3"),
    ],
)
def test_figures_in_a_french_sentence_have_a_comma(fact: object, french: str) -> None:
    assert say("arbitre.seconds-took", "fr", seconds=fact) == f"{french} s"
    assert say("arbitre.seconds-took", "en", seconds=fact) == f"{fact} s"


def test_what_somebody_typed_is_quoted_letter_by_letter() -> None:
    assert "34.7" in error_text(ResultImpossible(text="34.7", total=64, reason="unreadable"), "fr")


def test_items_are_listed_as_people_do() -> None:
    assert listed([], "en") == ""
    assert listed(["a"], "en") == "a"
    assert listed(["a", "b"], "en") == "a and b"
    assert listed(["a", "b", "c"], "fr") == "a, b et c"


def test_an_error_is_told_in_every_language() -> None:
    error = NothingToUndo(seat="phone")

    for language in LANGUAGES:
        assert error_text(error, language) == say("errors.nothing-to-undo", language, seat="phone")
    assert error_text(error, "en") != error_text(error, "fr")


def test_a_refused_undo_names_the_fact_in_the_language_spoken() -> None:
    error = UndoRefused(number=7, kind="TableAdded", reason="unknown-player")

    for language in LANGUAGES:
        assert "7" in error_text(error, language)
        assert say("events.TableAdded", language) in error_text(error, language)


def test_the_reason_chooses_the_sentence_where_it_has_one() -> None:
    tables = RoundNotComplete(reason="results", round=2, tables=[1, 4, 7])
    nobody = RoundNotComplete(reason="nobody", round=2)

    assert error_text(tables, "en") == say(
        "errors.round-not-complete.results", "en", round=2, tables="1, 4 and 7"
    )
    assert error_text(nobody, "en") == say("errors.round-not-complete", "en", round=2)


def test_lists_and_results_inside_an_error_are_said_in_words() -> None:
    two = AmbiguousPlayer(text="poi", candidates=["POIRIER (1)", "POIROT (2)"])
    differs = ResultDiffers(table=3, old=Result(40, 24), new=Result(24.5, 39.5))

    assert "POIRIER (1) et POIROT (2)" in error_text(two, "fr")
    assert "40-24" in error_text(differs, "en")
    assert "24.5-39.5" in error_text(differs, "en")


def test_a_backup_is_named_only_if_there_is_one() -> None:
    facts = {"path": "a.ronde", "reason": "empty", "detail": ""}

    assert error_text(NotATournament(**facts, backup=""), "en").endswith(".")
    assert "backup" not in error_text(NotATournament(**facts, backup=""), "en")
    hint = say("errors.backup-hint", "en", backup="b.ronde")
    assert error_text(NotATournament(**facts, backup="b.ronde"), "en").endswith(hint)


def test_every_problem_of_a_file_is_told_with_its_line_and_column() -> None:
    error = FormatError(
        [
            Problem("list.csv", 2, 3, "formats.not-a-number", "abc"),
            Problem("list.csv", 9, 1, "formats.binary"),
        ]
    )

    first, second = error_text(error, "en").split("\n")
    what = say("formats.not-a-number", "en", text="abc")
    assert first == say("errors.format-error", "en", path="list.csv", line=2, column=3, what=what)
    assert say("formats.binary", "en") in second
    assert error_text(error, "fr") != error_text(error, "en")


def test_misspelt_names_are_answered_with_suggestions() -> None:
    near = UnknownPlayer(text="poirer", reason="similar", similar=["POIRIER (1)"])

    assert "POIRIER (1)" in error_text(near, "en")
    alone = UnknownPlayer(text="zz", reason="", similar=[])
    assert error_text(alone, "en") == say("errors.unknown-player", "en", text="zz")


def test_an_error_nobody_has_words_for_is_told_by_its_code() -> None:
    class Strange(RondeError):
        code = "strange"

    assert error_text(Strange(), "fr") == "strange"


def test_what_would_command_a_terminal_is_only_marked_in_an_error() -> None:
    escape = "a\x1b[31mb\r\n\u202e"
    two = AmbiguousPlayer(text=escape, candidates=[escape])
    wrong = FormatError([Problem(escape, 1, 1, "formats.not-a-number", escape)])

    for language in LANGUAGES:
        for told in (error_text(two, language), error_text(wrong, language)):
            assert "a\ufffd[31mb\ufffd\ufffd\ufffd" in told
            assert plain(told).replace("\n", "").isprintable()


def test_an_error_does_not_quote_a_whole_document() -> None:
    assert len(error_text(UnknownPlayer(text="x" * 100_000, reason="", similar=[]), "en")) < 1_100


def test_fields_games_and_positions_of_an_error_are_named_in_the_language_spoken() -> None:
    empty = NameImpossible(reason="empty", field="account", text="")
    place = PositionImpossible(text="zz", game="tictactoe", reason="tray")

    assert error_text(empty, "fr") == "Le champ «\u00a0nom\u00a0» est vide."
    assert error_text(place, "en") == "“zz” is not possible in the game Tic-tac-toe (the tray is not valid)."
    assert (
        error_text(place, "fr")
        == "«\u00a0zz\u00a0» n'est pas possible au jeu Morpion 3×3 (le plateau est incorrect)."
    )


def test_a_field_nobody_has_words_for_is_named_by_its_code() -> None:
    told = error_text(NameImpossible(reason="empty", field="zones", text=""), "fr")

    assert plain(told) == "Le champ « zones » est vide."


def test_a_section_of_penalties_is_named_in_the_language_of_the_reader() -> None:
    error = PenaltiesImpossible(section="colour", reason="growth", value=20, limit=50)

    assert "section couleurs" in error_text(error, "fr")
    assert "section colours" in error_text(error, "en")
