// footprint.h - the part of --offload-report about a kernel's code: the registers, stack and shared
// memory that it uses on each GPU it was compiled for, and how many of its blocks fit on a
// multiprocessor (targets/resources.h).
#ifndef OC_FOOTPRINT_H
#define OC_FOOTPRINT_H

#include "artifacts/artifacts.h"
#include "base/text.h"
#include "model/unit.h"

#include <jansson.h>

// Adds a line for each image, with the resources that the kernel's code uses. Occupancy is given
// for the block sizes of the unit's launches that are known, or else for the default block size.
void oc_footprint_add(struct oc_text *text, const struct oc_unit *unit,
                      const struct oc_kernel *kernel, const struct oc_loaded *loaded);

// Adds a line for each image and text, with its size.
void oc_footprint_add_images(struct oc_text *text, const struct oc_unit *unit,
                             const struct oc_loaded *loaded);
json_t *oc_footprint_images_to_json(const struct oc_loaded *loaded);

// The facts that oc_footprint_add prints, as an array.
json_t *oc_footprint_to_json(struct oc_arena *arena, const struct oc_unit *unit,
                             const struct oc_kernel *kernel, const struct oc_loaded *loaded);

#endif
