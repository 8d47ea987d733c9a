"""A project as a ZIP: what is taken from it, what is refused, and how its files become a program."""

from __future__ import annotations

import io
import stat
import struct
import zipfile

import pytest

from ronde.arena.course.project import LANGUAGES, MOST_FILES, build_rule, pack, read_project
from ronde.arena.sandbox import BuildRule
from ronde.i18n import LANGUAGES as TONGUES
from ronde.i18n import error_text
from ronde.model.errors import SubmissionRefused


def entry(name: str, mode: int = 0) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo(name)
    made.external_attr = mode << 16
    return made


def zipped(*entries: tuple[zipfile.ZipInfo | str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", method) as archive:
        for info, data in entries:
            archive.writestr(info, data, method)
    return written.getvalue()


def encrypted() -> bytes:
    """A ZIP whose entries say that they have a password."""
    data = bytearray(zipped(("main.c", b"int main;")))
    data[6] |= 1
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def refusal(data: bytes) -> SubmissionRefused:
    with pytest.raises(SubmissionRefused) as refused:
        read_project(data)
    return refused.value


def test_files_are_read_by_their_paths() -> None:
    files = {"Makefile": b"player:\n", "data/book.bin": b"\0\1", "été.c": b""}

    assert read_project(pack(files.items())) == files


@pytest.mark.parametrize("name", ["", "x" * 100_000, "\udc80", "a/"])
def test_a_name_that_no_file_can_have_is_refused_or_left_out(name: str) -> None:
    assert refusal(pack([(name, b"1")])).facts["reason"] in ("project-path", "nothing")


def test_the_folder_around_everything_and_what_a_system_added_are_left_out() -> None:
    data = zipped(
        (entry("mine/", stat.S_IFDIR | 0o755), b""),
        ("mine/main.c", b"int main;"),
        ("mine/data/book", b"e4"),
        ("mine/.DS_Store", b"?"),
        ("__MACOSX/mine/._main.c", b"?"),
    )

    assert read_project(data) == {"main.c": b"int main;", "data/book": b"e4"}


@pytest.mark.parametrize(
    "name",
    [
        "../j02",
        "a/../../j02",
        "/etc/passwd",
        "a//b",
        "./a",
        "C:/a",
        "a\\..\\b",
        "a\nb",
        "x" * 201,
        "a/" * 8 + "b",
    ],
)
def test_a_path_that_leads_out_of_the_project_or_is_none_everywhere_is_refused(name: str) -> None:
    assert refusal(zipped((name, b""))).facts["reason"] == "project-path"


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFSOCK])
def test_a_link_or_device_is_refused_by_name(kind: int) -> None:
    refused = refusal(zipped(("main.c", b""), (entry("secret", kind | 0o644), b"/etc/passwd")))

    assert (refused.facts["reason"], refused.facts["file"]) == ("project-link", "secret")


@pytest.mark.parametrize(
    "names", [("Main.c", "main.c"), ("a/b", "A/c"), ("a", "a/b"), ("a/b", "a"), ("e\u0301", "é")]
)
def test_names_that_are_one_on_some_systems_are_refused(names: tuple[str, str]) -> None:
    assert refusal(zipped(*((name, b"") for name in names))).facts["reason"] == "project-twice"


def test_the_same_name_twice_is_refused() -> None:
    data = zipped(("aa", b"one"), ("bb", b"two")).replace(b"bb", b"aa")

    assert refusal(data).facts["reason"] == "project-twice"


def test_a_password_is_refused() -> None:
    assert refusal(encrypted()).facts["reason"] == "project-encrypted"


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    assert refusal(zipped(("a", bytes(10_000_000)))).facts["reason"] == "project-ratio"
    assert (
        refusal(zipped(*((f"{at}", bytes(33_000_000)) for at in range(2)))).facts["reason"] == "project-large"
    )


def test_a_size_that_lies_unpacks_no_more_than_it_says() -> None:
    data = bytearray(zipped(("a", bytes(10_000_000))))
    place = data.rindex(b"PK\x01\x02") + 24
    data[place : place + 4] = (10).to_bytes(4, "little")

    assert refusal(bytes(data)).facts["reason"] == "project-damaged"


def test_a_place_beyond_every_file_is_damage() -> None:
    data = zipped(("a", b"1"))
    start, end = data.rindex(b"PK\x01\x02"), data.rindex(b"PK\x05\x06")
    place = struct.pack("<HHQ", 1, 8, 2**64 - 1)
    head = bytearray(data[start:end])
    head[30:32], head[42:46] = struct.pack("<H", len(place)), b"\xff" * 4
    tail = bytearray(data[end:])
    tail[12:16] = struct.pack("<I", len(head) + len(place))

    assert refusal(data[:start] + head + place + tail).facts["reason"] == "project-damaged"


@pytest.mark.parametrize("count", [MOST_FILES + 1, 12 * MOST_FILES])
def test_too_many_files_are_refused(count: int) -> None:
    assert refusal(zipped(*((f"{at}.c", b"") for at in range(count)))).facts["reason"] == "project-many"


def test_every_cut_of_a_zip_is_refused() -> None:
    data = zipped(("main.c", b"int main(void) { return 0; }"), ("data/book", b"e4 e5"))

    assert {refusal(data[:length]).facts["reason"] for length in range(len(data))} == {"project-damaged"}


def test_a_changed_byte_gives_the_same_files_or_a_refusal() -> None:
    files = {"main.c": b"int main(void) { return 0; }", "data/book": b"e4 e5"}
    data = pack(files.items())
    for place in range(len(data)):
        for change in (1, 0x80, 0xFF):
            damaged = bytearray(data)
            damaged[place] ^= change
            try:
                assert set(read_project(bytes(damaged)).values()) <= set(files.values())
            except SubmissionRefused:
                continue


def test_another_method_than_deflate_and_an_empty_zip_are_refused() -> None:
    assert refusal(zipped(("a", b"x"), method=zipfile.ZIP_LZMA)).facts["reason"] == "project-damaged"
    assert refusal(zipped()).facts["reason"] == "nothing"


RULE = BuildRule("cc *.c", "player.c", "player")


def test_the_course_s_command_comes_first_then_a_makefile_then_the_program() -> None:
    files = {"player.c": b"", "Makefile": b"", "player": b"#!/bin/sh\n"}

    assert build_rule(files, RULE, LANGUAGES) == RULE
    assert build_rule(files, None, LANGUAGES) == BuildRule("make", "", "player")
    assert build_rule({"player.c": b"", "player": b"#!/bin/sh\n"}, None, LANGUAGES) == b"#!/bin/sh\n"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            {"a.c": b"", "b.h": b"", "lib/c.c": b""},
            "gcc -O2 -I. -o player ./a.c ./lib/c.c -lm",
        ),
        ({"it's.cpp": b""}, """g++ -O2 -I. -o player './it'"'"'s.cpp'"""),
        ({"-o.c": b""}, "gcc -O2 -I. -o player ./-o.c -lm"),
    ],
)
def test_sources_are_built_by_the_command_of_their_language(files: dict[str, bytes], said: str) -> None:
    assert build_rule(files, None, LANGUAGES) == BuildRule(said, "", "player")


@pytest.mark.parametrize(
    ("files", "line"),
    [
        ({"brain.py": b"", "book.txt": b""}, 'exec python3 brain.py "$@"'),
        ({"a.py": b"", "b.py": b"", "main.py": b""}, 'exec python3 main.py "$@"'),
        ({"main.py": b"", "player.py": b""}, 'exec python3 player.py "$@"'),
        ({"my brain.py": b""}, "exec python3 'my brain.py' \"$@\""),
    ],
)
def test_what_is_interpreted_is_started_by_its_interpreter(files: dict[str, bytes], line: str) -> None:
    assert build_rule(files, None, LANGUAGES) == f"#!/bin/sh\n{line}\n".encode()


def test_a_lone_executable_is_the_program_whatever_its_name() -> None:
    assert build_rule({"j07": b"\x7fELF", "book": b""}, None, LANGUAGES) == b"\x7fELF"


@pytest.mark.parametrize("files", [{"book": b"e4"}, {"a.py": b"", "b.py": b""}, {"lib/main.py": b""}])
def test_files_without_a_clear_start_are_refused(files: dict[str, bytes]) -> None:
    with pytest.raises(SubmissionRefused) as refused:
        build_rule(files, None, LANGUAGES)

    assert refused.value.facts["reason"] == "project-unknown"
    assert "Python" in error_text(refused.value, "en")


def test_every_refusal_of_a_project_has_its_sentence() -> None:
    facts = {"file": "a", "other": "b", "most": 9, "program": "player", "languages": "C"}
    reasons = ("damaged", "encrypted", "path", "link", "twice", "many", "large", "ratio", "unknown")
    for tongue in TONGUES:
        plain = error_text(SubmissionRefused(), tongue)
        told = {error_text(SubmissionRefused(reason=f"project-{one}", **facts), tongue) for one in reasons}
        assert len(told - {plain}) == len(reasons)


def test_no_language_has_the_ending_of_another() -> None:
    ends = [end for one in LANGUAGES for end in one.ends]

    assert len(ends) == len(set(ends))
