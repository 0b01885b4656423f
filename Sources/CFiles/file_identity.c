#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>

#ifdef STATX_INO

#include <sys/sysmacros.h>

// statx and not stat, which asks for the times, too: since Linux 6.13 the next write to a file whose times somebody has seen
// gives it new ones, and the sync after that has one more block to write and to wait for.
// https://docs.kernel.org/filesystems/multigrain-ts.html
static bool look(const char *path, int descriptor, struct fairway_file_identity *identity) {
    struct statx status;
    unsigned int asked = STATX_TYPE | STATX_INO | STATX_SIZE | STATX_NLINK;
    int code = path ? statx(AT_FDCWD, path, 0, asked, &status) : statx(descriptor, "", AT_EMPTY_PATH, asked, &status);
    if (code != 0) return false;
    identity->device = makedev(status.stx_dev_major, status.stx_dev_minor);
    identity->number = status.stx_ino;
    identity->byte_count = (int64_t)status.stx_size;
    identity->is_folder = S_ISDIR(status.stx_mode);
    identity->name_count = status.stx_nlink;
    return true;
}

// A sandbox may have been made when there was no statx yet, and refuse what it does not know.
static bool may_be_seen_otherwise(void) { return errno == ENOSYS || errno == EPERM; }

#else

static bool look(const char *path, int descriptor, struct fairway_file_identity *identity) {
    (void)path, (void)descriptor, (void)identity;
    return false;
}

static bool may_be_seen_otherwise(void) { return true; }

#endif

bool fairway_identify_file(const char *path, int descriptor, struct fairway_file_identity *identity) {
    if (look(path, descriptor, identity)) return true;
    struct stat status;
    if (!may_be_seen_otherwise() || (path ? stat(path, &status) : fstat(descriptor, &status)) != 0) return false;
    identity->device = (uint64_t)status.st_dev;
    identity->number = status.st_ino;
    identity->byte_count = status.st_size;
    identity->is_folder = S_ISDIR(status.st_mode);
    identity->name_count = status.st_nlink;
    return true;
}
