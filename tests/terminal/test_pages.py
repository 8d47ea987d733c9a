"""Pages for narrow and wide windows."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap

import pytest
from tests.terminal.talking import conversation, typed

from ronde.render.text import width
from ronde.terminal import DIALOGUES, Ask, Conversation, ShowPage, pairs_page
from ronde.terminal.pages import cost_breakdown_page, crosstable_page, standings_page

LONG = (
    "VAN-DEN-BERG-WOLVERHAMPTON Alexandre",
    "ROE Jo",
    "DE LA FONTENAY-SOUS-BOIS Marie-Madeleine",
    "DOE Al",
)


@pytest.mark.parametrize("rounds", [1, 3, 7])
@pytest.mark.parametrize("room", [57, 77, 117])
def test_the_crosstable_shows_its_tie_breaks_in_every_window(rounds: int, room: int, tmp_path: Path) -> None:
    at = conversation(tmp_path, LONG, rounds=7)
    for _ in range(rounds):
        typed(at, "a", "r", "?", "!", "x")

    page = crosstable_page(at, rounds, room)

    head = next(line for line in page.split("\n") if "Brightwell" in line)
    assert "discs" in head
    assert width(head) <= room or (rounds, room) == (7, 57)
    assert all(name.split("-")[0].split()[0] in page for name in LONG)


def test_the_standings_show_their_tie_breaks_in_a_narrow_window(tmp_path: Path) -> None:
    at = conversation(tmp_path, LONG, rounds=7)
    typed(at, "a", "r", "?", "!", "x")

    page = standings_page(at, 62)

    head = next(line for line in page.split("\n") if "Brightwell" in line)
    assert "discs" in head
    assert max(map(width, page.split("\n")[2:7])) <= 62


def test_a_sentence_about_a_pair_is_wrapped_once(tmp_path: Path) -> None:
    at = conversation(tmp_path, LONG, rounds=7)
    typed(at, "a", "r", "?", "!", "a", "x")

    page = cost_breakdown_page(at, 60)

    assert max(map(width, page.split("\n"))) <= 60
    sentences = [line for line in page.split("\n") if line.startswith(" " * 17) and line[17] != " "]
    assert len(sentences) > 2
    assert wrap(" ".join(line.strip() for line in sentences), 43) == [line.strip() for line in sentences]


def test_a_narrow_column_leaves_its_room_to_the_other(tmp_path: Path) -> None:
    at = conversation(tmp_path, (LONG[0], "ROE Jo"))
    typed(at, "m", "a", "1", "2", "q", "x")

    assert "VAN-DEN-BERG-WOLVERHAMPTON Alexandre (1)" in pairs_page(at, 62)
    cut = pairs_page(at, 45)
    assert "ROE Jo (2)" in cut
    assert max(map(width, cut.split("\n")[2:4])) <= 45


def shown(at: Conversation, action: str, room: int, *answers: str) -> str:
    """The page that an action ends with, in a window of so many columns."""
    dialogue, left = DIALOGUES[action](at), list(answers)
    step = next(dialogue)
    while not isinstance(step, ShowPage):
        step = dialogue.send(left.pop(0) if isinstance(step, Ask) else "")
    return step.again(room) if step.again else step.text


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("action", "answers", "whole"),
    [
        ("history", (), "DE LA FONTENAY-SOUS-BOIS Marie-Madeleine"),
        ("bill", (), ""),
        ("whynot", ("3", "4"), "DE LA FONTENAY-SOUS-BOIS Marie-Madeleine"),
    ],
)
def test_no_line_is_cut_at_eighty_columns(
    action: str, answers: tuple[str, ...], whole: str, language: str, tmp_path: Path
) -> None:
    at = conversation(tmp_path, LONG, language=language)
    for _ in range(2):
        typed(at, "m", "a", "1", "3", "q", "a", "r", "1 40", "2 24", "!", "x")
    typed(at, "m", "a", "1", "3", "a", "2", "4", "q", "x")

    page, wide = (shown(at, action, room, *answers) for room in (77, 1000))

    assert max(map(width, wide.split("\n"))) > 77
    assert max(map(width, page.split("\n"))) <= 77
    assert whole in " ".join(page.split())
    if whole:
        assert page.split() == wide.split()
