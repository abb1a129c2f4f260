// explain.h - what --offload-report prints: for each kernel and each launch of a unit, what every
// parameter moves, how many bytes, and why.
//
// docs/report.md describes both forms for their readers.
#ifndef OC_EXPLAIN_H
#define OC_EXPLAIN_H

#include "usage.h"

// For people: lines that begin with a place, as messages do. `usage` is what holds for all targets;
// NULL where nothing was compiled for one.
const char *oc_explain_text(struct oc_arena *arena, const struct oc_unit *unit,
                            const struct oc_usage *usage);

// For tools: one JSON object.
const char *oc_explain_json(struct oc_arena *arena, const struct oc_unit *unit,
                            const struct oc_usage *usage);

#endif
