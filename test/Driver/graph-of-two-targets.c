// -### prints the scan, then each pass's commands, one a line, and runs none but the scan. The host's
// front end serves the x86-64 device too.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc -### -O2 %S/Inputs/kernel.c --offload-arch=sm_90,gfx90a,x86-64 -o %t/x 2>&1 | FileCheck %s
// RUN: not ls %t/x
// CHECK: clang version 22
// CHECK: "{{.*}}offloadcc-scan" "scan" "--source={{.*}}kernel.c" "--object-name={{.*}}/x" "--lang=c" "--out={{.*}}" "--arch=sm_90" "--arch=gfx90a" "--arch=x86-64" "--warning=no-offload-copy-in-loop" "--warning=no-offload-redundant-copy" "--" "-O2"
// CHECK-NEXT: "-cc1" "-triple" "x86_64-pc-linux-gnu" {{.*}}"-emit-llvm-bc" "-disable-llvm-passes" "-debug-info-kind=line-directives-only" "-ivfsoverlay" "{{.*}}host.yaml" "-o" "[[FRONT:[^"]*]]"
// CHECK-NEXT: "-triple" "nvptx64-nvidia-cuda" "-target-cpu" "sm_90" "-target-feature" "+ptx78" {{("-target-feature" "\+ptx80" )?}}"-aux-triple" "x86_64-pc-linux-gnu" {{.*}}"-fopenmp-is-target-device"
// CHECK-NEXT: "-triple" "amdgcn-amd-amdhsa" "-target-cpu" "gfx90a"
// CHECK-NEXT: "device" {{.*}}"--arch=sm_90" "--opt=2" {{("--feature=\+ptx80" )?}}"--builtins={{.*}}builtins-nvptx64.bc"
// CHECK: "device" {{.*}}"--arch=gfx90a"
// CHECK: ld.lld" "-shared" "--no-undefined"
// CHECK: "device" {{.*}}"--arch=x86-64" {{.*}}"--in=[[FRONT]]" "--extract"
// CHECK: "host" {{.*}}"--piece=images" "--piece=blocks" "--resident" "--in=[[FRONT]]" "--out={{.*}}" "--out-object={{.*}}own.o" "--triple=x86_64-pc-linux-gnu" "--opt=2"
// CHECK-NEXT: "collect" {{.*}}"--target=sm_90" "--bc={{.*}}" "--code={{.*}}.ptx" {{.*}}"--target=gfx90a" {{.*}}"--image={{.*}}.hsaco"{{.*}}"--target=x86-64"
// CHECK-SAME: "--out-object=[[IMAGES:[^"]*images.o]]" "--triple=x86_64-pc-linux-gnu" "--opt=2" "--relocation=pic" "--cpu=x86-64"
// CHECK-NEXT: "-cc1" {{.*}}"-emit-obj" {{.*}}"-o" "[[HOST:[^"]*]]" "-x" "ir"
// CHECK-NEXT: objcopy" "--wildcard" "--keep-global-symbol=__offloadcc_*.piece" "{{.*}}x86-64.o" "[[BLOCKS:[^"]*]]"
// CHECK-NEXT: ld.bfd" "-r" "-X" "--traditional-format" "[[HOST]]" "[[IMAGES]]" "[[BLOCKS]]" "-o" "[[JOINED:[^"]*]]"
// CHECK-NEXT: objcopy" "--wildcard" "--localize-symbol=__offloadcc_*.piece" "[[JOINED]]" "
// CHECK-NEXT: "-lomptarget"
