"""FIDE's rating list: errors in it, and what a new list changed."""

WORDS = {
    "no-head": "the first line is not the head of FIDE's rating list.",
    "zip": "no list can be read from this ZIP ({text}).",
    "number": "“{text}” is not a FIDE number.",
    "name": "“{text}” is not a name.",
    "rating": "“{text}” is not a rating.",
    "taken": "FIDE's list: {new} new, {changed} changed, {gone} gone, {same} unchanged.",
    "was": "before",
    "now": "now",
    "more": ("… and {count} more; --csv lists all.", "… and {count} more; --csv lists all."),
    "no-changes": "Nothing has changed.",
    "changed": "{player}: {field} {was} → {now}",
    "applied": ("{count} player was changed.", "{count} players were changed."),
    "not-applied": (
        "{count} player differs from its list; --apply takes this over.",
        "{count} players differ from their lists; --apply takes this over.",
    ),
}
