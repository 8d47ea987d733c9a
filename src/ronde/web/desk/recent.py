"""What was put last, by key, at most so much of it; used by several threads."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    def __init__(self, most: int) -> None:
        self.most = most
        self._values: OrderedDict[str, T] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str) -> T | None:
        with self._lock:
            return self._values.get(key)

    def put(self, key: str, value: T) -> T | None:
        """Keep a value; returns the one that is dropped for it, if any."""
        with self._lock:
            self._values.pop(key, None)
            self._values[key] = value
            return self._values.popitem(last=False)[1] if len(self._values) > self.most else None

    def pop(self, key: str) -> T | None:
        with self._lock:
            return self._values.pop(key, None)
