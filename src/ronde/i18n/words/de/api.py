"""Was die API zu Programmen sagt."""

WORDS = {
    "token": "Diese Adresse braucht ein gültiges Token, als „Bearer“ in der Kopfzeile Authorization. Der Hauptturnierleiter macht eines auf der Seite der Arbeitsplätze.",
    "right": "Dieses Token hat im Turnier „{slug}“ nicht das Recht „{right}“.",
    "no-tournament": "Unter dieser Adresse gibt es kein Turnier.",
    "key": "Ein Idempotency-Key hat höchstens {most} Zeichen: Buchstaben ohne Akzente, Ziffern, - und _.",
    "if-match": "If-Match enthält das ETag einer Antwort, in Anführungszeichen, oder *.",
    "unreadable": "Die Anfrage ist nicht lesbar: {detail}",
}
