// descriptions.h - the kernels' descriptions in the host's module, narrowed to what their code
// needs.
#ifndef OC_DESCRIPTIONS_H
#define OC_DESCRIPTIONS_H

#include "ir/ir.h"
#include "model/usage.h"

// Narrows the descriptions of the kernels in the host's module.
void oc_descriptions_narrow(struct oc_ir *ir, const struct oc_unit *unit,
                            const struct oc_usage *usage);

#endif
