// footprint.h - the part of --offload-report about a kernel's code: what it takes of each GPU that
// it was compiled for, and how many blocks the GPU holds for that (targets/resources.h).
#ifndef OC_FOOTPRINT_H
#define OC_FOOTPRINT_H

#include "artifacts/artifacts.h"
#include "base/text.h"
#include "model/unit.h"

#include <jansson.h>

// A line for each image that says what its code takes. Blocks are of the sizes that the unit's
// launches name, or else of the size that they have by default.
void oc_footprint_add(struct oc_text *text, const struct oc_unit *unit,
                      const struct oc_kernel *kernel, const struct oc_loaded *loaded);

// A line for each image and text that says how large it is.
void oc_footprint_add_images(struct oc_text *text, const struct oc_unit *unit,
                             const struct oc_loaded *loaded);
json_t *oc_footprint_images_to_json(const struct oc_loaded *loaded);

// What oc_footprint_add says, as an array.
json_t *oc_footprint_to_json(struct oc_arena *arena, const struct oc_unit *unit,
                             const struct oc_kernel *kernel, const struct oc_loaded *loaded);

#endif
