// launchoptions.h - the options in a call of offload(), as far as they are constants. Private to
// the scan (see scan.h).
#ifndef OC_LAUNCHOPTIONS_H
#define OC_LAUNCHOPTIONS_H

#include "scan/ast/ast.h"

// An option of up to three dimensions.
struct oc_launch_option {
    bool given;          // in part: `.threads[1] = n`
    bool known;          // the values are constants
    unsigned dimensions; // trimmed: those after the last that may be more than 1 do not count. 0:
                         // not known
    int64_t values[3];   // 0 for what is left out
    bool constant[3];    // a value is known, or left out
    CXCursor place;      // of what was written last
};

struct oc_launch_options {
    struct oc_launch_option threads, blocks, block_size, shared_bytes, device;
};

// `argument` is what __offloadcc_configure is given. Reports options that make no sense whatever is
// launched: false then.
bool oc_launch_options_read(struct oc_ast *ast, CXCursor argument, struct oc_launch_options *out);

#endif
