"""Every package that ./go installs is pinned by hash, and nothing names where it comes from."""

from __future__ import annotations

import re

import pytest
from tests.support.root import ROOT


@pytest.mark.parametrize("name", ["run", "dev"])
def test_every_package_of_a_list_has_hashes_and_no_place(name: str) -> None:
    text = (ROOT / "lock" / f"{name}.txt").read_text(encoding="utf-8")
    entries = [line for line in text.replace("\\\n", "").splitlines() if not line.startswith("#")]

    assert len(entries) > 30
    assert "://" not in text
    for entry in entries:
        assert re.fullmatch(r"[a-z0-9.-]+==[^ ]+( ; [^-]+?)?(\s+--hash=sha256:[0-9a-f]{64})+", entry), entry


def test_go_installs_by_hash_and_fetches_nothing_else() -> None:
    script = (ROOT / "go").read_text(encoding="utf-8")
    lines = [line.strip() for line in script.splitlines() if line.strip().startswith('"$@" ')]

    assert lines == [
        '"$@" --require-hashes --only-binary :all: -r "$list"',
        '"$@" --no-index --no-deps --no-build-isolation -e "$here"',
    ]
