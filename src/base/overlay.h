// overlay.h - what clang is told so that it reads one file and takes it for another.
#ifndef OC_BASE_OVERLAY_H
#define OC_BASE_OVERLAY_H

#include "base/file.h"

// Writes STEM.c, `text` with `tail` behind it, and STEM.yaml, a VFS overlay file that shows it at
// the path `source`. Both paths in that become absolute: clang ignores a name that begins with
// "..". Returns an errno value, and the file's name in `*failed`.
int oc_overlay_write(struct oc_arena *arena, const char *source, struct oc_bytes text,
                     const char *tail, const char *stem, const char **failed);

// Writes a VFS overlay file that shows a file at the path `source`.
int oc_overlay_show(struct oc_arena *arena, const char *source, const char *content,
                    const char *overlay, const char **failed);

// `string` as the inside of a C or YAML double-quoted literal.
const char *oc_overlay_quote(struct oc_arena *arena, const char *string);

#endif
