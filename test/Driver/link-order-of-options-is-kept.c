// Linker options and inputs reach the linker in the user's order; ours come behind them.
//
// RUN: %offloadcc -### %S/Inputs/kernel.c -Wl,--as-needed -L%t.one -lone -Wl,--no-as-needed -ltwo -Xlinker -z -Xlinker now --offload-arch=none -o %t 2>&1 | FileCheck %s
// CHECK: "{{.*}}ld{{[^"]*}}" {{.*}}"--as-needed" "-lone" "--no-as-needed" "-ltwo" "-z" "now" "{{.*}}liboffloadcc_rt.a"
// CHECK-SAME: "-rpath" "{{[^"]*}}"
// CHECK-SAME: "-Bdynamic" "--push-state" "--as-needed" "-lomptarget" "-lomp" "--pop-state"
// CHECK-SAME: "-lc"
