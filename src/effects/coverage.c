#include "effects/coverage.h"

#include "effects/truth.h"

#include <string.h>

enum { MAX_NEST = 4, MAX_WRITES = 64, MAX_CANDIDATES = 24, MAX_BLOCKS = 400 };

// A counter in an address, times its stride.
struct axis {
    struct oc_counter *counter;
    struct oc_poly stride;
    bool placed; // its range is chosen
};

struct proof {
    struct oc_ir *ir;
    struct oc_algebra *algebra;
    struct oc_paths paths;
    size_t param;
    struct oc_write writes[MAX_WRITES];
    size_t write_count;
    struct oc_poly bounds;                     // the array's bytes; invalid: not known
    struct oc_poly candidates[MAX_CANDIDATES]; // for the outermost range, where they are not
    size_t candidate_count;
    // Of the shape that is being looked at.
    const struct oc_poly *shape;
    struct axis axes[MAX_NEST];
    size_t axis_count;
    int64_t tile; // bytes that the stores for one value of all counters have to fill
    struct oc_counter *loops[MAX_NEST]; // outermost first
    size_t loop_count;
    struct oc_param_usage *out;
};

// ---- What can be looked at ---------------------------------------------------------------------

// Assembly may end a thread, and unwinding may leave a function.
static bool is_plain(LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMCall:
        return !LLVMIsAInlineAsm(LLVMGetCalledValue(instruction));
    case LLVMInvoke:
    case LLVMIndirectBr:
    case LLVMCallBr:
    case LLVMResume:
        return false;
    default:
        return true;
    }
}

static bool is_plain_code(struct oc_ir *ir, LLVMValueRef thread) {
    struct oc_values functions = {.arena = ir->arena};
    oc_values_add(&functions, thread);
    oc_ir_collect_reachable(thread, &functions);
    for (size_t i = 0; i < functions.count; i++)
        OC_EACH_BLOCK (block, functions.items[i])
            OC_EACH_INSTRUCTION (instruction, block)
                if (!is_plain(instruction))
                    return false;
    return LLVMCountBasicBlocks(thread) <= MAX_BLOCKS;
}

static bool is_in_thread(const struct proof *proof, LLVMValueRef instruction) {
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction)) ==
           proof->algebra->function;
}

static void read_writes(struct proof *proof, const struct oc_accesses *accesses) {
    for (size_t i = 0; i < accesses->writes.count && proof->write_count < MAX_WRITES; i++)
        if (is_in_thread(proof, accesses->writes.items[i]) &&
            oc_writes_read(proof->algebra, proof->param, accesses->writes.items[i],
                           &proof->writes[proof->write_count]))
            proof->write_count++;
}

// ---- Reads -------------------------------------------------------------------------------------

// Whether what a load reads was written by its own thread, on every way from where the address was
// computed. In a loop, each turn computes it anew.
static bool reads_own_write(struct proof *proof, const struct oc_accesses *accesses,
                            LLVMValueRef load) {
    if (!LLVMIsALoadInst(load) || !is_in_thread(proof, load))
        return false;
    LLVMValueRef address = LLVMGetOperand(load, 0), written = NULL;
    int64_t size = (int64_t)LLVMStoreSizeOfType(proof->algebra->layout, LLVMTypeOf(load));
    size_t block = oc_paths_number(&proof->paths, LLVMGetInstructionParent(load));
    size_t from = LLVMIsAInstruction(address)
                      ? oc_paths_number(&proof->paths, LLVMGetInstructionParent(address))
                      : 0;
    bool *avoid = OC_NEW_ARRAY(proof->ir->arena, proof->paths.count, bool), any = false;
    for (size_t i = 0; i < accesses->writes.count; i++) {
        LLVMValueRef write = accesses->writes.items[i];
        if (!is_in_thread(proof, write) ||
            oc_writes_bytes(proof->algebra, write, &written) < size || written != address)
            continue;
        any = true;
        for (LLVMValueRef at = write; at; at = LLVMGetNextInstruction(at))
            if (at == load)
                return true;
        avoid[oc_paths_number(&proof->paths, LLVMGetInstructionParent(write))] = true;
    }
    if (!any || block == from)
        return false;
    // The load's block may have a write too, after the load.
    if (avoid[from])
        return true;
    avoid[block] = false;
    return !oc_paths_search(&proof->paths, from, avoid, NULL, NULL)[block];
}

// ---- Ranges ------------------------------------------------------------------------------------

static void add_candidate(struct proof *proof, struct oc_poly range) {
    if (proof->candidate_count == MAX_CANDIDATES || !range.count ||
        !oc_unknowns_are_arguments(proof->algebra, &range) || !oc_poly_is_plainly_positive(&range))
        return;
    for (size_t i = 0; i < proof->candidate_count; i++)
        if (oc_poly_equal(&proof->candidates[i], &range))
            return;
    proof->candidates[proof->candidate_count++] = range;
}

// What indices are compared with: i < n, i <= n, and offload_for's n.
static void collect_guards(struct proof *proof) {
    OC_EACH_BLOCK (block, proof->algebra->function)
        OC_EACH_INSTRUCTION (instruction, block) {
            struct oc_poly total;
            if (oc_ir_is_call(instruction) &&
                strcmp(oc_ir_callee_name(instruction), OC_ALGEBRA_STRETCH_FIRST) == 0 &&
                oc_algebra_value(proof->algebra, LLVMGetOperand(instruction, 0), &total))
                add_candidate(proof, total);
            if (!LLVMIsAICmpInst(instruction))
                continue;
            for (unsigned i = 0; i < 2; i++) {
                struct oc_poly limit;
                if (!oc_algebra_value(proof->algebra, LLVMGetOperand(instruction, i), &limit))
                    continue;
                // The first that can be shown is taken: the larger one first.
                add_candidate(proof, oc_poly_add(limit, oc_poly_number(1)));
                add_candidate(proof, limit);
            }
        }
}

// ---- Axes --------------------------------------------------------------------------------------

// Takes one counter's part out of the rest of a shape.
static bool take_axis(struct proof *proof, struct oc_counter *counter, struct oc_poly *rest) {
    struct axis axis = {.counter = counter};
    struct oc_poly others;
    if (proof->axis_count == MAX_NEST ||
        !oc_poly_split(rest, counter->unknown, &axis.stride, &others) ||
        !oc_unknowns_are_arguments(proof->algebra, &axis.stride) ||
        !oc_poly_is_plainly_positive(&axis.stride))
        return false;
    *rest = oc_poly_subtract(*rest, oc_poly_multiply(axis.stride, counter->value));
    if (oc_poly_mentions(rest, counter->unknown))
        return false;
    proof->axes[proof->axis_count++] = axis;
    return true;
}

// Reads a shape as a sum of axes, and nothing else.
static bool read_axes(struct proof *proof) {
    struct oc_poly rest = *proof->shape;
    proof->axis_count = 0;
    // Those of loops first: offload_for's has a thread id with it.
    for (int loops = 1; loops >= 0; loops--)
        for (unsigned u = 0; u < proof->algebra->unknown_count; u++) {
            if (!oc_poly_mentions(&rest, u))
                continue;
            struct oc_counter *counter = oc_algebra_counter(proof->algebra, u);
            if (counter && (counter->loop != NULL) == loops && !take_axis(proof, counter, &rest))
                return false;
        }
    return !rest.invalid && rest.count == 0;
}

// Notes which threads are looked at: where no counter is a dimension's, the first. False: one
// dimension has two counters.
static bool choose_threads(struct proof *proof) {
    struct oc_algebra *algebra = proof->algebra;
    for (int d = 0; d < 3; d++)
        algebra->first[d] = algebra->first_in_block[d] = true;
    for (size_t i = 0; i < proof->axis_count; i++) {
        const struct oc_counter *counter = proof->axes[i].counter;
        if (counter->kind == OC_TURNS || counter->kind == OC_TURNS_DOWN)
            continue;
        if (!algebra->first[counter->dimension])
            return false;
        algebra->first[counter->dimension] = false;
        algebra->first_in_block[counter->dimension] =
            counter->kind == OC_BLOCKS || counter->kind == OC_BLOCK_STRIDE;
    }
    return true;
}

// Puts the loops in order, the outermost first. False: they are not in each other.
static bool order_loops(struct proof *proof) {
    proof->loop_count = 0;
    for (size_t i = 0; i < proof->axis_count; i++) {
        struct oc_counter *counter = proof->axes[i].counter;
        if (!counter->loop)
            continue;
        size_t at = proof->loop_count++;
        for (; at > 0 && counter->loop[proof->loops[at - 1]->header]; at--)
            proof->loops[at] = proof->loops[at - 1];
        proof->loops[at] = counter;
    }
    for (size_t i = 1; i < proof->loop_count; i++)
        if (proof->loops[i]->header == proof->loops[i - 1]->header ||
            !proof->loops[i - 1]->loop[proof->loops[i]->header])
            return false;
    return true;
}

// ---- Ways --------------------------------------------------------------------------------------

// Makes known what holds in a turn of the first `loops` loops.
static void activate(struct proof *proof, size_t loops) {
    for (size_t i = 0; i < proof->algebra->counter_count; i++)
        proof->algebra->counters[i].active = false;
    for (size_t i = 0; i < proof->axis_count; i++)
        proof->axes[i].counter->active = !proof->axes[i].counter->loop;
    for (size_t i = 0; i < loops; i++)
        proof->loops[i]->active = true;
}

static bool way_is_open(void *data, LLVMBasicBlockRef before, LLVMBasicBlockRef block,
                        size_t which) {
    struct proof *proof = data;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end))
        return true;
    enum oc_truth truth = oc_truth_of(proof->algebra, before, block, LLVMGetCondition(end));
    return truth == OC_UNSURE || (truth == OC_TRUE) == (which == 0);
}

// What ends the program (a trap) is no way out.
static bool leaves(const struct proof *proof, const struct oc_counter *loop, const bool *reached) {
    for (size_t i = 0; i < proof->paths.count; i++)
        if (reached[i] && !loop->loop[i] &&
            !LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(proof->paths.blocks[i])))
            return true;
    return false;
}

static bool returns(const struct proof *proof, const bool *reached) {
    for (size_t i = 0; i < proof->paths.count; i++)
        if (reached[i] && LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(proof->paths.blocks[i])))
            return true;
    return false;
}

// Whether each turn of loop number `level` - 1, or the function for level 0, comes to one of the
// targets, and a loop goes on to its next turn.
static bool comes_to(struct proof *proof, size_t level, const bool *targets) {
    activate(proof, level);
    const struct oc_counter *loop = level ? proof->loops[level - 1] : NULL;
    size_t from = loop ? loop->header : 0;
    if (loop && leaves(proof, loop, oc_paths_search(&proof->paths, from, NULL, way_is_open, proof)))
        return false;
    if (targets[from])
        return true;
    const bool *reached = oc_paths_search(&proof->paths, from, targets, way_is_open, proof);
    if (loop)
        return !reached[from] && !leaves(proof, loop, reached);
    return !returns(proof, reached) &&
           !LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(proof->paths.blocks[0]));
}

static bool comes_to_innermost_loop(struct proof *proof) {
    for (size_t level = 0; level < proof->loop_count; level++) {
        bool *target = OC_NEW_ARRAY(proof->ir->arena, proof->paths.count, bool);
        target[proof->loops[level]->header] = true;
        if (!comes_to(proof, level, target))
            return false;
    }
    return true;
}

// Whether a store is one of the shape, also when nothing is taken for granted.
static bool is_member(struct proof *proof, const struct oc_write *write) {
    struct oc_write again;
    activate(proof, proof->loop_count);
    for (size_t i = 0; i < proof->loop_count; i++)
        if (!proof->loops[i]->loop[write->block])
            return false;
    return oc_poly_equal(&write->shape, proof->shape) &&
           oc_writes_read(proof->algebra, proof->param, write->instruction, &again) &&
           oc_poly_equal(&again.shape, &write->shape) && again.offset == write->offset;
}

// Whether the bytes from `offset` to `offset` + `size` are written on every way.
static bool writes_piece(struct proof *proof, const bool *members, int64_t offset, int64_t size) {
    bool *targets = OC_NEW_ARRAY(proof->ir->arena, proof->paths.count, bool), any = false;
    for (size_t i = 0; i < proof->write_count; i++) {
        const struct oc_write *write = &proof->writes[i];
        if (members[i] && write->offset <= offset && write->offset + write->size >= offset + size)
            targets[write->block] = any = true;
    }
    return any && comes_to(proof, proof->loop_count, targets);
}

// Whether every byte of the tile is written, piece by piece.
static bool writes_tile(struct proof *proof) {
    bool members[MAX_WRITES] = {false};
    for (size_t i = 0; i < proof->write_count; i++)
        members[i] = is_member(proof, &proof->writes[i]);
    int64_t done = 0;
    while (done < proof->tile) {
        int64_t next = done;
        for (size_t i = 0; i < proof->write_count && next == done; i++)
            if (members[i] && proof->writes[i].offset == done &&
                writes_piece(proof, members, done, proof->writes[i].size))
                next = done + proof->writes[i].size;
        if (next == done)
            return false;
        done = next;
    }
    return true;
}

// ---- Needs -------------------------------------------------------------------------------------

// Puts the arguments that have fixed values in their unknowns' place.
static bool substitute_fixed(const struct proof *proof, struct oc_poly *sum) {
    for (size_t i = 0; i < proof->algebra->fixed_count; i++) {
        unsigned unknown = proof->algebra->fixed[i].unknown;
        struct oc_poly factor, rest, argument = oc_poly_unknown(unknown);
        struct oc_poly least = oc_poly_subtract(proof->algebra->fixed[i].value, argument);
        if (!oc_poly_split(sum, unknown, &factor, &rest))
            return false;
        *sum = oc_poly_add(rest, oc_poly_multiply(factor, oc_poly_subtract(argument, least)));
    }
    return !sum->invalid;
}

static bool add_need(struct proof *proof, enum oc_need_kind kind, unsigned dimension,
                     const struct oc_poly *sum) {
    struct oc_need *need = &proof->out->needs[proof->out->need_count];
    struct oc_poly of_arguments = *sum;
    if (proof->out->need_count == OC_MAX_NEEDS || !oc_unknowns_are_arguments(proof->algebra, sum) ||
        !substitute_fixed(proof, &of_arguments))
        return false;
    *need =
        (struct oc_need){.kind = kind, .dimension = dimension, .product_count = of_arguments.count};
    for (unsigned i = 0; i < of_arguments.count; i++) {
        const struct oc_term *term = &of_arguments.terms[i];
        struct oc_product *product = &need->products[i];
        product->coefficient = term->coefficient;
        product->factor_count = term->factor_count;
        for (unsigned f = 0; f < term->factor_count; f++)
            product->factors[f] = proof->algebra->unknowns[term->factors[f]].argument;
    }
    proof->out->need_count++;
    return true;
}

// Arguments that are taken to be no less than a number: each is fixed to its unknown and that
// number, so that the unknown is not negative. In needs it is the argument.
static bool state_arguments(struct proof *proof) {
    bool stated = true;
    for (size_t i = 0; i < proof->algebra->fixed_count && stated; i++) {
        struct oc_poly unknown = oc_poly_unknown(proof->algebra->fixed[i].unknown);
        stated = add_need(proof, OC_NEED_VALUE, 0, &unknown);
    }
    return stated;
}

static bool state_needs(struct proof *proof, const struct oc_poly *bytes) {
    proof->out->need_count = 0;
    bool stated = add_need(proof, OC_NEED_BYTES, 0, bytes) && state_arguments(proof);
    for (size_t i = 0; i < proof->axis_count && stated; i++) {
        const struct oc_counter *counter = proof->axes[i].counter;
        if (counter->kind == OC_THREADS || counter->kind == OC_BLOCKS)
            stated = add_need(proof, counter->kind == OC_THREADS ? OC_NEED_THREADS : OC_NEED_BLOCKS,
                              counter->dimension, &counter->range);
    }
    for (size_t i = 0; i < proof->algebra->supposed_count && stated; i++)
        stated = add_need(proof, OC_NEED_VALUE, 0, &proof->algebra->supposed[i]);
    if (!stated)
        proof->out->need_count = 0;
    return stated;
}

// ---- The proof ---------------------------------------------------------------------------------

// offload_for's n must be no less than the range.
static bool keeps_courses(struct proof *proof) {
    activate(proof, proof->loop_count);
    for (size_t i = 0; i < proof->loop_count; i++) {
        struct oc_counter *loop = proof->loops[i];
        if (!oc_algebra_keeps_course(proof->algebra, loop) ||
            (loop->kind == OC_STRETCH &&
             !oc_unknowns_prove_positive(proof->algebra,
                                         oc_poly_subtract(loop->total, loop->range))))
            return false;
    }
    return true;
}

// With all ranges chosen, the array's first `bytes` bytes are to be shown to be written.
static bool proof_holds(struct proof *proof, struct oc_poly bytes) {
    proof->algebra->looking = false;
    proof->algebra->supposed_count = 0;
    bool shown = choose_threads(proof) && order_loops(proof) && keeps_courses(proof) &&
                 comes_to_innermost_loop(proof) && writes_tile(proof) && state_needs(proof, &bytes);
    activate(proof, 0);
    for (int d = 0; d < 3; d++)
        proof->algebra->first[d] = proof->algebra->first_in_block[d] = false;
    proof->algebra->looking = true;
    return shown;
}

static bool try_outermost(struct proof *proof, struct axis *axis, struct oc_poly stride) {
    const struct oc_poly *bounds = &proof->bounds;
    if (!bounds->invalid)
        return oc_poly_divide(bounds, &stride, &axis->counter->range) &&
               proof_holds(proof, *bounds);
    for (size_t i = 0; i < proof->candidate_count; i++) {
        axis->counter->range = proof->candidates[i];
        if (proof_holds(proof, oc_poly_multiply(stride, axis->counter->range)))
            return true;
    }
    return false;
}

// Chooses the range of the axis whose stride is given, so that it spans the next one's stride.
static bool place_axes(struct proof *proof, struct oc_poly stride, size_t placed) {
    for (size_t i = 0; i < proof->axis_count; i++) {
        struct axis *axis = &proof->axes[i];
        if (axis->placed || !oc_poly_equal(&axis->stride, &stride))
            continue;
        axis->placed = true;
        bool shown = placed + 1 == proof->axis_count && try_outermost(proof, axis, stride);
        for (size_t j = 0; j < proof->axis_count && !shown; j++) {
            struct oc_poly next = proof->axes[j].stride;
            if (!proof->axes[j].placed && oc_poly_divide(&next, &stride, &axis->counter->range))
                shown = place_axes(proof, next, placed + 1);
        }
        axis->placed = false;
        if (shown)
            return true;
    }
    return false;
}

static int64_t end_of_tile(const struct proof *proof) {
    int64_t end = 0;
    for (size_t i = 0; i < proof->write_count; i++)
        if (oc_poly_equal(&proof->writes[i].shape, proof->shape) &&
            proof->writes[i].offset + proof->writes[i].size > end)
            end = proof->writes[i].offset + proof->writes[i].size;
    return end;
}

static bool prove_shape(struct proof *proof, const struct oc_poly *shape) {
    proof->shape = shape;
    if (!read_axes(proof))
        return false;
    if (!proof->axis_count) {
        proof->tile = end_of_tile(proof);
        struct oc_poly bytes = oc_poly_number(proof->tile);
        return (proof->bounds.invalid || oc_poly_equal(&bytes, &proof->bounds)) &&
               proof_holds(proof, bytes);
    }
    for (size_t i = 0; i < proof->axis_count; i++)
        if (oc_poly_is_number(&proof->axes[i].stride, &proof->tile) && proof->tile <= 4096 &&
            place_axes(proof, proof->axes[i].stride, 0))
            return true;
    return false;
}

static bool was_tried(const struct proof *proof, size_t index) {
    for (size_t i = 0; i < index; i++)
        if (oc_poly_equal(&proof->writes[i].shape, &proof->writes[index].shape))
            return true;
    return false;
}

static bool prove(struct proof *proof, const struct oc_accesses *accesses) {
    proof->bounds = oc_writes_array_bytes(proof->algebra, proof->param);
    proof->write_count = proof->candidate_count = 0;
    read_writes(proof, accesses);
    collect_guards(proof);
    for (size_t i = 0; i < proof->write_count; i++)
        if (!was_tried(proof, i) && prove_shape(proof, &proof->writes[i].shape))
            return true;
    return false;
}

// ---- Constant dimensions -----------------------------------------------------------------------

enum { MAX_SIZES = 3 };

// The arguments that indices are compared with.
static size_t collect_limits(const struct proof *proof, unsigned *limits) {
    size_t count = 0;
    for (size_t i = 0; i < proof->candidate_count && count < MAX_SIZES; i++) {
        const struct oc_poly *candidate = &proof->candidates[i];
        if (candidate->count == 1 && candidate->terms[0].factor_count == 1 &&
            candidate->terms[0].coefficient == 1)
            limits[count++] = candidate->terms[0].factors[0];
    }
    return count;
}

// The constant dimensions, each once.
static size_t collect_sizes(const struct proof *proof, int64_t *sizes) {
    const struct oc_param *param = &proof->algebra->kernel->params[proof->param];
    size_t count = 0;
    for (size_t i = 0; i < param->bound_count; i++) {
        int64_t value;
        bool known = !oc_expression_is_constant(param->bounds[i].expression, &value) || value <= 0;
        for (size_t j = 0; j < count; j++)
            known |= sizes[j] == value;
        if (!known && count < MAX_SIZES)
            sizes[count++] = value;
    }
    return count;
}

// For arrays such as y[100], of which n elements are written, and n is 100 in each launch: tries to
// take arguments for no less than dimensions.
static bool prove_with_sizes(struct proof *proof, const struct oc_accesses *accesses) {
    struct oc_algebra *algebra = proof->algebra;
    unsigned limits[MAX_SIZES];
    int64_t sizes[MAX_SIZES];
    size_t limit_count = collect_limits(proof, limits), size_count = collect_sizes(proof, sizes);
    size_t choices = 1;
    for (size_t i = 0; i < limit_count; i++)
        choices *= size_count + 1;
    bool shown = false;
    for (size_t choice = 1; choice < choices && !shown; choice++) {
        algebra->fixed_count = algebra->counter_count = 0;
        size_t rest = choice;
        for (size_t i = 0; i < limit_count; i++, rest /= size_count + 1) {
            if (!(rest % (size_count + 1)))
                continue;
            algebra->fixed[algebra->fixed_count].unknown = limits[i];
            algebra->fixed[algebra->fixed_count++].value = oc_poly_add(
                oc_poly_unknown(limits[i]), oc_poly_number(sizes[rest % (size_count + 1) - 1]));
        }
        shown = prove(proof, accesses);
    }
    algebra->fixed_count = 0;
    return shown;
}

bool oc_coverage_find(struct oc_ir *ir, const struct oc_kernel *kernel, size_t param,
                      LLVMValueRef thread, const struct oc_accesses *accesses,
                      struct oc_param_usage *out) {
    if (accesses->unknown || !accesses->writes.count || !is_plain_code(ir, thread))
        return false;
    struct oc_param_usage usage = {.needs = OC_NEW_ARRAY(ir->arena, OC_MAX_NEEDS, struct oc_need)};
    struct proof *proof = OC_NEW(ir->arena, struct proof);
    *proof = (struct proof){.ir = ir, .param = param, .out = &usage};
    proof->algebra = OC_NEW(ir->arena, struct oc_algebra);
    *proof->algebra =
        (struct oc_algebra){.ir = ir,
                            .kernel = kernel,
                            .function = thread,
                            .paths = &proof->paths,
                            .layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(thread)),
                            .looking = true};
    oc_paths_read(ir->arena, thread, &proof->paths);
    for (size_t i = 0; i < accesses->reads.count; i++)
        if (!reads_own_write(proof, accesses, accesses->reads.items[i]))
            return false;
    if (!prove(proof, accesses) && !prove_with_sizes(proof, accesses))
        return false;
    out->needs = usage.needs;
    out->need_count = usage.need_count;
    return true;
}
