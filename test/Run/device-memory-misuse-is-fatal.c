// Misuse of device memory is a clear stop, with a device and without one.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.device
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: not --crash %t.device 1 2>&1 | FileCheck --check-prefix=TWICE %s
// RUN: not --crash %t.cpu 1 2>&1 | FileCheck --check-prefix=TWICE %s
// RUN: not --crash %t.device 2 2>&1 | FileCheck --check-prefix=OTHER %s
// RUN: not --crash %t.cpu 2 2>&1 | FileCheck --check-prefix=OTHER %s
// RUN: not --crash %t.device 3 2>&1 | FileCheck --check-prefix=INSIDE %s
// RUN: not --crash %t.cpu 3 2>&1 | FileCheck --check-prefix=INSIDE %s
// RUN: not --crash %t.device 4 2>&1 | FileCheck --check-prefix=BEYOND %s
// RUN: not --crash %t.cpu 4 2>&1 | FileCheck --check-prefix=BEYOND %s
// RUN: not --crash %t.device 5 2>&1 | FileCheck --check-prefix=BEFORE %s
// RUN: not --crash %t.cpu 5 2>&1 | FileCheck --check-prefix=BEFORE %s
// RUN: not --crash %t.device 6 2>&1 | FileCheck --check-prefix=HOST %s
// RUN: not --crash %t.cpu 6 2>&1 | FileCheck --check-prefix=HOST %s
// RUN: not --crash %t.device 7 2>&1 | FileCheck --check-prefix=OVERLAP %s
// RUN: not --crash %t.cpu 7 2>&1 | FileCheck --check-prefix=OVERLAP %s
// RUN: not --crash %t.device 8 2>&1 | FileCheck --check-prefix=NULL %s
// RUN: not --crash %t.cpu 8 2>&1 | FileCheck --check-prefix=NULL %s
// RUN: not --crash %t.device 9 2>&1 | FileCheck --check-prefix=NEGATIVE %s
// RUN: not --crash %t.cpu 9 2>&1 | FileCheck --check-prefix=NEGATIVE %s
// RUN: not --crash %t.device 10 2>&1 | FileCheck --check-prefix=ARRAY %s
// RUN: not --crash %t.cpu 10 2>&1 | FileCheck --check-prefix=ARRAY %s
// RUN: not --crash %t.device 11 2>&1 | FileCheck --check-prefix=ITEM %s
// RUN: not --crash %t.cpu 11 2>&1 | FileCheck --check-prefix=ITEM %s
// RUN: not --crash %t.device 12 2>&1 | FileCheck --check-prefix=DEVICE %s
// RUN: not --crash %t.device 13 2>&1 | FileCheck --check-prefix=HOSTS %s
// RUN: not --crash %t.device 14 2>&1 | FileCheck --check-prefix=MAPPED %s
// RUN: not --crash %t.device 15 2>&1 | FileCheck --check-prefix=SIZE %s
// RUN: not --crash %t.cpu 15 2>&1 | FileCheck --check-prefix=SIZE %s
#include <offload.h>
#include <stdlib.h>

offload_kernel void array(int n, int x[n])
{
    x[0] = 1;
}

offload_kernel void memory(offload_device_ptr int *p)
{
    p[0] = 1;
}

static void misuse(int what, int n)
{
    int host[10] = {0}, other[10], *copy;
    int *p = offload_malloc(10 * sizeof *p), *null = NULL;
    switch (what) {
    case 1:
        copy = p;
        offload_free(p);
        offload_free(copy);
        // TWICE: [[#@LINE-1]]: offloadcc: error: offload_free: 'copy' (0x{{[0-9a-f]+}}) is not memory of offload_malloc, or was freed before; free each address that offload_malloc returned once
        break;
    case 2:
        offload_free(host);
        // OTHER: [[#@LINE-1]]: offloadcc: error: offload_free: 'host' (0x{{[0-9a-f]+}}) is not memory of offload_malloc, or
        break;
    case 3:
        offload_free(p + 1);
        // INSIDE: [[#@LINE-1]]: offloadcc: error: offload_free: 'p + 1' (0x{{[0-9a-f]+}}) is inside the 40 bytes at 0x{{[0-9a-f]+}} that offload_malloc returned at {{.*}}device-memory-misuse-is-fatal.c:[[#@LINE-14]]; pass the address of the first byte
        break;
    case 4:
        offload_memcpy(p + 1, host, sizeof host);
        // BEYOND: [[#@LINE-1]]: offloadcc: error: offload_memcpy: 40 bytes at 'p + 1' (0x{{[0-9a-f]+}}) are not within the 40 bytes at 0x{{[0-9a-f]+}} that offload_malloc returned at {{.*}}device-memory-misuse-is-fatal.c:[[#@LINE-18]]; copy only bytes within them
        break;
    case 5:
        offload_memcpy(host, p - 1, 2 * sizeof *p);
        // BEFORE: [[#@LINE-1]]: offloadcc: error: offload_memcpy: 8 bytes at 'p - 1' (0x{{[0-9a-f]+}}) are not within
        break;
    case 6:
        offload_memcpy(host, &other[n - 10], sizeof host);
        // HOST: [[#@LINE-1]]: offloadcc: error: offload_memcpy: neither 'host' (0x{{[0-9a-f]+}}) nor '&other[n - 10]' (0x{{[0-9a-f]+}}) is memory of offload_malloc; use memcpy between host arrays, and offload_update_to or offload_update_from for mapped arrays
        break;
    case 7:
        offload_memcpy(p, p + 2, 3 * sizeof *p);
        // OVERLAP: [[#@LINE-1]]: offloadcc: error: offload_memcpy: 12 bytes at 'p' (0x{{[0-9a-f]+}}) and at 'p + 2' (0x{{[0-9a-f]+}}) overlap; copy them to a separate buffer first
        break;
    case 8:
        offload_memcpy(null, p, sizeof *p);
        // NULL: [[#@LINE-1]]: offloadcc: error: offload_memcpy: 'null' is a null pointer; 4 bytes cannot be copied there; pass an address, or 0 bytes
        break;
    case 9:
        p = offload_malloc((n - 11) * sizeof *p);
        // NEGATIVE: [[#@LINE-1]]: offloadcc: error: offload_malloc: the size is -4 bytes; was it negative, or too large?
        break;
    case 10:
        offload(array, .threads = {1})(5, p + 2);
        // ARRAY: error: kernel 'array': parameter 'x' takes a host array, which the launch maps, but the argument is device memory of offload_malloc; mark the parameter offload_device_ptr
        break;
    case 11:
        offload_data(offload_to(p, n))
            // ITEM: [[#@LINE-1]]: offloadcc: error: offload_data: 'p' is memory of offload_malloc, which is already on the device; pass it to parameters marked offload_device_ptr
            abort();
    case 12:
        p = offload_malloc(4, .device = 1);
        offload(memory, .threads = {1})(p);
        // DEVICE: error: kernel 'memory': parameter 'p' is memory of device 1 ({{.*}}:[[#@LINE-2]]), but the kernel runs on device 0; give both the same .device
        break;
    case 13:
        p = offload_malloc(4, .device = 4);
        offload(memory, .threads = {1})(p);
        // HOSTS: error: kernel 'memory': parameter 'p' is memory of the host (offload_malloc at {{.*}}:[[#@LINE-2]]), but the kernel runs on device 0; give both the same .device
        break;
    case 14:
        offload_data(offload_to(host, n))
            offload(memory, .threads = {1})(host + 1);
        // MAPPED: error: kernel 'memory': parameter 'p' is marked offload_device_ptr, but the argument is the host's address of an array that is mapped at {{.*}}:[[#@LINE-2]]; give the parameter a bound instead of the mark, and the launch uses the mapped copy
        break;
    case 15:
        offload_memcpy(p, host, (n - 11) * sizeof *p);
        // SIZE: [[#@LINE-1]]: offloadcc: error: offload_memcpy: the size is -4 bytes; was it negative, or too large?
    }
}

int main(int argc, char **argv)
{
    misuse(atoi(argv[argc - 1]), 10);
}
