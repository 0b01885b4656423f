#ifndef FAIRWAY_ZLIB_H
#define FAIRWAY_ZLIB_H

#include <zlib.h>

// `deflateInit2` is a macro over sizeof(z_stream), which Swift cannot call. 15 + 16: the largest window, in a gzip wrapper.
static inline int fairway_gzip_init(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

#endif
