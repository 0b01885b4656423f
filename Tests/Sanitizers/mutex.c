// Makes ThreadSanitizer aware of Swift's Mutex.
//
// Code that locks an uncontended Mutex is inlined into instrumented code, so the sanitizer sees its atomic operations.
// A contended Mutex calls three functions of a library of the toolchain, which is not instrumented. The sanitizer would
// therefore report the accesses under such a mutex as races. This file defines functions with the same symbol names,
// which take precedence in an executable that it is linked into. They call the library's functions, and report the lock
// or unlock to the sanitizer.
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);

// These are methods of a noncopyable value. Its address is passed as the context.
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

// Runs before the program starts other threads.
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
