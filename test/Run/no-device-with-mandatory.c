// OMP_TARGET_OFFLOAD keeps its meaning: mandatory without a device ends the program.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: %t
// RUN: not --crash env OMP_TARGET_OFFLOAD=mandatory %t 2>&1 | FileCheck %s
#include <offload.h>

offload_kernel void nothing(void)
{
}

int main(void)
{
    offload(nothing, .threads = {1})();
}
// CHECK: mandatory
