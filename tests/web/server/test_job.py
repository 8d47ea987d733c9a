"""Jobs for workers and their answers, as frames."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.web.server.job import LARGEST, SIZE, Done, Job, framed, length, read_done, read_job

texts = st.text(max_size=30)


@given(
    st.builds(
        Job, texts, texts, st.integers(0, 99), texts, headers=st.lists(st.tuples(texts, texts), max_size=3)
    )
)
def test_a_job_is_read_as_it_was_sent(job: Job) -> None:
    frame = framed(job)

    assert length(frame[:SIZE]) == len(frame) - SIZE
    assert read_job(frame[SIZE:]) == job


@given(
    st.builds(Done, st.integers(100, 599), st.binary(max_size=100), st.dictionaries(texts, texts, max_size=3))
)
def test_an_answer_is_read_as_it_was_sent(done: Done) -> None:
    assert read_done(framed(done)[SIZE:]) == done


def test_a_frame_that_nobody_of_ours_sends_is_refused() -> None:
    assert length(LARGEST.to_bytes(SIZE, "big")) == LARGEST
    with pytest.raises(ValueError, match=str(LARGEST + 1)):
        length((LARGEST + 1).to_bytes(SIZE, "big"))
