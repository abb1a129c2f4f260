// and leave the host's alone until an update. With OFFLOADCC_CHECK=1 it is so without a device too.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O1 -Wno-offload --offload-arch=none %s -o %t
// RUN: env OFFLOADCC_CHECK=1 %t | FileCheck %s
// RUN: env OFFLOADCC_CHECK=1 OFFLOADCC_RESIDENT=off %t | FileCheck %s
// RUN: %offloadcc -O1 -Wno-offload --offload-arch=x86-64 %s -o %t.image
// RUN: %t.image | FileCheck %s
//
// CHECK:      array: 4 before an update, 8 after it
// CHECK-NEXT: part: 8 before an update, 16 after it
// CHECK-NEXT: member: 16 before an update, 32 after it
#include <offload.h>
#include <stdio.h>

struct counted {
    int n;
    int *data offload_count(n);
};

offload_global int table[4] = {1, 2, 3, 4};

offload_kernel void twice(int n, int x[n])
{
    int i = (int)offload_global_id(0);
    if (i < n)
        x[i] *= 2;
}

offload_kernel void twice_member(struct counted x)
{
    int i = (int)offload_global_id(0);
    if (i < x.n)
        x.data[i] *= 2;
}

static void report(const char *what)
{
    printf("%s: %d before an update, ", what, table[3]);
    offload_update_from(table, 4);
    printf("%d after it\n", table[3]);
}

int main(void)
{
    offload(twice, .threads = {4})(4, table);
    report("array");
    offload(twice, .threads = {2})(2, table + 2);
    report("part");
    offload(twice_member, .threads = {4})((struct counted){4, table});
    report("member");
}
