// Declarations, launches and calls of kernels that others define are host code.
// RUN: rm -rf %t && mkdir %t
// RUN: not %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include 2>&1 | count 0
// RUN: not ls %t/unit.json
#include <offload.h>
offload_kernel void elsewhere(int n, float x[n]);
inline offload_kernel void not_emitted(void) {}
int main(void)
{
    float x[4];
    offload(elsewhere, .threads = {4})(4, x);
}
