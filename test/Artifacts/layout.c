// A unit's sub-directory holds the manifest and each target's files, and the manifest says so.
//
// RUN: rm -rf %t
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64,sm_90,gfx90a -O2 %S/Inputs/scale.c
// RUN: ls -A %t/a %t/a/scale.c-* | FileCheck %s --check-prefix=FILES
// RUN: %python -m json.tool %t/a/scale.c-*/manifest.json | FileCheck %s
// FILES: {{^}}scale.c-{{[0-9a-f]{16}$}}
// FILES-DAG: {{^}}gfx90a.bc
// FILES-DAG: {{^}}gfx90a.hsaco
// FILES-DAG: {{^}}manifest.json
// FILES-DAG: {{^}}sm_90.bc
// FILES-DAG: {{^}}sm_90.ptx
// FILES-DAG: {{^}}x86-64.bc
// FILES-DAG: {{^}}x86-64.so
// CHECK: "schema": 3,
// CHECK: "producer": "offloadcc {{[0-9.]+}}, ABI [[#]]",
// CHECK: "llvm": "22.
// CHECK: "source": "{{.*}}/Inputs/scale.c",
// CHECK: "dependencies": [
// CHECK-DAG: "path": "{{/.*}}/Inputs/scale.c",
// CHECK-DAG: "path": "{{/.*}}/offload.h",
// CHECK: "unit": {
// CHECK: "scale"
// CHECK: "arch": "x86-64"
// CHECK: "file": "x86-64.bc"
// CHECK: "file": "x86-64.so"
// CHECK: "entries": [
// CHECK-NEXT: "scale$"
// CHECK: "usage": {
// CHECK: "writes": true
// CHECK: "arch": "sm_90"
// CHECK: "file": "sm_90.ptx"
// CHECK: "arch": "gfx90a"
// CHECK: "file": "gfx90a.hsaco"
// CHECK: "fingerprint": "{{[0-9a-f]+}}"
// CHECK: "checksum": "{{[0-9a-f]+}}"
