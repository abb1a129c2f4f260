// __attribute__((warning)) and ((error)): in a file with kernels, clang says the same of the host's
// calls as in one without. Nothing of it is in the object.
//
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s x.c
// DEFINE: %{options} =
// DEFINE: %{compare} = %clang %{options} -c x.c 2> clang.txt; %offloadcc --offload-arch=none -DKERNELS %{options} -c x.c 2> ours.txt; test -s clang.txt && diff clang.txt ours.txt
// REDEFINE: %{options} = -O0
// RUN: %{compare}
// REDEFINE: %{options} = -O2
// RUN: %{compare}
// REDEFINE: %{options} = -O2 -g
// RUN: %{compare}
// REDEFINE: %{options} = -O2 -fsanitize=undefined
// RUN: %{compare}
// REDEFINE: %{options} = -O2 -DNEVER
// RUN: %{compare}
// RUN: not %offloadcc --offload-arch=none -DKERNELS -O2 -DNEVER -c x.c -o never.o
// RUN: not ls never.o
// REDEFINE: %{options} = -O2 -Werror=attribute-warning
// RUN: %{compare}
//
// RUN: %offloadcc --offload-arch=none -DKERNELS -O2 -g -gsplit-dwarf -c x.c -o split.o 2> loud.txt && mv split.dwo loud.dwo
// RUN: %offloadcc --offload-arch=none -DKERNELS -O2 -g -gsplit-dwarf -c x.c -o split.o -w && cmp split.dwo loud.dwo
// RUN: llvm-nm split.o | FileCheck x.c --implicit-check-not='@'
#ifdef KERNELS
#include <offload.h>
#else
#define offload_kernel static __attribute__((used))
#endif

// CHECK: U discouraged
void discouraged(void) __attribute__((warning("use another")));
void forbidden(void) __attribute__((error("never")));

offload_kernel void k(void) {}

static inline void greater(int n)
{
    if (n > 3)
        discouraged();
}

int f(int n)
{
    greater(5);
    greater(2);
    discouraged(), discouraged();
#ifdef NEVER
    forbidden();
#endif
    return n;
}
