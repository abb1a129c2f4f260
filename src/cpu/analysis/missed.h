// missed.h - says why the threads of a kernel run one after the other on a CPU, where vectors could
// run several at once: -Rpass-missed=offload.
//
// The loops over threads are LLVM's to vectorise, after this program. What is said here is what
// always stands in the way. LLVM may find a loop too short or too dear as well; its own remarks
// (-Rpass-missed=loop-vectorize) say so. --offload-report says the same.
#ifndef OC_MISSED_H
#define OC_MISSED_H

#include "base/text.h"
#include "cpu/analysis/uniform.h"
#include "model/findings.h"
#include "model/unit.h"

struct oc_missed {
    struct oc_ir *ir;
    bool remarks;                   // what is said becomes remarks
    struct oc_findings *findings;   // receives what is said, for the report; or NULL
    const struct oc_kernel *kernel; // that is being compiled
    bool listens;                   // more may be said of this kernel
    bool veclib;                    // math functions have forms for vectors (-fveclib)
    struct oc_args said;            // places and texts: each is reported once
};

// Whether the user's options, without "-R" ("pass-missed=off.*"), ask for these remarks.
bool oc_missed_is_asked(const struct oc_args *options);

// Begins with a kernel.
void oc_missed_begin(struct oc_missed *missed, const struct oc_kernel *kernel);

// Says what stands in the way, at an instruction's place; NULL: at the kernel's.
void oc_missed_say(struct oc_missed *missed, LLVMValueRef instruction, const char *why);

// Says what first stands in the way in the code of a loop over threads. `body` is the code of one
// thread.
void oc_missed_look(struct oc_missed *missed, const struct oc_body *body);

#endif
