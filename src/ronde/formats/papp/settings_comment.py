"""The comment with settings which PAPP does not have or can only store in part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import msgspec

from ronde.core.errors import RuleError
from ronde.core.settings import Settings, check_settings
from ronde.formats.papp.read.config import MOST_ROUNDS, PappConfig
from ronde.formats.papp.write.configtext import config_for

KEY = "settings"
_PAPP = ("rounds", "board", "brightwell", "penalties", "country", "zones")
"""The settings that PAPP has; its files take precedence if they no longer agree with the note."""


def as_told(settings: Settings) -> Settings:
    """The settings as restored from PAPP's files alone."""
    config = config_for(settings, PappConfig())
    rounds = min(settings.rounds, MOST_ROUNDS)
    return config.settings(rounds=rounds, brightwell=float(f"{settings.brightwell:.6f}"))


def settings_note(settings: Settings) -> dict[str, Any]:
    """The settings that PAPP's files leave out; empty if none."""
    kept = as_told(settings)
    lost = {
        field.name: msgspec.to_builtins(getattr(settings, field.name))
        for field in fields(Settings)
        if getattr(settings, field.name) != getattr(kept, field.name)
    }
    return {KEY: lost} if lost else {}


def settings_with(settings: Settings, note: Mapping[str, Any]) -> Settings:
    """The settings of PAPP's files with what the note adds; an invalid note adds nothing."""
    lost = note.get(KEY)
    if not isinstance(lost, dict):
        return settings
    names = {field.name for field in fields(Settings)}
    merged = msgspec.to_builtins(settings) | {name: lost[name] for name in names & lost.keys()}
    try:
        candidate = msgspec.convert(merged, Settings)
        check_settings(candidate)
    except (msgspec.ValidationError, RuleError, ValueError, OverflowError):
        return settings
    if as_told(candidate) == as_told(settings):
        return candidate
    return replace(candidate, **{name: getattr(settings, name) for name in _PAPP})
