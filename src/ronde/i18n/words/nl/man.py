"""Words of the pages for man."""

WORDS = {
    "name": "Naam",
    "synopsis": "Overzicht",
    "description": "Beschrijving",
    "arguments": "Argumenten",
    "options": "Opties",
    "commands": "Opdrachten",
    "environment": "Omgeving",
    "status": "Afsluitstatus",
    "see-also": "Zie ook",
    "see-also-text": "“ronde man OPDRACHT” toont de pagina van een opdracht, “ronde OPDRACHT --help” hetzelfde in het kort.",
    "variable-RONDE_LANG": "De taal: en, fr, de of nl; anders die van het systeem.",
    "variable-RONDE_DATABASE": "Het adres van de PostgreSQL-server van de toernooien die pg:NAAM heten.",
    "variable-RONDE_JSON": "Met 1 geeft --json de eerste vorm van de gegevens: dagen zoals getypt, en 0 voor spelers zonder rating.",
    "variable-NO_COLOR": "Geen kleuren, als ze is gezet.",
    "status-0": "Gedaan.",
    "status-1": "De actie is geweigerd; de foutuitvoer zegt waarom.",
    "status-2": "De opdrachtregel is fout.",
    "status-130": "Onderbroken.",
}
