// explain.h - what --offload-report prints: for each kernel and each launch of a unit, which way
// each parameter is copied, how many bytes, and why; the GPU resources that the kernels' code uses
// (footprint.h); and what keeps threads from running several at once on a CPU.
//
// docs/report.md describes both forms.
#ifndef OC_EXPLAIN_H
#define OC_EXPLAIN_H

#include "artifacts/artifacts.h"
#include "model/findings.h"
#include "model/unit.h"

struct oc_explained {
    const struct oc_unit *unit;
    const struct oc_loaded *loaded; // what was compiled for devices, or empty
    // What the host compiler found; NULL: the host's code was not compiled.
    const struct oc_findings *findings;
    bool stays;        // arrays may stay on devices
    bool copies_again; // the unit's hints about repeated copies hold
};

// The text form: lines that begin with a place, as messages do.
const char *oc_explain_text(struct oc_arena *arena, const struct oc_explained *what);

// The JSON form: one object.
const char *oc_explain_json(struct oc_arena *arena, const struct oc_explained *what);

#endif
