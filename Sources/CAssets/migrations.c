// A file added to Migrations/ needs its bytes and its entry here; a test fails until it has them.
#include "assets.h"

FILE_BYTES(sqlite_0001)
#embed "../../Migrations/sqlite/0001_sessions.sql"
FILE_END

FILE_BYTES(sqlite_0002)
#embed "../../Migrations/sqlite/0002_work_leases.sql"
FILE_END

FILE_BYTES(sqlite_0003)
#embed "../../Migrations/sqlite/0003_chained_journal.sql"
FILE_END

FILE_BYTES(sqlite_0004)
#embed "../../Migrations/sqlite/0004_front_flow.sql"
FILE_END

static const struct fairway_asset sqlite_files[] = {
    FILE_ENTRY("0001_sessions.sql", sqlite_0001)
    FILE_ENTRY("0002_work_leases.sql", sqlite_0002)
    FILE_ENTRY("0003_chained_journal.sql", sqlite_0003)
    FILE_ENTRY("0004_front_flow.sql", sqlite_0004)
};

struct fairway_assets fairway_sqlite_migrations(void) {
    return (struct fairway_assets) { sqlite_files, sizeof sqlite_files / sizeof sqlite_files[0] };
}

FILE_BYTES(postgres_0001)
#embed "../../Migrations/postgres/0001_sessions.sql"
FILE_END

FILE_BYTES(postgres_0002)
#embed "../../Migrations/postgres/0002_changes.sql"
FILE_END

FILE_BYTES(postgres_0003)
#embed "../../Migrations/postgres/0003_cheaper_changes.sql"
FILE_END

static const struct fairway_asset postgres_files[] = {
    FILE_ENTRY("0001_sessions.sql", postgres_0001)
    FILE_ENTRY("0002_changes.sql", postgres_0002)
    FILE_ENTRY("0003_cheaper_changes.sql", postgres_0003)
};

struct fairway_assets fairway_postgres_migrations(void) {
    return (struct fairway_assets) { postgres_files, sizeof postgres_files / sizeof postgres_files[0] };
}
