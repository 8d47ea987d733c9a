"""Wat over een persoon wordt bewaard, en hoe het wordt gewist."""

WORDS = {
    "title": "Wat over deze speler wordt bewaard",
    "go": "Bewaarde gegevens",
    "intro": "Alles wat dit toernooi over {player} bewaart, voor de persoon om te lezen of mee te nemen.",
    "card": "Kaart",
    "journal": "In het journaal",
    "files": "Bestanden en reservekopieën met de naam",
    "none": "Geen.",
    "known": "Deze persoon staat ook bij de bekende spelers van deze computer.",
    "take": "Opslaan als JSON",
    "erase": "Deze persoon wissen",
    "sure": "Ik weet dat dit definitief is",
    "erase-says": "{player} heet daarna “{name}” in het toernooi, de geschiedenis, de reservekopieën en de gepubliceerde pagina's; telefoon, e-mail, geboortedatum, opmerking en FIDE-gegevens verdwijnen, en oorspronkelijke bestanden met de naam worden verwijderd. Uitslagen en stand blijven. Dit is definitief. Kopieën elders, zoals downloads, afdrukken en reservekopieën van de hele map, worden niet bereikt.",
    "erased": "De persoon is gewist en heet nu “{name}”. Uitslagen en stand blijven.",
    "deleted": "Verwijderd, omdat ze de naam bevatten en onleesbaar waren: {files}",
    "left": "De naam staat nog in deze bestanden, die niet bij het toernooi horen: {files}",
    "tick": "Vink aan dat u weet dat dit definitief is; er is niets gewist.",
}
