"""Waarom een actie nu niet mogelijk is."""

WORDS = {
    "no-players": "Er is nog geen speler ingeschreven.",
    "no-tables": "De ronde heeft nog geen paringen.",
    "nobody-to-pair": "Er moeten minstens twee spelers beschikbaar zijn.",
    "no-games": "Er is nog geen partij ingedeeld.",
    "no-round-closed": "Er is nog geen ronde afgesloten.",
    "nobody-away": "Niemand is afwezig.",
    "round-started": "De open ronde is ingedeeld: hef eerst de paringen op.",
    "final-begun": "De finale is al begonnen.",
    "no-final": "Een finale volgt op een Zwitsers toernooi of een competitie.",
}
