"""What the program that checks a proof leaves open."""

WORDS = {
    "costs": "Nicht geprüft: dass die Kosten aus den Regeln und den Ergebnissen folgen.",
    "ranks": "Nicht geprüft: die Ränge, wer nicht gegeneinander spielen darf und wer spielfrei ist.",
    "schedule": "Nicht geprüft: wer abwesend war.",
    "bracket": "Nicht geprüft: dass der Turnierbaum aus der Setzliste und den Ergebnissen folgt.",
    "criteria": "Nicht geprüft: dass keine andere Paarung die Kriterien C4 bis C21 besser erfüllt; ein so kurzes Programm kann das nicht.",
    "foreign": "Nicht geprüft: alles Übrige, denn Ronde hat diese Runde nicht selbst gepaart.",
}
