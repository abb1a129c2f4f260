// gpus.h - the GPUs of this machine, as their makers' drivers know them. Nothing is asked before a
// program that has code for them needs a device. What is not installed is no error.
#ifndef OC_RUNTIME_GPUS_H
#define OC_RUNTIME_GPUS_H

#include <stdbool.h>
#include <stddef.h>

enum gpu_maker { NVIDIA, AMD, GPU_MAKERS };

struct gpu {
    enum gpu_maker maker;
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
const struct gpus *__offloadcc_gpus(enum gpu_maker maker);

// The GPU that libomptarget calls so (omp_get_uid_from_device), which may be NULL; NULL: none of
// those asked for.
const struct gpu *__offloadcc_gpu_of_uid(const char *uid);

// Whether libomptarget's AMD plug-in serves the device: by its uid, and where that names none of
// the GPUs, if there is one of AMD's at all. Asked of libomptarget once a device.
bool __offloadcc_is_of_amd(int device);

// Fills in the list, which is empty. cuda.c and hsa.c.
void __offloadcc_find_nvidia(struct gpus *gpus);
void __offloadcc_find_amd(struct gpus *gpus);

// Whether NVIDIA's driver was loaded, and if so: the calling thread's context, or NULL.
bool __offloadcc_has_cuda(void);
void *__offloadcc_cuda_context(void);
void __offloadcc_set_cuda_context(void *context);

// Has NVIDIA's driver link PTX, `size` bytes with the null byte at its end, for one of its GPUs.
// False: it cannot, for the problem.
struct linked {
    void *data; // an ELF file, which nobody frees
    size_t size;
    char problem[512];
};
bool __offloadcc_link_ptx(const struct gpu *gpu, const char *ptx, size_t size,
                          struct linked *linked);

#endif
