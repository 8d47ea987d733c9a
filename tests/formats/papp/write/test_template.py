"""The template of the crosstable page."""

from __future__ import annotations

import pytest

from ronde.formats.papp import Edition
from ronde.formats.papp.html import BEGIN, END, NAME, TABLE, default_template, read_template
from ronde.formats.papp.tokens import SourceText
from ronde.i18n import LANGUAGES
from ronde.model.errors import FormatError


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_own_template_can_be_read(language: str) -> None:
    text = default_template(Edition(language=language))
    template = read_template(SourceText("x", text))

    assert "PAPP_SCORE" in template.cell
    assert f'lang="{language}"' in text
    assert TABLE in "".join(template.frame)
    assert NAME in "".join(template.frame)


def test_the_cell_is_cut_out_whatever_ends_the_lines() -> None:
    template = read_template(SourceText("x", f"a\r\n{BEGIN}\r\ncell\r\n{END}\r\nb"))

    assert (template.frame, template.cell) == (("a\n", "b"), "cell\n")


@pytest.mark.parametrize("text", ["", f"{BEGIN}\n", f"{END}\n{BEGIN}\n", "<p>nothing</p>"])
def test_a_page_without_a_cell_is_refused(text: str) -> None:
    with pytest.raises(FormatError) as refused:
        read_template(SourceText("x", text))

    assert refused.value.problems[0].key == "papp.template-no-cell"
