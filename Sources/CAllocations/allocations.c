// The executable's own malloc comes before any other for everything that is linked, the Swift runtime included. It passes
// on to what every server is linked with.
#include "CAllocations.h"

#include <stddef.h>

extern void *tc_malloc(size_t size);
extern void *tc_calloc(size_t count, size_t size);
extern int MallocExtension_GetNumericProperty(const char *property, size_t *value);
extern int tc_posix_memalign(void **memory, size_t alignment, size_t size);

static _Thread_local uint64_t count;

// A sanitizer brings a malloc of its own, and calls it before it is ready for any code but its own: with this one instead
// a process ends before its first line. Nothing is counted then.
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)

void *malloc(size_t size) {
    count += 1;
    return tc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count += 1;
    return tc_calloc(number, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    count += 1;
    return tc_posix_memalign(memory, alignment, size);
}

uint64_t fairway_allocated_bytes(void) {
    size_t bytes = 0;
    MallocExtension_GetNumericProperty("generic.current_allocated_bytes", &bytes);
    return bytes;
}

#else

uint64_t fairway_allocated_bytes(void) { return 0; }

#endif

uint64_t fairway_allocation_count(void) { return count; }
