"""Reads a configuration or a workfile: the same commands are legal in both (papp 3.2)."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field, replace

from ronde.core.player import PlayerId
from ronde.formats.papp.read import penaltyblock
from ronde.formats.papp.read.config import PappConfig
from ronde.formats.papp.read.cursor import Cursor, Unexpected
from ronde.formats.papp.read.lexer import Token
from ronde.formats.papp.read.options import OPTIONS
from ronde.formats.papp.read.page import Enough, SourceText
from ronde.formats.papp.read.statements import HEADERS, MARKS, WORDS, Statement, Teller, simple_pairs
from ronde.formats.papp.read.story import Story


@dataclass(slots=True)
class Read:
    """The contents of the files read so far."""

    config: PappConfig = field(default_factory=PappConfig)
    story: Story = field(default_factory=Story)
    notes: list[Token] = field(default_factory=list)


def read_commands(page: SourceText, read: Read, base: Container[PlayerId]) -> None:
    """Apply everything the page says to `read`; FormatError if anything in it is wrong."""
    cursor = Cursor(page)
    teller = Teller(read.story, base, read.config.total)
    block_at = 0
    try:
        while cursor.token.kind != "end":
            if cursor.token.kind == "(" and simple_pairs(cursor, teller):
                continue
            if cursor.token.kind == "word" and cursor.token.text in ("penalites", "penalite"):
                block_at = cursor.token.at
            _command(cursor, read, teller)
        penaltyblock.check(read.config.penalties, page, block_at)
    except Enough:
        pass
    read.notes += cursor.notes
    page.settle()


def _command(cursor: Cursor, read: Read, teller: Teller) -> None:
    """Parse one command with its semicolon; after a mistake, skip to the next one."""
    start = cursor.token
    try:
        if start.kind != ";":
            _perform(cursor, read, teller)
        cursor.expect(";", "semicolon-missing")
    except Unexpected as error:
        cursor.page.refuse(error.key, error.at, error.text)
        if error.key != "semicolon-missing" or not _starts_command(cursor.token) or cursor.token is start:
            cursor.skip_past(";")


def _starts_command(token: Token) -> bool:
    known = token.text in OPTIONS or token.text in ("penalites", "penalite")
    return _statement(token) is not None or (token.kind == "word" and known)


def _perform(cursor: Cursor, read: Read, teller: Teller) -> None:
    token = cursor.token
    statement = _statement(token)
    if statement is not None:
        cursor.take()
        statement(cursor, teller)
    elif token.kind == "word" and token.text in OPTIONS:
        cursor.take()
        read.config = OPTIONS[token.text](cursor, read.config)
        teller.total = read.config.total
    elif cursor.accept_word("penalites", "penalite"):
        read.config = replace(read.config, penalties=penaltyblock.read_penalties(cursor))
    else:
        raise cursor.unexpected("command-unknown")


def _statement(token: Token) -> Statement | None:
    if token.kind == "word":
        return WORDS.get(token.text)
    return HEADERS.get(token.text) if token.kind == "header" else MARKS.get(token.kind)
