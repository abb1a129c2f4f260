// explain.h - what --offload-report prints: for each kernel and each launch of a unit, which way
// each parameter is copied, how many bytes, and why; and the GPU resources that the kernels' code
// uses (footprint.h).
//
// docs/report.md describes both forms.
#ifndef OC_EXPLAIN_H
#define OC_EXPLAIN_H

#include "artifacts/artifacts.h"
#include "model/returns.h"
#include "model/unit.h"

// The text form: lines that begin with a place, as messages do. `loaded` is what was compiled for
// devices, or empty. `returns` is NULL unless arrays may stay on devices; then the unit's hints
// about repeated copies do not hold.
const char *oc_explain_text(struct oc_arena *arena, const struct oc_unit *unit,
                            const struct oc_loaded *loaded, const struct oc_returns *returns);

// The JSON form: one object.
const char *oc_explain_json(struct oc_arena *arena, const struct oc_unit *unit,
                            const struct oc_loaded *loaded, const struct oc_returns *returns);

#endif
