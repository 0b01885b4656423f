// Counts what the process allocates, for benchmarks.
#ifndef FAIRWAY_ALLOCATIONS_H
#define FAIRWAY_ALLOCATIONS_H

#include <stdint.h>

// How often this thread has asked for memory.
uint64_t fairway_allocation_count(void);

#endif
