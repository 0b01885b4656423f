#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CFaultyVFS.h"

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

void fairway_forget_file(int descriptor) {
    // Only what is on the disk is forgotten.
    fsync(descriptor);
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
}

int fairway_knows_prompt_reads(const char *folder) {
    int descriptor = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor < 0) return 0;
    char byte = 'a';
    struct iovec room = {.iov_base = &byte, .iov_len = 1};
    int gives = pwrite(descriptor, &byte, 1, 0) == 1 && preadv2(descriptor, &room, 1, 0, RWF_NOWAIT) == 1;
    fairway_forget_file(descriptor);
    int refuses = preadv2(descriptor, &room, 1, 0, RWF_NOWAIT) < 0 && errno == EAGAIN;
    close(descriptor);
    return gives && refuses;
}

#else

void fairway_forget_file(int descriptor) { (void)descriptor; }

int fairway_knows_prompt_reads(const char *folder) {
    (void)folder;
    return 0;
}

#endif
