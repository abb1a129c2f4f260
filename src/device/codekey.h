// codekey.h - a key of the code that the device pass generates (cache.h): equal keys, equal code.
//
// It is a hash of everything that the code depends on: the front end's IR of the kernels and of all
// that they call, without places in the source (unless debug information keeps them); the request;
// our own program, LLVM, our device functions, libclc or the vendor's library; and the command that
// makes the image. So changes of host code or comments do not change it, nor does a kernel that
// moves to other lines.
#ifndef OC_CODEKEY_H
#define OC_CODEKEY_H

#include "device/device.h"

struct oc_codekey_request {
    const struct oc_unit *unit;
    const struct oc_device_request *device;
    const char *const *image_words; // the command that makes the image, with placeholders for its
                                    // files
    size_t image_word_count;        // 0: there is no command
};

// Returns the key (hash.h) of the module that oc_ir_open read. The module is not changed. NULL if a
// file that the code depends on cannot be read.
const char *oc_codekey(struct oc_ir *ir, const struct oc_codekey_request *request);

// The hash of a unit's unoptimised bitcode alone, by which links know whether it has changed. Equal
// hashes, equal code, but for places in the source where `debug` is false. NULL: the bytes are not
// bitcode.
const char *oc_codekey_of_bitcode(struct oc_arena *arena, struct oc_slice bitcode, bool debug);

#endif
