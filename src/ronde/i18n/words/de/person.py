"""Was über eine Person gespeichert ist, und wie es gelöscht wird."""

WORDS = {
    "title": "Was über diesen Spieler gespeichert ist",
    "go": "Gespeicherte Daten",
    "intro": "Alles, was dieses Turnier über {player} speichert, für die Person zum Lesen oder Mitnehmen.",
    "card": "Karte",
    "journal": "Im Journal",
    "files": "Dateien und Sicherungen mit dem Namen",
    "none": "Keine.",
    "known": "Diese Person ist auch unter den bekannten Personen dieses Rechners.",
    "take": "Als JSON speichern",
    "erase": "Diese Person löschen",
    "sure": "Ich weiß, dass es endgültig ist",
    "erase-says": "{player} heißt danach „{name}“ im Turnier, in seinem Verlauf, seinen Sicherungen und den veröffentlichten Seiten; Telefon, E-Mail, Geburtsdatum, Bemerkung und FIDE-Eintrag verschwinden, und Originaldateien mit dem Namen werden entfernt. Ergebnisse und Rangliste bleiben. Das ist endgültig. Kopien an anderen Orten wie Downloads, Ausdrucke und Sicherungen des ganzen Ordners werden nicht erreicht.",
    "erased": "Die Person ist gelöscht und heißt jetzt „{name}“. Ergebnisse und Rangliste bleiben.",
    "deleted": "Gelöscht, weil sie den Namen enthielten und nicht lesbar waren: {files}",
    "left": "Der Name steht noch in diesen Dateien, die nicht zum Turnier gehören: {files}",
    "tick": "Bestätigen Sie, dass Sie wissen, dass es endgültig ist; nichts wurde gelöscht.",
}
