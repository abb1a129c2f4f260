// remarks.h - what LLVM's optimiser says of device code: loops that it was told to change and could
// not (-Wpass-failed), and what the user asked to hear (-Rpass=, -Rpass-missed=, -Rpass-analysis=).
//
// LLVM names the place by debug locations, so the lines have to stay in the module until then.
#ifndef OC_REMARKS_H
#define OC_REMARKS_H

#include "base/text.h"
#include "ir/ir.h"

struct oc_remarks {
    struct oc_ir *ir;
    struct oc_args said;        // each message once, however often a pass ran
    struct oc_args directories; // that places may be relative to
    const char *kind; // of all remarks, as in "-Rpass=inline" without "-R"; NULL: of several
    LLVMDiagnosticHandler errors; // the handler before, and its data
    void *error_data;
    bool wanted;
};

// Reports from here on. `options` are those of the user's without "-R", in their order; NULL:
// nothing is to be said.
void oc_remarks_begin(struct oc_remarks *remarks, struct oc_ir *ir, const struct oc_args *options);
void oc_remarks_end(struct oc_remarks *remarks);

// Whether standard error goes to a file for the time being, from which remarks are reported at the
// end; and gives standard error back at once, for what takes this process's place.
bool oc_remarks_are_captured(void);
void oc_remarks_release(void);

// Whether the optimiser may have something to say, for which it needs lines: a loop with a pragma,
// or remarks that are wanted.
bool oc_remarks_need_lines(const struct oc_remarks *remarks);

#endif
