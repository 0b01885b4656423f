#ifndef FAIRWAY_ZLIB_H
#define FAIRWAY_ZLIB_H

#include <zlib.h>

// Swift cannot call the macros `deflateInit2` and `inflateInit`. 15 is the largest window; 16 selects gzip's format.
static inline int fairway_gzip_init(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

// The zlib format. The caller chooses the sizes of the window and of the compressor's internal state.
static inline int fairway_deflate_init(z_stream *stream, int level, int window_bits, int memory_level) {
    return deflateInit2(stream, level, Z_DEFLATED, window_bits, memory_level, Z_DEFAULT_STRATEGY);
}

static inline int fairway_inflate_init(z_stream *stream) { return inflateInit(stream); }

#endif
