#include "ir/codegen.h"

#include <llvm-c/Core.h>

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Pass.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

using namespace llvm;

// Whether a branch leads to a block by two ways of one block each. There, LLVM moves instructions
// correctly.
static bool endsDiamond(const BasicBlock &end) {
    SmallVector<const BasicBlock *> sides(predecessors(&end));
    if (sides.size() != 2 || sides[0] == sides[1])
        return false;
    const BasicBlock *branch = sides[0]->getSinglePredecessor();
    return branch && branch == sides[1]->getSinglePredecessor() &&
           sides[0]->getSingleSuccessor() == &end && sides[1]->getSingleSuccessor() == &end;
}

static bool isFree(const TargetTransformInfo &costs, const Instruction &instruction) {
    InstructionCost cost = costs.getInstructionCost(&instruction, TargetTransformInfo::TCK_Latency);
    return cost.isValid() && cost.getValue() == 0;
}

// Whether a phi in `to` takes a free value from `from` that an instruction of `from` computes.
static bool gives(const TargetTransformInfo &costs, BasicBlock &from, BasicBlock &to) {
    for (const PHINode &phi : to.phis()) {
        auto *value = dyn_cast<Instruction>(phi.getIncomingValueForBlock(&from));
        if (value && value->getParent() == &from && !isa<PHINode>(value) && isFree(costs, *value))
            return true;
    }
    return false;
}

static bool keepFreeValues(Function &function, const TargetTransformInfo &costs) {
    SmallVector<BasicBlock *> found;
    for (BasicBlock &block : function) {
        BasicBlock *next = block.getSingleSuccessor();
        if (next && !endsDiamond(*next) && gives(costs, block, *next))
            found.push_back(&block);
    }
    for (BasicBlock *block : found)
        block->splitBasicBlock(block->getTerminator());
    return !found.empty();
}

void oc_codegen_keep_free_values(LLVMValueRef function) {
    auto *code = unwrap<Function>(function);
    keepFreeValues(*code, TargetTransformInfo(code->getParent()->getDataLayout()));
}

namespace {

struct KeepFreeValues : FunctionPass {
    static char ID;
    KeepFreeValues() : FunctionPass(ID) {
    }
    void getAnalysisUsage(AnalysisUsage &usage) const override {
        usage.addRequired<TargetTransformInfoWrapperPass>();
    }
    bool runOnFunction(Function &function) override {
        return keepFreeValues(function,
                              getAnalysis<TargetTransformInfoWrapperPass>().getTTI(function));
    }
};
char KeepFreeValues::ID;

// Adds that pass before the one with the fault.
struct Passes : legacy::PassManager {
    void add(Pass *pass) override {
        if (pass->getPassName() == "Structurize control flow")
            legacy::PassManager::add(new KeepFreeValues);
        legacy::PassManager::add(pass);
    }
};

} // namespace

LLVMBool oc_codegen_emit(LLVMTargetMachineRef machine, LLVMModuleRef module,
                         LLVMCodeGenFileType kind, char **message, LLVMMemoryBufferRef *out) {
    auto *generator = reinterpret_cast<TargetMachine *>(machine);
    Module *code = unwrap(module);
    Passes passes;
    SmallString<0> bytes;
    raw_svector_ostream stream(bytes);
    code->setDataLayout(generator->createDataLayout());
    CodeGenFileType type =
        kind == LLVMAssemblyFile ? CodeGenFileType::AssemblyFile : CodeGenFileType::ObjectFile;
    if (generator->addPassesToEmitFile(passes, stream, nullptr, type)) {
        *message = LLVMCreateMessage("TargetMachine can't emit a file of this type");
        return 1;
    }
    passes.run(*code);
    *out = wrap(MemoryBuffer::getMemBufferCopy(bytes).release());
    return 0;
}
