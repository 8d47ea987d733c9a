"""The last values of a page that several threads use."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from ronde.web.desk.uploads import LruCache


def test_the_oldest_is_dropped_for_a_new_one() -> None:
    recent = LruCache[int](2)

    assert [recent.put(key, number) for number, key in enumerate("abc")] == [None, None, 0]
    assert [recent.get(key) for key in "abc"] == [None, 1, 2]


def test_what_is_put_again_is_the_newest_and_nothing_is_dropped_for_it() -> None:
    recent = LruCache[int](2)
    recent.put("a", 1)
    recent.put("b", 2)

    assert recent.put("a", 3) is None
    assert recent.put("c", 4) == 2


def test_of_many_threads_one_gets_a_value() -> None:
    recent = LruCache[str](2)
    with ThreadPoolExecutor(8) as threads:
        for _ in range(200):
            recent.put("notice", "said")
            told = list(threads.map(lambda _: recent.pop("notice"), range(8)))
            assert told.count("said") == 1
