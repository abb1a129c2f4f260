#include "effects/unused.h"

#include "effects/accesses.h"
#include "ir/unoptimised.h"
#include "model/kernelargs.h"

#include <llvm-c/Target.h>
#include <string.h>

// Structs, some of whose pointers may be unused.
struct structs {
    struct oc_ir *ir;
    LLVMTargetDataRef layout;
    const struct oc_values *pointers; // to the first of them
    const struct oc_accesses *accesses;
    uint64_t size; // of one
};

// Bytes from some struct's beginning on.
struct span {
    uint64_t offset, size;
};

// ---- Which bytes are accessed ------------------------------------------------------------------

// Adds what an address step adds to its pointer, modulo the struct's size. False: it is not known.
static bool add_step(const struct structs *structs, LLVMValueRef step, uint64_t *offset) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(step);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(step); i++) {
        LLVMValueRef index = LLVMGetOperand(step, i);
        uint64_t bytes;
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            bytes = LLVMOffsetOfElement(structs->layout, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
        } else {
            if (i > 1 && LLVMGetTypeKind(type) != LLVMArrayTypeKind)
                return false;
            type = i > 1 ? LLVMGetElementType(type) : type;
            bytes = LLVMABISizeOfType(structs->layout, type);
            if (bytes % structs->size == 0)
                bytes = 0;
            else if (LLVMIsAConstantInt(index))
                bytes *= (uint64_t)LLVMConstIntGetSExtValue(index);
            else
                return false;
        }
        // Constants may be negative.
        int64_t sum = (int64_t)(*offset + bytes) % (int64_t)structs->size;
        *offset = (uint64_t)(sum < 0 ? sum + (int64_t)structs->size : sum);
    }
    return true;
}

static bool read_span(const struct structs *structs, LLVMValueRef load, struct span *out) {
    if (!LLVMIsALoadInst(load))
        return false;
    LLVMValueRef address = LLVMGetOperand(load, 0);
    *out = (struct span){0, LLVMStoreSizeOfType(structs->layout, LLVMTypeOf(load))};
    while (!oc_values_contain(structs->pointers, address)) {
        if (LLVMIsAGetElementPtrInst(address)
                ? !add_step(structs, address, &out->offset)
                : !LLVMIsAFreezeInst(address) && !LLVMIsAAddrSpaceCastInst(address))
            return false;
        address = LLVMGetOperand(address, 0);
    }
    return true;
}

static bool overlaps_pointer(const struct structs *structs, struct span span, uint64_t pointer) {
    // A load may go on into the next struct.
    return (span.offset < pointer + sizeof(uint64_t) && pointer < span.offset + span.size) ||
           span.offset + span.size > structs->size;
}

// The loads of the pointer at an offset. False: it may be accessed in other ways.
static bool find_loads(const struct structs *structs, uint64_t pointer, struct oc_values *out) {
    const struct oc_accesses *accesses = structs->accesses;
    if (accesses->unknown || pointer == OC_UNKNOWN_OFFSET || !structs->size)
        return false;
    for (size_t i = 0; i < accesses->reads.count; i++) {
        LLVMValueRef read = accesses->reads.items[i];
        struct span span;
        // A copy of structs is taken apart, unless it is another read as well.
        if (strcmp(oc_ir_callee_name(read), OC_UNOPTIMISED_READ) == 0)
            continue;
        if (!read_span(structs, read, &span))
            return false;
        if (!overlaps_pointer(structs, span, pointer))
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
        struct structs next = {structs->ir, structs->layout, &loads, &accesses, member->size};
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
        struct structs structs = {ir, layout, &pointers, &accesses, root->size};
        find_members(&structs, root->members, root->count, unused + root->described);
    }
}
