// overlay.h - VFS overlay files, which make clang read one file under the name of another.
#ifndef OC_BASE_OVERLAY_H
#define OC_BASE_OVERLAY_H

#include "base/file.h"

// Writes two files: STEM.c, which has `text` followed by `tail`, and STEM.yaml, a VFS overlay file
// that shows STEM.c at the path `source`. The paths in the overlay are made absolute, because clang
// ignores a name that begins with "..". Returns 0, or an errno value and the name of the file that
// could not be written in `*failed`.
int oc_overlay_write(struct oc_arena *arena, const char *source, struct oc_bytes text,
                     const char *tail, const char *stem, const char **failed);

// Writes the VFS overlay file `overlay`, which shows the file `content` at the path `source`.
// Returns as above.
int oc_overlay_show(struct oc_arena *arena, const char *source, const char *content,
                    const char *overlay, const char **failed);

// Returns `string` escaped for use between the double quotes of a C or YAML literal.
const char *oc_overlay_quote(struct oc_arena *arena, const char *string);

#endif
