// gpus.h - the GPUs of this machine, as the drivers list them. A driver is loaded only when a
// program that has code for its GPUs needs a device. A driver that is not installed is not an
// error.
#ifndef OC_RUNTIME_GPUS_H
#define OC_RUNTIME_GPUS_H

#include "runtime/devices/makers.h"

struct gpu {
    const struct gpu_maker *maker;
    int number;    // its index in the driver, and in libomptarget's plugin
    char name[64]; // "NVIDIA H200"
    char arch[96]; // "sm_90", "gfx90a:sramecc+:xnack-"
    char uuid[40]; // empty: unknown
};

enum { MAX_GPUS = 64 }; // of each maker; further ones are ignored
struct gpus {
    int count;
    struct gpu items[MAX_GPUS];
    char driver[64];   // the driver's version, for messages: "CUDA 12.8"; empty: unknown
    char problem[256]; // why there are no GPUs, for messages; empty: there are some
};

// The GPUs of one maker. The driver is asked only once.
const struct gpus *__offloadcc_gpus(const struct gpu_maker *maker);

// The GPU with libomptarget's identifier `uid` (omp_get_uid_from_device), which may be NULL; NULL
// if it is not one of the GPUs that __offloadcc_gpus has found.
const struct gpu *__offloadcc_gpu_of_uid(const char *uid);

// The GPU that is a device of libomptarget's, likewise. libomptarget is asked only once for each.
const struct gpu *__offloadcc_gpu_of_device(int device);

// Whether the device's maker has reads_late set (makers.h). The maker is found by the device's uid.
// If that matches no GPU, the answer is whether any GPU has such a maker.
bool __offloadcc_reads_late(int device);

#endif
