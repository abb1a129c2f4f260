// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include -Weverything 2>&1 | count 0
#include <offload.h>
offload_kernel void k(int unused)
{
    int also_unused;
}
