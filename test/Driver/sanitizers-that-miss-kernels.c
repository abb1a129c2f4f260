// MemorySanitizer is refused for sources with kernels; of an image that other sanitizers do not
// instrument there is a warning. What was taken back does not count.
//
// RUN: not %offloadcc -fsanitize=memory --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --check-prefix=MEMORY %s
// RUN: not %offloadcc -fsanitize=undefined,memory --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --check-prefix=MEMORY %s
// RUN: %offloadcc -fsanitize=memory -fno-sanitize=memory --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %offloadcc -fsanitize=address --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %offloadcc -fsanitize=leak --offload-arch=x86-64 -c %s -o %t.o 2>&1 | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %offloadcc -fsanitize=address --offload-arch=x86-64 -fno-sanitize=address -c %s -o %t.o 2>&1 | FileCheck --allow-empty --check-prefix=NONE %s
// RUN: %offloadcc -fsanitize=address,undefined --offload-arch=x86-64 -c %s -o %t.o 2>&1 | FileCheck --check-prefix=IMAGE %s
// RUN: %offloadcc -fsanitize=thread --offload-arch=x86-64 -Wno-offload-sanitizer-image -c %s -o %t.o 2>&1 | FileCheck --allow-empty --check-prefix=NONE %s
#include <offload.h>

// MEMORY: error: '-fsanitize=memory' cannot be used for a source with kernels: the libraries that run kernels on the CPU are not instrumented; use '-fsanitize=address', '-fsanitize=undefined' or '-fsanitize=thread'
// IMAGE: warning: '-fsanitize=address,undefined' does not instrument kernels in the image for x86-64; use '--offload-arch=none' to run instrumented kernels on the CPU [-Woffload-sanitizer-image]
// NONE-NOT: {{error|warning}}
offload_kernel void k(size_t n, float x[n])
{
    offload_for (i, n)
        x[i] = 1;
}
