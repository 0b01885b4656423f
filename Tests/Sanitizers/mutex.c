// Tells ThreadSanitizer of Swift's Mutex.
//
// A Mutex that is free is taken and let go of in code that is compiled with it, where the sanitizer sees the atomic. One that
// somebody waits for goes through the three functions below, in a library that the toolchain brings without instrumentation:
// whatever two threads did under such a mutex looked like a race. Linked into an executable these come first; they do what
// the library does, and say that it has been done.
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);

// Methods of a value that is not copied: its address is the context.
#define METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

METHOD void fairway_lock(uint32_t thread, SELF) __asm__(LOCK);
METHOD bool fairway_try_lock(SELF) __asm__(TRY_LOCK);
METHOD void fairway_unlock(SELF) __asm__(UNLOCK);

static METHOD void (*lock)(uint32_t thread, SELF);
static METHOD bool (*try_lock)(SELF);
static METHOD void (*unlock)(SELF);

// Before any thread but the first runs.
__attribute__((constructor)) static void find(void) {
    lock = dlsym(RTLD_NEXT, LOCK);
    try_lock = dlsym(RTLD_NEXT, TRY_LOCK);
    unlock = dlsym(RTLD_NEXT, UNLOCK);
}

METHOD void fairway_lock(uint32_t thread, SELF) {
    lock(thread, mutex);
    __tsan_acquire(mutex);
}

METHOD bool fairway_try_lock(SELF) {
    bool is_taken = try_lock(mutex);
    if (is_taken) __tsan_acquire(mutex);
    return is_taken;
}

METHOD void fairway_unlock(SELF) {
    __tsan_release(mutex);
    unlock(mutex);
}
