// registration.h - the images of a unit that libomptarget gets: the one that fits, for each GPU of
// this machine (choose.h), and the x86-64 image.
#ifndef OC_RUNTIME_REGISTRATION_H
#define OC_RUNTIME_REGISTRATION_H

#include "runtime/devices/gpus.h"
#include "runtime/devices/libomptarget.h"

// Never freed.
struct __offloadcc_registration {
    unsigned long number; // registrations are numbered from 1 in the order of registration
    // For messages.c: bit n of `directed` is set if device n's marker has been written;
    // clients[n] is the address of the client of the unit's own image there, 1: none, 0: unknown.
    unsigned long directed;
    unsigned long clients[MAX_GPUS];
    // Images without kernels, in the order of the GPUs. It is registered before `library`, because
    // libomptarget numbers devices in the order of images. Empty if all GPUs get the same image.
    struct target_library numbering;
    struct target_library library;
    struct target_image images[];
};

// Chooses the images for this machine's devices; there may be none. For a GPU that only PTX fits,
// the driver compiles the PTX, which may take a while. Prints a warning if that fails. Returns NULL
// if there is no memory.
struct __offloadcc_registration *__offloadcc_choose_images(const struct __offloadcc_unit *unit);

// Without images, for the device that stands in where there is none (devices/standin.h).
struct __offloadcc_registration *__offloadcc_choose_none(const struct __offloadcc_unit *unit);

// Writes why no device has code of the unit, as a clause: "it was compiled for sm_90; on this
// machine: NVIDIA T4 (sm_75)". `size` is that of `text` in bytes, with the null byte.
void __offloadcc_explain(const struct __offloadcc_unit *unit, char *text, size_t size);

#endif
