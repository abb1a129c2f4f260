// A source that includes offload.h and defines no kernel compiles to what clang makes of it.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc -g -O2 -c %s -o %t/x.o && mv %t/x.o %t/ours.o
// RUN: %clang -isystem %libdir/include -g -O2 -c %s -o %t/x.o && cmp %t/x.o %t/ours.o
#include <offload.h>

int answer(void)
{
    return 42;
}
