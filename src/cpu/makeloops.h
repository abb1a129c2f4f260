// makeloops.h - makes loops over threads of a kernel's functions, or coroutines where that cannot
// be.
//
// A kernel's body function (glue.h) runs any of its blocks. There may be functions beside it that
// run some blocks faster (tiles/inside.h, groups.h), and one with all checks (checkedbody.h). They
// have been simplified, and each barrier in them has a block of its own (body.h).
#ifndef OC_MAKELOOPS_H
#define OC_MAKELOOPS_H

#include "cpu/callees.h"
#include "cpu/cpu.h"
#include "cpu/groups.h"
#include "cpu/loops/nest.h"

// A kernel's functions beside its body. NULL: it has no such function.
struct oc_kernel_code {
    LLVMValueRef direct;     // its direct code (tiles/choose.h)
    LLVMValueRef whole;      // its body with all checks, if there are two bodies
    struct oc_groups groups; // its code for groups of lanes
    struct oc_groups of_any; // its code for groups in blocks of any size
    LLVMValueRef copy;       // a copy of its body with lane functions, of which of_any is made
};

struct oc_makeloops {
    struct oc_ir *ir;
    const struct oc_unit *unit;
    const struct oc_cpu_kernel *kernels;
    struct oc_callees callees;
    struct oc_values shared;      // variables
    bool checks;                  // -foffload-check (ir/checks.h)
    struct oc_values lane_arrays; // variables of the code for groups of lanes (groupsteps.h)
    struct oc_kernel_code *codes; // of each kernel
    struct oc_values choices;     // functions that choose the code for groups at run time
    struct oc_values
        without_gathers; // functions in whose loops data chooses no element (gathers.h)
    struct oc_missed *missed;
    bool of_groups;            // loops are made over groups of lanes (groups.h)
    const unsigned *innermost; // of the kernel whose loops are made: the dimension that all its
                               // functions have innermost; NULL: each has its own
};

// The function of a kernel whose name has this prefix (glue/names.h), or NULL; and its body.
LLVMValueRef oc_makeloops_find(const struct oc_makeloops *lowering, const char *prefix,
                               const struct oc_kernel *kernel);
LLVMValueRef oc_makeloops_body(const struct oc_makeloops *lowering, const struct oc_kernel *kernel);

// Whether the user asks for coroutines in place of loops, by OFFLOADCC_CPU_THREADS=coroutines.
bool oc_makeloops_wants_coroutines(void);

// Fills in the kernel's frame, which then no longer names the fibre function.
void oc_makeloops_set_frame(const struct oc_makeloops *lowering, const struct oc_kernel *kernel,
                            struct oc_frame frame, bool polls);

// Simplifies the functions of a kernel's code for groups. Returns false after a reported failure.
bool oc_makeloops_simplify_groups(struct oc_makeloops *lowering, size_t k,
                                  const struct oc_groups *groups);

// Makes the loops of kernel number `k`. Returns false after a reported failure.
bool oc_makeloops_run(struct oc_makeloops *lowering, size_t k, struct oc_rest rest);

#endif
