"""Ratinglijsten van go."""

WORDS = {
    "row": "dit is geen regel van de lijst: {text}",
}
