#include "CAllocations.h"

#include <malloc.h>

size_t fairway_allocated_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    // In the heaps, and in mappings of their own.
    return info.uordblks + info.hblkhd;
}
