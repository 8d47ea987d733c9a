"""The wall list of Go, and its criteria as columns of the standings."""

from __future__ import annotations

from ronde.formats.egf.h9 import cell_text
from ronde.formats.egf.wall import WallRow, number_text, scores_head, short_name, wall_list
from ronde.i18n import figures, say
from ronde.model.go import write_rank
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.render.listing import Cell, Column, Listing, ListRow
from ronde.standings import members
from ronde.standings.go.ranks import main_score
from ronde.systems import Row


def criteria_columns(settings: Settings) -> list[Column]:
    main = main_score(settings)
    keys = {name: "points" if name == main else name for name in settings.tiebreaks}
    return [Column(key, short_name(name), right=True) for name, key in keys.items()]


def criteria_cells(tournament: Tournament, row: Row, language: str) -> list[Cell]:
    """The criteria of Go in their order, the main score among them."""
    main = main_score(tournament.settings)
    names = tournament.settings.tiebreaks
    values = [row.points if name == main else row.tiebreaks[name] for name in names]
    return [Cell(figures(number_text(value), language), value) for value in values]


def wall_listing(tournament: Tournament, after: int, language: str, category: str | None = None) -> Listing:
    """The wall list of Go: opponents by line, so that shared places leave no doubt (go 7.2)."""
    heads = {
        "line": "#",
        "place": say("lists.place", language),
        "name": say("lists.name", language),
        "rank": say("golists.rank", language),
        "club": say("lists.club", language),
        "country": say("lists.country", language),
    }
    rounds = {f"round-{at}": str(at) for at in range(1, after + 1)}
    scores = {f"score-{at}": head for at, head in enumerate(scores_head(tournament.settings))}
    right = ("line", "place", *rounds, *scores)
    columns = [Column(key, head, right=key in right) for key, head in (heads | rounds | scores).items()]
    inside = members(tournament, category) if category else tournament.players
    made = wall_list(tournament, everybody=True, rounds=tournament.closed_rounds[:after])
    rows = [_wall_row(tournament, row, language) for row in made if row.card.id in inside]
    return Listing(tuple(columns), tuple(rows))


def _wall_row(tournament: Tournament, row: WallRow, language: str) -> ListRow:
    card = row.card
    cells = [
        Cell(str(row.line), row.line),
        Cell("" if row.shared else str(row.place), row.place),
        Cell(card.full_name, player=card.id),
        Cell(write_rank(row.rank).lower()),
        Cell(card.club),
        Cell(card.country),
        *(Cell(cell_text(cell).strip()) for cell in row.cells),
        *(Cell(figures(score, language)) for score in row.scores),
    ]
    return ListRow(tuple(cells), card.id, tournament.has_left(card.id))
