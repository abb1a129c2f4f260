// -fshort-wchar is the user's: our functions for devices have no wide characters.
//
// RUN: %offloadcc -Werror -O2 --offload-arch=x86-64 -fshort-wchar %s -o %t && env OMP_TARGET_OFFLOAD=MANDATORY %t
// RUN: %offloadcc -Werror -O2 --offload-arch=none -fshort-wchar %s -o %t && %t
// RUN: %offloadcc -Werror -O2 --offload-arch=gfx90a -fshort-wchar -c %s -o %t.o
// RUN: %offloadcc -Werror -O0 --offload-arch=sm_90 -fshort-wchar -c %s -o %t.o
#include <math.h>
#include <offload.h>
#include <stddef.h>

offload_kernel void widen(size_t n, double x[n])
{
    static const wchar_t letters[] = L"abc";
    offload_for (i, n)
        x[i] += pow(letters[i % 3] - L'a', 2) + sizeof(wchar_t);
}

int main(void)
{
    double x[3] = {1, 2, 3};
    offload(widen)(3, x);
    return x[2] != 3 + 4 + 2;
}
