"""Messages of the API for programs."""

WORDS = {
    "token": "This address needs a valid token, as “Bearer” in the header Authorization. The chief arbiter makes one on the page of seats.",
    "right": "This token does not have the right “{right}” in the tournament “{slug}”.",
    "no-tournament": "There is no tournament at this address.",
    "key": "An Idempotency-Key has at most {most} characters: letters without accents, digits, - and _.",
    "if-match": "If-Match holds the ETag of an answer, in quotation marks, or *.",
    "unreadable": "The request cannot be read: {detail}",
}
