"""The language in which a person has set up the machine."""

from __future__ import annotations

from locale import windows_locale


def system_language() -> str:
    """The language of Windows' own menus, such as `fr_FR`; empty elsewhere, where the environment says it."""
    import ctypes  # every command comes by here, and few ask

    windows = getattr(ctypes, "windll", None)
    if windows is None:
        return ""
    return windows_locale.get(windows.kernel32.GetUserDefaultUILanguage(), "")
