"""Every listener is a socket: the server is not stopped by a limit that was meant for older programs."""

from __future__ import annotations

import re
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.store.halls import hall
from tests.support.web_server import server

pytestmark = pytest.mark.full

SOFT = 256


@pytest.fixture
def few_files() -> Iterator[int]:
    """A soft limit of few files for whatever is started now; the hard one as it is."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (SOFT, hard))
    yield hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_the_server_takes_as_many_files_as_the_machine_allows(few_files: int, tmp_path: Path) -> None:
    hall(tmp_path / "open.ronde").close()

    with server(tmp_path, cold=True) as (browser, _, process):
        assert browser.get("/t/open").status == 200
        limits = Path(f"/proc/{process.pid}/limits").read_text()

    found = re.search(r"Max open files +(\d+)", limits)
    assert found is not None
    assert int(found[1]) == few_files > SOFT
