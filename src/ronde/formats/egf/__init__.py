"""Files of the federations of Go: results, rating lists, and tournaments of Pairgoth."""

from dataclasses import replace

from ronde.formats.egf.aga import write_aga
from ronde.formats.egf.h9 import write_h9
from ronde.formats.egf.tou import write_tou
from ronde.formats.opengotha.elements import Element
from ronde.formats.opengotha.parameters import GENERAL
from ronde.formats.opengotha.to_tournament import SETS
from ronde.model.settings import usual_settings
from ronde.model.systems import Ranking
from ronde.model.tournament import Tournament

__all__ = ["results_file", "write_aga", "write_h9", "write_tou"]


def results_file(federation: str, tournament: Tournament, kept: Element | None = None) -> bytes:
    """Results for a federation; an imported file may give a short name and ask for short cells."""
    tournament = _with_criteria_of_go(tournament)
    if federation == "aga":
        return write_aga(tournament)
    told = kept or Element("")
    if federation == "ffg":
        name = told.first(SETS, GENERAL).attributes.get("shortName", "")
        return write_tou(tournament, short_name=" ".join(name.split()))
    form = told.first(SETS, "DPParameterSet").attributes.get("gameFormat", "full")
    return write_h9(tournament, short=form == "short")


def _with_criteria_of_go(tournament: Tournament) -> Tournament:
    """The tournament itself, or one of another system ranked as a Swiss of Go is."""
    settings = tournament.settings
    if settings.pairing_system.ranking is Ranking.GO:
        return tournament
    usual = usual_settings("go-swiss").tiebreaks
    return replace(tournament, settings=replace(settings, tiebreaks=usual))
