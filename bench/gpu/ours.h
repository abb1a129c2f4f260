// ours.h - for the benchmarks by offloadcc: what events.c, a libcuda.so before the driver's, says
// of the time that kernels take.
#ifndef OURS_H
#define OURS_H

#include "harness.h"

#include <dlfcn.h>
#include <offload.h>

static double device_seconds(void) {
    static double (*seconds)(void);
    static int looked;
    if (!looked) {
        void *library = dlopen("libcuda.so", RTLD_NOW | RTLD_NOLOAD);
        seconds = library ? (double (*)(void))dlsym(library, "bench_kernel_seconds") : NULL;
        looked = 1;
    }
    return seconds ? seconds() : -1;
}

#endif
