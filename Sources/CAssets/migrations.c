// For each file in Migrations/, add its bytes and its entry here. A test fails if one is missing.
#include "assets.h"

FILE_BYTES(sqlite_0001)
#embed "../../Migrations/sqlite/0001_sessions.sql"
FILE_END

FILE_BYTES(sqlite_0002)
#embed "../../Migrations/sqlite/0002_users.sql"
FILE_END

FILE_BYTES(sqlite_0003)
#embed "../../Migrations/sqlite/0003_incidents.sql"
FILE_END

FILE_BYTES(sqlite_0004)
#embed "../../Migrations/sqlite/0004_sandboxes.sql"
FILE_END

FILE_BYTES(sqlite_0005)
#embed "../../Migrations/sqlite/0005_runs.sql"
FILE_END

FILE_BYTES(sqlite_0006)
#embed "../../Migrations/sqlite/0006_audit.sql"
FILE_END

static const struct fairway_asset sqlite_files[] = {
    FILE_ENTRY("0001_sessions.sql", sqlite_0001)
    FILE_ENTRY("0002_users.sql", sqlite_0002)
    FILE_ENTRY("0003_incidents.sql", sqlite_0003)
    FILE_ENTRY("0004_sandboxes.sql", sqlite_0004)
    FILE_ENTRY("0005_runs.sql", sqlite_0005)
    FILE_ENTRY("0006_audit.sql", sqlite_0006)
};

struct fairway_assets fairway_sqlite_migrations(void) {
    return (struct fairway_assets) { sqlite_files, sizeof sqlite_files / sizeof sqlite_files[0] };
}

FILE_BYTES(postgres_0001)
#embed "../../Migrations/postgres/0001_sessions.sql"
FILE_END

FILE_BYTES(postgres_0002)
#embed "../../Migrations/postgres/0002_users.sql"
FILE_END

FILE_BYTES(postgres_0003)
#embed "../../Migrations/postgres/0003_incidents.sql"
FILE_END

FILE_BYTES(postgres_0004)
#embed "../../Migrations/postgres/0004_sandboxes.sql"
FILE_END

FILE_BYTES(postgres_0005)
#embed "../../Migrations/postgres/0005_runs.sql"
FILE_END

FILE_BYTES(postgres_0006)
#embed "../../Migrations/postgres/0006_audit.sql"
FILE_END

FILE_BYTES(postgres_0007)
#embed "../../Migrations/postgres/0007_attempts.sql"
FILE_END

static const struct fairway_asset postgres_files[] = {
    FILE_ENTRY("0001_sessions.sql", postgres_0001)
    FILE_ENTRY("0002_users.sql", postgres_0002)
    FILE_ENTRY("0003_incidents.sql", postgres_0003)
    FILE_ENTRY("0004_sandboxes.sql", postgres_0004)
    FILE_ENTRY("0005_runs.sql", postgres_0005)
    FILE_ENTRY("0006_audit.sql", postgres_0006)
    FILE_ENTRY("0007_attempts.sql", postgres_0007)
};

struct fairway_assets fairway_postgres_migrations(void) {
    return (struct fairway_assets) { postgres_files, sizeof postgres_files / sizeof postgres_files[0] };
}
