#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CFiles.h"

// Where a file's offsets are no longer than a pointer, SQLite's two ways to write are of one type.
#if defined(__linux__) && defined(__LP64__)

#include "system_calls.h"

#include <fcntl.h>
#include <sys/types.h>

typedef ssize_t (*writing)(int descriptor, const void *bytes, size_t count, off_t offset);

// What this thread has written since its last pause.
static _Thread_local struct {
    int most, count, descriptor;
    off_t first, end;
    void (*pause)(void *context);
    void *context;
} paced;

static sqlite3_syscall_ptr pwrite_before, pwrite64_before;

static void write_out(void) {
    if (paced.count == 0) return;
    // Begun and not waited for. That it fails is said by the sync that comes after all (only a call that waits asks for what has failed).
    sync_file_range(paced.descriptor, paced.first, paced.end - paced.first, SYNC_FILE_RANGE_WRITE);
    paced.count = 0;
}

static void note(int descriptor, off_t offset, size_t count) {
    if (paced.count > 0 && paced.descriptor != descriptor) write_out();
    off_t end = offset + (off_t)count;
    if (paced.count == 0 || offset < paced.first) paced.first = offset;
    if (paced.count == 0 || end > paced.end) paced.end = end;
    paced.descriptor = descriptor;
    if (++paced.count < paced.most) return;
    paced.pause(paced.context);
    write_out();
}

static ssize_t write_paced(sqlite3_syscall_ptr before, int descriptor, const void *bytes, size_t count, off_t offset) {
    ssize_t written = ((writing)before)(descriptor, bytes, count, offset);
    if (paced.most > 0 && written > 0) note(descriptor, offset, (size_t)written);
    return written;
}

static ssize_t pwrite_now(int descriptor, const void *bytes, size_t count, off_t offset) {
    return write_paced(pwrite_before, descriptor, bytes, count, offset);
}

static ssize_t pwrite64_now(int descriptor, const void *bytes, size_t count, off_t offset) {
    return write_paced(pwrite64_before, descriptor, bytes, count, offset);
}

bool fairway_take_writes(void) {
    bool has_pwrite = replace_system_call("pwrite", &pwrite_before, (sqlite3_syscall_ptr)pwrite_now);
    return replace_system_call("pwrite64", &pwrite64_before, (sqlite3_syscall_ptr)pwrite64_now) || has_pwrite;
}

void fairway_begin_paced_writes(int most, void (*pause)(void *context), void *context) {
    paced.most = most;
    paced.count = 0;
    paced.pause = pause;
    paced.context = context;
}

void fairway_end_paced_writes(void) { paced.most = 0; }

#else

bool fairway_take_writes(void) { return false; }

void fairway_begin_paced_writes(int most, void (*pause)(void *context), void *context) {}

void fairway_end_paced_writes(void) {}

#endif
