"""The projector screens, and the page that controls them."""

WORDS = {
    "title": "Hall screen",
    "steer": "Screens",
    "rule": "All screens open at this address show what you choose here:",
    "view": "What is shown",
    "name-pairings": "Pairings by table",
    "name-names": "Pairings by name",
    "name-results": "Results",
    "name-standings": "Standings",
    "view-pairings": "Round {round}",
    "view-names": "Round {round}, by name",
    "view-results": "Round {round}: results",
    "view-standings": "Standings",
    "page": "page",
    "in-turn": "all pages in turn",
    "languages": "Languages",
    "own-language": "that of the browser",
    "seconds": "Seconds per page",
    "rows": "Rows per page (0: as many as fit)",
    "message": "Announcement",
    "show": "Show",
}
