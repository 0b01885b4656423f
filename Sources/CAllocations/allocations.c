// The executable's own malloc comes before the C library's for everything that is linked dynamically, the Swift runtime
// included; glibc keeps its implementation reachable under these names for that purpose.
#include "CAllocations.h"

#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local uint64_t count;

// A sanitizer brings a malloc of its own, and calls it before it is ready for any code but its own: with this one instead
// a process ends before its first line. Nothing is counted then.
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)

void *malloc(size_t size) {
    count += 1;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count += 1;
    return __libc_calloc(number, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    count += 1;
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : 12;
}

#endif

uint64_t fairway_allocation_count(void) { return count; }
