// explain.h - what --offload-report prints: for each kernel and each launch of a unit, what every
// parameter moves, how many bytes, and why; and what the kernels' code takes of GPUs (footprint.h).
//
// docs/report.md describes both forms for their readers.
#ifndef OC_EXPLAIN_H
#define OC_EXPLAIN_H

#include "artifacts/artifacts.h"
#include "model/unit.h"

// For people: lines that begin with a place, as messages do. `loaded` is what was compiled for
// devices; empty where nothing was.
const char *oc_explain_text(struct oc_arena *arena, const struct oc_unit *unit,
                            const struct oc_loaded *loaded);

// For tools: one JSON object.
const char *oc_explain_json(struct oc_arena *arena, const struct oc_unit *unit,
                            const struct oc_loaded *loaded);

#endif
