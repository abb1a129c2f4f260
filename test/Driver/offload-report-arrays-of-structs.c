// What pointers in an array of structs point to is there once for each struct: the report says so, and
// adds no number of bytes for them.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 --offload-report -c %s -o %t.o | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 --offload-report=json -c %s -o %t.o > %t.json
// RUN: %python -c "import json; r = json.load(open(r'%t.json')); print(*[(p['name'], p['each'], p.get('bytes')) for p in r['kernels'][0]['parameters']], r['launches'][0]['totals']['to'])" | FileCheck --check-prefix=JSON %s
#include <offload.h>

struct leaf {
    int *four offload_count(4);
};
struct row {
    int n;
    const float *cells offload_count(n);
    struct leaf *leaves offload_count(2);
};

offload_kernel void k(int n, struct row rows[n], struct row one)
{
    offload_for (i, (size_t)n)
        rows[i].leaves[1].four[0] += (int)rows[i].cells[0] + one.leaves[0].four[1]++;
}
// CHECK: kernel 'k'
// CHECK: rows[].cells {{.*}} 4 * n bytes for each of rows[]
// CHECK: rows[].leaves {{.*}} 8 * 2 bytes for each of rows[]
// CHECK: rows[].leaves.four {{.*}} 4 * 4 bytes for each of rows[].leaves[]
// CHECK: one.leaves {{.*}} 16 bytes (8 * 2)
// CHECK: one.leaves.four {{.*}} 4 * 4 bytes for each of one.leaves[]
// JSON: ('rows', None, None) ('rows[].cells', 'rows[]', None)
// JSON-SAME: ('one.leaves', None, 16) ('one.leaves.four', 'one.leaves[]', None)

void f(struct row rows[3])
{
    offload(k)(3, rows, rows[0]);
}
// CHECK: launch of 'k'
// CHECK: in all: {{[0-9]+}} + (4 * n for each of rows[]) + (8 * 2 for each of rows[]) + (4 * 4 for each of rows[].leaves[])
// JSON-SAME: {'size': '{{[0-9]+}} + (4 * n for each of rows[])
