// messages.h - makes printf and assert work in kernels on AMD GPUs if a device has several images.
//
// An image that prints has an RPC client (src/builtins/rpc.h). libomptarget 22 answers only
// requests of the client in the image that the device loaded last
// (offload/plugins-nextgen/common/src/RPC.cpp). So each image uses the client whose address is in
// its marker, and the functions here write the address of the last image's client to all markers.
//
// If libomptarget uses unified memory, it copies the host's markers over the images' markers. Then
// each image uses its own client.
#ifndef OC_RUNTIME_MESSAGES_H
#define OC_RUNTIME_MESSAGES_H

#include "runtime/abi.h"

// The variable __offloadcc_image_marker of an image (src/glue/glue.c).
struct image_marker {
    unsigned long is_image; // 1
    unsigned long client;   // device address of the client to use, at first its own; 0: none
};

// Writes the client's address to the marker of the unit's image. Call it before a launch of the
// unit on a device that has the image. Calls cost nothing after the first one, until another unit
// is registered.
void __offloadcc_direct_messages(const struct __offloadcc_unit *unit, int device);

// Makes the next call above write the address again, for each unit and device. Call it when a unit
// has been registered and listed, since its images may be loaded from then on.
void __offloadcc_redirect_messages(void);

// How many bytes of stack a thread has on a device on which a kernel has failed. 0: the device is
// not a GPU, or the kernel has said why it failed (assert, abort, exit, a failed check). It may be
// called in a handler of SIGABRT.
unsigned int __offloadcc_stack_to_raise(int device);

#endif
