"""Deutsche Wörter: ein Modul je Abschnitt, die Schlüssel wie im Englischen."""
