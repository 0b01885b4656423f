#ifndef FAIRWAY_ALLOCATIONS_H
#define FAIRWAY_ALLOCATIONS_H

#include <stddef.h>

// The bytes that the C library's allocator has handed out, with its own overhead. Swift's Glibc module does not export mallinfo2(3).
size_t fairway_allocated_bytes(void);

#endif
