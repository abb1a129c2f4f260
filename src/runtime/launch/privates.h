// privates.h - structs that kernels take by value: how they are passed to a device.
//
// libomptarget packs structs of up to 1024 bytes into one buffer, each aligned as the host's is.
// But it computes the gap before a struct only from the size of the one before, so some structs are
// not aligned as the device needs them (LLVM 22: offload/libomptarget/omptarget.cpp,
// PrivateArgumentManagerTy::addArg). In that case we copy the structs first, so that all addresses
// and sizes are multiples of one alignment: then there are no gaps.
//
// The buffer does not live long enough for AMD's plug-in. A copy to the device that follows another
// one reads its source later, in a handler of the HSA runtime, and libomptarget has freed the
// buffer by then (PrivateArgumentManagerTy::packAndTransfer, and
// AMDGPUStreamTy::pushMemoryCopyH2DAsync of plugins-nextgen/amdgpu/src/rtl.cpp). So for AMD's GPUs
// each struct is passed as one of more than 1024 bytes, which libomptarget does not pack, from a
// copy that lives until the launch has ended. CUDA's driver has no such problem: it has read
// pageable memory when the call for a copy returns.
#ifndef OC_RUNTIME_PRIVATES_H
#define OC_RUNTIME_PRIVATES_H

#include "runtime/data/entries.h"

#include <stddef.h>

struct __offloadcc_privates {
    char *memory;     // the copies; NULL: the structs are not copied
    char *next;       // free space in it
    size_t alignment; // of each copy, in bytes
    size_t least;     // the least size of each copy, in bytes
    char few[1024];   // used as memory if it is enough
};

// Whether libomptarget copies a struct by value to the device together with others.
bool __offloadcc_is_packed(const struct map_entry *entry, int device);

void __offloadcc_privates_init(struct __offloadcc_privates *privates,
                               const struct __offloadcc_entries *entries, int device);
void __offloadcc_privates_release(struct __offloadcc_privates *privates);

// The entry to hand over in place of this one: a copy's, if it is such a struct.
struct map_entry __offloadcc_private(struct __offloadcc_privates *privates,
                                     const struct map_entry *entry);

#endif
