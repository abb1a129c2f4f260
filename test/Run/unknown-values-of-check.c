// OFFLOADCC_CHECK is 1 or 0. Another value asks for nothing, and the program says so.
//
// RUN: %offloadcc --offload-arch=none %s -o %t
// RUN: env OFFLOADCC_CHECK=yes %t 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: env OFFLOADCC_CHECK=0 %t 2>&1 | FileCheck %s --allow-empty --implicit-check-not=warning
// RUN: env OFFLOADCC_CHECK= %t 2>&1 | FileCheck %s --allow-empty --implicit-check-not=warning
// UNKNOWN: offloadcc: warning: unknown value 'yes' of OFFLOADCC_CHECK; expected '1' or '0'
// UNKNOWN-NOT: warning
#include <offload.h>

offload_kernel void add(int n, int x[n]) {
    if (offload_global_id(0) < (size_t)n)
        x[offload_global_id(0)]++;
}

int main(void) {
    int x[10] = {0};
    offload(add, .threads = {10})(10, x);
    offload(add, .threads = {10})(10, x);
    return x[9] != 2;
}
