// sourcekey.h - a key of the source text that device code is compiled from, computed without
// compiling it.
//
// codekey.h has the exact key, a hash of IR, which needs the front end of every target. This key is
// a hash of the source text and everything that it includes, without the bodies of functions that
// device code cannot use: functions of the main file whose names are mentioned only in such bodies
// and in declarations. So most edits of host code do not change the key, and then no front end
// runs.
//
// It uses mentions of names, not calls, because a target's front end sees other branches of #if
// than the host's does. If the text alone cannot tell (traits.h), more of the text or all of it is
// hashed, or there is no key. Line numbers are hashed if the code may contain them: with -g, or if
// __LINE__ is mentioned.
#ifndef OC_SOURCEKEY_H
#define OC_SOURCEKEY_H

#include "model/unit.h"
#include "scan/ast/ast.h"
#include "scan/key/request.h"

// Returns the key (hash.h) of the parsed unit, or NULL if it has none. `unit` is the scan's result.
const char *oc_sourcekey(struct oc_ast *ast, const struct oc_unit *unit,
                         const struct oc_sourcekey_request *request);

#endif
