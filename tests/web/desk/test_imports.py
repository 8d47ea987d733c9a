"""Files of other programs become tournaments of the house."""

from __future__ import annotations

from pathlib import Path

from tests.support.in_process import Visitor, in_process

BORDER = "xXx"
PEOPLE = "name,rating\nDOE Ann,1500\nROE Bob,1400\n"


def dropped(visitor: Visitor, name: str, text: str) -> str:
    """Drop a file; where it can be looked at before it is accepted."""
    body = (
        f'--{BORDER}\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n'
        f"Content-Type: text/plain\r\n\r\n{text}\r\n--{BORDER}--\r\n"
    )
    answer = visitor.send("/house/import", body.encode(), f"multipart/form-data; boundary={BORDER}")
    return answer.headers.get("location", "") or answer.words


def test_a_list_is_shown_then_accepted_into_the_folder(tmp_path: Path) -> None:
    with in_process(tmp_path) as visitor:
        place = dropped(visitor, "people.csv", PEOPLE)
        assert "DOE" in visitor.get(place).text
        assert list(tmp_path.glob("*.ronde")) == []
        shown = visitor.post(place)
        assert shown.headers["location"] == "/desk/people/overview"

    assert [path.name for path in tmp_path.glob("*.ronde")] == ["people.ronde"]


def test_what_cannot_be_read_is_refused_by_name_and_line(tmp_path: Path) -> None:
    with in_process(tmp_path) as visitor:
        said = dropped(visitor, "people.csv", "name,rating\nDOE Ann,many\n")

    assert "people.csv" in said
    assert list(tmp_path.glob("*.ronde")) == []
