// Types that a kernel's parameter cannot have: clang's blocks, and numbers that have no place in a slot.
// RUN: not %offloadcc -fblocks -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
struct half {
    __bf16 value;
};
offload_kernel void k(void (^block)(void), __bf16 half, struct half held) {}
// CHECK: :7:30: error: parameter 'block' of kernel 'k' is a pointer of a kind that devices do not have; remove it
// CHECK: :7:51: error: parameter 'half' of kernel 'k' has type '__bf16', which cannot be passed to a kernel; put it into a struct
// CHECK-NOT: error:
