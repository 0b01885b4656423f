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

// An operation that changes a file, or what the names of a folder lead to.
enum fairway_operation_kind {
    fairway_operation_open,
    fairway_operation_write,
    fairway_operation_truncate,
    fairway_operation_sync,
    fairway_operation_delete,
    // The index of a log: memory that SQLite maps, and writes to without a call. Never fails here, to be looked at later.
    fairway_operation_map,
    fairway_operation_unmap,
};

struct fairway_operation {
    enum fairway_operation_kind kind;
    // The file; NULL once it is open.
    const char *path;
    // The open file: no number is given out twice.
    int file;
    // SQLITE_OPEN_… of an open.
    int flags;
    // What is written, or mapped.
    const void *bytes;
    long long count;
    // Where it is written; of a truncation how long the file becomes, of a mapping the number of the region.
    long long offset;
    // To be set where a write fails: how much of it is done first.
    long long done;
};

// Is told of each operation before it is done, one at a time. Returns what it is to fail with, or SQLITE_OK.
typedef int (*fairway_observer)(void *context, struct fairway_operation *operation);

// Tells the observer of all that is done from now on to files whose path begins with that, on all threads, one after the other.
// Returns a handle, or -1 when there are too many.
int fairway_observe(const char *path, fairway_observer observer, void *context);

// Returns when the observer is not called any more.
void fairway_observe_no_more(int handle);

#endif
