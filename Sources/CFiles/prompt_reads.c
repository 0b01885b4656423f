#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CFiles.h"

// Where a file's offsets are no longer than a pointer, SQLite calls one of these two, and they are of one type.
#if defined(__linux__) && defined(__LP64__)

#include <errno.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <sys/uio.h>
#include <unistd.h>

static _Thread_local bool is_prompt;
static atomic_bool is_unknown;

// https://man7.org/linux/man-pages/man2/readv.2.html (RWF_NOWAIT)
static ssize_t read_at(int descriptor, void *bytes, size_t count, off_t offset) {
    if (!is_prompt) return pread(descriptor, bytes, count, offset);
    struct iovec room = {.iov_base = bytes, .iov_len = count};
    ssize_t read = preadv2(descriptor, &room, 1, offset, RWF_NOWAIT);
    // An old kernel, a file system that cannot tell, a sandbox: asked again, they would say the same.
    if (read < 0 && errno != EAGAIN && errno != EINTR && errno != EIO) {
        atomic_store_explicit(&is_unknown, true, memory_order_relaxed);
    }
    return read;
}

bool fairway_take_reads(void) {
    sqlite3_vfs *system = sqlite3_vfs_find("unix");
    if (system == NULL || system->iVersion < 3) return false;
    // https://sqlite.org/c3ref/vfs.html (xSetSystemCall)
    return system->xSetSystemCall(system, "pread", (sqlite3_syscall_ptr)read_at) == SQLITE_OK
        && system->xSetSystemCall(system, "pread64", (sqlite3_syscall_ptr)read_at) == SQLITE_OK;
}

bool fairway_begin_prompt_reads(void) {
    if (atomic_load_explicit(&is_unknown, memory_order_relaxed)) return false;
    is_prompt = true;
    return true;
}

void fairway_end_prompt_reads(void) { is_prompt = false; }

#else

bool fairway_take_reads(void) { return false; }

bool fairway_begin_prompt_reads(void) { return false; }

void fairway_end_prompt_reads(void) {}

#endif
