"""What the screens of the hall say, and the page that steers them."""

WORDS = {
    "title": "Screen of the hall",
    "steer": "Screens",
    "rule": "Every screen that shows this address does what you choose here:",
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
    "seconds": "Seconds a page",
    "rows": "Rows a page, 0 for as many as fit",
    "message": "Announcement",
    "show": "Show",
}
