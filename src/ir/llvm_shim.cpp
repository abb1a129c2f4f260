#include "ir/llvm_shim.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Attributes.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

using namespace llvm;

bool oc_is_dso_local(LLVMValueRef global) {
    return unwrap<GlobalValue>(global)->isDSOLocal();
}

void oc_exempt_from_sanitizers(LLVMValueRef variable) {
    GlobalValue::SanitizerMetadata exemptions;
    exemptions.NoAddress = exemptions.NoHWAddress = true;
    unwrap<GlobalValue>(variable)->setSanitizerMetadata(exemptions);
}

static bool can_be_split(const Function &function) {
    for (const BasicBlock &block : function)
        if (block.hasAddressTaken())
            return false;
    return !function.isVarArg() && !function.hasComdat() && !function.hasSection() &&
           !function.hasGC() && !function.hasPrefixData() && !function.hasPrologueData() &&
           !function.hasFnAttribute(Attribute::Naked) &&
           !function.hasMetadata(LLVMContext::MD_type) &&
           !function.hasMetadata(LLVMContext::MD_kcfi_type);
}

LLVMValueRef oc_split_function(LLVMValueRef function) {
    auto *inner = unwrap<Function>(function);
    if (!can_be_split(*inner))
        return nullptr;
    Function *outer = Function::Create(inner->getFunctionType(), inner->getLinkage(),
                                       inner->getAddressSpace(), "", inner->getParent());
    outer->takeName(inner);
    inner->setName(outer->getName() + ".seen");
    outer->copyAttributesFrom(inner);
    inner->replaceUsesWithIf(outer, [](Use &use) {
        auto *call = dyn_cast<CallBase>(use.getUser());
        return !call || !call->isCallee(&use);
    });
    inner->setLinkage(GlobalValue::InternalLinkage);
    IRBuilder<> builder(BasicBlock::Create(inner->getContext(), "", outer));
    SmallVector<Value *> arguments;
    for (Argument &argument : outer->args())
        arguments.push_back(&argument);
    CallInst *call = builder.CreateCall(inner, arguments);
    call->setCallingConv(inner->getCallingConv());
    AttributeList attributes = inner->getAttributes();
    call->setAttributes(attributes.removeFnAttributes(inner->getContext()));
    if (call->getType()->isVoidTy())
        builder.CreateRetVoid();
    else
        builder.CreateRet(call);
    return wrap(outer);
}

LLVMValueRef oc_copy_function(LLVMValueRef function) {
    auto *original = unwrap<Function>(function);
    if (!can_be_split(*original))
        return nullptr;
    ValueToValueMapTy values;
    Function *copy = CloneFunction(original, values);
    copy->setName(original->getName() + ".checked");
    copy->setVisibility(GlobalValue::DefaultVisibility);
    copy->setLinkage(GlobalValue::InternalLinkage);
    return wrap(copy);
}

static bool may_be_inlined(const CallBase &call, Function &callee) {
    const Function &caller = *call.getFunction();
    const auto same = [&](StringRef attribute) {
        return caller.getFnAttribute(attribute) == callee.getFnAttribute(attribute);
    };
    return callee.hasExactDefinition() && !call.isNoInline() && !call.isMustTailCall() &&
           !callee.hasFnAttribute(Attribute::NoInline) &&
           !callee.hasFnAttribute(Attribute::OptimizeNone) && !callee.isPresplitCoroutine() &&
           call.getFunctionType() == callee.getFunctionType() &&
           AttributeFuncs::areInlineCompatible(caller, callee) && same("target-cpu") &&
           same("target-features") && isInlineViable(callee).isSuccess();
}

bool oc_inline_call(LLVMValueRef value) {
    auto *call = dyn_cast<CallBase>(unwrap(value));
    Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || callee == call->getFunction() || !may_be_inlined(*call, *callee))
        return false;
    InlineFunctionInfo info;
    return InlineFunction(*call, info, /*MergeAttributes=*/true).isSuccess();
}

struct oc_loop_info {
    TargetLibraryInfoImpl library;
    TargetLibraryInfo functions;
    AssumptionCache assumptions;
    DominatorTree dominators;
    LoopInfo loops;
    mutable ScalarEvolution evolution;

    explicit oc_loop_info(Function &function)
        : library(Triple(function.getParent()->getTargetTriple())), functions(library, &function),
          assumptions(function), dominators(function), loops(dominators),
          evolution(function, functions, assumptions, dominators, loops) {
    }
};

static const Loop *unwrapped(const oc_loop *loop) {
    return reinterpret_cast<const Loop *>(loop);
}

static const oc_loop *wrapped(const Loop *loop) {
    return reinterpret_cast<const oc_loop *>(loop);
}

static const SCEV *expression(const void *value) {
    return static_cast<const SCEV *>(value);
}

oc_loop_info *oc_loops_read(LLVMValueRef function) {
    return new oc_loop_info(*unwrap<Function>(function));
}

void oc_loops_dispose(oc_loop_info *loops) {
    delete loops;
}

const oc_loop *oc_loops_around(const oc_loop_info *loops, LLVMBasicBlockRef block) {
    return wrapped(loops->loops.getLoopFor(unwrap(block)));
}

const oc_loop *oc_loop_parent(const oc_loop *loop) {
    return wrapped(unwrapped(loop)->getParentLoop());
}

bool oc_loop_has(const oc_loop *loop, LLVMBasicBlockRef block) {
    return unwrapped(loop)->contains(unwrap(block));
}

LLVMBasicBlockRef oc_loop_preheader(const oc_loop *loop) {
    return wrap(unwrapped(loop)->getLoopPreheader());
}

unsigned oc_loops_turns(const oc_loop_info *loops, const oc_loop *loop) {
    return loops->evolution.getSmallConstantTripCount(unwrapped(loop));
}

bool oc_loops_counted(const oc_loop_info *loops, LLVMValueRef address, oc_counted *out) {
    ScalarEvolution &evolution = loops->evolution;
    const SCEV *distance = evolution.removePointerBase(evolution.getSCEV(unwrap(address)));
    *out = {};
    while (const auto *recurrence = dyn_cast<SCEVAddRecExpr>(distance)) {
        if (out->count == OC_COUNTED_LOOPS || !recurrence->isAffine() ||
            !isa<SCEVConstant>(recurrence->getStepRecurrence(evolution)))
            return false;
        out->loops[out->count++] = wrapped(recurrence->getLoop());
        distance = recurrence->getStart();
    }
    return isa<SCEVConstant>(distance);
}

LLVMBasicBlockRef oc_loop_header(const oc_loop *loop) {
    return wrap(unwrapped(loop)->getHeader());
}

void oc_loop_unroll(const oc_loop *loop) {
    addStringMetadataToLoop(const_cast<Loop *>(unwrapped(loop)), "llvm.loop.unroll.full");
}

void oc_loop_keep(const oc_loop *loop) {
    addStringMetadataToLoop(const_cast<Loop *>(unwrapped(loop)), "llvm.loop.unroll.disable", 1);
}

void oc_loop_forget_pragmas(const oc_loop *loop) {
    unwrapped(loop)->setLoopID(nullptr);
}

bool oc_loops_dominate(const oc_loop_info *loops, LLVMValueRef before, LLVMValueRef after) {
    return loops->dominators.dominates(unwrap<Instruction>(before), unwrap<Instruction>(after));
}

// Whether nothing is known of how often a loop turns but that its counter has so many bits.
static bool is_unlimited(const SCEV *turns) {
    constexpr unsigned MOST_BITS = 40;
    const auto *constant = dyn_cast<SCEVConstant>(turns);
    return constant && constant->getAPInt().getActiveBits() > MOST_BITS;
}

// Goes from the innermost loop outwards: an address that changes in several is a recurrence of the
// inner loop, whose start is one of the outer loop.
static bool course_of(const oc_loop_info *loops, const SCEV *address, const Loop *innermost,
                      const Loop *last, oc_course *out) {
    ScalarEvolution &evolution = loops->evolution;
    oc_course course = {};
    for (const Loop *loop = innermost;; loop = loop->getParentLoop()) {
        if (!loop)
            return false;
        if (!evolution.isLoopInvariant(address, loop)) {
            const auto *recurrence = dyn_cast<SCEVAddRecExpr>(address);
            const SCEV *turns = evolution.getSymbolicMaxBackedgeTakenCount(loop);
            if (!recurrence || recurrence->getLoop() != loop || !recurrence->isAffine() ||
                isa<SCEVCouldNotCompute>(turns) || is_unlimited(turns) ||
                course.count == OC_COURSE_LOOPS)
                return false;
            const SCEV *step = recurrence->getStepRecurrence(evolution);
            if (!evolution.isLoopInvariant(step, last) || !evolution.isLoopInvariant(turns, last) ||
                evolution.getTypeSizeInBits(turns->getType()) > 64 ||
                evolution.getTypeSizeInBits(step->getType()) != 64)
                return false;
            course.steps[course.count] = step;
            course.turns[course.count++] = turns;
            address = recurrence->getStart();
        }
        if (loop == last)
            break;
    }
    if (!evolution.isLoopInvariant(address, last))
        return false;
    course.start = address;
    *out = course;
    return true;
}

bool oc_loops_course(const oc_loop_info *loops, LLVMValueRef pointer, LLVMBasicBlockRef block,
                     const oc_loop *outermost, oc_course *out) {
    ScalarEvolution &evolution = loops->evolution;
    const Loop *innermost = loops->loops.getLoopFor(unwrap(block)), *last = unwrapped(outermost);
    const SCEV *address = evolution.getSCEV(unwrap(pointer));
    if (course_of(loops, address, innermost, last, out))
        return true;
    const auto *unknown = dyn_cast<SCEVUnknown>(evolution.getPointerBase(address));
    auto *base = unknown ? dyn_cast<Instruction>(unknown->getValue()) : nullptr;
    if (!base || !last->contains(base))
        return false;
    const SCEV *distance = evolution.removePointerBase(address);
    if (isa<SCEVCouldNotCompute>(distance) || !course_of(loops, distance, innermost, last, out))
        return false;
    out->base = wrap(base);
    return true;
}

bool oc_loops_distance(const oc_loop_info *loops, const oc_course *course, const oc_course *other,
                       int64_t *bytes) {
    if (course->base != other->base || course->count != other->count)
        return false;
    for (unsigned i = 0; i < course->count; i++)
        if (course->steps[i] != other->steps[i] || course->turns[i] != other->turns[i])
            return false;
    const SCEV *difference =
        loops->evolution.getMinusSCEV(expression(other->start), expression(course->start));
    const auto *constant = dyn_cast<SCEVConstant>(difference);
    if (!constant || constant->getAPInt().getSignificantBits() > 63)
        return false;
    *bytes = constant->getAPInt().getSExtValue();
    return true;
}

bool oc_loops_expand(const oc_loop_info *loops, const oc_course *course, LLVMValueRef before,
                     oc_course_values *out) {
    ScalarEvolution &evolution = loops->evolution;
    Instruction *place = unwrap<Instruction>(before);
    SCEVExpander expander(evolution, "resident");
    Type *number = Type::getInt64Ty(place->getContext());
    bool safe = expander.isSafeToExpandAt(expression(course->start), place);
    for (unsigned i = 0; i < course->count; i++)
        safe = safe && expander.isSafeToExpandAt(expression(course->steps[i]), place) &&
               expander.isSafeToExpandAt(expression(course->turns[i]), place);
    if (!safe)
        return false;
    out->start = wrap(expander.expandCodeFor(expression(course->start), nullptr, place));
    for (unsigned i = 0; i < course->count; i++) {
        const SCEV *turns = evolution.getNoopOrZeroExtend(expression(course->turns[i]), number);
        out->steps[i] = wrap(expander.expandCodeFor(expression(course->steps[i]), number, place));
        out->turns[i] = wrap(expander.expandCodeFor(turns, number, place));
    }
    return true;
}
