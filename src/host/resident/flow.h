// flow.h - where in a unit's host code arrays may be out on a device.
//
// They are out after a launch, until code is called that the compiler does not see: before that
// everything comes back. A function of the unit is seen if its code is what runs where it is
// called, and if it is not part of kernels too. Arrays may be out where such a function is called,
// and when it returns. An open function can also be called by code that is not seen: nothing is out
// when that calls it, and nothing may be when it returns.
#ifndef OC_FLOW_H
#define OC_FLOW_H

#include "base/map.h"
#include "cpu/cpu.h"
#include "host/resident/knowncalls.h"
#include "ir/ir.h"
#include "ir/paths.h"
#include "model/unit.h"

enum oc_event_kind {
    OC_EVENT_NONE,   // does not matter
    OC_EVENT_ACCESS, // accesses memory: a load, a store, llvm.memcpy, a known call
    OC_EVENT_LAUNCH, // calls what offload(...) returned
    OC_EVENT_SEEN,   // calls a function that is seen
    OC_EVENT_UNSEEN, // may do anything, or lets other threads see what this one has done
    OC_EVENT_END,    // an object's lifetime ends: llvm.lifetime.end
    OC_EVENT_RETURN,
};

// A function that is seen.
struct oc_seen {
    LLVMValueRef function;
    bool is_open;
    bool launches;   // it launches, or calls a function that does
    bool makes;      // it launches, or calls a function that arrays may be out after
    bool is_entered; // arrays may be out when it is called
    bool leaves[2];  // arrays may be out when it returns, if none was when it was called; if some
                     // were
};

struct oc_flow {
    struct oc_ir *ir;
    LLVMTargetDataRef layout;
    struct oc_seen *functions;
    size_t count;            // of functions
    struct oc_map numbers;   // of functions
    struct oc_map *launched; // of objects: whether launches may get them (oc_enclosed_read)
    struct oc_map launchers; // the functions that have the kernels' names
};

// Reads the unit's functions. `kernels` are the unit's.
void oc_flow_read(struct oc_ir *ir, const struct oc_unit *unit, const struct oc_cpu_kernel *kernels,
                  struct oc_flow *out);
void oc_flow_release(struct oc_flow *flow);

// Reads them again, after they were changed.
void oc_flow_read_again(struct oc_flow *flow, const struct oc_unit *unit,
                        const struct oc_cpu_kernel *kernels);

// NULL: the function is not seen.
struct oc_seen *oc_flow_find(const struct oc_flow *flow, LLVMValueRef function);

enum oc_event_kind oc_flow_event(const struct oc_flow *flow, LLVMValueRef instruction);

// The call of offload.h's function whose result a launch calls; NULL for other instructions.
LLVMValueRef oc_flow_configuration(LLVMValueRef instruction);

bool oc_flow_is_configuration(LLVMValueRef call);

// Whether arrays may be out after an instruction, if they may be before it.
bool oc_flow_after(const struct oc_flow *flow, LLVMValueRef instruction, bool before);

// A flag for each block of a function that is seen: whether arrays may be out where it begins.
bool *oc_flow_blocks(const struct oc_flow *flow, const struct oc_paths *paths, bool entered);

// Whether all comes back before a function returns: code that is not seen may have called it, and
// it launches. If it does not, nothing can be out then that was not when it was called.
bool oc_flow_returns_all(const struct oc_seen *seen);

// Whether an instruction launches, or calls a function that does: so arrays may be out during it
// that were not before.
bool oc_flow_makes(const struct oc_flow *flow, LLVMValueRef instruction);

#endif
