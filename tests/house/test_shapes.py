"""No logic is written twice, and the finder would see it."""

from __future__ import annotations

import pytest
from tests.house.shapes import MOST, shared, told
from tests.house.walls import SRC, files

LOOP = """
def walk(rows, least):
    \"\"\"Some sentence.\"\"\"
    found = []
    for row in rows:
        if row.weight < least:
            continue
        name = row.name.strip()
        # a remark
        if not name:
            raise ValueError("nobody")
        for part in name.split("-"):
            found.append(part.lower())
        while len(found) > 10:
            found.pop(0)
    return found
"""
RENAMED = """
def read(lines, width):
    kept = []

    for line in lines:
        if line.size < width:
            continue
        text = line.text.strip()
        if not text:
            raise TypeError("empty")
        for word in text.split(" "):
            kept.append(word.upper())
        while len(kept) > 99:
            kept.pop(3)
    return kept
"""
FIELDS = "\n".join(f"field_{number}: int = {number}" for number in range(40))


@pytest.mark.slow
def test_no_two_places_share_more_than_twelve_lines_of_the_same_shape() -> None:
    sources = {
        str(path.relative_to(SRC)): path.read_text(encoding="utf-8")
        for path in files()
        if "words" not in path.parts  # the sentences of a language are those of another in other words
    }

    assert [told(pair) for pair in shared(sources)] == []


def test_the_same_logic_with_other_names_is_found_in_two_files_and_in_one() -> None:
    (pair,) = shared({"a.py": LOOP, "b.py": RENAMED})
    assert told(pair) == "a.py:2-16 and b.py:2-15 share 13 lines"

    (pair,) = shared({"a.py": LOOP + RENAMED})
    assert told(pair) == "a.py:2-16 and a.py:18-31 share 13 lines"


def test_as_many_lines_as_allowed_are_not_reported() -> None:
    assert len(shared({"a.py": LOOP, "b.py": RENAMED.replace("    return kept\n", "")}, MOST - 1)) == 1
    assert shared({"a.py": LOOP, "b.py": RENAMED.replace("    return kept\n", "")}) == []


def test_a_difference_in_the_middle_ends_what_is_shared() -> None:
    assert shared({"a.py": LOOP, "b.py": RENAMED.replace("not text", "text")}) == []


def test_imports_fields_and_tables_of_constants_are_no_logic() -> None:
    fields = f"class One:\n    {FIELDS.replace(chr(10), chr(10) + '    ')}\n"
    imports = "\n".join(f"import thing_{number}" for number in range(40))
    table = "TABLE = {\n" + "\n".join(f'    "{number}": {number},' for number in range(40)) + "\n}"

    for source in (FIELDS, fields, imports, table):
        assert shared({"a.py": source, "b.py": source}) == []
