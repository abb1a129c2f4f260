// messages.h - where the messages of kernels go on AMD GPUs: what printf and assert ask of the
// host.
//
// An image that does so has a client (src/builtins/rpc.h), but libomptarget 22 serves only that of
// the image that a device loaded last (offload/plugins-nextgen/common/src/RPC.cpp). So the images
// look into their markers for the client, and there is that of the last one in all of them.
#ifndef OC_RUNTIME_MESSAGES_H
#define OC_RUNTIME_MESSAGES_H

#include "runtime/abi.h"

// The marker of an image, and its entry (src/glue.c).
struct image_marker {
    unsigned long is_image; // 1
    unsigned long client;   // its address on the device, at first of the image's own; 0: none
};

// To be called when a device has loaded images.
void __offloadcc_direct_messages(int device);

#endif
