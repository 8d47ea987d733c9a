"""The text of a workfile."""

from __future__ import annotations

from tests.support.builders import leave, tournament

from ronde.formats.papp import Edition, same_workfile, write_workfile
from ronde.model.settings import Settings

PAPP = Settings(profile="papp", cap=10_000_000)


def test_closed_rounds_come_first_and_the_open_one_is_not_closed() -> None:
    text = write_workfile(tournament(4, ["1-2:40 3-4:32"], current="1-3", settings=PAPP), Edition())

    assert text.count("ronde-suivante") == 1
    assert text.index("40") < text.index("ronde-suivante") < text.rindex("(")


def test_who_leaves_has_a_minus_before_the_next_round() -> None:
    hall = leave(tournament(4, ["1-2:40 3-4:32"], settings=PAPP), 4)

    assert "-000004" in write_workfile(hall, Edition()).split("ronde-suivante")[1]


def test_comments_blanks_and_commands_of_the_configuration_make_no_other_tournament() -> None:
    hall = tournament(4, ["1-2:40 3-4:32"], settings=PAPP)
    text = write_workfile(hall, Edition())

    assert same_workfile(text, text.replace("\n", "\n\n") + "% said by hand\n")
    assert same_workfile(text, write_workfile(hall, Edition(), 'pays = "BEL";'))
    assert not same_workfile(text, text.replace("40", "41").replace("24", "23"))
