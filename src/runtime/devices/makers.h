// makers.h - what the runtime knows of a maker of GPUs.
//
// A maker is one const struct in a file of its own, and a line in makers.c. Nothing else asks whose
// a GPU is: it reads these slots, or calls them for all makers in turn.
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
    FITS_LINKED // it is text, which the driver can make code for the GPU of
};

// What a driver made of text.
struct linked {
    void *data; // an ELF file, which nobody frees
    size_t size;
    char problem[512];
};

struct gpu_maker {
    const char *prefix; // what the names of its processors begin with, and of no others': "sm_"

    // Fills in the list of its GPUs, which is empty, or the problem.
    void (*find)(struct gpus *gpus);

    // Whether an image serves a GPU, by its name as gpus.h has it. The image may be another
    // maker's.
    enum fit (*fits)(const struct __offloadcc_image *image, const char *gpu);

    // Says in `problem` why its GPUs cannot run the grid, and how to mend it. False: they can.
    bool (*exceeds)(const struct __offloadcc_grid *grid, char *problem, size_t size);

    // Has the driver make code of text, `size` bytes with the null byte at its end, for one of its
    // GPUs. False: it cannot, for the problem. NULL: `fits` never says FITS_LINKED.
    bool (*link)(const struct gpu *gpu, const char *text, size_t size, struct linked *linked);

    // Whether libomptarget has to be given an image of the one processor before one of the other.
    // NULL: it takes its images in any order.
    bool (*precedes)(const char *left, const char *right);

    // Why libomptarget does not find a driver that we have found, or NULL. NULL instead of a
    // function: it finds what we find.
    const char *(*hidden)(void);

    // Before a launch on a device, of this maker's or another's, that has loaded an image of the
    // unit's. NULL: there is nothing to do.
    void (*enter)(const struct __offloadcc_unit *unit, int device);

    // Whether its kernels ask the host to print, through libomptarget (units/messages.h).
    bool asks_host;
    // Whether libomptarget reads what is copied to its GPUs after the copy's call has returned
    // (launch/privates.h).
    bool reads_late;
};

extern const struct gpu_maker __offloadcc_nvidia, __offloadcc_amd;

enum { GPU_MAKERS = 2 };
extern const struct gpu_maker *const __offloadcc_makers[GPU_MAKERS];

// The maker of a processor, or of the GPUs that an image is for, by its name; NULL: it is the
// CPU's.
const struct gpu_maker *__offloadcc_maker_of(const char *arch);

// Whether all GPUs of all makers can run the grid.
bool __offloadcc_all_can_run(const struct __offloadcc_grid *grid);

#endif
