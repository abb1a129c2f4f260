#include "effects/unused.h"

#include "effects/accesses.h"
#include "effects/structs.h"
#include "ir/unoptimised.h"
#include "model/kernelargs.h"

#include <llvm-c/Target.h>
#include <string.h>

// Structs, some of whose pointers may be unused.
struct structs {
    struct oc_ir *ir;
    struct oc_structs array;
    const struct oc_accesses *accesses;
};

// ---- Which bytes are accessed ------------------------------------------------------------------

static bool read_span(const struct structs *structs, LLVMValueRef load, struct oc_span *out) {
    if (!LLVMIsALoadInst(load))
        return false;
    out->size = LLVMStoreSizeOfType(structs->array.layout, LLVMTypeOf(load));
    return oc_structs_offset(&structs->array, LLVMGetOperand(load, 0), &out->offset);
}

// The loads of the pointer at an offset. False: it may be accessed in other ways.
static bool find_loads(const struct structs *structs, uint64_t pointer, struct oc_values *out) {
    const struct oc_accesses *accesses = structs->accesses;
    if (accesses->unknown || pointer == OC_UNKNOWN_OFFSET || !structs->array.size)
        return false;
    for (size_t i = 0; i < accesses->reads.count; i++) {
        LLVMValueRef read = accesses->reads.items[i];
        struct oc_span span;
        // A copy of structs is taken apart, unless it is another read as well.
        if (strcmp(oc_ir_callee_name(read), OC_UNOPTIMISED_READ) == 0)
            continue;
        if (!read_span(structs, read, &span))
            return false;
        if (!oc_structs_overlap(&structs->array, span, pointer))
            continue;
        if (span.offset != pointer || span.size != sizeof(uint64_t) ||
            LLVMGetTypeKind(LLVMTypeOf(read)) != LLVMPointerTypeKind)
            return false;
        oc_values_add(out, read);
    }
    return !accesses->pointers.count;
}

// ---- Members -----------------------------------------------------------------------------------

static void set_all(bool *flags, size_t count, bool value) {
    for (size_t i = 0; i < count; i++)
        flags[i] = value;
}

// `unused` has the members, each followed by those of the structs that it points to.
static void find_members(const struct structs *structs, const struct oc_member *members,
                         size_t count, bool *unused) {
    for (size_t i = 0; i < count; i++) {
        const struct oc_member *member = &members[i];
        size_t inner = oc_kernel_count_members(member->members, member->member_count);
        struct oc_values loads = {.arena = structs->ir->arena};
        struct oc_accesses accesses;
        bool known = find_loads(structs, member->offset, &loads);
        oc_accesses_collect(structs->ir, &loads, &accesses);
        *unused = known && oc_accesses_are_none(&accesses);
        set_all(unused + 1, inner, *unused);
        struct structs next = {
            structs->ir, {structs->array.layout, &loads, member->size}, &accesses};
        if (known && !*unused)
            find_members(&next, member->members, member->member_count, unused + 1);
        unused += 1 + inner;
    }
}

void oc_unused_find(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef thread,
                    bool *unused) {
    struct oc_accesses accesses;
    for (size_t i = 0; i < oc_kernel_argument_count(kernel); i++) {
        unused[i] = false;
        if (!oc_kernel_pointee(kernel, i) && kernel->params[i].kind != OC_PARAM_ARRAY)
            continue;
        oc_accesses_of(ir, LLVMGetParam(thread, (unsigned)i), &accesses);
        unused[i] = oc_accesses_are_none(&accesses);
    }
    struct oc_roots roots = oc_kernel_roots(ir->arena, kernel);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(thread));
    for (size_t i = 0; i < roots.count; i++) {
        const struct oc_root *root = &roots.items[i];
        struct oc_values pointers = {.arena = ir->arena};
        oc_values_add(&pointers, LLVMGetParam(thread, (unsigned)root->argument));
        oc_accesses_collect(ir, &pointers, &accesses);
        struct structs structs = {ir, {layout, &pointers, root->size}, &accesses};
        find_members(&structs, root->members, root->count, unused + root->described);
    }
}
