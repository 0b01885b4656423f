import Glibc

/// Whether the tests run under a sanitizer, which makes measurements of memory meaningless.
enum Sanitizer {
    static var isOn: Bool { dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil }
}
