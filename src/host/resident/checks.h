// checks.h - puts calls of the runtime's functions (runtime/data/before.h) before host code
// that may look at arrays that are out on a device.
#ifndef OC_CHECKS_H
#define OC_CHECKS_H

#include "host/resident/checkcalls.h"
#include "host/resident/enclosed.h"
#include "model/findings.h"

struct oc_checks {
    const struct oc_flow *flow;
    const struct oc_enclosed *enclosed;
    struct oc_findings *findings; // receives why arrays come back, and where; NULL: nobody asks
    struct oc_check_calls calls;
};

// Has main say that it begins, if objects are enclosed.
void oc_checks_guard_main(const struct oc_checks *checks);

// Puts the calls into a function that is seen. Where its code is optimised, `loops` are its loops,
// and one call serves all turns of a loop; else NULL.
struct oc_loop_info;
void oc_checks_add(const struct oc_checks *checks, const struct oc_seen *seen,
                   struct oc_loop_info *loops);

#endif
