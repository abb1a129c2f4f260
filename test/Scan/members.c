// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
// RUN: %python %S/Inputs/bounds.py %t/unit.json | FileCheck --check-prefix=BOUNDS %s
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
// CHECK: "line": 12,
// CHECK: "column": 17
// CHECK: "direction": [
// CHECK-NEXT: "to",
// CHECK-NEXT: "from"
// CHECK: "spelling": "struct row * __counted_by(count)"
// CHECK: "size": 16
// CHECK: "spelling": "count"
// CHECK: "members": [
// CHECK: "path": "cells"
// CHECK: "direction": [
// CHECK-NEXT: "to"
// CHECK-NEXT: ]
// CHECK: "size": 4
// CHECK: "path": "in.last[0].cells"
// CHECK: "path": "in.last[1].cells"
// CHECK-NOT: "path"
// CHECK: "name": "array"
// CHECK: "path": "rows"
// CHECK: "path": "cells"
// CHECK: "path": "in.last[0].cells"
// CHECK: "path": "in.last[1].cells"
// CHECK: "record": "struct table"

// BOUNDS: by_value.rows: .count:long
// BOUNDS-NEXT: by_value.rows.cells: .n:int, 2:unsigned long
// BOUNDS-NEXT: by_value.in.last[0].cells: .in.last[0].n:int, 2:unsigned long
// BOUNDS-NEXT: by_value.in.last[1].cells: .in.last[1].n:int, 2:unsigned long
// BOUNDS-NEXT: array: 1:unsigned long
// BOUNDS-NEXT: array.rows: .count:long
// BOUNDS-NEXT: array.rows.cells: .n:int, 2:unsigned long
// BOUNDS-NEXT: array.in.last[0].cells: .in.last[0].n:int, 2:unsigned long
// BOUNDS-NEXT: array.in.last[1].cells: .in.last[1].n:int, 2:unsigned long
