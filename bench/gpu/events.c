// events.c - a libcuda.so that stands before the driver's and measures kernels: every launch gets
// an event before and one behind it, on its own stream. libomptarget finds all other functions
// in the driver's libcuda.so.1, which this library needs.
#include "driver.h"

typedef int record_call(void *, void *);
typedef int elapsed_call(float *, void *, void *);

static launch_call *driver_launch;
static void *begin, *end;
static int pending;
static double seconds;

static void prepare(void) {
    *(void **)&driver_launch = driver_function("cuLaunchKernel");
    CALL(create_call, cuEventCreate, &begin, 0);
    CALL(create_call, cuEventCreate, &end, 0);
}

static void collect(void) {
    float milliseconds = 0;
    if (!pending)
        return;
    CALL(pointer_call, cuEventSynchronize, end);
    CALL(elapsed_call, cuEventElapsedTime, &milliseconds, begin, end);
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
                   void *stream, void **parameters, void **extra) {
    if (!driver_launch)
        prepare();
    collect();
    CALL(record_call, cuEventRecord, begin, stream);
    int error = driver_launch(function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared,
                              stream, parameters, extra);
    CALL(record_call, cuEventRecord, end, stream);
    pending = 1;
    return error;
}
