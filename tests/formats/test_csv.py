from __future__ import annotations

import csv
import io
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.builders import tournament

from ronde.formats.csv import MOST_PROBLEMS, read_players, read_text, write_rows
from ronde.formats.files import LARGEST
from ronde.i18n import LANGUAGES
from ronde.model.errors import FormatError, NameImpossible, Problem
from ronde.model.go import GoCard
from ronde.model.player import LEAST_RATING, MOST_RATING, Player, clean_name
from ronde.render.lists import players_csv, standings_csv


def read(tmp_path: Path, content: str | bytes) -> list[Player]:
    path = tmp_path / "list.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_players(path)


def problems(tmp_path: Path, content: str | bytes) -> list[tuple[int, int, str]]:
    with pytest.raises(FormatError) as refused:
        read(tmp_path, content)
    assert {problem.path for problem in refused.value.problems} == {str(tmp_path / "list.csv")}
    return [(problem.line, problem.column, problem.key) for problem in refused.value.problems]


DOE = Player(7, "DOE", "Jane", "GBR", "Leeds", 1700, ("U20", "W"), "left-handed")


# Columns


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_any_usual_separator_is_understood(tmp_path: Path, separator: str) -> None:
    rows = [
        ["id", "name", "first name", "country", "club", "rating", "category", "comment"],
        ["7", "DOE", "Jane", "GBR", "Leeds", "1700", "U20/W", "left-handed"],
    ]

    assert read(tmp_path, "\n".join(separator.join(row) for row in rows)) == [DOE]


@pytest.mark.parametrize(
    "head",
    [
        "number;nom;prénom;pays;ville;elo;catégorie;commentaire",
        "N°;Joueur;Prenom;Fédération;Club;Classement;Cat;Remarque",
        "LICENCE;Last Name;FIRST_NAME;nat;town;RTG;categories;Comments",
        "pin; surname ;given name;Team;City;Rating;category;remark",
    ],
)
def test_heads_are_french_or_english_in_any_case(tmp_path: Path, head: str) -> None:
    assert read(tmp_path, f"{head}\n7;DOE;Jane;GBR;Leeds;1700;U20 / W;left-handed\n") == [DOE]


def test_columns_may_stand_in_any_order_among_others_we_do_not_know(tmp_path: Path) -> None:
    listed = read(tmp_path, "shoe size,rating,name,fetish,id\n42,1500,DOE Jane,?,7\n43,,ROE Rick,!,\n")

    assert listed == [Player(7, "DOE", "Jane", rating=1500), Player(0, "ROE", "Rick")]


def test_without_a_column_of_first_names_the_name_is_split(tmp_path: Path) -> None:
    listed = read(tmp_path, 'name\nDE LA TOUR Ana\n"DOE, Jane Mary"\nZebra (DOE J.)\nPELÉ\n')

    assert [(card.name, card.first_name) for card in listed] == [
        ("DE LA TOUR", "Ana"),
        ("DOE", "Jane Mary"),
        ("Zebra", "(DOE J.)"),
        ("PELÉ", ""),
    ]


def test_with_a_column_of_first_names_an_empty_one_stays_empty(tmp_path: Path) -> None:
    assert read(tmp_path, "name,first name\nDE LA TOUR,\n") == [Player(0, "DE LA TOUR")]


def test_short_and_blank_lines_are_fine(tmp_path: Path) -> None:
    listed = read(tmp_path, "name;first name;rating\n\nDOE;Jane\n;;\n   \nROE;Rick;1500;extra\n")

    assert [card.full_name for card in listed] == ["DOE Jane", "ROE Rick"]


def test_numbers_may_have_blanks_between_their_digits(tmp_path: Path) -> None:
    listed = read(tmp_path, "id;name;rating\n1 200;DOE Jane;2 100\n7;ROE Rick;-5\n")

    assert [(card.id, card.rating) for card in listed] == [(1200, 2100), (7, -5)]


# Writing


def test_a_byte_order_mark_is_no_part_of_the_first_head(tmp_path: Path) -> None:
    assert read(tmp_path, b"\xef\xbb\xbfname\nDOE Jane\n") == [Player(0, "DOE", "Jane")]


def test_latin_1_is_read_when_it_is_no_utf_8(tmp_path: Path) -> None:
    assert read(tmp_path, "Prénom;Nom\nÉlodie;LEFÈVRE\n".encode("latin-1")) == [
        Player(0, "LEFÈVRE", "Élodie")
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_may_end_as_on_any_machine(tmp_path: Path, end: str) -> None:
    assert len(read(tmp_path, end.join(["name", "DOE Jane", "ROE Rick", ""]))) == 2


def test_quoted_cells_may_hold_separators_quotes_and_nothing_else_is_lost(tmp_path: Path) -> None:
    listed = read(tmp_path, 'name,first name,comment\n"DOE, JR","Jane ""JJ""","a; b | c"\n')

    assert listed == [Player(0, "DOE, JR", 'Jane "JJ"', comment="a; b | c")]


def test_decomposed_accents_are_composed(tmp_path: Path) -> None:
    assert read(tmp_path, "name\nLEFE\u0300VRE\n") == [Player(0, "LEFÈVRE")]


def test_names_of_any_script_are_kept(tmp_path: Path) -> None:
    listed = read(tmp_path, "name,first name\n伊藤,健\nמזרחי,דוד\nЖуков,Юрий\n")

    assert [card.full_name for card in listed] == ["伊藤 健", "מזרחי דוד", "Жуков Юрий"]


# Refusals


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("", [(1, 1, "formats.list-empty")]),
        ("\n \n", [(1, 1, "formats.list-empty")]),
        ("country\nFRA\n", [(1, 1, "formats.no-name-column")]),
        ("DOE Jane\nROE Rick\n", [(1, 1, "formats.no-name-column")]),
        ("name,id,nom\nDOE,1,DOE\n", [(1, 3, "formats.column-twice")]),
        ("name,rating,elo\nDOE,1,2\n", [(1, 3, "formats.column-twice")]),
        ("name,rating\nDOE,good\n", [(2, 2, "formats.not-a-number")]),
        ("rating,name\n12.5,DOE\n", [(2, 1, "formats.not-a-number")]),
        ("name,rating\nDOE,1\nROE,٣\n", [(3, 2, "formats.not-a-number")]),
        ("name,rating\nDOE,9999999999\n", [(2, 2, "formats.not-a-number")]),
        ("name,id\nDOE,7\nROE,8\nPOE,7\n", [(4, 2, "formats.number-twice")]),
        ("id,name\n-7,DOE\n", [(2, 1, "formats.number-twice")]),
        ("name,country\n,FRA\n", [(2, 1, "formats.no-name")]),
        ("country,name\nFRA,\n", [(2, 2, "formats.no-name")]),
        ("name,country\nDOE,F\x07A\n", [(2, 2, "formats.bad-name")]),
        ("name,category\nDOE,U\x0720\n", [(2, 2, "formats.bad-name")]),
        ("name\nDOE\u202e Jane\n", [(2, 1, "formats.bad-name")]),
        ('name\n"DOE', [(2, 1, "formats.csv-unreadable")]),
        ('name\n"DOE" x\n', [(2, 1, "formats.csv-unreadable")]),
        ('name,comment\nDOE,"two\nlines"\nROE,\n', [(3, 2, "formats.bad-name")]),
        (f"name\n{'x' * 201}\n", [(2, 1, "formats.bad-name")]),
        (f"name\n{'x' * 200_000}\n", [(2, 1, "formats.csv-unreadable")]),
        ("name\n\x00\n", [(1, 1, "formats.binary")]),
    ],
    ids=range(23),
)
def test_a_wrong_list_is_refused_with_line_and_column(
    tmp_path: Path, content: str, found: list[tuple[int, int, str]]
) -> None:
    assert problems(tmp_path, content) == found


def test_all_wrong_lines_are_told_at_once_but_not_endlessly(tmp_path: Path) -> None:
    assert [line for line, _, _ in problems(tmp_path, "name,id\n" + "DOE,x\nROE,1\n" * 2)][:2] == [2, 4]
    assert len(problems(tmp_path, "name,id\n" + "DOE,x\n" * 100)) == MOST_PROBLEMS


def test_a_list_of_utf_16_is_refused_as_no_text(tmp_path: Path) -> None:
    assert problems(tmp_path, "name\nDOE\n".encode("utf-16")) == [(1, 1, "formats.binary")]


def test_a_huge_file_is_refused_without_being_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.csv"
    with path.open("wb") as file:
        file.truncate(LARGEST + 1)

    with pytest.raises(FormatError) as refused:
        read_text(path)

    assert refused.value.problems == (Problem(str(path), 1, 1, "formats.too-large", str(LARGEST)),)


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=200) | st.text(alphabet='name,id;"\n\rDOE7é\t|=', max_size=80).map(str.encode))
def test_no_file_at_all_ends_in_a_traceback(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "any.csv"
        path.write_bytes(content)
        try:
            assert all(card.name for card in read_players(path))
        except FormatError as error:
            refused = error.problems
        else:
            refused = ()

    assert all(problem.line >= 1 and problem.column >= 1 for problem in refused)


# Out and in again


def clean(text: str) -> str:
    """What of a text a card can carry."""
    try:
        return clean_name(text, needed=False)
    except NameImpossible:
        return ""


TEXTS = st.text(max_size=15).map(clean) | st.sampled_from(
    ["=1+1", "'=1", "''@x", "-5", "@x", "+1", "'", '"', "a;b", "a,b", "a|b", "DE LA TOUR", "x, y", "(z)", "7"]
)
CARDS = st.builds(
    Player,
    id=st.integers(1, 999_999_999),
    name=TEXTS.filter(bool),
    first_name=TEXTS,
    country=TEXTS,
    club=TEXTS,
    rating=st.integers(LEAST_RATING, MOST_RATING),
    categories=st.lists(
        TEXTS.map(lambda text: clean(text.replace("/", ""))).filter(bool),
        max_size=3,
    ).map(tuple),
    comment=TEXTS,
)


@settings(max_examples=40, deadline=None)
@given(st.lists(CARDS, min_size=1, max_size=5, unique_by=lambda card: card.id), st.sampled_from(LANGUAGES))
def test_exported_players_are_imported_as_they_were(cards: list[Player], language: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "players.csv"
        path.write_bytes(players_csv(tournament(cards), language))

        assert read_players(path) == cards


def test_no_cell_is_run_as_a_formula() -> None:
    content = write_rows(
        ["name"], [["=HYPERLINK(1)"], ["+1"], ["-1+1"], ["-1,5"], ["@x"], ["'=x"], ["ok"], [-5]]
    ).decode()

    cells = [row[0] for row in csv.reader(io.StringIO(content))]
    assert cells == ["name", "'=HYPERLINK(1)", "'+1", "'-1+1", "-1,5", "'@x", "''=x", "ok", "-5"]


@pytest.mark.parametrize("cell", ["A;=cmd", "A;+1", "A;;-1", "A;'@x", "=x;=y"])
def test_no_part_of_a_cell_is_run_where_spreadsheets_split_at_semicolons(cell: str, tmp_path: Path) -> None:
    path = tmp_path / "players.csv"
    path.write_bytes(write_rows(["id", "name"], [[7, cell]]))

    parts = [part for line in path.read_text().splitlines() for part in line.split(";")]
    assert not [part for part in parts if part[:1] in "=+-@" and part]
    assert read_players(path)[0].name == cell


def test_lines_end_as_spreadsheets_expect() -> None:
    assert write_rows(["a", "b"], [["x,y", 'q"q']]) == b'a,b\r\n"x,y","q""q"\r\n'


def test_standings_for_a_spreadsheet_have_plain_numbers() -> None:
    cards = [
        Player(1, "=DOE", "Jane", "GBR"),
        Player(2, "ROE", country="FRA"),
        Player(3, "POE"),
        Player(4, "LI"),
    ]
    content = standings_csv(tournament(cards, ["1-2:40.5 3-4:="]), "en").decode()

    rows = list(csv.reader(io.StringIO(content)))
    assert rows[0][:6] == ["place", "number", "name", "first name", "country", "points"]
    assert rows[1][:6] == ["1", "1", "'=DOE", "Jane", "GBR", "1"]
    assert [row[5] for row in rows[1:]] == ["1", "0.5", "0.5", "0"]
    assert "40.5" in rows[1]
    assert standings_csv(tournament(cards), "fr").decode().startswith("place,numéro,nom,prénom,pays,points")


def test_ranks_and_numbers_of_go_players_are_read(tmp_path: Path) -> None:
    (player,) = read(tmp_path, "name,first name,rank,pin,grade,correction\nDOE,Jane,3d,12345678,2p,+1\n")

    assert player.go == GoCard(rank=2, grade="2p", correction=1, pin="12345678")
    assert (player.id, player.rating) == (0, 0)


def test_a_rank_of_digits_is_kyu_and_one_of_four_digits_a_rating(tmp_path: Path) -> None:
    kyu, rated = read(tmp_path, "name,rank\nDOE Jane,12\nROE Jim,1850\n")

    assert (kyu.go.rank, kyu.rating) == (-12, 0)
    assert (rated.go.rank, rated.rating) == (None, 1850)


def test_a_rank_that_cannot_be_read_is_named_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(FormatError) as refused:
        read(tmp_path, "name,rank\nDOE Jane,strong\n")

    (problem,) = refused.value.problems
    assert (problem.line, problem.column, problem.text) == (2, 2, "strong")
