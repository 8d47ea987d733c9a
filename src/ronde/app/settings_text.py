"""Settings by name: `board.total=64`, `tiebreaks=brightwell,discs`, `penalties.colour.again=15`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from ronde.model.errors import SettingUnknown
from ronde.model.groups import read_group, write_group
from ronde.model.names import clean_time
from ronde.model.player import check_printable, clean_country, clean_name
from ronde.model.settings import CAP, TIMES, ZONES, Settings, impossible, limits
from ronde.model.system_settings import OFF, plainly_named
from ronde.model.systems import SYSTEMS

CATEGORIES = "u12=Under 12, w=Women"
"""How categories are written: abbreviations of letters and digits, each with its name."""


def flat(settings: Settings) -> dict[str, Any]:
    """Every setting under its dotted name."""
    return dict(_leaves("", msgspec.to_builtins(settings)))


def _leaves(prefix: str, value: Any) -> list[tuple[str, Any]]:
    if not isinstance(value, dict):
        return [(prefix, value)]
    return [
        leaf for key, inner in value.items() for leaf in _leaves(f"{prefix}.{key}" if prefix else key, inner)
    ]


def settings_list(data: Mapping[str, Any], asked: Collection[str]) -> str:
    """The requested settings, one a line; by default all that apply to this system."""
    for key in asked:
        if key not in data:
            raise SettingUnknown(setting=key)
    system = SYSTEMS[data["system"]]
    chosen = asked or [key for key in data if system.uses(key)]
    return "\n".join(f"{key} = {setting_text(data[key])}" for key in data if key in chosen)


def split_change(text: str) -> tuple[str, str]:
    """`key=value` as two texts."""
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise SettingUnknown(setting=text)
    return key.strip(), value.strip()


def changed_settings(settings: Settings, wishes: Mapping[str, str]) -> Settings:
    """The settings with some of them replaced by what was typed."""
    tree = msgspec.to_builtins(settings)
    known = flat(settings)
    for key, text in wishes.items():
        if key not in known:
            raise SettingUnknown(setting=key)
        *path, last = key.split(".")
        branch = tree
        for part in path:
            branch = branch[part]
        branch[last] = _typed(text, known[key], key)
        settings = _converted(tree, key, text, allowed_values(settings, key, known[key]))
    return settings


def allowed_values(settings: Settings, key: str, before: Any) -> object:
    """The allowed values of a setting."""
    listed = {name: possible for name, _, _, possible in limits(settings)}
    if key in listed:
        return listed[key]
    if isinstance(before, bool):
        return ("true", "false")
    return f"0-{CAP}" if key.startswith("penalties.") else "ABC"


def _converted(tree: Any, key: str, text: str, possible: object) -> Settings:
    try:
        return msgspec.convert(tree, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise impossible(key, text, possible) from error


def setting_text(value: Any) -> str:
    """A setting in the form in which it is typed."""
    if isinstance(value, list | tuple):
        return ",".join(setting_text(item) for item in value)
    if isinstance(value, dict):
        numbers = f"{value['first']}-{value['last']}"
        return f"{value['country']}:{numbers}" if value["country"] else numbers
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # a bye of 24 discs, as everybody types it
    return "none" if value is None else str(value)


def _typed(text: str, before: Any, key: str) -> Any:
    if key == "times":
        return [_time(part.strip()) for part in text.rstrip(", ").split(",")] if text.strip(", ") else []
    if key == "zones":
        return [_zone(part) for part in text.split(",") if part]
    if key == "groups":
        return [_group(part) for part in text.split(",") if part.strip()]
    if isinstance(before, list | tuple):
        return [clean_name(part, field=key) for part in text.split(",") if part.strip()]
    if isinstance(before, str):
        return _tidy(text, key)
    if isinstance(before, float):
        return text.replace(",", ".")  # the French decimal comma
    if key.startswith("keizer.shares."):
        return text.strip().removesuffix("%").rstrip()  # a percentage may have its sign
    if key in ("cap", "dutch.bye"):
        return None if text.lower() in ("", "none", "exact") else text.replace(",", ".")
    return text


def _tidy(text: str, key: str) -> str:
    """A text that is safe in lists; the long ones are unchanged."""
    if key == "public.css":
        return text  # it has several lines; its limits are checked with the others
    if key in ("keizer.categories", "keizer.time_bonus", "public.logo"):
        check_printable(text, field=key)
        if key == "keizer.categories" and not text.startswith(OFF) and not plainly_named(text):
            raise impossible(key, text[:60], CATEGORIES)
        return text
    return clean_country(text, field=key) if key == "country" else clean_name(text, field=key, needed=False)


def _time(text: str) -> str:
    time = clean_time(text)
    if text and not time:
        raise impossible("times", text, TIMES)
    return time


def _group(text: str) -> str:
    """A group as we write it; an unreadable one is refused with the other limits."""
    cleaned = clean_name(text, field="groups")
    try:
        return write_group(read_group(cleaned))
    except ValueError:
        return cleaned


def _zone(text: str) -> dict[str, Any]:
    """`FRA:1000-1999`, or `9000-9500` for any country."""
    country, _, numbers = text.rpartition(":")
    first, _, last = numbers.partition("-")
    if not all(re.fullmatch(r"\s*[0-9]{1,9}\s*", end) for end in (first, last)):
        raise impossible("zones", text, ZONES)
    return {
        "first": int(first),
        "last": int(last),
        "country": clean_country(country, field="zones"),
    }
