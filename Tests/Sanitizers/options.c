// What a sanitizer is to know in each process that a test starts, too: those are given no environment, and nobody reads what
// they say. Linked into every executable; OPTIONS is script/test's.
const char *__asan_default_options(void) { return OPTIONS; }
const char *__tsan_default_options(void) { return OPTIONS; }
