// SQLite's calls of the system, in whose place others can be put: https://sqlite.org/c3ref/vfs.html (xSetSystemCall)
#ifndef FAIRWAY_SYSTEM_CALLS_H
#define FAIRWAY_SYSTEM_CALLS_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// Puts a call in the place of another, of the whole process; `before` is what SQLite called until then: the C library's, unless
// somebody was there already. False where SQLite has been built without that call, or lets nobody in its way.
static inline bool replace_system_call(const char *name, sqlite3_syscall_ptr *before, sqlite3_syscall_ptr now) {
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    if (system == NULL || strcmp(system->zName, "unix") != 0 || system->iVersion < 3) return false;
    *before = system->xGetSystemCall(system, name);
    return *before != NULL && system->xSetSystemCall(system, name, now) == SQLITE_OK;
}

#endif
