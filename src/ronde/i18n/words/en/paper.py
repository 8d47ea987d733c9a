"""Words on printed pages."""

WORDS = {
    "print": "Print",
    "rule": "Pages are made for black and white; the browser prints them or saves them as PDF.",
    "size": "Paper",
    "back": "Back",
    "on-a4": "A4",
    "on-letter": "Letter",
    "kind-pairings": "Pairings by table",
    "kind-names": "Pairings by name",
    "kind-checklist": "Checklist of the round",
    "kind-slips": "Result slips",
    "kind-standings": "Standings",
    "kind-podiums": "Podiums",
    "kind-crosstable": "Crosstable",
    "kind-sheets": "Sheets of the players",
    "kind-cards": "Table cards",
    "signed": "Signatures",
    "personal": "These cards carry personal links: give each one only to its player.",
    "not-personal": "These codes lead to the public page of each player; printed from the desk, they are personal.",
}
