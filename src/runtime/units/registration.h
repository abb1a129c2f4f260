// registration.h - what libomptarget is given of a unit: an image for each GPU of this machine that
// one fits (choose.h), and the x86-64 image.
#ifndef OC_RUNTIME_REGISTRATION_H
#define OC_RUNTIME_REGISTRATION_H

#include "runtime/devices/gpus.h"
#include "runtime/devices/libomptarget.h"

// Is kept as long as the process.
struct __offloadcc_registration {
    unsigned long number;   // in the order in which libomptarget gets them, from 1
    unsigned long directed; // devices, as bits, and below for each: of messages.c
    unsigned long clients[MAX_GPUS];
    // Without kernels, to be registered first: libomptarget numbers devices in the order of images,
    // and here these are in the order of GPUs. Empty where there is one image for all.
    struct target_library numbering;
    struct target_library library;
    struct target_image images[];
};

// Chooses the images, none where this machine has no use for any, and has PTX linked where none
// fits a GPU otherwise, which may take a while. Warns where a GPU's driver does not take what is
// there for it. NULL: there is no memory.
struct __offloadcc_registration *__offloadcc_choose_images(const struct __offloadcc_unit *unit);

// Why no device has code of the unit, as a clause: "it has code for sm_90, and this machine's GPUs
// are NVIDIA T4 (sm_75)". Text of so many bytes at most, with the null byte.
void __offloadcc_explain(const struct __offloadcc_unit *unit, char *text, size_t size);

#endif
