"""What is printed."""

WORDS = {
    "print": "Print",
    "rule": "Every page is made for black and white; the browser prints it or keeps it as PDF.",
    "what": "What",
    "back": "Back",
    "on-a4": "A4",
    "on-letter": "Letter",
    "kind-pairings": "Pairings by table",
    "kind-names": "Pairings by name",
    "kind-slips": "Result slips",
    "kind-standings": "Standings",
    "kind-crosstable": "Crosstable",
    "kind-sheets": "Sheets of the players",
    "kind-cards": "Place cards",
    "signed": "Signatures",
    "personal": "These cards carry personal links: give each to its player only.",
    "not-personal": "These codes lead to the public page of each player; signed in, the desk prints personal ones.",
}
