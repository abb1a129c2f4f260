// resident.h - lets arrays of launches stay on the device until host code may look at them.
//
// Host code sees memory as if each launch had copied back what its kernel wrote. So a launch may
// leave its arrays on the device where each instruction that may look at them, and each call of
// code that may, has a call of the runtime before it (runtime/data/before.h), which looks at
// what is out:
//
//     flow.h        finds where arrays may be out, over the unit's functions,
//     objects.h     leaves out variables that no launch can get,
//     touched.h    says what instructions access, with knowncalls.h for the C library,
//     checks.h      puts the calls there, before loops where one call can serve all turns.
//
// Launches elsewhere, such as in functions that kernels call too, bring everything back at once.
#ifndef OC_RESIDENT_H
#define OC_RESIDENT_H

#include "cpu/cpu.h"
#include "ir/ir.h"
#include "model/findings.h"
#include "model/unit.h"

// Expects the host's module after oc_cpu_lower. `kernels` has the functions of unit->kernels.
// `findings` receives where arrays may come back, and why; it may be NULL. The places are known if
// the module has lines. Returns false after a reported failure.
bool oc_resident_lower(struct oc_ir *ir, const struct oc_unit *unit,
                       const struct oc_cpu_kernel *kernels, struct oc_findings *findings);

#endif
