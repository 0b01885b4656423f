// Files of the repository that are part of the executable, so that it stands alone.
#ifndef FAIRWAY_ASSETS_H
#define FAIRWAY_ASSETS_H

#include <stddef.h>

struct fairway_asset {
    const char *path;
    const unsigned char *bytes;
    size_t count;
};

struct fairway_assets {
    const struct fairway_asset *files;
    size_t count;
};

// Everything in Public/, by its path there.
struct fairway_assets fairway_public(void);

// Everything in Migrations/sqlite/, in the order in which it is applied.
struct fairway_assets fairway_sqlite_migrations(void);

// Everything in Migrations/postgres/, in the order in which it is applied.
struct fairway_assets fairway_postgres_migrations(void);

#endif
