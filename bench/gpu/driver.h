// driver.h - what the benchmarks call of CUDA's driver themselves. CALL(type, cuInit, 0) calls a
// function and ends the program where it fails.
#ifndef DRIVER_H
#define DRIVER_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static void *driver_function(const char *name) {
    static void *driver;
    void *function = NULL;
    if (driver || (driver = dlopen("libcuda.so.1", RTLD_NOW)) ||
        (driver = dlopen("libcuda.so", RTLD_NOW)))
        function = dlsym(driver, name);
    if (!function) {
        fprintf(stderr, "there is no CUDA driver with %s\n", name);
        exit(1);
    }
    return function;
}

static void driver_check(const char *name, int error) {
    if (error) {
        fprintf(stderr, "%s failed with CUDA's error %d\n", name, error);
        exit(1);
    }
}

// CALL(type of the function, name, arguments...)
#define CALL(type, name, ...)                                                                      \
    do {                                                                                           \
        static type *call_function;                                                                \
        if (!call_function)                                                                        \
            *(void **)&call_function = driver_function(#name);                                     \
        driver_check(#name, call_function(__VA_ARGS__));                                           \
    } while (0)

typedef int launch_call(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                        unsigned, void *, void **, void **);
typedef int device_call(int *, int);
typedef int context_call(void **, int);
typedef int pointer_call(void *);
typedef int create_call(void **, unsigned);

#endif
