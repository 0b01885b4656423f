// A file added to Migrations/ needs its bytes and its entry here; a test fails until it has them.
#include "assets.h"

FILE_BYTES(sqlite_0001)
#embed "../../Migrations/sqlite/0001_sessions.sql"
FILE_END

static const struct fairway_asset sqlite_files[] = {
    FILE_ENTRY("0001_sessions.sql", sqlite_0001)
};

struct fairway_assets fairway_sqlite_migrations(void) {
    return (struct fairway_assets) { sqlite_files, sizeof sqlite_files / sizeof sqlite_files[0] };
}

FILE_BYTES(postgres_0001)
#embed "../../Migrations/postgres/0001_sessions.sql"
FILE_END

static const struct fairway_asset postgres_files[] = {
    FILE_ENTRY("0001_sessions.sql", postgres_0001)
};

struct fairway_assets fairway_postgres_migrations(void) {
    return (struct fairway_assets) { postgres_files, sizeof postgres_files / sizeof postgres_files[0] };
}
