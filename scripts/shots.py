"""The pictures of `./go screenshots`: pages, devices, and what is clicked before a picture is taken."""

from __future__ import annotations

from dataclasses import dataclass

Steps = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Shot:
    name: str
    path: str
    kind: str = "light"
    language: str = "en"
    seated: bool = False
    steps: Steps = ()
    """What is clicked (`click`), pressed (`press`) or scrolled to (`see`) before the picture is taken."""
    whole: bool = False
    """The whole page instead of the window."""


def click(*wanted: str) -> Steps:
    return tuple(("click", one) for one in wanted)


LIVE = (
    Shot("games-live", "/t/cup/games/live"),
    Shot("games-live-dark", "/t/cup/games/live", "dark", "fr"),
    Shot("games-live-phone", "/t/cup/games/live", "phone", "fr"),
)
PUBLIC = (
    Shot("tournaments", "/?all"),
    Shot("home", "/t/swiss"),
    Shot("home-phone", "/t/swiss", "phone", "fr"),
    Shot("round-by-name", "/t/swiss/round/4?by=name", "dark", "fr"),
    Shot("standings", "/t/swiss/standings"),
    Shot("standings-dark", "/t/swiss/standings", "dark"),
    Shot("standings-phone", "/t/swiss/standings", "phone-dark", "fr"),
    Shot("crosstable", "/t/swiss/crosstable", "light", "fr"),
    Shot("crosstable-phone", "/t/swiss/crosstable", "phone", "fr"),
    Shot("player", "/t/swiss/player/4"),
    Shot("player-phone", "/t/swiss/player/4", "phone", "fr"),
    Shot("teams", "/t/swiss/teams"),
    Shot("keizer", "/t/keizer/standings?explain", "light", "fr", steps=(("see", ".lives"),)),
    Shot("keizer-player", "/t/keizer/player/2", "dark", "fr", steps=(("see", "#points"),)),
    Shot("keizer-phone", "/t/keizer/standings", "phone-dark"),
    Shot("bracket", "/t/cup/bracket"),
    Shot("bracket-dark", "/t/cup/bracket", "dark"),
    Shot("bracket-phone", "/t/cup/bracket", "phone", "fr"),
    Shot("bracket-double", "/t/double/bracket", "light", "fr", whole=True),
    Shot("bracket-places", "/t/places/bracket", "light", "en", whole=True),
    Shot("games", "/t/cup/games", "light", "fr"),
    Shot("game", "/t/cup/game/1-1-1?move=30"),
    Shot("game-phone", "/t/cup/game/1-1-1?move=30", "phone-dark", "fr"),
    Shot("embedded", "/t/swiss/round/4?embed", "phone"),
    Shot("empty", "/t/empty", "light", "fr"),
    Shot("refused", "/t/nothing", "dark", "fr"),
)
HALL = (
    Shot("card-phone", "CARD swiss", "phone", "fr"),
    Shot("card-keizer-phone", "CARD keizer", "phone-dark"),
    Shot("proposals", "/desk/swiss/proposals", seated=True),
    Shot("phones", "/desk/swiss/phones?player=4", seated=True),
    Shot("seats", "/seats", "light", "fr", seated=True),
    Shot("enter", "/enter", "dark", "fr"),
    Shot("screen", "/t/swiss/screen?view=pairings", "screen"),
    Shot("screen-names", "/t/swiss/screen?view=names&lang=fr,en", "screen"),
    Shot("screen-standings", "/t/swiss/screen?view=standings", "screen-dark"),
    Shot("steer", "/desk/swiss/screens", seated=True),
    Shot("print", "/t/swiss/print"),
    Shot("paper-pairings", "/t/swiss/print/pairings", "paper"),
    Shot("paper-names", "/t/swiss/print/names?paper=letter", "letter", "fr"),
    Shot("paper-slips", "/t/swiss/print/slips", "paper", "fr"),
    Shot("paper-standings", "/t/swiss/print/standings", "paper"),
    Shot("paper-crosstable", "/t/swiss/print/crosstable", "paper"),
    Shot("paper-sheets", "/t/swiss/print/sheets", "paper"),
    Shot("paper-cards", "/t/swiss/print/cards", "paper", seated=True),
)
CHESS = (
    Shot("chess-desk", "/desk/chess", seated=True),
    Shot("chess-why", "/t/chess/player/1"),
    Shot("chess-phone", "/t/chess/standings", "phone"),
    Shot("chess-round-phone", "/t/chess/round/4", "phone"),
)
PREVIEW = click("text=/^(Pair the round|Apparier la ronde)/")
DESK = (
    Shot("desk", "/desk/swiss", seated=True),
    Shot("desk-overview", "/desk/swiss/overview", seated=True),
    Shot("desk-past", "/desk/swiss/overview?at=40", "light", "fr", seated=True),
    Shot("desk-standings", "/desk/swiss/standings", seated=True),
    Shot("desk-dark", "/desk/swiss", "dark", "fr", seated=True),
    Shot("desk-keizer", "/desk/keizer", "light", "fr", seated=True),
    Shot("desk-palette", "/desk/swiss", seated=True, steps=(("press", "Control+k"),)),
    Shot("desk-events", "/desk", "light", "fr", seated=True),
    Shot("desk-import", "/house/import", seated=True),
    Shot("desk-tables", "/desk/swiss/tables", seated=True),
    Shot("desk-preview", "/desk/evening/tables", "light", "fr", seated=True, steps=PREVIEW),
    Shot("desk-preview-phone", "/desk/evening/tables", "phone-dark", seated=True, steps=PREVIEW),
    Shot("desk-whynot", "/desk/swiss/whynot?one=1&other=2", "light", "fr", seated=True),
    Shot("desk-empty", "/desk/empty", "light", "fr", seated=True),
    Shot("desk-players", "/desk/swiss/players", seated=True),
    Shot("desk-players-phone", "/desk/keizer/players", "phone", "fr", seated=True),
    Shot("desk-player", "/desk/keizer/player/3", "dark", "fr", seated=True),
    Shot("desk-settings", "/desk/swiss/settings", seated=True),
    Shot("desk-settings-phone", "/desk/keizer/settings", "phone", "fr", seated=True),
    Shot("desk-history", "/desk/swiss/history", seated=True),
    Shot("desk-export", "/desk/swiss/export", "light", "fr", seated=True),
    Shot("desk-correct", "/desk/swiss/correct", seated=True),
    Shot("desk-close", "/desk/swiss/close", "dark", "fr", seated=True),
    Shot("desk-phone", "/desk/swiss", "phone", seated=True),
)
ARBITRE = (
    Shot("arbitre", "/arbitre", seated=True),
    Shot("arbitre-phone", "/arbitre", "phone-dark", "fr"),
    Shot("arbitre-engines", "/arbitre/engines", "light", "fr", seated=True),
    Shot("arbitre-register", "/arbitre/engines/new", seated=True),
    Shot("arbitre-engine", "ENGINE", "light", "fr", seated=True),
    Shot("arbitre-tester", "/arbitre/tester", "light", "fr", seated=True),
    Shot("arbitre-tested", "TESTED", "light", "fr", seated=True, steps=click("form.upright button.strong")),
    Shot("arbitre-game", "GAME", "dark", "fr", seated=True),
    Shot("arbitre-game-phone", "GAME", "phone", "fr", seated=True),
    Shot("arbitre-games", "/arbitre/games", "light", "fr", seated=True),
    Shot("arbitre-new-game", "/arbitre/games/new", seated=True),
    Shot("arbitre-ladder", "/arbitre/ladder", "light", "fr", seated=True),
    Shot("arbitre-competitions", "/arbitre/competitions", "light", "fr", seated=True),
    Shot("arbitre-new-competition", "/arbitre/competitions/new", "light", "fr", seated=True),
    Shot("arbitre-accounts", "/arbitre/accounts", "dark", "fr", seated=True),
    Shot("arbitre-enter", "/enter", "light", "fr"),
)
SHOTS = (*LIVE, *PUBLIC, *CHESS, *HALL, *DESK, *ARBITRE)
