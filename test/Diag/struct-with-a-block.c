// A block of clang's -fblocks is a pointer that no device has.
// RUN: not %offloadcc -fblocks -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
struct work {
    void (^run)(void);
};
offload_kernel void k(struct work w) {}
// CHECK: :7:35: error: parameter 'w' of kernel 'k' has type 'struct work', whose member 'run' is a pointer of a kind that devices do not have; remove it
