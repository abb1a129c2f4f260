// ptxstores.h - NVIDIA GPUs: stores of a part of a floating-point number.
//
// The source of a store in PTX may be wider than what is stored, and then its lowest bits are (PTX
// ISA, "Operand Size Exceeding Instruction-Type Size"). LLVM 22 stores bytes of a number so: the
// registers that it declares have sizes and no types. But ptxas, in CUDA 13.0, takes the type of
// such a register from the instruction that computes it. If that is a floating-point instruction, a
// narrower store converts the number to an integer and stores that. Copies of the register have no
// type.
#ifndef OC_PTXSTORES_H
#define OC_PTXSTORES_H

#include "base/arena.h"
#include "base/file.h"

// Returns LLVM's PTX, with a copy of the register before each such store. It is `text` itself if
// there are none.
struct oc_bytes oc_ptx_mend_stores(struct oc_arena *arena, struct oc_bytes text);

#endif
