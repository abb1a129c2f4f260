// device.h - the device pass: compiles the device front end's unoptimised bitcode to assembly or an
// object file, of which an assembler or linker makes the image.
#ifndef OC_DEVICE_H
#define OC_DEVICE_H

#include "device/math/mathapprox.h"
#include "ir/ir.h"
#include "model/unit.h"
#include "targets/target.h"

struct oc_block_symbols {
    const char *blocks, *frame;
};

struct oc_device_request {
    const char *arch; // "sm_90"
    const struct oc_target *target;
    const char *feature;     // an additional LLVM feature of the processor ("+ptx88"), or NULL
    bool debug;              // -g: debug information stays in the code
    bool places;             // only report what cannot be compiled (culprit.h)
    bool unoptimised;        // do not optimise, because LLVM's optimiser crashes
    char level;              // of optimisation, as in -O: '0' to '3', 's', 'z'
    const char *builtins;    // the bitcode file of our device functions
    const char *libclc;      // math-<target>.bc; NULL if the target has a C library
    const char *libc;        // libc-<target>.bc, likewise
    const char *vendor_math; // the vendor's library, which is used instead of libclc; or NULL
    struct oc_math_mode math;
    enum oc_approximation approximation;
    struct oc_args remarks; // the user's options for remarks: "pass=inline" (remarks.h)
    bool for_host;          // the code is for the host's objects, which are linked with the runtime
    // The symbols of the functions that run a kernel's blocks, and of their frames, by which the
    // host's objects know them, of all kernels. NULL: their names and OC_PIECE_SUFFIX.
    const struct oc_block_symbols *symbols;
    // The files to write; the last two may be NULL.
    const char *out_bitcode;  // the optimised module
    const char *out_code;     // text if the target has an assembler for it (PTX), else an object
    const char *out_assembly; // assembly for people to read
    const char *out_usage;    // what kernels do with their arrays (usage.h), as JSON
};

// Compiles the module that oc_ir_open read. In order:
//   scopes     atomics get the scopes that the source gives them (atomics.h)
//   marks      the calls for offload.h's marks of parameters are removed (annotations.h)
//   usage      finds what kernels do with their arrays, in the same way for all targets (effects.h)
//   checks     for -foffload-check, accesses of arrays on GPUs get comparisons (checks.h)
//   intrinsics math intrinsics that GPUs cannot compute become calls of libm (mathlib.h)
//   stops      abort and exit become assertions, on GPUs (stops.h)
//   builtins   our device functions are linked (library.h); code for the host's objects uses the
//              runtime's
//   libc       functions of the C library are linked (clibrary.h)
//   entries    __offloadcc_k_entry_<kernel> becomes <kernel>, with the target's calling
//              convention and protected visibility; device variables keep their symbols, and
//              everything else becomes internal
//   arguments  entries of GPUs get attributes for what their parameters promise (arguments.h)
//   room       limits registers, so that blocks of the launches' sizes can start (room.h)
//   gpu        shared and constant variables move to their address spaces (memories.h), fences
//              replace the orders of atomics (atomics.h), and some arithmetic becomes calls
//              (emulate.h)
//   cpu        targets whose entries run the grid: loops over blocks and threads (cpu.h)
//   whole      lane functions learn which lanes reach them together, and lanes of masks wait for
//              each other (whole.h)
//   math       calls of libm become approximate instructions where allowed (mathapprox.h), or calls
//              of libclc or the vendor's library, which are linked (mathlib.h)
//   check      reports functions and variables that are still undefined, at the line that refers
//              to them (undefined.h)
//   strip      debug information is removed, unless the request wants it; the check needs its lines
//   converge   functions that reach no barrier or the like lose the attribute convergent
//              (convergence.h), and loops with a pragma for it are unrolled (pragmas.h)
//   optimise   LLVM's default pipeline for the level; on GPUs, -O2 is -O3, and if arrays are left
//              on the stack, it is run again with more unrolling (unroll.h)
//   in place   structs that are passed by value are not copied to the stack, on GPUs (inplace.h)
//   moves      copies of memory are made with wider accesses (moves.h)
//   debug      corrects the debug information of variables in registers (debuginfo.h)
//   recursion  tells the back end which functions are not recursive (recursion.h)
//   addresses  code for the host's objects takes the host's addresses of functions (join.h)
//   limit      reports kernels with more shared memory than the processor has, and too large
//              constant variables (memories.h)
//   emit       writes the files; the functions that run blocks on the host's CPU get symbols by
//              which the host's object can refer to them (pieces.h)
// Returns false after a reported failure; the files are not written then.
bool oc_device_compile(struct oc_ir *ir, const struct oc_unit *unit,
                       const struct oc_device_request *request);

#endif
