// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
struct row {
    unsigned n : 7;
    const float (*cells)[2] offload_count(n);
};
struct table {
    long count;
    struct row *rows __counted_by(count);
    struct {
        struct row last[2];
    } in;
    offload_device_ptr void *device;
};
typedef struct table table;
offload_kernel void k(table by_value, const table array[1])
{
}

// CHECK: "name": "k"
// CHECK: "name": "by_value"
// CHECK: "kind": "aggregate"
// CHECK: "type": "struct table"
// CHECK: "members": [
// CHECK: "path": "rows"
// CHECK: "line": 11,
// CHECK: "column": 17
// CHECK: "direction": [
// CHECK-NEXT: "to",
// CHECK-NEXT: "from"
// CHECK: "spelling": "struct row * __counted_by(count)"
// CHECK: "size": 16
// CHECK: "text": "(*__offloadcc_e).count"
// CHECK: "spelling": "count"
// CHECK: "members": [
// CHECK: "path": "cells"
// CHECK: "direction": [
// CHECK-NEXT: "to"
// CHECK-NEXT: ]
// CHECK: "size": 4
// CHECK: "text": "(*__offloadcc_e).n"
// CHECK: "text": "((unsigned long)2ULL)"
// CHECK: "value": 2
// CHECK: "path": "in.last[0].cells"
// CHECK: "text": "(*__offloadcc_e).in.last[0].n"
// CHECK: "path": "in.last[1].cells"
// CHECK: "text": "(*__offloadcc_e).in.last[1].n"
// CHECK-NOT: "path"
// CHECK: "name": "array"
// CHECK: "path": "rows"
// CHECK: "path": "cells"
// CHECK: "path": "in.last[0].cells"
// CHECK: "path": "in.last[1].cells"
// CHECK: "record": "struct table"
