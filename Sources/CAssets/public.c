// A file added to Public/ needs its bytes and its entry here; a test fails until it has them.
#include "assets.h"

FILE_BYTES(index_html)
#embed "../../Public/index.html"
FILE_END

static const struct fairway_asset files[] = {
    FILE_ENTRY("index.html", index_html)
};

struct fairway_assets fairway_public(void) {
    return (struct fairway_assets) { files, sizeof files / sizeof files[0] };
}
