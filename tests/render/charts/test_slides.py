"""The bracket of a cup as one picture."""

from __future__ import annotations

from xml.etree import ElementTree

from ronde.render.charts import BracketPart, Fixture, TieSide, bracket_slide

NAME = "Alexandrine <de> la Tour d'Auvergne & Cie"
SEMI = [Fixture((TieSide("Ada", "1", "2", "won"), TieSide(NAME, "4", "0", "out")))] * 2
FINAL = [Fixture((TieSide("Ada", "1"), TieSide("…")), ((0, 0), (0, 1)))]
CUP = BracketPart("Cup", [SEMI, FINAL], ["Semi-finals", "Final"])
SVG = "{http://www.w3.org/2000/svg}"


def drawn(*parts: BracketPart) -> ElementTree.Element:
    return ElementTree.fromstring(bracket_slide(parts))


def words(picture: ElementTree.Element) -> list[str]:
    return [one.text or "" for one in picture.iter(f"{SVG}text")]


def test_every_round_and_side_is_written_and_long_names_are_cut() -> None:
    said = words(drawn(CUP))

    assert said[:3] == ["Cup", "Semi-finals", "Final"]
    assert said.count("Ada") == 3
    assert any(word.startswith("Alexandrine <de>") and word.endswith("…") for word in said)


def test_the_picture_needs_no_style_sheet_and_nothing_that_office_programs_leave_out() -> None:
    picture = drawn(CUP)
    kinds = {one.tag.removeprefix(SVG) for one in picture.iter()}

    assert kinds == {"svg", "title", "rect", "g", "text", "line"}
    assert not [one for one in picture.iter() if one.get("class") or one.get("style")]
    assert "%" not in ElementTree.tostring(picture, "unicode")


def test_a_line_leads_from_every_tie_to_the_next() -> None:
    lines = [one for one in drawn(CUP).iter(f"{SVG}line") if one.get("stroke-width") == "2"]

    assert len(lines) == 2 * 3
    assert len({(one.get("x2"), one.get("y2")) for one in lines[2::3]}) == 1


def test_other_parts_of_a_cup_stand_below_and_widen_the_picture() -> None:
    one, both = drawn(CUP), drawn(CUP, BracketPart("Losers", [SEMI, FINAL, FINAL], ["1", "2", "3"]))

    assert float(both.get("height", 0)) > 1.8 * float(one.get("height", 0))
    assert float(both.get("width", 0)) > float(one.get("width", 0))
    assert "Losers" in words(both)
