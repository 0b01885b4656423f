// The system's VFS with faults: a test says which call on which file fails, and how. https://sqlite.org/vfs.html
#ifndef FAIRWAY_FAULTY_VFS_H
#define FAIRWAY_FAULTY_VFS_H

enum fairway_fault_call {
    fairway_fault_write,
    fairway_fault_sync,
    fairway_fault_read,
    fairway_fault_open,
};

// The name under which SQLite knows it. Registers it when called for the first time.
const char *fairway_faulty_vfs(void);

// From the call after `skipped` more on, calls of that kind fail with `code`; with SQLITE_OK they are only counted. They do so
// on the file at `path`, and, unless it is to be `alone`, on all whose path begins with that.
// Returns a handle, or -1 when too many faults are set.
int fairway_fault_set(const char *path, int alone, enum fairway_fault_call call, int skipped, int code);

// How often the fault has struck; 0 when it is over.
int fairway_fault_count(int handle);

// The fault is over. Returns how often it has struck; 0 when it was over already.
int fairway_fault_clear(int handle);

#endif
