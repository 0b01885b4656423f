// What a store in a file needs of the system and what neither Swift's own modules nor SQLite offer.
#ifndef FAIRWAY_FILES_H
#define FAIRWAY_FILES_H

#include <stdbool.h>
#include <stdint.h>

struct fairway_file_identity {
    uint64_t device;
    uint64_t number;
    int64_t byte_count;
    bool is_folder;
    uint64_t name_count;
};

// Which file a path leads to, or, without one, a descriptor. False where that cannot be told; errno says why.
bool fairway_identify_file(const char *path, int descriptor, struct fairway_file_identity *identity);

// Puts itself in the way of SQLite's reads of files, of the whole process: they are as always until prompt ones are begun. To
// be called once, before the first connection is opened. False where the system has no others, or SQLite does not let us.
bool fairway_take_reads(void);

// From here on this thread's reads through SQLite fail where what they read is not in memory. False, and nothing has begun, where
// a read in this process has found that the system cannot tell.
bool fairway_begin_prompt_reads(void);

void fairway_end_prompt_reads(void);

// The same of its writes: they are as always until paced ones are begun.
bool fairway_take_writes(void);

// From here on, each time that this thread has written that often to a file through SQLite, it pauses, and then what it has written
// begins to go to the disk.
void fairway_begin_paced_writes(int most, void (*pause)(void *context), void *context);

void fairway_end_paced_writes(void);

#endif
