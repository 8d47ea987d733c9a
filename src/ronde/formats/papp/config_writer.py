"""Writes a configuration that PAPP reads back (papp 3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

import msgspec

from ronde.formats.papp.config import FILE_KINDS, LIST_KINDS, MOST_ROUNDS, FileNames, PappConfig, trimmed
from ronde.formats.papp.players import plain_string
from ronde.model.errors import RuleError
from ronde.model.result import Board
from ronde.model.settings import CAP, Penalties, Settings, Zone, check_settings

# Writes a configuration that PAPP reads back (papp 3.2).


USUAL_FILES = FileNames(
    pairings="round###.txt", results="resul###.txt", standings="stand###.txt", crosstable="cross###.htm"
)
"""The list files of a tournament that was not imported from PAPP."""


def usual_config() -> PappConfig:
    """The configuration for an arbiter who has none yet; newcomers get numbers beyond the base."""
    return PappConfig(files=USUAL_FILES, zones=(Zone(3200, 3349, "PG"), Zone(9000, 9500)))


def config_for(settings: Settings, config: PappConfig) -> PappConfig:
    """The configuration with everything the settings decide; files, saving and printing stay."""
    board = settings.board
    first, second = board.colours
    return replace(
        config,
        country=plain_string(settings.country),
        bye=int(board.bye),
        total=board.total,
        colours=None if board.colours == Board().colours else (plain_string(first), plain_string(second)),
        relative=board.relative,
        zones=tuple(replace(zone, country=plain_string(zone.country)) for zone in settings.zones),
        penalties=_tidy(settings.penalties),
    )


def _tidy(penalties: Penalties) -> Penalties:
    return replace(
        penalties,
        colour=replace(penalties.colour, imbalance=trimmed(list(penalties.colour.imbalance))),
        float=replace(penalties.float, half_points=trimmed(list(penalties.float.half_points))),
        chauvinism=trimmed(list(penalties.chauvinism[:MOST_ROUNDS]) or [0]),
        elitism=trimmed(list(penalties.elitism[:MOST_ROUNDS]) or [0]),
    )


def write_config(config: PappConfig) -> str:
    """The configuration in PAPP's grammar."""
    lines = ["#! papp", "# Written by Ronde.", *_options(config), *_files(config.files)]
    if config.colours is not None:
        lines.append(_colours(config.colours))
    lines += [_zone(zone) for zone in config.zones]
    if config.brightwell is not None:
        lines.append(f"BQ-double = {config.brightwell:.6f};")
    if config.round_robin is not None:
        lines.append(f"toutes-rondes = {config.round_robin[0]}-{config.round_robin[1]} joueurs;")
    return "".join(f"{line}\n" for line in (*lines, *_penalties(config.penalties)))


def write_changes(config: PappConfig, before: PappConfig) -> str:
    """The commands by which a workfile turns one configuration into another; empty if they are equal.

    No command removes zones: those of `before` stay.
    """
    lines = [new for new, old in zip(_options(config), _options(before), strict=True) if new != old]
    for word, field in FILE_KINDS.items():
        name = getattr(config.files, field)
        if word in LIST_KINDS and name != getattr(before.files, field):
            lines.append(f'Fichier {word} = "{plain_string(name)}";')
    if config.colours != before.colours:
        lines.append(_colours(config.colours or Board().colours))
    lines += [_zone(zone) for zone in config.zones if zone not in before.zones]
    if config.penalties != before.penalties:
        lines += _penalties(config.penalties)
    return "".join(f"{line}\n" for line in lines)


def _options(config: PappConfig) -> list[str]:
    """The commands every configuration has, one a line."""
    return [
        f'Pays = "{config.country}";',
        f"Score-bip = {config.bye}/{config.total};",
        f"dossier {_truth(config.subfolder)};",
        f"XML {_truth(config.xml)};",
        f"Sauvegarde {'immediate' if config.immediate else 'differee'};",
        f"Impression {f'automatique {config.copies}' if config.copies else 'manuelle'};",
        f"Affichage-pions {'relatif' if config.relative else 'absolu'};",
    ]


def _colours(names: tuple[str, str]) -> str:
    return f'Couleurs = {{ "{names[0]}", "{names[1]}" }};'


def _zone(zone: Zone) -> str:
    country = f' "{zone.country}"' if zone.country else ""
    return f"zone-insertion{country} = {zone.first}-{zone.last};"


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _files(files: FileNames) -> Iterable[str]:
    for word, field in FILE_KINDS.items():
        name = getattr(files, field)
        if word != "intermediaire" and name:
            yield f'Fichier {word} = "{plain_string(name)}";'


def _penalties(penalties: Penalties) -> Iterable[str]:
    colour, floats, repetition = penalties.colour, penalties.float, penalties.repetition
    yield "Penalites {"
    yield "\tCouleur:"
    yield from _entries(colour.imbalance, "fois")
    yield f"\t\tde-suite = {_price(colour.again)};"
    yield "\tFlottement:"
    yield from _entries(floats.half_points, "demi-points")
    yield f"\t\tde-suite = {_price(floats.again)}; minoration = {_price(floats.compensation)};"
    yield "\tRepetition:"
    yield f"\t\tbip-bip = {_price(repetition.bye_again)}; de-suite = {_price(repetition.in_a_row)};"
    yield f"\t\tcouleurs-opposees = {_price(repetition.opposite_colours)};"
    yield f"\t\tmemes-couleurs = {_price(repetition.same_colours)};"
    yield "\tChauvinisme:"
    yield from _by_round(penalties.chauvinism)
    yield "\tElitisme:"
    yield from _by_round(penalties.elitism)
    yield "};"


def _entries(table: tuple[int, ...], unit: str) -> Iterable[str]:
    """The last entry applies to everything beyond it, so it must have `+`."""
    for index, price in enumerate(table[1:], start=1):
        last = "+" if index == len(table) - 1 else ""
        yield f"\t\t{index}{last} {unit} = {_price(price)};"


def _by_round(table: tuple[int, ...]) -> Iterable[str]:
    before = None
    for number, price in enumerate(table, start=1):
        if price != before:
            yield f"\t\tronde {number}+ = {_price(price)};"
        before = price


def _price(price: int) -> str:
    return "INFINI" if price == CAP else str(price)


# The comment with settings which PAPP does not have or can only store in part.


KEY = "settings"
_PAPP = ("rounds", "board", "brightwell", "penalties", "country", "zones")
"""The settings that PAPP has; its files take precedence if they no longer agree with the note."""


def without_comment(settings: Settings) -> Settings:
    """The settings as restored from PAPP's files alone."""
    config = config_for(settings, PappConfig())
    rounds = min(settings.rounds, MOST_ROUNDS)
    return config.settings(rounds=rounds, brightwell=float(f"{settings.brightwell:.6f}"))


def settings_note(settings: Settings) -> dict[str, Any]:
    """The settings that PAPP's files leave out; empty if none."""
    kept = without_comment(settings)
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
    if without_comment(candidate) == without_comment(settings):
        return candidate
    return replace(candidate, **{name: getattr(settings, name) for name in _PAPP})
