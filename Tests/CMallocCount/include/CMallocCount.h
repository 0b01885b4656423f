#ifndef FAIRWAY_MALLOC_COUNT_H
#define FAIRWAY_MALLOC_COUNT_H

// The number of allocations of this process so far, by all threads. Always 0 with a sanitizer.
long fairway_malloc_count(void);

#endif
