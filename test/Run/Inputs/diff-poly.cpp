// A pass plug-in that differentiates polynomials, as Enzyme does more than those: a call __diff_poly(f, ..., x) becomes a call
// of f's derivative, times SCALE if that is defined.
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;

namespace {
// Forward mode over one block: the value of each number's derivative by the argument.
struct Derivative {
    IRBuilder<> builder;
    DenseMap<Value *, Value *> known;

    explicit Derivative(LLVMContext &context) : builder(context) {}
    Value *of(Value *value) {
        if (Value *found = known.lookup(value))
            return found;
        return ConstantFP::get(value->getType(), 0);
    }
    void add(Instruction &i) {
        builder.SetInsertPoint(i.getNextNode());
        Value *a = i.getOperand(0), *b = i.getNumOperands() > 1 ? i.getOperand(1) : nullptr;
        switch (i.getOpcode()) {
        case Instruction::FAdd: known[&i] = builder.CreateFAdd(of(a), of(b)); break;
        case Instruction::FSub: known[&i] = builder.CreateFSub(of(a), of(b)); break;
        case Instruction::FMul:
            known[&i] = builder.CreateFAdd(builder.CreateFMul(of(a), b), builder.CreateFMul(a, of(b)));
            break;
        case Instruction::FNeg: known[&i] = builder.CreateFNeg(of(a)); break;
        case Instruction::Call: // llvm.fmuladd
            known[&i] = builder.CreateFAdd(
                builder.CreateFAdd(builder.CreateFMul(of(a), b), builder.CreateFMul(a, of(b))),
                of(i.getOperand(2)));
            break;
        default: break;
        }
    }
};

Function *differentiate(Function *function) {
    ValueToValueMapTy map;
    Function *copy = CloneFunction(function, map);
    copy->setName(function->getName() + "_derivative");
    copy->setLinkage(GlobalValue::InternalLinkage);
    SmallVector<AllocaInst *> slots;
    for (Instruction &i : make_early_inc_range(copy->getEntryBlock())) {
        if (auto *slot = dyn_cast<AllocaInst>(&i))
            slots.push_back(slot);
        // On AMD GPUs, a slot is in an address space of its own, and used through a cast.
        if (auto *cast = dyn_cast<AddrSpaceCastInst>(&i)) {
            for (Use &use : make_early_inc_range(cast->uses()))
                use.set(cast->getPointerOperand());
            cast->eraseFromParent();
        }
    }
    DominatorTree tree(*copy);
    PromoteMemToReg(slots, tree);
    Derivative derivative(copy->getContext());
    derivative.known[copy->getArg(0)] = ConstantFP::get(copy->getArg(0)->getType(), 1);
    SmallVector<Instruction *> all;
    for (Instruction &i : copy->getEntryBlock())
        all.push_back(&i);
    for (Instruction *i : all) {
        if (auto *end = dyn_cast<ReturnInst>(i))
            end->setOperand(0, derivative.of(end->getReturnValue()));
        else
            derivative.add(*i);
    }
    return copy;
}

struct Differentiate : PassInfoMixin<Differentiate> {
    static bool isRequired() { return true; }
    PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
        Function *asked = module.getFunction("__diff_poly");
        if (!asked)
            return PreservedAnalyses::all();
        errs() << "differentiates for " << module.getTargetTriple().getArchName() << "\n";
        for (User *user : make_early_inc_range(asked->users())) {
            auto *call = cast<CallInst>(user);
            auto *function = cast<Function>(call->getArgOperand(0)->stripPointerCasts());
            auto *derivative = differentiate(function);
            IRBuilder<> builder(call);
            Value *value = builder.CreateCall(derivative, {call->getArgOperand(call->arg_size() - 1)});
#ifdef SCALE
            value = builder.CreateFMul(value, ConstantFP::get(value->getType(), SCALE));
#endif
            call->replaceAllUsesWith(value);
            call->eraseFromParent();
        }
        return PreservedAnalyses::none();
    }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
    return {LLVM_PLUGIN_API_VERSION, "diff-poly", "1", [](PassBuilder &builder) {
                builder.registerPipelineStartEPCallback(
                    [](ModulePassManager &passes, OptimizationLevel) { passes.addPass(Differentiate()); });
            }};
}
