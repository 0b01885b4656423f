#ifndef FAIRWAY_ZLIB_H
#define FAIRWAY_ZLIB_H

#include <zlib.h>

// `deflateInit2` is a macro over sizeof(z_stream), which Swift cannot call, as is `inflateInit`. 15 + 16: the largest window, in a gzip wrapper.
static inline int fairway_gzip_init(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

// Without a gzip wrapper; how much of a window it keeps, and of a table to find repetitions with, is the caller's choice.
static inline int fairway_deflate_init(z_stream *stream, int level, int window_bits, int memory_level) {
    return deflateInit2(stream, level, Z_DEFLATED, window_bits, memory_level, Z_DEFAULT_STRATEGY);
}

static inline int fairway_inflate_init(z_stream *stream) { return inflateInit(stream); }

#endif
