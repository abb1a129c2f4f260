// gpus.h - the GPUs of this machine, as their makers' drivers know them. Nothing is asked before a
// program that has code for them needs a device. A driver that is not installed is not an error.
#ifndef OC_RUNTIME_GPUS_H
#define OC_RUNTIME_GPUS_H

#include "runtime/devices/makers.h"

struct gpu {
    const struct gpu_maker *maker;
    int number;    // its driver's, and so its plugin's in libomptarget
    char name[64]; // "NVIDIA H200"
    char arch[96]; // "sm_90", "gfx90a:sramecc+:xnack-"
    char uuid[40]; // empty: not known
};

enum { MAX_GPUS = 64 }; // more are not looked at
struct gpus {
    int count;
    struct gpu items[MAX_GPUS];
    char driver[64];   // its version, for people: "CUDA 12.8"; empty: not known
    char problem[256]; // why there are none; empty: there are some
};

// Those of one maker; asked for once.
const struct gpus *__offloadcc_gpus(const struct gpu_maker *maker);

// The GPU that libomptarget calls so (omp_get_uid_from_device), which may be NULL; NULL: none of
// those asked for.
const struct gpu *__offloadcc_gpu_of_uid(const char *uid);

// Whether the device is of a maker that reads late (makers.h): by its uid, and where that names
// none of the GPUs, if there is a GPU of such a maker at all. Asked of libomptarget once a device.
bool __offloadcc_reads_late(int device);

#endif
