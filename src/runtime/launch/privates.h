// privates.h - structs that kernels take by value, on their way to a device.
//
// libomptarget puts those of up to 1024 bytes behind one another into one buffer, each aligned as
// the host's is. But it computes the gaps from the size of the one before alone, and so leaves some
// where the device cannot read them (LLVM 22: offload/libomptarget/omptarget.cpp,
// PrivateArgumentManagerTy::addArg). Then they are copied: where addresses and sizes are all
// multiples of one alignment, there are no gaps.
//
// That buffer does not live long enough for AMD's plug-in: a copy to the device that follows
// another one reads its source later, in a handler of the HSA runtime's, and the buffer is gone
// when the launch only waits (PrivateArgumentManagerTy::packAndTransfer, and AMDGPUStreamTy::
// pushMemoryCopyH2DAsync of plugins-nextgen/amdgpu/src/rtl.cpp). For AMD's GPUs each struct is
// therefore handed over as larger than 1024 bytes: from a copy that lives until the launch is over,
// and is read where it is. CUDA's driver has read pageable memory when a copy's call returns.
#ifndef OC_RUNTIME_PRIVATES_H
#define OC_RUNTIME_PRIVATES_H

#include "runtime/data/entries.h"

#include <stddef.h>

struct __offloadcc_privates {
    char *memory; // NULL: they are where they can be read, and are not copied
    char *next;
    size_t alignment;
    size_t least; // size of each
    char few[1024];
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
