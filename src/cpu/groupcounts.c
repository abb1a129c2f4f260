#include "cpu/groupcounts.h"

#include "base/names.h"
#include "cpu/analysis/body.h"
#include "cpu/relax.h"
#include "ir/edit.h"
#include "ir/ids.h"
#include "ir/llvm_shim.h"
#include "ir/paths.h"

#include <string.h>

struct counting {
    struct oc_ir *ir;
    LLVMValueRef function, enter, atomic;
    struct oc_paths paths;
    size_t home; // the atomic's block
    bool is_in_loop;
    bool *before; // for each block: the atomic's can be reached from it
};

static bool is_atomic(LLVMValueRef instruction) {
    bool accesses = LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction);
    return LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction) ||
           LLVMIsAFenceInst(instruction) ||
           (accesses && (LLVMGetVolatile(instruction) ||
                         LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic));
}

// Returns the only atomic operation, volatile access or fence. NULL: there is none, or several.
static LLVMValueRef find_atomic(LLVMValueRef function) {
    LLVMValueRef found = NULL;
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block) {
            if (!is_atomic(instruction))
                continue;
            if (found)
                return NULL;
            found = instruction;
        }
    return found;
}

// Whether an instruction comes before the code of the groups.
static bool is_before_groups(const struct counting *at, LLVMValueRef value) {
    if (LLVMGetInstructionParent(value) != LLVMGetEntryBasicBlock(at->function))
        return false;
    bool is_before = false;
    OC_EACH_INSTRUCTION (instruction, LLVMGetEntryBasicBlock(at->function)) {
        is_before |= instruction == value;
        if (instruction == at->enter)
            return is_before;
    }
    return false;
}

// Whether a value is known before the code of the groups, or can be computed there.
static bool is_of_launch(const struct counting *at, LLVMValueRef value) {
    if (!LLVMIsAInstruction(value))
        return LLVMIsAArgument(value) != NULL;
    if (is_before_groups(at, value))
        return true;
    if (!LLVMIsAGetElementPtrInst(value) && !LLVMIsAPtrToIntInst(value) &&
        !oc_ir_is_index_arithmetic(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++) {
        LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i);
        if (!LLVMIsAConstantInt(operand) && !is_of_launch(at, operand))
            return false;
    }
    return true;
}

// Such a value, at the builder's position before the code of the groups.
static LLVMValueRef repeat(struct oc_edit *edit, const struct counting *at, LLVMValueRef value) {
    if (!LLVMIsAInstruction(value) || is_before_groups(at, value))
        return value;
    LLVMValueRef copy = LLVMInstructionClone(value);
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        LLVMSetOperand(copy, (unsigned)i, repeat(edit, at, LLVMGetOperand(value, (unsigned)i)));
    LLVMInsertIntoBuilder(edit->builder, copy);
    return copy;
}

static bool makes_room(const struct counting *at) {
    LLVMValueRef atomic = at->atomic;
    LLVMTypeRef type = LLVMTypeOf(atomic);
    return LLVMIsAAtomicRMWInst(atomic) && !LLVMGetVolatile(atomic) &&
           LLVMGetAtomicRMWBinOp(atomic) == LLVMAtomicRMWBinOpAdd &&
           LLVMGetOrdering(atomic) == LLVMAtomicOrderingMonotonic && LLVMGetFirstUse(atomic) &&
           (LLVMGetIntTypeWidth(type) == 32 || LLVMGetIntTypeWidth(type) == 64) &&
           is_of_launch(at, LLVMGetOperand(atomic, 0));
}

// Whether a group may do this twice.
static bool is_harmless(LLVMValueRef instruction) {
    if (LLVMIsAStoreInst(instruction))
        return LLVMIsAAllocaInst(oc_ir_base(LLVMGetOperand(instruction, 1)));
    if (!LLVMIsACallInst(instruction))
        return !LLVMIsAInvokeInst(instruction) && !LLVMIsAUnreachableInst(instruction);
    const char *name = oc_ir_callee_name(instruction);
    if (strncmp(name, "llvm.lifetime.", strlen("llvm.lifetime.")) == 0 || oc_ids_is_index(name) ||
        strcmp(name, OC_NAME_ENTER_GRID) == 0)
        return true;
    bool is_copy = strncmp(name, "llvm.memcpy.", strlen("llvm.memcpy.")) == 0 ||
                   strncmp(name, "llvm.memset.", strlen("llvm.memset.")) == 0;
    return is_copy ? LLVMIsAAllocaInst(oc_ir_base(LLVMGetOperand(instruction, 0))) != NULL
                   : oc_ir_is_pure(instruction);
}

// Whether two addresses begin with the same pointer: the same value, or loaded from the same place.
static bool is_same_array(LLVMValueRef left, LLVMValueRef right) {
    left = oc_ir_base(left);
    right = oc_ir_base(right);
    if (left == right)
        return true;
    if (!LLVMIsALoadInst(left) || !LLVMIsALoadInst(right))
        return false;
    left = LLVMGetOperand(left, 0);
    right = LLVMGetOperand(right, 0);
    bool are_moved = LLVMIsAGetElementPtrInst(left) && LLVMIsAGetElementPtrInst(right) &&
                     LLVMGetNumOperands(left) == 2 && LLVMGetNumOperands(right) == 2;
    return left == right ||
           (are_moved && LLVMGetOperand(left, 0) == LLVMGetOperand(right, 0) &&
            LLVMGetGEPSourceElementType(left) == LLVMGetGEPSourceElementType(right) &&
            LLVMGetOperand(left, 1) == LLVMGetOperand(right, 1));
}

// Whether an instruction reads the array of the counter, which has changed when a group runs.
static bool reads_counter(const struct counting *at, LLVMValueRef instruction) {
    return LLVMIsALoadInst(instruction) &&
           is_same_array(LLVMGetOperand(instruction, 0), LLVMGetOperand(at->atomic, 0));
}

static bool can_count_first(const struct counting *at) {
    for (size_t b = 0; b < at->paths.count; b++)
        OC_EACH_INSTRUCTION (instruction, at->paths.blocks[b]) {
            if (instruction == at->atomic && !at->is_in_loop)
                break;
            if (at->before[b] && instruction != at->atomic &&
                (!is_harmless(instruction) || reads_counter(at, instruction)))
                return false;
        }
    return true;
}

// Whether the copy has no loop of many turns in another loop, such as one that each lane runs. To
// do that twice takes longer than the atomic operations that are saved.
static bool is_short(const struct counting *at) {
    enum { MOST_TURNS = 512 };
    struct oc_loop_info *loops = oc_loops_read(at->function);
    bool is = true;
    for (size_t b = 0; is && b < at->paths.count; b++) {
        const struct oc_loop *loop = oc_loops_around(loops, at->paths.blocks[b]);
        unsigned long turns = 1;
        if (!at->before[b] || !loop || !oc_loop_parent(loop))
            continue;
        for (; loop && turns && turns <= MOST_TURNS; loop = oc_loop_parent(loop))
            turns *= oc_loops_turns(loops, loop);
        is = turns && turns <= MOST_TURNS;
    }
    oc_loops_dispose(loops);
    return is;
}

// ---- Loops -------------------------------------------------------------------------------------

// What depends on the results of an atomic in a loop, as far as the copy comes.
struct results {
    const struct counting *at;
    struct oc_values values, arrays;
    size_t next; // of the values, to be looked at
};

static bool is_in_copy(const struct counting *at, LLVMValueRef instruction) {
    return at->before[oc_paths_number(&at->paths, LLVMGetInstructionParent(instruction))];
}

// Adds what an array is loaded by. Where an address may be one of several, it may be the array's.
static void add_loads(struct results *results, LLVMValueRef array) {
    oc_values_add(&results->arrays, array);
    for (size_t b = 0; b < results->at->paths.count; b++)
        OC_EACH_INSTRUCTION (load, results->at->paths.blocks[b]) {
            if (!LLVMIsALoadInst(load) || oc_values_contain(&results->values, load))
                continue;
            LLVMValueRef base = oc_ir_base(LLVMGetOperand(load, 0));
            if (base == array || LLVMIsAPHINode(base) || LLVMIsASelectInst(base))
                oc_values_add(&results->values, load);
        }
}

// Adds an instruction that uses a result. Returns false if it decides what the copy counts.
static bool add_user(struct results *results, LLVMValueRef value, LLVMValueRef user) {
    if (!is_in_copy(results->at, user) || oc_values_contain(&results->values, user))
        return true;
    if (LLVMIsAStoreInst(user)) {
        LLVMValueRef array = oc_ir_base(LLVMGetOperand(user, 1));
        if (LLVMGetOperand(user, 1) == value)
            return false;
        if (!oc_values_contain(&results->arrays, array))
            add_loads(results, array);
        return true;
    }
    if (user == results->at->atomic || LLVMIsATerminatorInst(user) || LLVMIsALoadInst(user) ||
        (LLVMIsACallInst(user) && !oc_ir_is_pure(user)))
        return false;
    oc_values_add(&results->values, user);
    return true;
}

// Whether memcpy may copy a result from one array to another.
static bool copies_any(const struct results *results) {
    for (size_t b = 0; b < results->at->paths.count; b++)
        OC_EACH_INSTRUCTION (call, results->at->paths.blocks[b])
            if (results->at->before[b] && LLVMIsAMemCpyInst(call) &&
                oc_values_contain(&results->arrays, oc_ir_base(LLVMGetOperand(call, 1))))
                return true;
    return false;
}

// Whether the numbers that are added in a loop, and how often, do not depend on the results. Then
// the groups will add what they have counted.
static bool adds_what_it_counts(const struct counting *at) {
    struct results results = {.at = at};
    results.values.arena = results.arrays.arena = at->ir->arena;
    for (LLVMValueRef value = at->atomic; value;) {
        for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
            if (!add_user(&results, value, LLVMGetUser(use)))
                return false;
        value = results.next < results.values.count ? results.values.items[results.next++] : NULL;
    }
    return !copies_any(&results);
}

// Reads a function. Returns whether it has such an atomic, whose groups can count first.
static bool read(struct oc_ir *ir, LLVMValueRef function, struct counting *at) {
    *at = (struct counting){.ir = ir,
                            .function = function,
                            .enter = oc_ir_find_call(function, OC_NAME_ENTER_GRID),
                            .atomic = find_atomic(function)};
    if (!at->enter || !at->atomic || !makes_room(at))
        return false;
    oc_paths_read(ir->arena, function, &at->paths);
    at->home = oc_paths_number(&at->paths, LLVMGetInstructionParent(at->atomic));
    at->before = oc_paths_to(&at->paths, at->home);
    at->is_in_loop = at->before[at->home];
    at->before[at->home] = true;
    return can_count_first(at) && is_short(at) && (!at->is_in_loop || adds_what_it_counts(at));
}

// The groups' own counter.
static LLVMValueRef own_counter(struct oc_edit *edit, const struct counting *at, unsigned place) {
    LLVMPositionBuilderBefore(edit->builder, at->enter);
    return oc_edit_after_bytes(edit, LLVMGetParam(at->function, OC_BODY_MEMORY), place);
}

// The copy ends at the atomic or after its loop, and where it does not come to it. It says where
// the counter is.
static void end_at_atomic(struct counting *at, LLVMBasicBlockRef end) {
    struct oc_edit edit = oc_edit_begin(at->ir);
    for (size_t b = 0; b < at->paths.count; b++) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(at->paths.blocks[b]);
        for (unsigned s = 0; at->before[b] && s < LLVMGetNumSuccessors(branch); s++)
            if (!at->before[oc_paths_number(&at->paths, LLVMGetSuccessor(branch, s))])
                LLVMSetSuccessor(branch, s, end);
    }
    LLVMValueRef address = own_counter(&edit, at, OC_GROUPCOUNTS_ADDRESS);
    LLVMBuildStore(edit.builder, repeat(&edit, at, LLVMGetOperand(at->atomic, 0)), address);
    oc_edit_end(&edit);
}

static void count_on_their_own(const struct counting *at) {
    struct oc_edit edit = oc_edit_begin(at->ir);
    LLVMSetOperand(at->atomic, 0, own_counter(&edit, at, OC_GROUPCOUNTS_OWN));
    oc_edit_end(&edit);
}

struct oc_groupcounts oc_groupcounts_part(struct oc_ir *ir, LLVMValueRef of_groups) {
    struct oc_groupcounts counts = {0};
    struct counting at;
    if (!oc_ir_find_call(of_groups, OC_NAME_LEAVE_GRID) || !read(ir, of_groups, &at))
        return counts;
    LLVMValueRef function = oc_copy_function(of_groups);
    if (!function)
        return counts;
    const char *name = oc_arena_printf(ir->arena, "%s.counts", oc_ir_name(of_groups));
    LLVMSetValueName2(function, name, strlen(name));
    struct oc_edit edit = oc_edit_begin(ir);
    LLVMBasicBlockRef end =
        oc_edit_begin_with(&edit, oc_ir_find_call(function, OC_NAME_LEAVE_GRID));
    if (!at.is_in_loop)
        oc_edit_begin_with(&edit, LLVMGetNextInstruction(find_atomic(function)));
    oc_edit_end(&edit);
    struct counting copy;
    if (!read(ir, function, &copy)) {
        LLVMDeleteFunction(function);
        return counts;
    }
    counts = (struct oc_groupcounts){function, LLVMTypeOf(at.atomic)};
    end_at_atomic(&copy, end);
    count_on_their_own(&copy);
    count_on_their_own(&at);
    return counts;
}

void oc_groupcounts_relax(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values counters = {.arena = ir->arena};
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (atomic, block) {
            LLVMValueRef counter = LLVMIsAAtomicRMWInst(atomic) ? LLVMGetOperand(atomic, 0) : NULL;
            if (counter && oc_ir_base(counter) == LLVMGetParam(function, OC_BODY_MEMORY) &&
                !oc_values_contain(&counters, counter))
                oc_values_add(&counters, counter);
        }
    for (size_t i = 0; i < counters.count; i++)
        oc_relax_atomics(ir, counters.items[i]);
}
