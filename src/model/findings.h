// findings.h - what the host compiler finds out for --offload-report: where arrays that stay on
// devices between launches come back, and why threads of kernels run one after the other on a CPU.
#ifndef OC_FINDINGS_H
#define OC_FINDINGS_H

#include "base/diag.h"
#include "base/text.h"

struct oc_finding {
    struct oc_place place;
    const char *why;    // "a read of 'x'", "an atomic operation is for one thread"
    const char *kernel; // whose threads run one after the other; NULL: arrays come back here
};

// Initialise with {.arena = arena}.
struct oc_findings {
    struct oc_arena *arena;
    struct oc_finding *items;
    size_t count, capacity;
};

// Adds one, unless it is there.
void oc_findings_add(struct oc_findings *findings, const char *kernel, struct oc_place place,
                     const char *why);

// Sorts them by file, line and column.
void oc_findings_sort(struct oc_findings *findings);

// The form in files: a line each, the kernel, a tab, and what messages have, "x.c:3:5: why".
void oc_findings_write(const struct oc_findings *findings, struct oc_text *out);
void oc_findings_read(const char *text, struct oc_findings *out);

#endif
