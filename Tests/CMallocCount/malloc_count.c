// Counts allocations. Replaces malloc(3) for the whole process, so no library and no test bundle depends on it.
// https://sourceware.org/glibc/manual/latest/html_node/Replacing-malloc.html
#include "CMallocCount.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_long count;

long fairway_malloc_count(void) { return count; }

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

// The functions of glibc's allocator under their other names.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static void note(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    note();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    note();
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    note();
    void *found = __libc_memalign(alignment, size);
    if (!found) return ENOMEM;
    *memory = found;
    return 0;
}

#endif
