// The system's VFS with faults: a test chooses the calls that fail. https://sqlite.org/vfs.html
#ifndef FAIRWAY_FAULTY_VFS_H
#define FAIRWAY_FAULTY_VFS_H

enum fairway_fault_call {
    fairway_fault_write,
    fairway_fault_sync,
    fairway_fault_read,
    fairway_fault_open,
};

// The name of the VFS. The first call registers it.
const char *fairway_faulty_vfs(void);

// Makes calls fail with `code` after `skipped` calls have succeeded. With SQLITE_OK, calls succeed and are only
// counted. Applies to the file at `path` if `alone` is set, and otherwise to all files whose paths begin with `path`.
// Returns a handle, or -1 if too many faults are set.
int fairway_fault_set(const char *path, int alone, enum fairway_fault_call call, int skipped, int code);

// The number of calls that failed, or were counted with SQLITE_OK. 0 after the fault was cleared.
int fairway_fault_count(int handle);

// Ends the fault, and returns its count.
int fairway_fault_clear(int handle);

// An operation on a file or a name.
enum fairway_operation_kind {
    fairway_operation_open,
    fairway_operation_write,
    fairway_operation_truncate,
    fairway_operation_sync,
    fairway_operation_delete,
    // Mapping the index of a log, which SQLite then writes without further calls. Observed afterwards, and cannot be
    // made to fail.
    fairway_operation_map,
    fairway_operation_unmap,
};

struct fairway_operation {
    enum fairway_operation_kind kind;
    // The path; NULL for operations on an open file.
    const char *path;
    // The open file. Numbers are not reused.
    int file;
    // The flags SQLITE_OPEN_… of an open operation.
    int flags;
    // The written or mapped bytes.
    const void *bytes;
    long long count;
    // The offset of a write, the new length of a truncated file, or the number of a mapped region.
    long long offset;
    // Set by the observer of a failing write: the number of bytes to write first.
    long long done;
};

// Called before each operation, one at a time. Returns the error, or SQLITE_OK.
typedef int (*fairway_observer)(void *context, struct fairway_operation *operation);

// Observes operations on all files with the prefix `path`, on all threads, one at a time.
// Returns a handle, or -1 if too many observers are set.
int fairway_observe(const char *path, fairway_observer observer, void *context);

// Ends the observation. The observer is not called after this returns.
void fairway_observe_no_more(int handle);

#endif
