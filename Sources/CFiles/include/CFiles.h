// What a store in a file needs of the system and what neither Swift's own modules nor SQLite offer.
#ifndef FAIRWAY_FILES_H
#define FAIRWAY_FILES_H

#include <stdbool.h>

#ifdef __linux__

#include <fcntl.h>
#include <linux/stat.h>

// `statx` is behind _GNU_SOURCE, which the Glibc module is built without and which, defined here, would change types that
// the two share. The declarations are glibc's own.
#ifndef AT_EMPTY_PATH
enum { AT_EMPTY_PATH = 0x1000 };
#endif
extern int statx(int folder, const char *path, int flags, unsigned int asked, struct statx *status);

#endif

// Has SQLite's reads of files go through here, where they do as always until somebody begins prompt ones. To be called before
// the first connection is opened. False where the system has no others, or SQLite does not let us.
bool fairway_take_reads(void);

// From here on this thread's reads through SQLite fail where they would have to wait for a disk. False where that has turned
// out not to be known of the files that are read; nothing has begun then.
bool fairway_begin_prompt_reads(void);

void fairway_end_prompt_reads(void);

#endif
