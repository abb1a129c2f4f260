// With OFFLOADCC_CHECK=1 a program and the libraries that it opens have one device, which stands in for
// none: what the program maps, kernels of a library use there. A library's variables begin anew each
// time that it is opened. AddressSanitizer finds no leaks.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O1 -Wno-offload --offload-arch=none -DLIBRARY -shared -fPIC %s -o %t.so
// RUN: %offloadcc -O1 -Wno-offload --offload-arch=none %s -o %t
// RUN: env OFFLOADCC_CHECK=1 %t %t.so | FileCheck %s
// RUN: %offloadcc -O1 -g -fsanitize=address -Wno-offload --offload-arch=none %s -o %t.asan
// RUN: env OFFLOADCC_CHECK=1 %t.asan %t.so | FileCheck %s
//
// CHECK:      7 9 11, 5
// CHECK-NEXT: 19 23 27, 5
#include <offload.h>

#ifdef LIBRARY
offload_global int increment = 5;
offload_kernel void add(int n, int y[n])
{
    int i = offload_global_id(0);
    if (i < n)
        y[i] += increment;
}

void launch(int n, int *y)
{
    offload(add, .threads = {n})(n, y);
}

int increment_on_device(void)
{
    increment = 9;
    offload_update_from(&increment, 1);
    return increment;
}
#else
#include <dlfcn.h>
#include <stdio.h>

offload_kernel void twice(int n, int y[n])
{
    int i = offload_global_id(0);
    if (i < n)
        y[i] *= 2;
}

int main(int count, char **arguments)
{
    int y[3] = {1, 2, 3};
    for (int k = 0; k < 2 && count > 1; k++) {
        void *library = dlopen(arguments[1], RTLD_NOW);
        void (*launch)(int n, int *y) = (void (*)(int, int *))dlsym(library, "launch");
        int (*increment_on_device)(void) = (int (*)(void))dlsym(library, "increment_on_device");
        offload_data(offload_tofrom(y, 3)) {
            offload(twice, .threads = {3})(3, y);
            launch(3, y);
            y[0] = -1; // the region's end overwrites it
        }
        printf("%d %d %d, %d\n", y[0], y[1], y[2], increment_on_device());
        dlclose(library);
    }
}
#endif
