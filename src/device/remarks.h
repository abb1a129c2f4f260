// remarks.h - reports what LLVM's optimiser says about device code: loops that a pragma told it to
// change and that it could not (-Wpass-failed), and the remarks that the user asks for (-Rpass=,
// -Rpass-missed=, -Rpass-analysis=).
//
// LLVM takes the place of a remark from debug locations, so the module must have lines while it is
// optimised.
#ifndef OC_REMARKS_H
#define OC_REMARKS_H

#include "base/text.h"
#include "ir/ir.h"

struct oc_remarks {
    struct oc_ir *ir;
    struct oc_args said;        // the messages so far: each is reported once
    struct oc_args directories; // directories that the names of source files may be relative to
    const char *kind; // the option for all remarks, without "-R"; NULL if there are several options
    LLVMDiagnosticHandler errors; // the handler that was set before, and its data
    void *error_data;
    bool wanted; // the user has asked for remarks
};

// From here on until oc_remarks_end, reports what the optimiser says. `options` are the user's
// options without "-R", in their order; NULL: report nothing.
void oc_remarks_begin(struct oc_remarks *remarks, struct oc_ir *ir, const struct oc_args *options);
void oc_remarks_end(struct oc_remarks *remarks);

// The user's remarks are captured: standard error goes to a temporary file, from which
// oc_remarks_end reports them. The first function returns whether that is so now. The second
// restores standard error at once, for a program that is started in place of this one.
bool oc_remarks_are_captured(void);
void oc_remarks_release(void);

// Whether the optimiser may have something to say, so that the module needs lines: it has a loop
// with a pragma, or the user wants remarks.
bool oc_remarks_need_lines(const struct oc_remarks *remarks);

#endif
