// What cannot be mapped, or is not mapped, is a clear stop that names the place, the argument as it is
// written, and what to do; with a device and without one.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.device
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: not --crash %t.device 1 2>&1 | FileCheck --check-prefix=NULL %s
// RUN: not --crash %t.cpu 1 2>&1 | FileCheck --check-prefix=NULL %s
// RUN: not --crash %t.device 2 2>&1 | FileCheck --check-prefix=NEGATIVE %s
// RUN: not --crash %t.cpu 2 2>&1 | FileCheck --check-prefix=NEGATIVE %s
// RUN: not --crash %t.device 3 2>&1 | FileCheck --check-prefix=OVERFLOW %s
// RUN: not --crash %t.cpu 3 2>&1 | FileCheck --check-prefix=OVERFLOW %s
// RUN: not --crash %t.device 4 2>&1 | FileCheck --check-prefix=PART %s
// RUN: not --crash %t.cpu 4 2>&1 | FileCheck --check-prefix=PART %s
// RUN: not --crash %t.device 5 2>&1 | FileCheck --check-prefix=MORE %s
// RUN: not --crash %t.cpu 5 2>&1 | FileCheck --check-prefix=MORE %s
// RUN: not --crash %t.device 6 2>&1 | FileCheck --check-prefix=ITEMS %s
// RUN: not --crash %t.cpu 6 2>&1 | FileCheck --check-prefix=ITEMS %s
// RUN: not --crash %t.device 7 2>&1 | FileCheck --check-prefix=EXIT %s
// RUN: not --crash %t.cpu 7 2>&1 | FileCheck --check-prefix=EXIT %s
// RUN: not --crash %t.device 8 2>&1 | FileCheck --check-prefix=TWICE %s
// RUN: not --crash %t.cpu 8 2>&1 | FileCheck --check-prefix=TWICE %s
// RUN: not --crash %t.device 9 2>&1 | FileCheck --check-prefix=LAST %s
// RUN: not --crash %t.cpu 9 2>&1 | FileCheck --check-prefix=LAST %s
// RUN: not --crash %t.device 10 2>&1 | FileCheck --check-prefix=VARIABLE %s
// RUN: not --crash %t.cpu 10 2>&1 | FileCheck --check-prefix=VARIABLE %s
// RUN: not --crash %t.device 11 2>&1 | FileCheck --check-prefix=DEVICE %s
// RUN: not --crash %t.cpu 11 2>&1 | FileCheck --check-prefix=NODEVICE %s
// RUN: not --crash %t.device 12 2>&1 | FileCheck --check-prefix=LAUNCH %s
// RUN: not --crash %t.cpu 12 2>&1 | FileCheck --check-prefix=LAUNCH %s
// RUN: not --crash %t.device 13 2>&1 | FileCheck --check-prefix=UPDATE %s
// RUN: not --crash %t.cpu 13 2>&1 | FileCheck --check-prefix=UPDATE %s
// RUN: not --crash %t.device 14 2>&1 | FileCheck --check-prefix=BEYOND %s
// RUN: not --crash %t.cpu 14 2>&1 | FileCheck --check-prefix=BEYOND %s
// RUN: not --crash %t.device 15 2>&1 | FileCheck --check-prefix=OTHER %s
// RUN: not --crash %t.device 16 2>&1 | FileCheck --check-prefix=BEHIND %s
// RUN: not --crash %t.cpu 16 2>&1 | FileCheck --check-prefix=BEHIND %s
// RUN: not --crash %t.device 17 2>&1 | FileCheck --check-prefix=ENDED %s
// RUN: not --crash %t.cpu 17 2>&1 | FileCheck --check-prefix=ENDED %s
// RUN: not --crash %t.device 18 2>&1 | FileCheck --check-prefix=HELD %s
// RUN: not --crash %t.cpu 18 2>&1 | FileCheck --check-prefix=HELD %s
// RUN: not --crash %t.device 19 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: not --crash %t.cpu 19 2>&1 | FileCheck --check-prefix=NONE %s
#include <offload.h>
#include <stdlib.h>

offload_global int table[4];
static int x[100];

offload_kernel void add(int n, int x[n], const int y[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i] += y[i] + table[0];
}

static void misuse(int what, int n)
{
    int *null = NULL;
    switch (what) {
    case 1:
        offload_data(offload_to(x, n), offload_tofrom(null, n + 1))
            // NULL: [[#@LINE-1]]: offloadcc: error: offload_data: 'null' is a null pointer, but its count makes it 44 bytes; pass an array of that size, or make the count 0
            abort();
    case 2:
        offload_data(offload_to(&x[1], -n))
            // NEGATIVE: [[#@LINE-1]]: offloadcc: error: offload_data: the count of '&x[1]' is -10; a count must be 0 or more
            abort();
    case 3:
        offload_enter_data(offload_alloc(x, (size_t)1 << 62));
        // OVERFLOW: [[#@LINE-1]]: offloadcc: error: offload_enter_data: 'x': 4611686018427387904 elements of 4 bytes do not fit in memory; give the number of elements that it has
        break;
    case 4:
        offload_data(offload_to(x + 10, n))
            offload_data(offload_to(x + 15, n))
                // PART: [[#@LINE-1]]: offloadcc: error: offload_data: only a part of 'x + 15' is mapped: {{.*}}data-misuse-is-fatal.c:[[#@LINE-2]] maps 40 bytes, and these 40 bytes end 20 bytes after their end; map all of them there, or name only mapped ones here
                abort();
    case 5:
        offload_enter_data(offload_to(x + 10, n));
        offload_enter_data(offload_to(x, 100));
        // MORE: [[#@LINE-1]]: offloadcc: error: offload_enter_data: only a part of 'x' is mapped: {{.*}}:[[#@LINE-2]] maps 40 bytes, and these 400 bytes begin 40 bytes before their beginning; map
        break;
    case 6:
        offload_data(offload_to(x, n), offload_from(x + 5, 2))
            // ITEMS: [[#@LINE-1]]: offloadcc: error: offload_data: 'x' (40 bytes at 0x{{[0-9a-f]+}}) and 'x + 5' (8 bytes at 0x{{[0-9a-f]+}}) overlap; give one item that covers both
            abort();
    case 7:
        offload_exit_data(offload_from(x, n));
        // EXIT: [[#@LINE-1]]: offloadcc: error: offload_exit_data: 'x' (40 bytes at 0x{{[0-9a-f]+}}) is not mapped; call offload_exit_data once for each offload_enter_data
        break;
    case 8:
        offload_enter_data(offload_to(x, n));
        offload_exit_data(offload_from(x, n));
        offload_exit_data(offload_from(x, n));
        // TWICE: [[#@LINE-1]]: offloadcc: error: offload_exit_data: 'x' (40 bytes at {{.*}}) is not mapped;
        break;
    case 9:
        offload_enter_data(offload_tofrom(x, n));
        offload_enter_data(offload_tofrom(&x[3], 2));
        offload_exit_data(offload_tofrom(x, n));
        offload_exit_data(offload_tofrom(&x[3], 2));
        // LAST: [[#@LINE-1]]: offloadcc: error: offload_exit_data: '&x[3]' is 8 of the 40 bytes that are mapped at {{.*}}:[[#@LINE-4]], and the last reference to them: the rest would not be copied back; end the mapping of the whole array last
        break;
    case 10:
        offload_data(offload_to(table + 1, 2))
            // VARIABLE: [[#@LINE-1]]: offloadcc: error: offload_data: 'table + 1' is a device variable, which has a copy on each device already; use offload_update_to and offload_update_from
            abort();
    case 11:
        offload_data(offload_to(x, n), .device = -2)
            // DEVICE: [[#@LINE-1]]: offloadcc: error: offload_data: there is no device -2; this machine has devices 0 to 3, and 4 is the host
            // NODEVICE: [[#@LINE-2]]: offloadcc: error: offload_data: there is no device -2; this machine has no device, and 0 is the host
            abort();
    case 12:
        offload_data(offload_to(x, n))
            offload(add, .threads = {n})(n, x + 50, x + 5);
        // LAUNCH: error: kernel 'add': parameter 'y' takes 40 bytes at 0x{{[0-9a-f]+}}, but only the 40 bytes at 0x{{[0-9a-f]+}} are mapped at {{.*}}data-misuse-is-fatal.c:[[#@LINE-2]]; map all that the kernel takes there, or end that mapping before the launch
        break;
    case 13:
        offload_update_from(&x[n], 1);
        // UPDATE: [[#@LINE-1]]: offloadcc: error: offload_update_from: '&x[n]' has no copy on the device; map it before this with offload_data or offload_enter_data, or, if it is a file-scope variable that kernels use, mark it offload_global
        break;
    case 14:
        offload_data(offload_to(x, n))
            offload_update_to(x + 1, n);
        // BEYOND: [[#@LINE-1]]: offloadcc: error: offload_update_to: only a part of 'x + 1' is mapped: {{.*}}:[[#@LINE-2]] maps 40 bytes, and these 40 bytes end 4 bytes after their end; map
        break;
    case 15:
        offload_data(offload_to(x, n), .device = 1)
            offload_update_to(x, n);
        // OTHER: [[#@LINE-1]]: offloadcc: error: offload_update_to: 'x' has no copy on the device
        break;
    case 16:
        offload_data(offload_to(x, n))
            ;
        offload_update_to(x, n);
        // BEHIND: [[#@LINE-1]]: offloadcc: error: offload_update_to: 'x' has no copy on the device
        break;
    case 17:
        offload_data(offload_to(x, n))
            offload_exit_data(offload_to(x, n));
        // ENDED: [[#@LINE-1]]: offloadcc: error: offload_exit_data: 'x' (40 bytes at 0x{{[0-9a-f]+}}, mapped at {{.*}}data-misuse-is-fatal.c:[[#@LINE-2]]) belongs to an offload_data region, which releases it at its end; remove this offload_exit_data, or map it by offload_enter_data too
        break;
    case 18:
        offload_enter_data(offload_to(x, n));
        offload_data(offload_to(x, n)) {
            offload_exit_data(offload_to(x, n));
            offload_exit_data(offload_to(x, n));
            // HELD: [[#@LINE-1]]: offloadcc: error: offload_exit_data: 'x' ({{.*}}:[[#@LINE-4]]) belongs to an offload_data region, which
        }
        break;
    case 19:
        offload_enter_data(offload_to(x, n), atoi("3"));
        // NONE: [[#@LINE-1]]: offloadcc: error: offload_enter_data: item 2 is not offload_to, offload_from, offload_tofrom or offload_alloc; write each item with a pointer and a number of elements: offload_to(x, n)
    }
}

int main(int argc, char **argv)
{
    misuse(atoi(argv[argc - 1]), 10);
}
