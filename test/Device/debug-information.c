// -g gives debuggers a kernel's lines, parameters and variables: on AMD GPUs at any level of optimisation,
// on NVIDIA's at -O0, since ptxas takes no more than lines of optimised code (see lines-with-g.c).
//
// RUN: rm -rf %t && env PATH=/usr/bin:/bin %offloadcc -g -O0 --device-only --offload-arch=gfx90a,gfx1201,sm_90 --offload-artifacts=%t/0 -Wno-offload-no-image %s
// RUN: %offloadcc -g -O2 --device-only --offload-arch=gfx90a,gfx1201,x86-64 --offload-artifacts=%t/2 %s
//
// The subprogram has the kernel's name, for a breakpoint; the variables are on the stack at -O0.
// DEFINE: %{arch} = gfx90a
// DEFINE: %{check} = llvm-dwarfdump --verify %t/0/*/%{arch}.hsaco > %t/log && llvm-dwarfdump --name=move --show-children %t/0/*/%{arch}.hsaco | FileCheck --check-prefix=STACK %s
// RUN: %{check}
// REDEFINE: %{arch} = gfx1201
// RUN: %{check}
// STACK: DW_TAG_subprogram
// STACK: DW_AT_low_pc (0x{{0*[1-9a-f]}}
// STACK: DW_AT_name ("move")
// STACK: DW_AT_decl_file ("{{.*}}debug-information.c")
// STACK: DW_AT_decl_line ([[#MOVE:]])
// STACK: DW_TAG_formal_parameter
// STACK-NEXT: DW_AT_location (DW_OP_fbreg {{.*}}, DW_OP_lit1, DW_OP_swap, DW_OP_xderef)
// STACK-NEXT: DW_AT_name ("n")
// STACK: DW_AT_type ({{.*}} "size_t")
// STACK: DW_AT_name ("factor")
// STACK: DW_AT_name ("x")
// STACK: DW_TAG_variable
// STACK-NEXT: DW_AT_location
// STACK-NEXT: DW_AT_name ("i")
// STACK-NEXT: DW_AT_decl_file
// STACK-NEXT: DW_AT_decl_line ([[#MOVE + 2]])
//
// What LLVM has put into registers is described as a value, not as a place that a register leads to.
// RUN: llvm-dwarfdump --verify %t/2/*/gfx90a.hsaco && llvm-dwarfdump --verify %t/2/*/gfx1201.hsaco
// RUN: llvm-dwarfdump --debug-info %t/2/*/gfx90a.hsaco | FileCheck --check-prefix=REGISTERS --implicit-check-not=DW_OP_breg %s
// RUN: llvm-dwarfdump --debug-info %t/2/*/gfx1201.hsaco | FileCheck --check-prefix=REGISTERS --implicit-check-not=DW_OP_breg %s
// REGISTERS: DW_TAG_inlined_subroutine
// REGISTERS: DW_AT_abstract_origin ({{.*}} "move")
// REGISTERS: DW_TAG_variable
// REGISTERS-NEXT: DW_AT_location
// REGISTERS-NEXT: DW_OP_regx {{VGPR|0x60}}
// REGISTERS: DW_AT_abstract_origin ({{.*}} "i")
//
// A device variable is in memory that all threads see.
// RUN: llvm-dwarfdump --name=moves %t/0/*/gfx90a.hsaco | FileCheck --check-prefix=GLOBAL %s
// RUN: llvm-dwarfdump --name=moves %t/2/*/gfx1201.hsaco | FileCheck --check-prefix=GLOBAL %s
// GLOBAL: DW_AT_name ("moves")
// GLOBAL: DW_AT_location (DW_OP_addrx 0x{{[0-9]+}})
//
// PTX says that it is to be debugged, and has DWARF 2, which is what CUDA's debugger reads, with the names.
// RUN: FileCheck --check-prefix=PTX %s < %t/0/*/sm_90.ptx
// PTX: .target sm_90, debug
// PTX: .loc 1 [[#]] [[#]]
// PTX: .section .debug_info
// PTX-NEXT: {
// PTX-NEXT: .b32
// PTX-NEXT: .b8 2
//
// An x86-64 image has what any shared library has.
// RUN: llvm-dwarfdump --name=move %t/2/*/x86-64.so | FileCheck --check-prefix=NAME %s
// NAME: DW_AT_name ("move")
#include <offload.h>

offload_global int moves;

offload_kernel void move(size_t n, float factor, float x[n])
{
    size_t i = offload_global_id(0);
    offload_shared float tile[32];
    tile[i % 32] = factor;
    offload_barrier();
    if (i == 0)
        moves++;
    if (i < n)
        x[i] = x[i] * tile[(i + 1) % 32] + (float)(i % 7);
}
