"""National rows: by which of two ratings a tournament goes."""

from __future__ import annotations

import pytest
from tests.formats.trf.test_trf import SAMPLE

from ronde.formats.trf import parse_trf
from ronde.formats.trf.from_tournament import method_of, national_ratings, rating_of

ROWS = (
    f"FRA    1 m GM {'Adam, Paul':<33} 2600\n"
    f"FRA    7 w    {'Gil, Ana':<33} 1700\n"
    f"SUI    2 w    {'Berg, Lena':<33} 9\n"
)


@pytest.mark.parametrize(
    ("method", "ratings"),
    [
        ("FIDE", [2510, 2320, 0]),
        ("NRO", [2600, 0, 1700]),
        ("FIDON", [2510, 2320, 1700]),
        ("NIDOF", [2600, 2320, 1700]),
        ("HBFN", [2600, 2320, 1700]),
        ("LBFN", [2510, 2320, 1700]),
        ("OTHER", [2510, 2320, 0]),
        ("XYZ", [2510, 2320, 0]),
    ],
)
def test_every_method_of_record_172_chooses_its_rating(method: str, ratings: list[int]) -> None:
    trf = parse_trf(f"{SAMPLE}172 FRA {method}\n{ROWS}")

    assert [rating_of(trf, trf.players[at]) for at in (0, 1, 6)] == ratings


def test_without_the_record_the_ratings_of_fide_count() -> None:
    trf = parse_trf(SAMPLE + ROWS)

    assert method_of(trf) == ("", "FIDE")
    assert national_ratings(trf, "FRA") == {1: 2600, 7: 1700}
