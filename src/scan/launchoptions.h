// launchoptions.h - the options in a call of offload(), as far as they are constants. Private to
// the scan (see scan.h).
#ifndef OC_LAUNCHOPTIONS_H
#define OC_LAUNCHOPTIONS_H

#include "scan/ast/ast.h"

// An option of up to three dimensions.
struct oc_launch_option {
    bool given;          // at least in part: `.threads[1] = n`
    bool known;          // all values are constants
    unsigned dimensions; // number of dimensions, without the last ones whose value is 1; 0: not
                         // known
    unsigned written;    // number of values that are written; 0: not known
    int64_t values[3];   // 0 for a dimension that is left out
    bool constant[3];    // the dimension's value is constant, or left out
    CXCursor place;      // of the last value that was written for it
};

struct oc_launch_options {
    struct oc_launch_option threads, blocks, block_size, shared_bytes, device, cooperative;
};

// Reads the options from `argument`, the argument of __offloadcc_configure. Reports options that
// are wrong for any kernel, and returns false then.
bool oc_launch_options_read(struct oc_ast *ast, CXCursor argument, struct oc_launch_options *out);

#endif
