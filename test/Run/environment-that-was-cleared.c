// A program may clear its environment before its first launch, as daemons do.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t && %t
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t && %t
#include <offload.h>
#include <stdlib.h>

offload_kernel static void set(int n, int x[n])
{
    offload_for (i, (size_t)n)
        x[i] = (int)i + 1;
}

int main(void)
{
    int x[100] = {0};
    clearenv();
    offload(set)(100, x);
    return x[99] != 100 || getenv("PATH") || setenv("A", "b", 1);
}
