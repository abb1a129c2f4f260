// device.h - the device pass: from the device front end's unoptimised bitcode to what an assembler
// or linker makes an image of.
#ifndef OC_DEVICE_H
#define OC_DEVICE_H

#include "device/math/mathapprox.h"
#include "ir/ir.h"
#include "model/unit.h"
#include "targets/target.h"

struct oc_device_request {
    const char *arch; // "sm_90"
    const struct oc_target *target;
    const char *feature;     // of the processor, one more that LLVM is told of; or NULL
    bool debug;              // -g: the lines stay in the code
    bool places;             // only report what no code can be generated for (culprit.h)
    bool unoptimised;        // of the module as it is, since LLVM's optimiser crashes
    char level;              // of optimisation, as in -O: '0' to '3', 's', 'z'
    const char *builtins;    // our device functions, bitcode
    const char *libclc;      // math-<target>.bc; NULL where the target has a C library
    const char *vendor_math; // NULL, or the vendor's library, which comes before libclc
    struct oc_math_mode math;
    enum oc_approximation approximation;
    struct oc_args remarks;   // that the user asks for: "pass=inline" (remarks.h)
    const char *out_bitcode;  // the optimised module
    const char *out_code;     // PTX where the target emits text, else an object file
    const char *out_assembly; // NULL, or assembly for people
    const char *out_usage;    // NULL, or what kernels do with their arrays (usage.h), JSON
};

// Compiles the module that oc_ir_open read. In order:
//   scopes     atomics get the scopes that the front end was told (atomics.h)
//   marks      the annotations of offload.h's marks of parameters are removed (annotations.h)
//   usage      what kernels do with their arrays is found, the same way for all targets (usage.h)
//   intrinsics math intrinsics that GPUs cannot lower become calls of libm's names (mathlib.h)
//   builtins   our device functions are linked in (library.h)
//   entries    __offloadcc_k_entry_<kernel> becomes <kernel>, with the target's calling
//              convention and protected visibility; device variables keep their symbols, and all
//              else becomes internal
//   arguments  entries of GPUs say what their arguments promise (arguments.h)
//   room       blocks of the launches' sizes have room for their registers (room.h)
//   gpu        shared variables move to their address space (shared.h), atomics
//              their orders (atomics.h)
//   cpu        on targets whose entries run the grid: oc_cpu_lower
//   whole      lane functions that all lanes of a warp come to do not ask who is there (whole.h)
//   math       some calls in float become instructions, where that is allowed (mathapprox.h);
//              other names of libm become libclc's or the vendor's, whose functions are linked
//              (mathlib.h)
//   check      what is still undefined is an error at the line that refers to it (undefined.h)
//   strip      line tables go, unless they were asked for; the check needed them
//   converge   what no barrier or the like is reached from loses its mark (convergence.h)
//   optimise   LLVM's default pipeline of the level; on GPUs, -O2 is -O3, and again with more
//              unrolled where arrays are left on the stack (unroll.h)
//   in place   structs that go by value get no copy on the stack, on GPUs (inplace.h)
//   moves      copies of memory get accesses as wide as can be (moves.h)
//   debug      what debuggers are told of variables in registers is mended (debuginfo.h)
//   limit      a kernel with more shared memory than the processor has is an error (shared.h)
//   emit       the files of the request; what runs blocks has names that only equal code has, so
//              that the object can be linked to the host's too (host.h)
// Failure is reported; files are then not written.
bool oc_device_compile(struct oc_ir *ir, const struct oc_unit *unit,
                       const struct oc_device_request *request);

#endif
