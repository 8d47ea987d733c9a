"""Where tournaments are kept: the journal in SQLite or PostgreSQL, backups, known people."""

from ronde.store.backups import (
    backup_folder,
    backup_name,
    deleted_path,
    newest_good_backup,
    restore,
    rewrite_backup,
    set_aside,
)
from ronde.store.journal import Journal, JournalEntry, KeyedRequest, check_readable
from ronde.store.journals import (
    copy_journal,
    create_journal,
    journal_exists,
    network_notices,
    open_journal,
    with_backup,
)
from ronde.store.postgres import (
    PREFIX,
    PostgresJournal,
    is_server_name,
    listening,
    numbers_on_server,
    tournaments_on_server,
)
from ronde.store.sqlite import SqliteJournal, check_creatable, convert_errors, delete_draft, place_draft
from ronde.store.writeahead import in_use
