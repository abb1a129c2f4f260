// linkartifacts.h - the units in an artifact directory, for a link of device code.
#ifndef OC_LINKARTIFACTS_H
#define OC_LINKARTIFACTS_H

#include "link/inputs.h"
#include "tools/request.h"

// Adds the incomplete units of the request's directory that are not among the inputs' units.
// Returns false after a report.
bool oc_linkartifacts_add(struct oc_request *request, struct oc_link_inputs *inputs);

#endif
