// An update of what is neither mapped nor in a device variable, or of more than there is, is a clear stop, with a device
// and without one.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: %t 0
// RUN: not --crash %t 1 2>&1 | FileCheck --check-prefix=BEYOND %s
// RUN: not --crash %t 2 2>&1 | FileCheck --check-prefix=INSIDE %s
// RUN: not --crash %t 3 2>&1 | FileCheck --check-prefix=OTHER %s
// RUN: not --crash %t 4 2>&1 | FileCheck --check-prefix=NEGATIVE %s
// RUN: not --crash %t 5 2>&1 | FileCheck --check-prefix=OVERFLOW %s
// RUN: not --crash %t 6 2>&1 | FileCheck --check-prefix=DEVICE %s
// RUN: not --crash %t 7 2>&1 | FileCheck --check-prefix=CONST %s
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu 0
// RUN: not --crash %t.cpu 1 2>&1 | FileCheck --check-prefix=BEYOND %s
// RUN: not --crash %t.cpu 3 2>&1 | FileCheck --check-prefix=OTHER %s
// RUN: not --crash %t.cpu 6 2>&1 | FileCheck --check-prefix=NONE %s
#include <offload.h>
#include <stdlib.h>

offload_global int values[10];
offload_global const int fixed[2] = {1, 2};
static int host[10];

offload_kernel void set(int n)
{
    values[n] = fixed[1];
}

int main(int argc, char **argv)
{
    int n = -1;
    int *volatile unseen = values; // of a size that the compiler does not see
    switch (atoi(argv[argc - 1])) {
    case 0:
        offload_update_to(values, 10);
        offload_update_to(&values[9], 1);
        offload_update_from(&values[4], 0);
        break;
    case 1:
        offload_update_to(unseen, 11);
        break;
    case 2:
        offload_update_from(&unseen[8], 3);
        break;
    case 3:
        offload_update_from(host, 1);
        break;
    case 4:
        offload_update_to(values, n);
        break;
    case 5:
        offload_update_to(values, (size_t)1 << 62);
        break;
    case 6:
        offload_update_to(values, 1, .device = -2);
        break;
    case 7:
        offload_update_to(fixed, 1);
    }
}
// BEYOND: update-out-of-range-is-fatal.c:41: offloadcc: error: offload_update_to: 44 bytes from byte 0 on go beyond the end of device variable 'values', which has 40 bytes; update only elements that it has
// INSIDE: update-out-of-range-is-fatal.c:44: offloadcc: error: offload_update_from: 12 bytes from byte 32 on go beyond the end of device variable 'values', which has 40 bytes; update only elements that it has
// OTHER: update-out-of-range-is-fatal.c:47: offloadcc: error: offload_update_from: 'host' has no copy on the device; map it before this with offload_data or offload_enter_data, or, if it is a file-scope variable that kernels use, mark it offload_global
// NEGATIVE: update-out-of-range-is-fatal.c:50: offloadcc: error: offload_update_to: the count of 'values' is -1; a count must be 0 or more
// OVERFLOW: update-out-of-range-is-fatal.c:53: offloadcc: error: offload_update_to: 'values': 4611686018427387904 elements of 4 bytes do not fit in memory; give the number of elements that it has
// DEVICE: update-out-of-range-is-fatal.c:56: offloadcc: error: offload_update_to: there is no device -2; this machine has devices 0 to 3, and 4 is the host
// NONE: offload_update_to: there is no device -2; this machine has no device, and 0 is the host
// CONST: update-out-of-range-is-fatal.c:59: offloadcc: error: offload_update_to: 'fixed' has no copy on the device
