// A shared library that is loaded at the first call of one of its functions and not at the start:
// libcurl with what it needs takes 4 ms to load, which `column list` has no use for.
#pragma once

struct late_library {
    const char *name; // its soname
    void *handle;
};

// The address of a function (dlsym). A library or function that is missing ends the program as
// the dynamic loader would: with its message and code 127.
void *late_library_function(struct late_library *library, const char *function);

// Whether the library is here; loads it.
int late_library_is_here(struct late_library *library);

// Defines NAME as a function that passes its arguments on to the library's own.
#define LATE_FUNCTION(library, result, name, parameters, arguments) \
    result name parameters { \
        static void *address; \
        void *known = __atomic_load_n(&address, __ATOMIC_ACQUIRE); \
        if (!known) { \
            known = late_library_function(library, #name); \
            __atomic_store_n(&address, known, __ATOMIC_RELEASE); \
        } \
        return ((result(*) parameters)known)arguments; \
    }
