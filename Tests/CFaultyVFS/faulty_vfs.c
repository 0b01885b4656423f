#include "CFaultyVFS.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct fault {
    // The handle, or 0. Handles are not reused.
    int handle;
    char path[512];
    int alone;
    enum fairway_fault_call call;
    int skipped;
    int code;
    int count;
};

struct observer {
    // The handle, or 0.
    int handle;
    char path[512];
    fairway_observer call;
    void *context;
    // Held while an operation is reported to the observer and then performed. The observer therefore sees the operations
    // in the order in which they are performed.
    pthread_mutex_t turn;
};

// The observer of a file. If the handle has changed, the observation has ended, and the slot may have been reused.
struct watch {
    struct observer *observer;
    int handle;
};

struct faulty_file {
    sqlite3_file base;
    const char *path;
    sqlite3_file *real;
    int number;
    struct watch watch;
};

static struct fault faults[64];
static struct observer observers[16] = {[0 ... 15] = {.turn = PTHREAD_MUTEX_INITIALIZER}};
static int last_handle;
static int last_file;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sqlite3_vfs *system_vfs;
static sqlite3_vfs faulty_vfs;
static sqlite3_io_methods methods;

static int is_struck(const struct fault *fault, const char *path, enum fairway_fault_call call) {
    if (!fault->handle || fault->call != call) return 0;
    return fault->alone ? strcmp(path, fault->path) == 0 : strncmp(path, fault->path, strlen(fault->path)) == 0;
}

// The error for a call, or SQLITE_OK.
static int strike(const char *path, enum fairway_fault_call call) {
    int code = SQLITE_OK;
    if (path == NULL) return code;
    pthread_mutex_lock(&mutex);
    for (size_t index = 0; index < sizeof faults / sizeof faults[0]; index++) {
        struct fault *fault = &faults[index];
        if (!is_struck(fault, path, call)) continue;
        if (fault->skipped > 0) {
            fault->skipped--;
        } else {
            fault->count++;
            code = fault->code;
        }
    }
    pthread_mutex_unlock(&mutex);
    return code;
}

// Begins an operation. No other is observed until it ends.
static int begin(struct watch watch, struct fairway_operation *operation) {
    if (!watch.observer) return SQLITE_OK;
    pthread_mutex_lock(&watch.observer->turn);
    return watch.observer->handle == watch.handle ? watch.observer->call(watch.observer->context, operation) : SQLITE_OK;
}

static void end(struct watch watch) {
    if (watch.observer) pthread_mutex_unlock(&watch.observer->turn);
}

static struct watch watch_of(const char *path) {
    struct watch watch = {NULL, 0};
    if (path == NULL) return watch;
    pthread_mutex_lock(&mutex);
    for (size_t index = 0; index < sizeof observers / sizeof observers[0]; index++) {
        struct observer *observer = &observers[index];
        if (!observer->handle || strncmp(path, observer->path, strlen(observer->path)) != 0) continue;
        watch = (struct watch) {observer, observer->handle};
    }
    pthread_mutex_unlock(&mutex);
    return watch;
}

#define FILE_OF(file) ((struct faulty_file *)(file))
#define REAL(file) (FILE_OF(file)->real)

static int faulty_close(sqlite3_file *file) {
    return REAL(file)->pMethods ? REAL(file)->pMethods->xClose(REAL(file)) : SQLITE_OK;
}

static int faulty_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    int code = strike(FILE_OF(file)->path, fairway_fault_read);
    return code ? code : REAL(file)->pMethods->xRead(REAL(file), bytes, count, offset);
}

static int faulty_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    struct faulty_file *faulty = FILE_OF(file);
    int code = strike(faulty->path, fairway_fault_write);
    if (code) return code;
    struct fairway_operation operation = {
        .kind = fairway_operation_write, .file = faulty->number, .bytes = bytes, .count = count, .offset = offset,
    };
    code = begin(faulty->watch, &operation);
    if (code == SQLITE_OK) {
        code = REAL(file)->pMethods->xWrite(REAL(file), bytes, count, offset);
    } else if (operation.done > 0) {
        REAL(file)->pMethods->xWrite(REAL(file), bytes, (int)operation.done, offset);
    }
    end(faulty->watch);
    return code;
}

// If writes fail, truncations fail too: half-written data stays, as after a kill.
static int faulty_truncate(sqlite3_file *file, sqlite3_int64 size) {
    struct faulty_file *faulty = FILE_OF(file);
    int code = strike(faulty->path, fairway_fault_write);
    if (code) return code;
    struct fairway_operation operation = {
        .kind = fairway_operation_truncate, .file = faulty->number, .offset = size,
    };
    code = begin(faulty->watch, &operation);
    if (code == SQLITE_OK) code = REAL(file)->pMethods->xTruncate(REAL(file), size);
    end(faulty->watch);
    return code;
}

static int faulty_sync(sqlite3_file *file, int flags) {
    struct faulty_file *faulty = FILE_OF(file);
    int code = strike(faulty->path, fairway_fault_sync);
    if (code) return code;
    struct fairway_operation operation = {.kind = fairway_operation_sync, .file = faulty->number};
    code = begin(faulty->watch, &operation);
    if (code == SQLITE_OK) code = REAL(file)->pMethods->xSync(REAL(file), flags);
    end(faulty->watch);
    return code;
}

static int faulty_size(sqlite3_file *file, sqlite3_int64 *size) { return REAL(file)->pMethods->xFileSize(REAL(file), size); }
static int faulty_lock(sqlite3_file *file, int lock) { return REAL(file)->pMethods->xLock(REAL(file), lock); }
static int faulty_unlock(sqlite3_file *file, int lock) { return REAL(file)->pMethods->xUnlock(REAL(file), lock); }
static int faulty_reserved(sqlite3_file *file, int *is) { return REAL(file)->pMethods->xCheckReservedLock(REAL(file), is); }
static int faulty_control(sqlite3_file *file, int op, void *arg) { return REAL(file)->pMethods->xFileControl(REAL(file), op, arg); }
static int faulty_sector(sqlite3_file *file) { return REAL(file)->pMethods->xSectorSize(REAL(file)); }
static int faulty_device(sqlite3_file *file) { return REAL(file)->pMethods->xDeviceCharacteristics(REAL(file)); }

static int faulty_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **map) {
    int code = REAL(file)->pMethods->xShmMap(REAL(file), page, size, extend, map);
    if (code == SQLITE_OK && *map) {
        struct fairway_operation operation = {
            .kind = fairway_operation_map, .file = FILE_OF(file)->number, .bytes = (const void *)*map, .count = size,
            .offset = page,
        };
        begin(FILE_OF(file)->watch, &operation);
        end(FILE_OF(file)->watch);
    }
    return code;
}

static int faulty_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    return REAL(file)->pMethods->xShmLock(REAL(file), offset, count, flags);
}

static void faulty_shm_barrier(sqlite3_file *file) { REAL(file)->pMethods->xShmBarrier(REAL(file)); }

static int faulty_shm_unmap(sqlite3_file *file, int remove) {
    struct fairway_operation operation = {.kind = fairway_operation_unmap, .file = FILE_OF(file)->number};
    begin(FILE_OF(file)->watch, &operation);
    int code = REAL(file)->pMethods->xShmUnmap(REAL(file), remove);
    end(FILE_OF(file)->watch);
    return code;
}

static int faulty_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags) {
    struct faulty_file *faulty = FILE_OF(file);
    faulty->base.pMethods = NULL;
    faulty->path = path;
    faulty->real = (sqlite3_file *)(faulty + 1);
    faulty->watch = watch_of(path);
    int code = strike(path, fairway_fault_open);
    if (code) return code;
    pthread_mutex_lock(&mutex);
    faulty->number = ++last_file;
    pthread_mutex_unlock(&mutex);
    struct fairway_operation operation = {
        .kind = fairway_operation_open, .path = path, .file = faulty->number, .flags = flags,
    };
    code = begin(faulty->watch, &operation);
    if (code == SQLITE_OK) code = system_vfs->xOpen(system_vfs, path, faulty->real, flags, out_flags);
    end(faulty->watch);
    if (code == SQLITE_OK) faulty->base.pMethods = &methods;
    return code;
}

static int faulty_delete(sqlite3_vfs *vfs, const char *path, int sync_folder) {
    struct watch watch = watch_of(path);
    struct fairway_operation operation = {.kind = fairway_operation_delete, .path = path, .flags = sync_folder};
    int code = begin(watch, &operation);
    if (code == SQLITE_OK) code = system_vfs->xDelete(system_vfs, path, sync_folder);
    end(watch);
    return code;
}

static void register_once(void) {
    system_vfs = sqlite3_vfs_find(NULL);
    faulty_vfs = *system_vfs;
    faulty_vfs.zName = "fairway-faulty";
    faulty_vfs.pNext = NULL;
    faulty_vfs.szOsFile = (int)sizeof(struct faulty_file) + system_vfs->szOsFile;
    faulty_vfs.xOpen = faulty_open;
    faulty_vfs.xDelete = faulty_delete;
    methods = (sqlite3_io_methods) {
        .iVersion = 2,
        .xClose = faulty_close, .xRead = faulty_read, .xWrite = faulty_write, .xTruncate = faulty_truncate,
        .xSync = faulty_sync, .xFileSize = faulty_size, .xLock = faulty_lock, .xUnlock = faulty_unlock,
        .xCheckReservedLock = faulty_reserved, .xFileControl = faulty_control, .xSectorSize = faulty_sector,
        .xDeviceCharacteristics = faulty_device, .xShmMap = faulty_shm_map, .xShmLock = faulty_shm_lock,
        .xShmBarrier = faulty_shm_barrier, .xShmUnmap = faulty_shm_unmap,
    };
    sqlite3_vfs_register(&faulty_vfs, 0);
}

const char *fairway_faulty_vfs(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_once);
    return faulty_vfs.zName;
}

int fairway_fault_set(const char *path, int alone, enum fairway_fault_call call, int skipped, int code) {
    int handle = -1;
    pthread_mutex_lock(&mutex);
    for (size_t index = 0; index < sizeof faults / sizeof faults[0] && handle < 0; index++) {
        if (faults[index].handle || strlen(path) >= sizeof faults[index].path) continue;
        handle = ++last_handle;
        faults[index] = (struct fault) { .handle = handle, .alone = alone, .call = call, .skipped = skipped, .code = code };
        strcpy(faults[index].path, path);
    }
    pthread_mutex_unlock(&mutex);
    return handle;
}

int fairway_fault_count(int handle) {
    int count = 0;
    pthread_mutex_lock(&mutex);
    for (size_t index = 0; index < sizeof faults / sizeof faults[0]; index++) {
        if (faults[index].handle == handle) count = faults[index].count;
    }
    pthread_mutex_unlock(&mutex);
    return count;
}

int fairway_fault_clear(int handle) {
    int count = 0;
    pthread_mutex_lock(&mutex);
    for (size_t index = 0; index < sizeof faults / sizeof faults[0]; index++) {
        if (faults[index].handle != handle) continue;
        count = faults[index].count;
        faults[index].handle = 0;
    }
    pthread_mutex_unlock(&mutex);
    return count;
}

int fairway_observe(const char *path, fairway_observer call, void *context) {
    int handle = -1;
    pthread_mutex_lock(&mutex);
    for (size_t index = 0; index < sizeof observers / sizeof observers[0] && handle < 0; index++) {
        struct observer *observer = &observers[index];
        if (observer->handle || strlen(path) >= sizeof observer->path) continue;
        pthread_mutex_lock(&observer->turn);
        handle = observer->handle = ++last_handle;
        observer->call = call;
        observer->context = context;
        strcpy(observer->path, path);
        pthread_mutex_unlock(&observer->turn);
    }
    pthread_mutex_unlock(&mutex);
    return handle;
}

void fairway_observe_no_more(int handle) {
    pthread_mutex_lock(&mutex);
    for (size_t index = 0; index < sizeof observers / sizeof observers[0]; index++) {
        struct observer *observer = &observers[index];
        if (observer->handle != handle) continue;
        pthread_mutex_lock(&observer->turn);
        observer->handle = 0;
        pthread_mutex_unlock(&observer->turn);
    }
    pthread_mutex_unlock(&mutex);
}
