import Glibc

/// Whether these tests run under a sanitizer, which keeps books on all memory: how much a process has says nothing then.
enum Sanitizer {
    static var isOn: Bool { dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil }
}
