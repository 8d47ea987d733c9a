"""The register of sessions, links and keys beside the tournaments."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ronde.web.server.account_store import NAME, AccountStore, store_folder, store_path


def test_a_key_is_made_once_and_kept(tmp_path: Path) -> None:
    with closing(AccountStore(tmp_path / NAME)) as register:
        key = register.key("links")
        assert register.key("links") == key != register.key("others")

    with closing(AccountStore(tmp_path / NAME)) as again:
        assert again.key("links") == key
        assert len(key) == 32


def test_an_order_that_fails_changes_nothing(tmp_path: Path) -> None:
    with closing(AccountStore(tmp_path / NAME)) as register:
        register.key("links")
        with pytest.raises(sqlite3.IntegrityError):
            register.write("INSERT INTO key SELECT name, value FROM key")
        assert len(register.rows("SELECT * FROM key")) == 1
        assert register.row("SELECT * FROM key WHERE name = ?", "nothing") is None


def test_a_damaged_register_is_set_aside_and_begun_anew(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"not a database, " * 100)
    with closing(AccountStore(tmp_path / NAME)) as register:
        assert register.key("links")

    assert len(list(tmp_path.iterdir())) >= 2, "what was there is kept"


def test_the_address_of_the_server_is_the_one_it_had_last() -> None:
    register = AccountStore()

    assert register.address() == ""
    register.move("http://one")
    register.move("http://two")
    assert register.address() == "http://two"


def test_it_lies_in_the_folder_of_the_tournaments(tmp_path: Path) -> None:
    assert store_folder([tmp_path]) == tmp_path
    assert store_folder([tmp_path / "open.ronde"]) == tmp_path
    assert store_path([tmp_path]) == tmp_path / NAME
