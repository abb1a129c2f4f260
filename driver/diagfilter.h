// diagfilter.h - removes compiler messages that were shown before.
//
// Every pass over a source (the host's, each device's) finds the same warnings in it. The text of
// each pass is cut into blocks: a message with the include stack before it, its snippet and the
// notes after it. Two blocks are the same message if their first lines are equal,
// "file:line:col: warning: ...", without colours and the flag at the end; two SARIF reports are if
// their results are.
#ifndef OC_DRIVER_DIAGFILTER_H
#define OC_DRIVER_DIAGFILTER_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct oc_diagfilter {
    struct oc_args shown; // first lines of blocks
};

// Adds the text of one pass to `out`. With `drop_repeats`, blocks that were shown before are left
// out, and the line "2 warnings generated." counts only the others, and names `arch`.
void oc_diagfilter_add(struct oc_diagfilter *filter, const char *text, size_t length,
                       bool drop_repeats, const char *arch, struct oc_text *out);

// A line's text without ANSI escape sequences (ESC [ ... letter) and without its end.
const char *oc_diagfilter_plain(struct oc_arena *arena, const char *line, size_t length);

#endif
