// link.h - offloadcc-cc1's sub-commands that link device code (docs/many-files.md).
#ifndef OC_TOOLS_LINK_H
#define OC_TOOLS_LINK_H

#include "model/merge.h"
#include "tools/request.h"

// Finds the incomplete units among a link's files (--file, --whole-file), and which of them share
// device code. Writes into the directory --out, for member m of component c, c-m.json and for each
// architecture c-m.ARCH.bc, and the file `plan`, which tells the driver what is to be compiled. It
// has lines, each a word and a value:
//
//     component 0                   begins a component; its objects are DIR/0.o, DIR/0.cpu.o
//     object b.o                    an object of the component, for messages
//     member DIR/0-0                a member's files, without what follows their names
//     arch sm_90                    an architecture that all members have code for
//     cpu x86-64                    the host's code of kernels is to be compiled of this code
//     option --opt=3                of what that code is compiled with
//     key 01234...                  under which the objects are to be kept (tools/linkcache.h)
//     taken                         DIR/0.o was taken from the cache: nothing is to be compiled
//     taken-cpu                     DIR/0.cpu.o too
int oc_link_plan(struct oc_request *request);

// The members that --member names, and what is merged of them. Returns false after a report.
struct oc_link_members {
    struct oc_unit *units;
    size_t count;
    struct oc_merged merged;
};
bool oc_link_members(struct oc_request *request, struct oc_link_members *out);

// What the link step makes for the targets (--target), to be embedded. Returns false after a
// report.
bool oc_link_load(struct oc_request *request, const struct oc_unit *merged, struct oc_loaded *out);

#endif
