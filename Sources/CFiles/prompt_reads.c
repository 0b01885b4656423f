#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CFiles.h"

// Where a file's offsets are no longer than a pointer, SQLite's two ways to read are of one type.
#if defined(__linux__) && defined(__LP64__)

#include "system_calls.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/uio.h>

typedef ssize_t (*reading)(int descriptor, void *bytes, size_t count, off_t offset);

static _Thread_local bool is_prompt;
static atomic_bool are_prompt_reads_unknown;

static sqlite3_syscall_ptr pread_before, pread64_before;

// https://man7.org/linux/man-pages/man2/readv.2.html (RWF_NOWAIT)
static ssize_t read_promptly(int descriptor, void *bytes, size_t count, off_t offset) {
    struct iovec room = {.iov_base = bytes, .iov_len = count};
    ssize_t got = preadv2(descriptor, &room, 1, offset, RWF_NOWAIT);
    if (got == 0) {
        // Linux 5.9 and 5.10 may say so where there is more (BUGS), and SQLite would take what is missing for zeros.
        errno = EAGAIN;
        return -1;
    }
    // A kernel, a file system or a sandbox that knows no such reads. Asked again, it would say the same.
    if (got < 0 && (errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL || errno == EPERM)) {
        atomic_store_explicit(&are_prompt_reads_unknown, true, memory_order_relaxed);
    }
    return got;
}

static ssize_t pread_now(int descriptor, void *bytes, size_t count, off_t offset) {
    return (is_prompt ? read_promptly : (reading)pread_before)(descriptor, bytes, count, offset);
}

static ssize_t pread64_now(int descriptor, void *bytes, size_t count, off_t offset) {
    return (is_prompt ? read_promptly : (reading)pread64_before)(descriptor, bytes, count, offset);
}

bool fairway_take_reads(void) {
    // SQLite has been built to call one of the two and has nothing in the other's place.
    bool has_pread = replace_system_call("pread", &pread_before, (sqlite3_syscall_ptr)pread_now);
    return replace_system_call("pread64", &pread64_before, (sqlite3_syscall_ptr)pread64_now) || has_pread;
}

bool fairway_begin_prompt_reads(void) {
    if (atomic_load_explicit(&are_prompt_reads_unknown, memory_order_relaxed)) return false;
    is_prompt = true;
    return true;
}

void fairway_end_prompt_reads(void) { is_prompt = false; }

#else

bool fairway_take_reads(void) { return false; }

bool fairway_begin_prompt_reads(void) { return false; }

void fairway_end_prompt_reads(void) {}

#endif
