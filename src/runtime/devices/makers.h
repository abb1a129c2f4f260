// makers.h - everything in the runtime that differs between makers of GPUs.
//
// Each maker has a const struct gpu_maker in a file of its own, and a line in makers.c. Other code
// does not test for a maker: it uses the members of this struct.
#ifndef OC_RUNTIME_MAKERS_H
#define OC_RUNTIME_MAKERS_H

#include "runtime/abi.h"

#include <stdbool.h>
#include <stddef.h>

struct gpu;
struct gpus;

enum fit {
    NO_FIT,
    FITS,       // the GPU loads it
    FITS_LINKED // it is text (PTX), which the driver can compile for the GPU
};

// The result of compiling text with a driver.
struct linked {
    void *data;        // an ELF file, which is never freed
    size_t size;       // in bytes
    char problem[512]; // on failure: the reason
};

// A kernel, and the blocks in which it is to run.
struct resident_kernel {
    const struct gpu *gpu;
    const char *name; // in the images
    // The unit's images, in the order in which libomptarget tries them: their first byte, and the
    // one after the last.
    const void *const (*images)[2];
    int image_count;
    unsigned int threads; // of a block
    size_t shared_bytes;  // dynamic shared memory of a block
};

struct gpu_maker {
    const char *prefix; // of the names of its processors, and no others': "sm_"

    // Fills in the empty list of its GPUs, or the reason why there are none.
    void (*find)(struct gpus *gpus);

    // Whether an image, perhaps of another maker, runs on a GPU. `gpu` is the GPU's `arch`
    // (gpus.h).
    enum fit (*fits)(const struct __offloadcc_image *image, const char *gpu);

    // Whether its GPUs cannot run the grid. If so, writes to `problem`, a buffer of `size` bytes,
    // why, and how to fix it.
    bool (*exceeds)(const struct __offloadcc_grid *grid, char *problem, size_t size);

    // Returns how many blocks of a kernel the GPU can run at the same time. On failure returns 0,
    // and writes to `problem`, a buffer of `size` bytes, why.
    unsigned long (*resident)(const struct resident_kernel *kernel, char *problem, size_t size);

    // Compiles text with the driver for one of its GPUs. `size` includes the null byte at the end.
    // On failure returns false and sets linked->problem. NULL: `fits` never returns FITS_LINKED.
    bool (*link)(const struct gpu *gpu, const char *text, size_t size, struct linked *linked);

    // Whether libomptarget has to get an image for processor `left` before one for `right`. NULL:
    // the order does not matter.
    bool (*precedes)(const char *left, const char *right);

    // Returns the reason, for a message, why libomptarget cannot find the driver that we have
    // found, or NULL if it can. No function: it always can.
    const char *(*hidden)(void);

    // Called before each launch on a device, of any maker, that has loaded an image of the unit.
    // NULL: nothing to do.
    void (*enter)(const struct __offloadcc_unit *unit, int device);

    // Whether the calling thread's GPU was stopped by a failed assertion, whose message the driver
    // has printed. Does not wait for the GPU. NULL: the driver does not know.
    bool (*has_asserted)(void);

    unsigned int stack_bytes; // of a thread whose stack's size is not known when it is compiled
    // Whether its kernels print by requests to the host, through libomptarget (units/messages.h).
    bool asks_host;
    // Whether libomptarget may read the source of a copy to its GPUs after the call for the copy
    // has returned (launch/privates.h).
    bool reads_late;
};

extern const struct gpu_maker __offloadcc_nvidia, __offloadcc_amd;

enum { GPU_MAKERS = 2 };
extern const struct gpu_maker *const __offloadcc_makers[GPU_MAKERS];

// The maker of the GPUs with this architecture, such as "sm_90"; NULL: it is the CPU's.
const struct gpu_maker *__offloadcc_maker_of(const char *arch);

// Whether all GPUs of all makers can run the grid.
bool __offloadcc_all_can_run(const struct __offloadcc_grid *grid);

#endif
