"""Configurations of PAPP, read from a text."""

from __future__ import annotations

import pytest

from ronde.formats.papp import PappConfig
from ronde.formats.papp.stored_folder import read_config
from ronde.formats.papp.tokens import SourceText
from ronde.model.errors import FormatError


def config(text: str) -> PappConfig:
    """What a text configures."""
    return read_config(SourceText.of("papp.cfg", text.encode()))


def remarks(text: str) -> list[str]:
    """The keys of the remarks on a text."""
    page = SourceText.of("papp.cfg", text.encode())
    read_config(page)
    return [remark.key for remark in page.remarks]


def keys(text: str) -> list[str]:
    """The keys of the mistakes for which a text is refused."""
    with pytest.raises(FormatError) as error:
        config(text)
    return [problem.key.removeprefix("papp.") for problem in error.value.problems]
