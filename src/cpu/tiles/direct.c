#include "cpu/tiles/direct.h"

#include "base/names.h"
#include "cpu/tiles/conditions.h"
#include "ir/ids.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

// What an element of a tile gets. Several stores may store the same.
struct element {
    const struct oc_tile_access **stores;
    size_t count;
    unsigned phase; // the last one in which it is stored
};

struct tiles {
    struct oc_ir *ir;
    struct oc_trace *trace;
    struct element *elements; // sorted by place and offset
    size_t count;
};

static int compare(const struct oc_tile_access *left, const struct oc_tile_access *right) {
    if (left->place != right->place)
        return left->place < right->place ? -1 : 1;
    return left->offset < right->offset ? -1 : left->offset > right->offset;
}

static int compare_stores(const void *left, const void *right) {
    return compare(*(const struct oc_tile_access *const *)left,
                   *(const struct oc_tile_access *const *)right);
}

static int compare_with_element(const void *access, const void *element) {
    return compare(access, ((const struct element *)element)->stores[0]);
}

static int64_t bytes_of(const struct tiles *tiles, LLVMValueRef value) {
    return (int64_t)LLVMStoreSizeOfType(LLVMGetModuleDataLayout(tiles->ir->module),
                                        LLVMTypeOf(value));
}

static int64_t stored_bytes(const struct tiles *tiles, const struct oc_tile_access *store) {
    return bytes_of(tiles, LLVMGetOperand(store->instruction, 0));
}

// Adds a store to the elements. Returns false if its element has another value, or overlaps the one
// before it.
static bool add_store(struct tiles *tiles, const struct oc_tile_access **at) {
    const struct oc_tile_access *store = *at;
    struct element *last = tiles->count ? &tiles->elements[tiles->count - 1] : NULL;
    const struct oc_tile_access *before = last ? last->stores[0] : NULL;
    if (!before || compare(before, store) != 0) {
        if (before && before->place == store->place &&
            before->offset + stored_bytes(tiles, before) > store->offset)
            return false;
        tiles->elements[tiles->count++] = (struct element){at, 1, store->phase};
        return true;
    }
    last->count++;
    last->phase = last->phase > store->phase ? last->phase : store->phase;
    return oc_poly_equal(before->from, store->from) &&
           stored_bytes(tiles, before) == stored_bytes(tiles, store);
}

static bool read_stores(struct tiles *tiles) {
    const struct oc_trace *trace = tiles->trace;
    const struct oc_tile_access **stores =
        OC_NEW_ARRAY(tiles->ir->arena, trace->store_count + 1, const struct oc_tile_access *);
    tiles->elements = OC_NEW_ARRAY(tiles->ir->arena, trace->store_count + 1, struct element);
    for (size_t i = 0; i < trace->store_count; i++)
        stores[i] = &trace->stores[i];
    qsort(stores, trace->store_count, sizeof(const struct oc_tile_access *), compare_stores);
    bool fine = true;
    for (size_t i = 0; i < trace->store_count && fine; i++)
        fine = add_store(tiles, &stores[i]);
    return fine;
}

// The element at an access' place; NULL: nothing is stored there.
static const struct element *element_at(const struct tiles *tiles,
                                        const struct oc_tile_access *access) {
    return tiles->count ? bsearch(access, tiles->elements, tiles->count, sizeof *tiles->elements,
                                  compare_with_element)
                        : NULL;
}

// ---- Conditions --------------------------------------------------------------------------------

// Needs an element's stores to be executed as they were where a load is.
static void need_stores(struct tiles *tiles, const struct element *element,
                        const struct oc_facts *facts) {
    for (size_t s = 0; s < element->count; s++) {
        const struct oc_assumption *needs = &element->stores[s]->needs;
        for (size_t i = 0; i < needs->count; i++)
            if (!oc_conditions_follows(facts, &needs->conditions[i].poly))
                oc_conditions_need(&tiles->trace->evaluation, &needs->conditions[i]);
    }
}

// ---- The form of an address --------------------------------------------------------------------

// How far apart in memory the sources of two elements are that are `distance` bytes apart in their
// tile: what is right for most of some pairs. Zero if there are no such pairs.
static struct oc_poly source_distance(const struct tiles *tiles, unsigned place, int64_t distance) {
    enum { SAMPLES = 16 };
    struct oc_poly found[SAMPLES] = {{0}};
    unsigned votes[SAMPLES] = {0};
    size_t kinds = 0, best = 0;
    for (size_t i = 0; i < tiles->count; i += tiles->count / SAMPLES + 1) {
        const struct oc_tile_access *one = tiles->elements[i].stores[0];
        const struct oc_tile_access at = {.place = place, .offset = one->offset + distance};
        const struct element *other = one->place == place ? element_at(tiles, &at) : NULL;
        if (!other)
            continue;
        struct oc_poly apart = oc_poly_subtract(*other->stores[0]->from, *one->from);
        size_t kind = 0;
        while (kind < kinds && !oc_poly_equal(&found[kind], &apart))
            kind++;
        if (kind == kinds)
            found[kinds++] = apart;
        if (++votes[kind] > votes[best])
            best = kind;
    }
    return found[best];
}

// The unknown of a term of a load's address.
static unsigned number_of_term(struct oc_atoms *atoms, LLVMValueRef term) {
    if (strcmp(oc_ir_callee_name(term), OC_NAME_THREAD_ID) == 0 &&
        LLVMIsAConstantInt(LLVMGetOperand(term, 0)))
        return OC_ATOM_THREAD_ID + (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(term, 0));
    return oc_atoms_number(atoms, term);
}

// Replaces the block's number in an address by the global id, if the thread id cancels out then.
static struct oc_poly with_global_id(const struct oc_trace *trace, struct oc_poly address,
                                     unsigned d) {
    struct oc_poly factor, rest, quotient, size = oc_poly_number(trace->size[d]);
    if (!oc_poly_split(&address, OC_ATOM_BLOCK_ID + d, &factor, &rest) || !factor.count ||
        !oc_poly_divide(&factor, &size, &quotient))
        return address;
    struct oc_poly global = oc_poly_unknown(OC_ATOM_GLOBAL_ID + d);
    struct oc_poly thread = oc_poly_unknown(OC_ATOM_THREAD_ID + d);
    struct oc_poly sum =
        oc_poly_add(rest, oc_poly_multiply(quotient, oc_poly_subtract(global, thread)));
    return sum.invalid || oc_poly_mentions(&sum, OC_ATOM_THREAD_ID + d) ? address : sum;
}

static struct oc_poly at_numbers(const struct oc_poly *factors, const int64_t *numbers,
                                 size_t count) {
    struct oc_poly sum = {0};
    for (size_t i = 0; i < count; i++)
        sum = oc_poly_add(sum, oc_poly_multiply(factors[i], oc_poly_number(numbers[i])));
    return sum;
}

// The address for a load: a constant part, and a factor for each term. It is compared with what
// each thread loads.
static bool find_address(struct tiles *tiles, const struct oc_tile_load *form,
                         struct oc_poly *out) {
    struct oc_trace *trace = tiles->trace;
    struct oc_poly factors[OC_TILE_TERMS] = {{0}}, constant = {0};
    bool is_first = true;
    for (size_t i = 0; i < trace->load_count; i++) {
        const struct oc_tile_access *load = &trace->loads[i];
        if (load->instruction != form->load)
            continue;
        const struct element *element = element_at(tiles, load);
        if (!element || element->phase >= load->phase ||
            stored_bytes(tiles, element->stores[0]) != bytes_of(tiles, load->instruction))
            return false;
        const struct oc_poly *from = element->stores[0]->from;
        need_stores(tiles, element, load->facts);
        // Where the load is executed, its stores were, too.
        const struct oc_facts facts = {element->stores[0]->needs, load->facts};
        oc_trace_note(trace, &facts, from, bytes_of(tiles, load->instruction), OC_ANY_PHASE, false);
        for (size_t t = 0; is_first && t < form->count; t++)
            factors[t] = source_distance(tiles, load->place, form->factors[t]);
        struct oc_poly varying = at_numbers(factors, load->numbers, form->count);
        if (is_first)
            constant = oc_poly_subtract(*from, varying);
        is_first = false;
        struct oc_poly address = oc_poly_add(constant, varying);
        if (!oc_poly_equal(&address, from))
            return false;
    }
    for (size_t t = 0; t < form->count; t++)
        constant = oc_poly_add(constant,
                               oc_poly_multiply(factors[t], oc_poly_unknown(number_of_term(
                                                                &trace->atoms, form->terms[t]))));
    for (unsigned d = 0; d < 3; d++)
        constant = with_global_id(trace, constant, d);
    *out = constant;
    return !constant.invalid;
}

// How many bytes an address grows from thread to thread. Returns false if that is not a number.
static bool growth(const struct oc_poly *address, unsigned d, int64_t *bytes) {
    struct oc_poly by_thread, by_global, rest;
    if (!oc_poly_split(address, OC_ATOM_THREAD_ID + d, &by_thread, &rest) ||
        !oc_poly_split(&rest, OC_ATOM_GLOBAL_ID + d, &by_global, &rest))
        return false;
    struct oc_poly sum = oc_poly_add(by_thread, by_global);
    return oc_poly_is_number(&sum, bytes);
}

static bool are_close(const struct tiles *tiles, const struct oc_direct *direct, unsigned d) {
    const struct oc_trace *trace = tiles->trace;
    for (size_t i = 0; i < trace->form_count; i++) {
        int64_t bytes;
        if (!growth(&direct->addresses[i], d, &bytes) ||
            (bytes && bytes != bytes_of(tiles, trace->forms[i].load)))
            return false;
    }
    return trace->size[d] > 1;
}

bool oc_direct_find(struct oc_ir *ir, struct oc_trace *trace, struct oc_direct *out) {
    struct tiles tiles = {.ir = ir, .trace = trace};
    out->addresses = OC_NEW_ARRAY(ir->arena, trace->form_count, struct oc_poly);
    if (!read_stores(&tiles))
        return false;
    for (size_t i = 0; i < trace->form_count; i++)
        if (!find_address(&tiles, &trace->forms[i], &out->addresses[i]))
            return false;
    for (out->dimension = 0; out->dimension < 3; out->dimension++)
        if (are_close(&tiles, out, out->dimension))
            return true;
    return false;
}

// ---- The code ----------------------------------------------------------------------------------

struct rewriting {
    struct oc_atoms_builder in; // first: oc_atoms_build passes it on
    struct oc_ir *ir;
    LLVMValueRef body;
    struct oc_trace *trace;
    const struct oc_tile_load *form; // whose address is built
    LLVMBuilderRef before;           // before the thread's code
    struct oc_map made;              // given values
};

static LLVMValueRef value_of(struct oc_atoms_builder *in, unsigned number) {
    struct rewriting *at = (struct rewriting *)in;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(at->ir->context);
    static const char *const names[] = {OC_NAME_BLOCK_ID, OC_NAME_BLOCK_COUNT, OC_NAME_GLOBAL_ID,
                                        OC_NAME_THREAD_ID};
    if (number < OC_ATOM_VALUES) {
        LLVMValueRef dimension = LLVMConstInt(i32, number % 3, false);
        LLVMValueRef id = oc_ids_call(at->ir, in->builder, names[number / 3], dimension);
        return LLVMBuildIntCast2(in->builder, id, in->type, false, "");
    }
    LLVMValueRef value = oc_atoms_value(&at->trace->atoms, number);
    bool is_signed = true;
    for (size_t i = 0; i < at->form->count; i++)
        is_signed = is_signed && !(at->form->terms[i] == value && at->form->zero_extended[i]);
    if (oc_atoms_is_given(&at->trace->atoms, value))
        value = oc_atoms_compute(at->before, value, at->body, &at->made);
    if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
        return LLVMBuildPtrToInt(in->builder, value, in->type, "");
    return LLVMBuildIntCast2(in->builder, value, in->type, is_signed, "");
}

static LLVMValueRef step(struct rewriting *at, LLVMValueRef pointer, const struct oc_poly *bytes) {
    LLVMValueRef distance = oc_atoms_build(&at->in, bytes);
    return bytes->count ? LLVMBuildGEP2(at->in.builder, LLVMInt8TypeInContext(at->ir->context),
                                        pointer, &distance, 1, "")
                        : pointer;
}

// Builds an address in steps: to the row, to the thread's place in it, and a constant one.
static LLVMValueRef build_address(struct rewriting *at, const struct oc_poly *address,
                                  unsigned dimension) {
    struct oc_atoms *atoms = &at->trace->atoms;
    struct oc_poly factor, rest, row = {0}, thread = {0}, constant = {0};
    unsigned base = 0;
    oc_trace_base(at->trace, address, &base);
    oc_poly_split(address, base, &factor, &rest);
    for (unsigned i = 0; i < rest.count; i++) {
        struct oc_poly term = {.count = 1, .terms = {rest.terms[i]}};
        bool is_thread = oc_poly_mentions(&term, OC_ATOM_THREAD_ID + dimension) ||
                         oc_poly_mentions(&term, OC_ATOM_GLOBAL_ID + dimension);
        struct oc_poly *part = is_thread ? &thread : rest.terms[i].factor_count ? &row : &constant;
        *part = oc_poly_add(*part, term);
    }
    LLVMValueRef pointer = oc_atoms_value(atoms, base);
    if (oc_atoms_is_given(atoms, pointer))
        pointer = oc_atoms_compute(at->before, pointer, at->body, &at->made);
    return step(at, step(at, step(at, pointer, &row), &thread), &constant);
}

static bool is_tile_store(const struct oc_trace *trace, LLVMValueRef instruction) {
    for (size_t i = 0; i < trace->store_count; i++)
        if (trace->stores[i].instruction == instruction)
            return true;
    return false;
}

static const struct oc_tile_load *form_of(const struct oc_trace *trace, LLVMValueRef load) {
    for (size_t i = 0; i < trace->form_count; i++)
        if (trace->forms[i].load == load)
            return &trace->forms[i];
    return NULL;
}

static void replace_load(struct rewriting *at, const struct oc_direct *direct) {
    LLVMValueRef load = at->form->load;
    LLVMPositionBuilderBefore(at->in.builder, load);
    LLVMSetCurrentDebugLocation2(at->in.builder, LLVMInstructionGetDebugLoc(load));
    const struct oc_poly *address = &direct->addresses[at->form - at->trace->forms];
    LLVMValueRef made = LLVMBuildLoad2(at->in.builder, LLVMTypeOf(load),
                                       build_address(at, address, direct->dimension), "");
    LLVMSetAlignment(made, 1);
    LLVMReplaceAllUsesWith(load, made);
    LLVMInstructionEraseFromParent(load);
}

void oc_direct_apply(struct oc_ir *ir, LLVMValueRef body, struct oc_trace *trace,
                     const struct oc_direct *direct) {
    struct rewriting at = {.in = {.builder = LLVMCreateBuilderInContext(ir->context),
                                  .type = LLVMInt64TypeInContext(ir->context),
                                  .value_of = value_of},
                           .ir = ir,
                           .body = body,
                           .trace = trace,
                           .before = LLVMCreateBuilderInContext(ir->context),
                           .made = {.arena = ir->arena}};
    LLVMPositionBuilderBefore(at.before, trace->atoms.enter);
    struct oc_values all = {.arena = ir->arena};
    OC_EACH_BLOCK (block, body)
        OC_EACH_INSTRUCTION (instruction, block)
            oc_values_add(&all, instruction);
    for (size_t i = 0; i < all.count; i++) {
        LLVMValueRef instruction = all.items[i];
        if (strcmp(oc_ir_callee_name(instruction), OC_NAME_BARRIER) == 0 ||
            is_tile_store(trace, instruction))
            LLVMInstructionEraseFromParent(instruction);
        else if ((at.form = form_of(trace, instruction)))
            replace_load(&at, direct);
    }
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(body, &calls);
    // An index is always the same, so one call is enough, or none.
    for (size_t i = 0; i < calls.count; i++)
        if (oc_ids_is_index(oc_ir_callee_name(calls.items[i])))
            oc_ids_make_pure(ir, calls.items[i]);
    LLVMDisposeBuilder(at.in.builder);
    LLVMDisposeBuilder(at.before);
}
