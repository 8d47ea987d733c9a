"""A new tournament from the terminal: name, kind and rounds are asked, and before that nothing begins."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from ronde.app.desk import Desk
from ronde.i18n import LANGUAGES
from ronde.model.settings import PRESETS
from ronde.terminal import Conversation, beginning, run_plain
from ronde.terminal.conversation import Ask, ShowPage
from ronde.terminal.opening import KEYS


def asked(path: Path, *lines: str, language: str = "en") -> tuple[Conversation, str]:
    at = Conversation(Desk.create(path / "open.ronde"), language, folder=path)
    screen = io.StringIO()
    keyboard = io.StringIO("".join(f"{line}\n" for line in lines))
    run_plain(at, keyboard, screen, beginning(at, "open", "16/11/2026"))
    return at, screen.getvalue()


def test_a_chess_open_by_the_rules_of_fide_takes_three_answers(tmp_path: Path) -> None:
    key = KEYS[list(PRESETS).index("fide-open")]
    at, screen = asked(tmp_path, "Lyon Open", key, "", "x")

    assert f"  {key}  Chess open by FIDE's rules" in screen
    assert (at.tournament.name, at.tournament.date) == ("Lyon Open", "16/11/2026")
    settings = at.tournament.settings
    assert (settings.system, settings.rounds) == ("dutch", PRESETS["fide-open"].usual_rounds)
    assert settings.tiebreaks == ("BH/C1", "BH", "SB", "DE")


def test_another_number_of_rounds_is_taken_and_a_wrong_one_asked_for_again(tmp_path: Path) -> None:
    at, screen = asked(tmp_path, "Open", "3", "999", "x", "7", "x")

    assert screen.count("How many rounds?") == 3
    assert at.tournament.settings.rounds == 7


@pytest.mark.parametrize("answers", [(), ("Open",), ("Open", "3")])
def test_nothing_begins_before_the_last_answer(answers: tuple[str, ...], tmp_path: Path) -> None:
    at, _ = asked(tmp_path, *answers)

    assert not at.tournament.opened
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_a_key_and_a_name_in_every_language(language: str, tmp_path: Path) -> None:
    _, screen = asked(tmp_path, "Open", language=language)

    assert all(f"\n  {key}  " in screen for key, _ in zip(KEYS, PRESETS, strict=False))
    assert len(PRESETS) <= len(KEYS)


def test_an_empty_name_is_the_one_in_brackets_and_another_is_not_joined_to_it(tmp_path: Path) -> None:
    at, screen = asked(tmp_path, "", "1", "", "x")

    assert at.tournament.name == "open"
    assert "Name of the tournament [open]:" in screen


def test_no_question_of_a_new_tournament_is_filled_in_beforehand(tmp_path: Path) -> None:
    at = Conversation(Desk.create(tmp_path / "open.ronde"), "en", folder=tmp_path)
    dialogue = beginning(at, "open", "16/11/2026")

    question = next(dialogue)

    assert isinstance(question, Ask)
    assert question.text == ""


def test_long_descriptions_of_a_kind_are_wrapped_to_the_window(tmp_path: Path) -> None:
    at = Conversation(Desk.create(tmp_path / "open.ronde"), "fr", folder=tmp_path)
    dialogue = beginning(at, "open", "16/11/2026")
    next(dialogue)

    page = dialogue.send("Open")

    assert isinstance(page, ShowPage)
    assert page.again is not None
    assert max(map(len, page.again(76).split("\n"))) <= 76
    assert "départages C.07" in " ".join(page.again(76).split())
