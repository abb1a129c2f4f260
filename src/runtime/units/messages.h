// messages.h - where the messages of kernels go on AMD GPUs: what printf and assert ask of the
// host.
//
// An image that does so has a client (src/builtins/rpc.h), but libomptarget 22 serves only that of
// the image that a device loaded last (offload/plugins-nextgen/common/src/RPC.cpp). So the images
// look into their markers for the client, and there is that of the last one in all of them.
//
// Where libomptarget's memory is unified with the host's, it writes the host's markers over the
// images': each then asks its own client.
#ifndef OC_RUNTIME_MESSAGES_H
#define OC_RUNTIME_MESSAGES_H

#include "runtime/abi.h"

// The marker of an image, and its entry (src/glue/glue.c).
struct image_marker {
    unsigned long is_image; // 1
    unsigned long client;   // its address on the device, at first of the image's own; 0: none
};

// To be called before a launch of the unit on a device that has one of its images. Costs nothing
// after the first time, until another unit is registered.
void __offloadcc_direct_messages(const struct __offloadcc_unit *unit, int device);

// To be called when a unit has been registered and listed: images of it are loaded from now on.
void __offloadcc_redirect_messages(void);

#endif
