"""What is kept about a person, and how it is erased."""

WORDS = {
    "title": "What is kept about this player",
    "go": "Kept data",
    "intro": "Everything that this tournament keeps about {player}, for the person to read or to take along.",
    "card": "Card",
    "journal": "In the journal",
    "files": "Stored files and backups with the name",
    "none": "None.",
    "known": "This person is also among the known people of this computer.",
    "take": "Save as JSON",
    "erase": "Erase this person",
    "sure": "I know that this cannot be undone",
    "erase-says": "{player} becomes “{name}” in the tournament, its history, its backups and the published pages; phone, e-mail, birth date, remark and FIDE entry go, and original files with the name are dropped. Results and standings stay. This cannot be undone. Copies elsewhere, such as downloads, prints and backups of the whole folder, are not reached.",
    "erased": "The person is erased and is now called “{name}”. Results and standings stay.",
    "deleted": "Deleted, because they had the name and could not be read: {files}",
    "left": "The name is still in these files, which do not belong to the tournament: {files}",
    "tick": "Tick that you know that this cannot be undone; nothing was erased.",
}
