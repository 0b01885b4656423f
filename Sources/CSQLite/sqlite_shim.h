#ifndef FAIRWAY_SQLITE_H
#define FAIRWAY_SQLITE_H

#include <stdbool.h>

#include <sqlite3.h>

// Functions that Swift cannot call itself: variadic ones, and macros that cast to a function pointer.

// Without this, closing the last connection checkpoints the log, which changes the file.
// https://sqlite.org/c3ref/c_dbconfig_defensive.html (SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE)
static inline int fairway_sqlite_keep_log_on_close(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

// Syncs the database file through SQLite's own handle. Closing another handle would drop SQLite's locks
// (https://sqlite.org/howtocorrupt.html, 2.2).
// https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html (SQLITE_FCNTL_FILE_POINTER)
static inline int fairway_sqlite_sync(sqlite3 *connection) {
    sqlite3_file *file = (sqlite3_file *)0;
    int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    return code == SQLITE_OK ? file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) : code;
}

// Reads the start and the size of the database file, without its log, through the same handle. A short file is filled with zeros.
static inline int fairway_sqlite_read_start(sqlite3 *connection, void *bytes, int count, sqlite3_int64 *size) {
    sqlite3_file *file = (sqlite3_file *)0;
    int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code == SQLITE_OK) code = file->pMethods->xFileSize(file, size);
    if (code == SQLITE_OK) code = file->pMethods->xRead(file, bytes, count, 0);
    return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
}

// The path without symbolic links, after which SQLite names the log and its index.
static inline int fairway_sqlite_full_path(const char *path, char *full, int size) {
    sqlite3_vfs *vfs = sqlite3_vfs_find((const char *)0);
    if (!vfs) return SQLITE_ERROR;
    // SQLITE_OK_SYMLINK if the path contained links.
    return vfs->xFullPathname(vfs, path, size, full) & 0xff;
}

// With SQLITE_STATIC, SQLite reads the value in place until the parameter is bound again. With SQLITE_TRANSIENT, it allocates a
// copy before the call returns.
static inline int fairway_sqlite_bind_text(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count, bool stays) {
    return sqlite3_bind_text64(statement, index, text, count, stays ? SQLITE_STATIC : SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int fairway_sqlite_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count, bool stays) {
    return sqlite3_bind_blob64(statement, index, bytes, count, stays ? SQLITE_STATIC : SQLITE_TRANSIENT);
}

#endif
