// ptxstores.h - NVIDIA GPUs: stores of a part of a floating-point number.
//
// A store in PTX may have a register that is wider than what it stores. Then it stores the lowest
// bits (PTX ISA, "Operand Size Exceeding Instruction-Type Size"). LLVM 22 stores the lowest bytes
// of a number in this way. The registers that it declares have a size and no type.
//
// ptxas of CUDA 13.0 takes a register's type from the instruction that computes it. If that is a
// floating-point instruction, a narrower store converts the number to an integer, and stores the
// integer. A copy of the register has no type, so its lowest bits are stored.
#ifndef OC_PTXSTORES_H
#define OC_PTXSTORES_H

#include "base/arena.h"
#include "base/file.h"

// Returns LLVM's PTX, with a copy of the register before each such store. It is `text` itself if
// there are none.
struct oc_bytes oc_ptx_mend_stores(struct oc_arena *arena, struct oc_bytes text);

#endif
