"""Meldingen van de API voor programma's."""

WORDS = {
    "token": "Dit adres vraagt om een geldig token, als “Bearer” in de header Authorization. De hoofdwedstrijdleider maakt er een op de pagina van de werkplekken.",
    "right": "Dit token heeft het recht “{right}” niet in het toernooi “{slug}”.",
    "no-tournament": "Op dit adres is geen toernooi.",
    "key": "Een Idempotency-Key heeft hoogstens {most} tekens: letters zonder accenten, cijfers, - en _.",
    "if-match": "If-Match bevat de ETag van een antwoord, tussen aanhalingstekens, of *.",
    "unreadable": "Het verzoek is onleesbaar: {detail}",
}
