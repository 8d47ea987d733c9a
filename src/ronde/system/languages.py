"""The language of the operating system."""

from __future__ import annotations

from locale import windows_locale


def system_language() -> str:
    """The language of Windows' own menus, such as `fr_FR`; empty elsewhere, where the environment has it."""
    import ctypes  # slow to import, and few commands need it

    windows = getattr(ctypes, "windll", None)
    if windows is None:
        return ""
    return windows_locale.get(windows.kernel32.GetUserDefaultUILanguage(), "")
