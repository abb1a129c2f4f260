// launches.h - what offload() is given, on the host.
#ifndef OC_LAUNCHES_H
#define OC_LAUNCHES_H

#include "ast.h"

// Reports the launches of functions that are no kernels. False after a report. Pointers to
// functions pass: what they hold is not known.
bool oc_launches_check(struct oc_ast *ast);

#endif
