"""The files of a PAPP folder: what begins anew, what is never overwritten, what may lie elsewhere."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.terminal.arbiter import CONFIG, JOURNAL, OPEN, PLAYED, PLAYERS, TWO, WORKFILE, Arbiter

# 3: deleting the workfile begins a new tournament


def test_without_its_workfile_a_new_tournament_begins_and_the_old_one_is_set_aside(papp: Arbiter) -> None:
    papp.types(*PLAYED, "x")
    old = papp.hall(JOURNAL)
    (papp.folder / WORKFILE).unlink()

    screen = papp.types("Autumn", "5", "", "x")

    (aside,) = [
        name for name in papp.files() if name.endswith(".ronde") and name != JOURNAL and "/" not in name
    ]
    assert str(papp.folder / aside) in screen
    assert "Name of the tournament:" in screen
    assert papp.hall(JOURNAL).name == "Autumn"
    assert papp.hall(aside) == old


def test_its_backups_go_with_it_and_no_earlier_one_is_overwritten(papp: Arbiter) -> None:
    for name in ("One", "Two", "Three"):
        papp.types(name, *PLAYED[1:], "x")
        (papp.folder / WORKFILE).unlink()
    papp.types("Four", "5", "", "x")

    kept = [name for name in papp.files() if name.endswith(".ronde") and "/" not in name]
    titles = {papp.hall(name).name for name in kept}
    assert titles == {"One", "Two", "Three", "Four"}
    assert not (papp.folder / JOURNAL).with_suffix(".backups").exists()
    assert len(list(papp.folder.glob("*.backups/round-001-*.ronde"))) == 3


def test_without_answers_the_old_tournament_stays_where_it_is(papp: Arbiter) -> None:
    papp.types(*PLAYED, "x")
    (papp.folder / WORKFILE).unlink()
    before = papp.files()

    papp.types("Autumn")

    assert papp.files() == before


def test_a_workfile_under_its_old_name_is_not_a_missing_one(papp: Arbiter) -> None:
    papp.types(*PLAYED, "x")
    (papp.folder / WORKFILE).rename(papp.folder / "__papp__")

    screen = papp.types("l", "x")

    assert "Name of the tournament:" not in screen
    assert "ALPHA Ann" in screen


def test_a_workfile_under_its_old_name_gets_the_new_one_and_does_not_come_back(papp: Arbiter) -> None:
    """PAPP renames it (papp 2); otherwise deleting the workfile would bring back the first state of all."""
    papp.types(*PLAYED, "x")
    (papp.folder / JOURNAL).unlink()
    (papp.folder / WORKFILE).rename(papp.folder / "__papp__")

    papp.types("x")
    assert "__papp__" not in papp.files()
    assert "ronde-suivante" in papp.read(WORKFILE)
    (papp.folder / WORKFILE).unlink()

    assert "Name of the tournament:" in papp.types("Autumn", "5", "", "x")


# 5: lists never take the place of a file of the tournament

OURS = (
    "papp.cfg", "./papp.cfg", "../open/papp.cfg", "PAPP.CFG", "joueurs.txt", "Joueurs.TXT", "joueurs.txt.txt",
    "nouveaux.txt", WORKFILE, JOURNAL, "cell.tmpl", "cell.tpl", "lockfile", "link.txt", "hard.txt",
)  # fmt: skip


@pytest.mark.parametrize("name", OURS)
def test_a_list_never_takes_the_place_of_a_file_of_the_tournament(name: str, papp: Arbiter) -> None:
    papp.types(*PLAYED, "x")
    (papp.folder / "link.txt").symlink_to("papp.cfg")
    os.link(papp.folder / "joueurs.txt", papp.folder / "hard.txt")
    before = {file: papp.data(file) for file in papp.files() if not file.endswith(("-wal", "-shm"))}

    keys = ("a", "s", name, "^v", name, "^f", name, "w", name, "1", name, "e", name)
    screen = papp.types(*keys, "x")

    assert screen.count("file of the tournament") == 6
    after = {file: papp.data(file) for file in before}
    for file in ("papp.cfg", "joueurs.txt", "cell.tmpl"):
        assert after[file] == before[file]
    assert papp.files() - before.keys() <= {"round__2.txt", "__papp.bak"}
    assert "raz-couplage" in papp.read(WORKFILE)


@pytest.mark.parametrize(("answer", "kept"), [("n", True), ("y", False)])
def test_any_other_file_that_exists_is_asked_about(answer: str, kept: bool, papp: Arbiter) -> None:
    for name in ("s", "v", "f", "w", "e"):
        papp.put(f"{name}.txt", "mine\n")

    keys: tuple[str, ...] = ("s", "s.txt", answer, "a", "^v", "v.txt", answer, "^f", "f.txt", answer)
    keys += ("1",) if answer == "y" else ()
    keys += (
        "w",
        "w.txt",
        answer,
        "1",
        "",
        "e",
        "e.txt",
        answer,
        *(("", "", "", "") if answer == "y" else ()),
    )
    screen = papp.types(*PLAYED, *keys, "x")

    assert screen.count("exists already") == 5
    assert [papp.read(f"{name}.txt") == "mine\n" for name in "svfwe"] == [kept] * 5


def test_a_list_by_configuration_does_not_overwrite_the_base_either(papp: Arbiter) -> None:
    papp.put(
        "papp.cfg", 'dossier false; fichier joueurs = "stand__1.txt"; fichier classement = "stand###.txt";'
    )
    papp.put("stand__1.txt", PLAYERS)

    screen = papp.types(*OPEN, "i", "alpha ann", "beta bob", "", "a", "r", "1 40", "!", "x")

    assert papp.read("stand__1.txt") == PLAYERS
    assert "stand__1.txt is a file of the tournament" in screen


# 6: clubs share one base


def shared(papp: Arbiter, place: str) -> None:
    """A base and new players outside the folder; lists too."""
    papp.put(
        "papp.cfg",
        'dossier false; Pays = "FRA";'
        f'fichier joueurs = "{place}/club"; fichier nouveaux = "{place}/news.txt";'
        f'fichier classement = "{place}/lists/stand###.txt"; fichier resultats = "resul###.txt";',
    )
    papp.put("../club.txt", PLAYERS)
    (papp.folder / "joueurs.txt").unlink()


@pytest.fixture(params=["..", "absolute"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return ".." if request.param == ".." else str(tmp_path)


ROUND = ("a", "r", "1 40", "!")


def test_base_and_newcomers_of_a_club_lie_outside_the_folder(place: str, papp: Arbiter) -> None:
    shared(papp, place)

    papp.types(*OPEN, "i", "beta bob", "NEWLAND Alice", "y", "GBR", "", "x")
    screen = papp.types("l", "x")

    assert "BETA Bob" in screen
    assert papp.read("../club.txt") == PLAYERS
    assert papp.read("../news.txt") == "     4 NEWLAND, Alice\t{GBR}\n"
    assert papp.files() == {"papp.cfg", WORKFILE, JOURNAL}


def test_before_the_first_list_outside_the_place_is_named_and_asked_about_once(
    place: str, papp: Arbiter
) -> None:
    shared(papp, place)
    outside = str(papp.folder.parent / "lists")

    screen = papp.types(*OPEN, "i", "alpha ann", "beta bob", "", *ROUND, "y", *ROUND, "x")
    again = papp.types(*ROUND, "x")

    assert screen.count(outside) == 1
    assert outside not in again
    assert {path.name for path in (papp.folder / "../lists").iterdir()} == {
        f"stand__{n}.txt" for n in (1, 2, 3)
    }


def test_whoever_says_no_gets_no_list_outside_and_is_not_asked_again(place: str, papp: Arbiter) -> None:
    shared(papp, place)

    papp.types(*OPEN, "i", "alpha ann", "beta bob", "", *ROUND, "n", "x")
    papp.types(*ROUND, "x")

    assert not (papp.folder / "../lists").exists()
    assert {"resul__1.txt", "resul__2.txt"} <= papp.files()


def test_a_subfolder_that_is_a_link_leads_outside_too(papp: Arbiter, tmp_path: Path) -> None:
    papp.put("papp.cfg", CONFIG.replace("dossier false", "dossier true"))
    (tmp_path / "www").mkdir()
    (papp.folder / "Open").symlink_to(tmp_path / "www")

    screen = papp.types(*OPEN, "y", *PLAYED[3:], "x")

    assert screen.count(str(tmp_path / "www")) == 1
    assert (tmp_path / "www" / "stand__1.txt").exists()


def test_an_import_on_the_machine_reads_a_shared_base_too(place: str, papp: Arbiter) -> None:
    shared(papp, place)
    papp.types(*OPEN, "i", "beta bob", "", "x")

    assert "1 player," in papp.runs("import", ".", "-o", "copy.ronde")
    assert "BETA" in papp.runs("standings", "copy.ronde")


def test_two_files_of_one_name_in_two_folders_are_two_files(papp: Arbiter) -> None:
    papp.put(
        "papp.cfg",
        'dossier false; fichier joueurs = "../old/list.txt"; fichier nouveaux = "../new/list.txt";',
    )
    papp.put("../old/list.txt", PLAYERS)
    papp.put("../new/list.txt", "9 NOVA, Nan {FRA}\n")

    papp.types(*OPEN, "i", "nova nan", "beta bob", "ODD Otto", "y", "GBR", "", "x")

    assert papp.read("../old/list.txt") == PLAYERS
    assert papp.read("../new/list.txt") == "9 NOVA, Nan {FRA}\n     4 ODD, Otto\t{GBR}\n"


@pytest.mark.parametrize("kind", ["joueurs", "nouveaux", "inter", "classement", "tableau-croise", "elo"])
def test_a_name_that_begins_with_a_pipe_is_refused(kind: str, papp: Arbiter) -> None:
    papp.put("papp.cfg", f'fichier {kind} = "|lpr";')

    assert "papp.cfg, line 1" in papp.refused("papp", "--plain")


def test_the_workfile_itself_stays_in_the_folder(papp: Arbiter) -> None:
    papp.put("papp.cfg", 'fichier inter = "../work.txt";')

    assert "papp.cfg, line 1" in papp.refused("papp", "--plain")


# 7: small things


def test_the_template_may_be_called_as_the_manual_says(papp: Arbiter) -> None:
    papp.put("cell.tpl", "Mine\n<!-- CELL-BEGIN -->\nx\n<!-- CELL-END -->\n$PAPP_CROSSTABLE\n")

    papp.types(*PLAYED, "x")

    assert papp.read("cross__1.htm").startswith("Mine\n")
    assert "cell.tmpl" not in papp.files()


def test_a_configuration_of_ours_can_be_executed(papp: Arbiter) -> None:
    (papp.folder / "papp.cfg").unlink()

    papp.types(*OPEN, "x")

    assert papp.read("papp.cfg").splitlines()[0] == "#! papp"


def test_comments_by_hand_survive_a_save_in_their_places(papp: Arbiter) -> None:
    papp.types(*PLAYED, "x")
    text = papp.read(WORKFILE)
    line = next(one for one in text.splitlines() if one.startswith("(000001"))
    edited = (
        text.replace(line, f"% was (000001 38 000002 26);\n{line} % table 7, é\n# by hand") + "% the end\n"
    )
    edited = edited.replace("#_Date", "% rained all day\n#_Date")
    papp.put(WORKFILE, edited)

    papp.types("a", "r", "1 40", "x")
    papp.types("l", "x")

    told = papp.read(WORKFILE)
    assert f"% was (000001 38 000002 26);\n{line} % table 7, é\n# by hand\n" in told
    assert "% rained all day\n#_Date" in told
    assert told.count("% the end\n") == 1
    assert told.count("Results of round 1") == 1


def test_a_crosstable_without_marks_gets_the_number_of_its_round(papp: Arbiter) -> None:
    papp.put("papp.cfg", 'dossier false; fichier tableau-croise = "cr";')

    papp.types(*PLAYED, "x")

    assert "cr__1" in papp.files()


# 9: what a configuration says


def test_messages_of_a_configuration_are_shown_at_every_start(papp: Arbiter) -> None:
    papp.put("papp.cfg", CONFIG + "%! Remember the keys of the hall\n")

    first, second = papp.types(*OPEN, "x"), papp.types("x")

    assert "Remember the keys of the hall" in first
    assert "Remember the keys of the hall" in second


ODD = """score-bip = 40/64; brightwell = 3; toutes-rondes = 1-12 joueurs;
Penalites { Repetition: memes-couleurs = 20000000; };
"""


def test_remarks_on_the_configuration_are_shown_at_every_start_and_again_by_a_key(papp: Arbiter) -> None:
    papp.put("papp.cfg", CONFIG + ODD)
    (papp.folder / "joueurs.txt").unlink()

    papp.types(*OPEN, "x")
    screen = papp.types("p", "x")

    for words in ("40/64", "20000000", "brightwell", "toutes-rondes", "joueurs.txt"):
        assert screen.count(words) >= 2, words


def test_without_remarks_the_key_says_so(papp: Arbiter) -> None:
    assert "no remarks on the configuration" in papp.types(*OPEN, "p", "x")


def test_commands_in_a_workfile_take_effect_and_stay_there(papp: Arbiter) -> None:
    papp.types(*TWO, "x")
    config = papp.data("papp.cfg")
    papp.put(
        WORKFILE, papp.read(WORKFILE) + 'Pays = "GBR"; score-bip = 20/64; fichier classement = "c###";\n'
    )

    papp.types("i", "NEWLAND Alice", "y", "", "", "a", "r", "?", "!", "x")
    screen = papp.types("i", "OTHER Otto", "y", "", "", "x")

    assert "Country [GBR]" in screen
    assert "NEWLAND, Alice\t{GBR}" in papp.read("nouveaux.txt")
    assert {"c__1"} <= papp.files()
    assert papp.data("papp.cfg") == config
    told = papp.read(WORKFILE)
    assert 'Pays = "GBR";' in told
    assert "20/64" in told
    assert 'classement = "c###"' in told
    assert papp.hall(JOURNAL).settings.board.bye == 20


def test_a_configuration_that_was_edited_takes_effect_and_is_not_overwritten(papp: Arbiter) -> None:
    papp.types(*TWO, "x")
    edited = CONFIG.replace('"FRA"', '"GBR"') + "score-bip = 20/64;\n"
    papp.put("papp.cfg", edited)

    screen = papp.types("i", "OTHER Otto", "y", "", "", "x")
    papp.put("papp.cfg", CONFIG)
    back = papp.types("i", "THIRD Theo", "y", "", "", "x")

    assert "Country [GBR]" in screen
    assert "Country [FRA]" in back
    assert papp.read("papp.cfg") == CONFIG


def test_a_setting_that_the_configuration_did_not_change_stays_as_it_was_set_elsewhere(papp: Arbiter) -> None:
    papp.types(*TWO, "x")
    papp.runs("settings", JOURNAL, "board.colours=red,blue")
    papp.put("papp.cfg", CONFIG + "score-bip = 20/64;")

    papp.types("x")

    board = papp.hall().settings.board
    assert (board.colours, board.bye) == (("red", "blue"), 20)


def test_the_constant_of_an_old_configuration_is_offered_on_todays_scale(papp: Arbiter) -> None:
    """In 1.22 it was counted per half-point: 3 there is 6 today."""
    papp.put("papp.cfg", CONFIG + "brightwell = 3;")

    screen = papp.types("Open", "5", "", "x")

    assert "constant [6]" in screen
    assert papp.hall(JOURNAL).settings.brightwell == 6.0


FOUR = (*PLAYERS.splitlines(), "4 DELTA, Dan", "")


@pytest.mark.parametrize(("limits", "all_meet"), [("1-4", True), ("1-3", False), ("5-9", False)])
def test_the_range_of_an_old_configuration_decides_on_the_round_robin(
    limits: str, all_meet: bool, papp: Arbiter
) -> None:
    """`toutes-rondes = 1-12 joueurs` of 1.22: everybody meets everybody if there are so many players."""
    papp.put("papp.cfg", CONFIG + f"toutes-rondes = {limits} joueurs;")
    papp.put("joueurs.txt", "\n".join(FOUR))
    people = ("i", "alpha ann", "beta bob", "gamma cid", "delta dan", "")

    screen = papp.types("Open", "4", "", *people, "a", "r", "?", "!", "x")

    assert bool(papp.hall(JOURNAL).seats) is all_meet
    assert limits.split("-")[1] in screen.split("Brightwell")[0]
