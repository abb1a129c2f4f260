// arrays.h - turns a thread's small arrays into registers.
//
// `float sums[8]` is in registers on a GPU, because loops over it are unrolled. On a CPU an array
// would be in the way of vectors, and where threads meet a barrier, it would be kept in memory for
// each thread, and be read and written there by every loop.
#ifndef OC_ARRAYS_H
#define OC_ARRAYS_H

#include "ir/ir.h"

// Unrolls the loops that decide which element of such an array is accessed, if that makes registers
// of the array and not too much code. The function's other variables must have been promoted, and
// its loops must have their conditions at the end. Returns false if LLVM fails.
bool oc_arrays_to_registers(struct oc_ir *ir, LLVMValueRef function);

#endif
