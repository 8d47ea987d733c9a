"""Programs killed at moments nobody chose: what was answered is there, once."""

from __future__ import annotations

from pathlib import Path

from tests.faults.kills import killed_desks, killed_requests, killed_servers


def test_a_script_killed_again_and_again_goes_on_and_loses_no_line_it_answered(tmp_path: Path) -> None:
    tally = killed_desks(tmp_path, seed=1, kills=4)

    assert tally.stories == []
    assert tally.kills >= 1


def test_a_killed_web_server_has_kept_every_result_it_answered(tmp_path: Path) -> None:
    tally = killed_servers(tmp_path, seed=1)

    assert tally.stories == []
    assert tally.kills == 3


def test_a_request_sent_again_after_a_kill_with_its_key_is_done_once(tmp_path: Path) -> None:
    tally = killed_requests(tmp_path)

    assert tally.stories == []
    assert tally.kills == 6
