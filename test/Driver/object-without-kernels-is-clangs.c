// An object without kernels is byte for byte what clang makes, with whatever options.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc -c %s -o %t/x.o && mv %t/x.o %t/ours.o
// RUN: %clang -c %s -o %t/x.o && cmp %t/x.o %t/ours.o
// RUN: %offloadcc -g -O3 -fPIC -ffunction-sections -c %s -o %t/x.o && mv %t/x.o %t/ours.o
// RUN: %clang -g -O3 -fPIC -ffunction-sections -c %s -o %t/x.o && cmp %t/x.o %t/ours.o
// RUN: %offloadcc --offload-arch=sm_90 -g -O2 -c %s -o %t/x.o && mv %t/x.o %t/ours.o
// RUN: %clang -g -O2 -c %s -o %t/x.o && cmp %t/x.o %t/ours.o
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    printf("%d %s\n", argc, argv[0]);
    return EXIT_SUCCESS;
}
