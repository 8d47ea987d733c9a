"""The names of PAPP's files and folders."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.formats.papp import Edition, subfolder_name
from ronde.formats.papp.lists import inside, numbered


@pytest.mark.parametrize("number", [1, 12, 123])
def test_the_number_of_the_round_takes_the_place_of_the_marks(number: int) -> None:
    assert numbered("pair###.txt", number) == f"pair{number:_>3}.txt"
    assert numbered("pair", number).startswith("pair")


@given(st.text())
def test_a_folder_of_a_tournament_is_one_name_of_bounded_length(name: str) -> None:
    folder = subfolder_name(name, Edition())

    assert "/" not in folder
    assert folder not in (".", "..")
    assert len(folder.encode()) <= 200


def test_only_the_old_version_minds_the_accent() -> None:
    assert subfolder_name("a`b", Edition("1.36")) == "a-b"
    assert subfolder_name("a`b", Edition()) == "a`b"


@given(st.text(alphabet="a./\0"))
def test_a_name_in_a_file_never_leads_out_of_the_folder(name: str) -> None:
    path = PurePosixPath(inside(name))

    assert not path.is_absolute()
    assert ".." not in path.parts
    assert "\0" not in str(path)
