"""Which of our languages a browser prefers, by the weights it gives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.i18n import LANGUAGES, accepted_languages


@pytest.mark.parametrize(
    ("header", "languages"),
    [
        ("", ()),
        ("tlh", ()),
        ("fr", ("fr",)),
        ("FR-ca", ("fr",)),
        ("nl-BE", ("nl",)),
        ("nl-BE,nl;q=0.9,en-US;q=0.8,en;q=0.7", ("nl", "en")),
        ("en;q=0.5, fr;q=0.9", ("fr", "en")),
        ("fr;q=0.9, en", ("en", "fr")),
        ("de;q=0.8, nl;q=0.8", ("de", "nl")),
        ("nl;q=0.8, de;q=0.8", ("nl", "de")),
        ("fr;q=0, de;q=0.1", ("de",)),
        ("fr-CA;q=0.1, en;q=0.5, fr-FR;q=0.7", ("fr", "en")),
        ("tlh, *;q=0.1", ("en",)),
        ("fr;q=0.5, *", ("en", "fr")),
        ("*, en;q=0", ("de",)),
        ("*;q=0, fr", ("fr",)),
        ("en;q=0.1, de;q=0.2, fr;q=0.3, nl;q=0.4, *;q=0", ("nl", "fr", "de", "en")),
        ("fr ; q=0.5 , en ; Q=0.6", ("en", "fr")),
        ("fr;q=1.000, en", ("fr", "en")),
        ("fr;q=9, en;q=0.1", ("en",)),
        ("fr;q=abc;;,en;q=0.5", ("en",)),
    ],
)
def test_the_highest_weight_that_we_have_comes_first(header: str, languages: tuple[str, ...]) -> None:
    assert accepted_languages(header) == languages


def test_a_header_of_any_length_is_read_only_in_part() -> None:
    assert accepted_languages("tlh," * 10_000 + "fr") == ()
    assert accepted_languages("fr," + "tlh," * 10_000) == ("fr",)


@given(st.text(max_size=200))
def test_no_header_names_a_language_twice_or_one_we_lack(header: str) -> None:
    languages = accepted_languages(header)

    assert len(set(languages)) == len(languages)
    assert set(languages) <= set(LANGUAGES)


@given(st.dictionaries(st.sampled_from(LANGUAGES), st.integers(0, 1000), min_size=1))
def test_every_order_of_the_header_gives_the_same_preference(weights: dict[str, int]) -> None:
    entries = [f"{language};q={weight / 1000:.3f}" for language, weight in weights.items()]
    forwards, backwards = accepted_languages(",".join(entries)), accepted_languages(",".join(entries[::-1]))

    assert [weights[language] for language in forwards] == sorted(
        (weight for weight in weights.values() if weight), reverse=True
    )
    assert [weights[language] for language in forwards] == [weights[language] for language in backwards]
