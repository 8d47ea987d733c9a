"""Groups of the kernel, where one was handed to us."""

from __future__ import annotations

from pathlib import Path

from ronde.engines.cgroup import delegated, make, ran_out, remove


def test_a_group_is_made_only_where_one_was_handed_to_us() -> None:
    group = make("ronde-test", memory=64, processes=4)
    if delegated() is None:
        assert group is None
        return
    assert group is not None
    assert (group / "memory.max").read_text().strip() == str(64 << 20)
    remove(group)
    assert not group.exists()


def test_the_kernels_own_tally_tells_whether_memory_ran_out(tmp_path: Path) -> None:
    assert not ran_out(tmp_path)
    (tmp_path / "memory.events").write_text("low 0\noom 3\noom_kill 0\n")
    assert not ran_out(tmp_path)
    (tmp_path / "memory.events").write_text("oom 3\noom_kill 1\n")
    assert ran_out(tmp_path)


def test_a_group_that_is_gone_is_removed_already(tmp_path: Path) -> None:
    remove(tmp_path / "gone")

    assert list(tmp_path.iterdir()) == []
