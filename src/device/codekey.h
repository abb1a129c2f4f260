// codekey.h - a key of the code that the device pass makes (cache.h): equal keys, equal results.
//
// It is a hash of what the kernels and all that they call were compiled to before anything was
// optimised, without the places in the source (unless debug information keeps them), and of all
// that goes on from there: the request, our own program, LLVM, our device functions, libclc or the
// vendor's library, the command that makes the image. So neither a change of the host's code nor of
// a comment changes it, nor a kernel that moves by some lines.
#ifndef OC_CODEKEY_H
#define OC_CODEKEY_H

#include "device/device.h"

struct oc_codekey_request {
    const struct oc_unit *unit;
    const struct oc_device_request *device;
    const char *const *image_words; // the command that makes the image; files as placeholders
    size_t image_word_count;        // 0: there is none
};

// The key (hash.h) of the module that oc_ir_open read; the module is not changed. NULL: something
// that the code depends on cannot be read.
const char *oc_codekey(struct oc_ir *ir, const struct oc_codekey_request *request);

#endif
