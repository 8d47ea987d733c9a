"""Comments somebody wrote into a workfile outlive every save."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.builders import tournament

from ronde.formats.papp import Edition, same_workfile, write_workfile
from ronde.formats.papp.players_files import with_comments
from ronde.model.settings import Settings

HALL = tournament(4, ["1-2:40 3-4:20", "1-3:30 2-4:32"], current="1-4 2-3", settings=Settings(profile="papp"))
TEXT = write_workfile(HALL, Edition())
LATER = write_workfile(
    tournament(4, ["1-2:40 3-4:20", "1-3:30 2-4:33", "1-4:50 2-3:10"], settings=Settings(profile="papp")),
    Edition(),
)
WORDS = st.text("abcé;()% #_0", min_size=1, max_size=10)


@settings(max_examples=25)
@given(
    st.dictionaries(st.integers(0, TEXT.count("\n")), st.tuples(st.booleans(), WORDS), max_size=6), st.data()
)
def test_every_comment_is_there_after_two_saves_and_the_games_are_the_same(
    written: dict[int, tuple[bool, str]], data: st.DataObject
) -> None:
    ending = data.draw(st.sampled_from(["\n", "\r\n", "\r"]))
    lines = TEXT.split("\n")
    told = []
    for place in sorted(written, reverse=True):
        alone, words = written[place]
        comment = f"% hand{place} {words}".rstrip()
        told.append(comment)
        if alone or (lines[place].lstrip().startswith(("%", "#")) and not lines[place].startswith("#_")):
            lines.insert(place, comment)
        else:
            lines[place] = f"{lines[place]} {comment}"
    by_hand = ending.join(lines)
    assert same_workfile(by_hand, TEXT)

    once = with_comments(TEXT, by_hand)
    twice = with_comments(LATER, once)

    assert same_workfile(once, TEXT)
    assert same_workfile(twice, LATER)
    for comment in told:
        assert once.count(comment) == twice.count(comment) == 1


def test_without_comments_a_save_is_what_it_was() -> None:
    for old in ("", TEXT, LATER, write_workfile(HALL, Edition("1.36", "fr"))):
        assert with_comments(TEXT, old) == TEXT


def test_what_papp_writes_by_itself_is_no_handwriting() -> None:
    block = (
        "#########################################\n# PAPP 1.37.1, Nov 15 2026\n"
        "%%   New players, round 1\n%\n"
        "%_% 60000 NEWLAND, Alice\t{GBR}\n%\n% End of new players for round 1\n% Appariements de la ronde 3\n"
    )

    assert with_comments(TEXT, block + TEXT) == TEXT


def test_what_stands_behind_the_end_stays_there() -> None:
    tail = "__eof__\n(000001 000002);\n% old\n"

    assert with_comments(TEXT, TEXT + tail) == TEXT + tail
