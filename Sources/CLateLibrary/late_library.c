#include "include/late_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

static _Noreturn void fail(void) {
    const char *reason = dlerror();
    fprintf(stderr, "column: error while loading shared libraries: %s\n", reason ? reason : "unknown");
    _exit(127);
}

int late_library_is_here(struct late_library *library) {
    void *handle = __atomic_load_n(&library->handle, __ATOMIC_ACQUIRE);
    if (!handle) {
        // Two threads may both load it: dlopen counts, and both get the same handle.
        handle = dlopen(library->name, RTLD_NOW | RTLD_LOCAL);
        __atomic_store_n(&library->handle, handle, __ATOMIC_RELEASE);
    }
    return handle != 0;
}

void *late_library_function(struct late_library *library, const char *function) {
    if (!late_library_is_here(library)) {
        fail();
    }
    void *address = dlsym(__atomic_load_n(&library->handle, __ATOMIC_ACQUIRE), function);
    if (!address) {
        fail();
    }
    return address;
}
