// events.c - a libcuda.so that stands before the driver's and measures kernels: every launch gets
// an event before and one behind it, on its own stream. libomptarget finds all other functions
// in the driver's libcuda.so.1, which this library needs.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef void *stream;
typedef void *event;

static int (*driver_launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                            unsigned, stream, void **, void **);
static int (*event_create)(event *, unsigned);
static int (*event_record)(event, stream);
static int (*event_synchronize)(event);
static int (*event_elapsed)(float *, event, event);

static event begin, end;
static int pending;
static double seconds;

static void *find(const char *name) {
    static void *driver;
    void *function = NULL;
    if (driver || (driver = dlopen("libcuda.so.1", RTLD_NOW)))
        function = dlsym(driver, name);
    if (!function) {
        fprintf(stderr, "the driver has no %s\n", name);
        exit(1);
    }
    return function;
}

static void check(int error) {
    if (error) {
        fprintf(stderr, "an event failed with CUDA's error %d\n", error);
        exit(1);
    }
}

static void prepare(void) {
    *(void **)&driver_launch = find("cuLaunchKernel");
    *(void **)&event_create = find("cuEventCreate");
    *(void **)&event_record = find("cuEventRecord");
    *(void **)&event_synchronize = find("cuEventSynchronize");
    *(void **)&event_elapsed = find("cuEventElapsedTime");
    check(event_create(&begin, 0));
    check(event_create(&end, 0));
}

static void collect(void) {
    float milliseconds = 0;
    if (!pending)
        return;
    check(event_synchronize(end));
    check(event_elapsed(&milliseconds, begin, end));
    seconds += 1e-3 * (double)milliseconds;
    pending = 0;
}

// What all kernels have taken so far.
double bench_kernel_seconds(void) {
    collect();
    return seconds;
}

int cuLaunchKernel(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                   unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                   stream stream, void **parameters, void **extra) {
    if (!driver_launch)
        prepare();
    collect();
    check(event_record(begin, stream));
    int error = driver_launch(function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared,
                              stream, parameters, extra);
    check(event_record(end, stream));
    pending = 1;
    return error;
}
