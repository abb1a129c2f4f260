// What killed device passes left in the artifact directory goes with the unit's next one.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/x.c && cd %t
// RUN: %offloadcc --device-only --offload-arch=x86-64 --offload-artifacts=a x.c
// RUN: bash -c 'mkdir a/.$(basename a/x.c-*).0123456789abcdef'
// RUN: mkdir a/.mine
//
// It may be in the making, if it is young or somebody holds it.
// RUN: %offloadcc --device-only --offload-arch=x86-64 --offload-artifacts=a x.c
// RUN: ls -A a | count 3
// RUN: touch -d '2 minutes ago' a/.x.c-*
// RUN: flock a/.x.c-* %offloadcc --device-only --offload-arch=x86-64 --offload-artifacts=a x.c
// RUN: ls -A a | count 3
//
// RUN: %offloadcc --device-only --offload-arch=x86-64 --offload-artifacts=a x.c
// RUN: ls -A a | count 2
// RUN: ls -d a/.mine a/x.c-*
#include <offload.h>
offload_kernel void k(int n, int x[n])
{
    offload_for (i, n)
        x[i] = 1;
}
