#include "device/pragmas.h"

#include "device/convergence.h"
#include "device/whole.h"

#include <llvm-c/DebugInfo.h>

// ---- Loops -------------------------------------------------------------------------------------

// A loop with a pragma. The blocks are values, the first of them is where each turn begins.
struct loop {
    LLVMValueRef branch; // from the end of a turn to the next
    struct oc_values blocks;
};

static bool has_pragma(struct oc_ir *ir, LLVMValueRef branch) {
    return oc_ir_loop_has(ir, branch, "llvm.loop.unroll.", "llvm.loop.unroll.disable");
}

// The blocks from which `last` is reached without `first`; these two too.
static struct oc_values blocks_between(struct oc_ir *ir, LLVMValueRef first, LLVMValueRef last) {
    struct oc_values blocks = {.arena = ir->arena};
    oc_values_add(&blocks, first);
    if (last != first)
        oc_values_add(&blocks, last);
    for (size_t i = 1; i < blocks.count; i++)
        for (LLVMUseRef use = LLVMGetFirstUse(blocks.items[i]); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (!LLVMIsAInstruction(user))
                continue;
            LLVMValueRef from = LLVMBasicBlockAsValue(LLVMGetInstructionParent(user));
            if (!oc_values_contain(&blocks, from))
                oc_values_add(&blocks, from);
        }
    return blocks;
}

// Of the blocks that a loop's last branch leads to, the loop begins with the one that every way
// into it goes through, and is the smaller one where a loop around it begins with the other.
static struct loop find_loop(struct oc_ir *ir, LLVMValueRef branch) {
    LLVMBasicBlockRef last = LLVMGetInstructionParent(branch);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(last));
    struct loop loop = {.branch = branch};
    for (unsigned i = 0; i < LLVMGetNumSuccessors(branch); i++) {
        struct oc_values blocks = blocks_between(
            ir, LLVMBasicBlockAsValue(LLVMGetSuccessor(branch, i)), LLVMBasicBlockAsValue(last));
        if (!oc_values_contain(&blocks, LLVMBasicBlockAsValue(entry)) &&
            (loop.blocks.count == 0 || blocks.count < loop.blocks.count))
            loop.blocks = blocks;
    }
    return loop;
}

// Adds the loop's convergent calls, each once. Returns false if it has no such calls.
static bool find_calls(const struct loop *loop, struct oc_values *out) {
    bool found = false;
    for (size_t i = 0; i < loop->blocks.count; i++)
        OC_EACH_INSTRUCTION (instruction, LLVMValueAsBasicBlock(loop->blocks.items[i])) {
            if (!LLVMIsACallInst(instruction) || !oc_convergence_of(instruction))
                continue;
            found = true;
            if (!oc_values_contain(out, instruction))
                oc_values_add(out, instruction);
        }
    return found;
}

static bool has_loops(struct oc_ir *ir) {
    OC_EACH_FUNCTION (function, ir->module)
        OC_EACH_BLOCK (block, function) {
            LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
            struct oc_values calls = {.arena = ir->arena};
            if (!has_pragma(ir, branch))
                continue;
            struct loop loop = find_loop(ir, branch);
            if (find_calls(&loop, &calls))
                return true;
        }
    return false;
}

// ---- Pragmas that are hidden meanwhile ---------------------------------------------------------

struct hidden {
    LLVMValueRef properties, instead; // of a loop
    struct hidden *next;
};

// A loop's node without properties: it only names itself.
static LLVMValueRef make_node(struct oc_ir *ir) {
    LLVMMetadataRef self = LLVMTemporaryMDNode(ir->context, NULL, 0);
    LLVMMetadataRef node = LLVMMDNodeInContext2(ir->context, &self, 1);
    LLVMMetadataReplaceAllUsesWith(self, node);
    return LLVMMetadataAsValue(ir->context, node);
}

static struct hidden *hide_pragma(struct oc_ir *ir, LLVMValueRef branch, struct hidden *next) {
    unsigned kind = oc_ir_loop_kind(ir);
    struct hidden *hidden = OC_NEW(ir->arena, struct hidden);
    *hidden = (struct hidden){LLVMGetMetadata(branch, kind), make_node(ir), next};
    LLVMSetMetadata(branch, kind, hidden->instead);
    return hidden;
}

// Also in the copies of the loops.
static void show_pragmas(struct oc_ir *ir, LLVMValueRef kernel, const struct hidden *all) {
    unsigned kind = oc_ir_loop_kind(ir);
    OC_EACH_BLOCK (block, kernel) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
        LLVMValueRef node = LLVMGetMetadata(branch, kind);
        for (const struct hidden *hidden = all; node && hidden; hidden = hidden->next)
            if (hidden->instead == node)
                LLVMSetMetadata(branch, kind, hidden->properties);
    }
}

// ---- Calls that are replaced meanwhile ---------------------------------------------------------

// A function without properties, which may do anything: no access moves past its calls.
struct replaced {
    LLVMValueRef function, instead;
    bool is_marked; // the call itself is convergent
    struct replaced *next;
};

static unsigned convergent_kind(void) {
    static const char name[] = "convergent";
    return LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
}

static void set_callee(LLVMValueRef call, LLVMValueRef function) {
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, function);
}

static struct replaced *replace_callee(struct oc_ir *ir, LLVMValueRef call, struct replaced *next) {
    unsigned kind = convergent_kind();
    struct replaced *replaced = OC_NEW(ir->arena, struct replaced);
    replaced->function = LLVMGetCalledValue(call);
    replaced->instead =
        LLVMAddFunction(ir->module, "__offloadcc_together", LLVMGetCalledFunctionType(call));
    replaced->is_marked =
        LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind) != NULL;
    replaced->next = next;
    LLVMSetFunctionCallConv(replaced->instead, LLVMGetInstructionCallConv(call));
    LLVMRemoveCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind);
    set_callee(call, replaced->instead);
    return replaced;
}

static void put_back(struct oc_ir *ir, const struct replaced *all) {
    LLVMAttributeRef attribute = LLVMCreateEnumAttribute(ir->context, convergent_kind(), 0);
    for (const struct replaced *replaced = all; replaced; replaced = replaced->next) {
        for (LLVMUseRef use; (use = LLVMGetFirstUse(replaced->instead));) {
            LLVMValueRef call = LLVMGetUser(use);
            set_callee(call, replaced->function);
            if (replaced->is_marked)
                LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, attribute);
        }
        LLVMDeleteFunction(replaced->instead);
    }
}

// ---- Kernels -----------------------------------------------------------------------------------

static void find_firsts(struct oc_ir *ir, LLVMValueRef kernel, struct oc_values *out) {
    OC_EACH_BLOCK (block, kernel) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
        if (!has_pragma(ir, branch))
            continue;
        struct loop loop = find_loop(ir, branch);
        if (loop.blocks.count)
            oc_values_add(out, loop.blocks.items[0]);
    }
}

// Unrolls the loops with a pragma whose turns threads make together. Within a turn they may part
// and meet again: a copy of the turn is as the turn. Sets *found if there are any.
static bool unroll_pragma_loops(struct oc_ir *ir, const struct oc_lowering *lowering,
                                LLVMValueRef kernel, LLVMTargetMachineRef machine, bool *found) {
    static const char pipeline[] =
        "loop-unroll<O3;no-partial;no-runtime;no-upperbound;no-peeling;no-profile-peeling;"
        "full-unroll-max=0>"; // by pragmas only
    struct oc_values firsts = {.arena = ir->arena}, together = {.arena = ir->arena};
    struct oc_values calls = {.arena = ir->arena};
    struct hidden *hidden = NULL;
    struct replaced *replaced = NULL;
    find_firsts(ir, kernel, &firsts);
    oc_whole_loops(ir, lowering, kernel, &firsts, &together);
    OC_EACH_BLOCK (block, kernel) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
        if (!has_pragma(ir, branch))
            continue;
        struct loop loop = find_loop(ir, branch);
        if (loop.blocks.count == 0 || !oc_values_contain(&together, loop.blocks.items[0]) ||
            !find_calls(&loop, &calls))
            hidden = hide_pragma(ir, branch, hidden);
    }
    for (size_t i = 0; i < calls.count; i++)
        replaced = replace_callee(ir, calls.items[i], replaced);
    *found |= replaced != NULL;
    bool done = !replaced || oc_ir_run_on_function(ir, kernel, pipeline, machine);
    put_back(ir, replaced);
    show_pragmas(ir, kernel, hidden);
    return done;
}

bool oc_pragmas_unroll(struct oc_ir *ir, const struct oc_lowering *lowering,
                       LLVMTargetMachineRef machine) {
    static const char simplify[] =
        "always-inline,cgscc(inline),function(sroa,early-cse<memssa>,simplifycfg,"
        "instcombine<no-verify-fixpoint>,simplifycfg,loop-mssa(loop-rotate,licm),simplifycfg,loop-"
        "simplify)";
    if (!has_loops(ir))
        return true;
    LLVMModuleRef before = LLVMCloneModule(ir->module);
    bool found = false, done = oc_ir_run(ir, ir->module, simplify, machine);
    OC_EACH_FUNCTION (function, ir->module)
        if (done && !LLVMIsDeclaration(function) &&
            LLVMGetFunctionCallConv(function) == lowering->entry_convention)
            done = unroll_pragma_loops(ir, lowering, function, machine, &found);
    if (found) {
        LLVMDisposeModule(before);
    } else {
        LLVMDisposeModule(ir->module);
        ir->module = before;
    }
    return done;
}
