// The functions that tests need to start processes and Swift's Glibc module lacks.
#ifndef FAIRWAY_SPAWN_EXTRAS_H
#define FAIRWAY_SPAWN_EXTRAS_H

// glibc declares these only if _GNU_SOURCE or _DEFAULT_SOURCE is defined. Swift's Glibc module is built without them.
extern int pipe2(int ends[2], int flags);
// `actions` is a `posix_spawn_file_actions_t *`. That type belongs to Swift's Glibc module.
extern int posix_spawn_file_actions_addclosefrom_np(void *actions, int first);

#endif
