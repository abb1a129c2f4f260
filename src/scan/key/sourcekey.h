// sourcekey.h - a key of what device code is compiled from, found without compiling it.
//
// codekey.h has the exact one, a hash of IR, for which every target's front end runs. This one is a
// hash of source text, with all that it includes, less the bodies of functions that device code
// cannot have anything to do with: those of the main file whose names are mentioned nowhere but in
// such bodies and in declarations. So most edits of the host's code leave it as it is, and then no
// front end runs.
//
// It goes by mentions, not by calls, since a target's front end sees other branches of #if than the
// host's does. Where text cannot tell (traits.h), more of it counts, or all of it, or there is no
// key. Line numbers count where code may have them: with -g, or where __LINE__ is mentioned.
#ifndef OC_SOURCEKEY_H
#define OC_SOURCEKEY_H

#include "model/unit.h"
#include "scan/ast/ast.h"
#include "scan/key/request.h"

// The key (hash.h) of the parsed unit; NULL: it has none. `unit` is what was found in it.
const char *oc_sourcekey(struct oc_ast *ast, const struct oc_unit *unit,
                         const struct oc_sourcekey_request *request);

#endif
