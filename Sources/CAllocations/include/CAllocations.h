// Counts what the process allocates, for benchmarks.
#ifndef FAIRWAY_ALLOCATIONS_H
#define FAIRWAY_ALLOCATIONS_H

#include <stdint.h>

// How often this thread has called malloc, calloc or posix_memalign; realloc and others are not counted.
uint64_t fairway_allocation_count(void);

// How many bytes the allocator has given out and not got back, by the sizes that it rounds to; 0 where a sanitizer brings
// its own.
uint64_t fairway_allocated_bytes(void);

#endif
