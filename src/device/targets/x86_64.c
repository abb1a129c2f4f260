// The host's own CPU, by LLVM's X86.
#include "device/targets/lowering.h"

#include <llvm-c/Target.h>

static void initialize_x86(void) {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
}

// What clang calls the compiler's own library for: libgcc_s has it, and is in every process that
// loads an image, since libomptarget needs it. What src/builtins/cpu.c needs of libc; and what LLVM
// makes of some calls of printf.
static const char *const provides[] = {
    "__mulsc3", "__muldc3", "__mulxc3", "__multc3", "__divsc3",      "__divdc3",
    "__divxc3", "__divtc3", "malloc",   "free",     "aligned_alloc", "dprintf",
    "abort",    "puts",     "putchar",  NULL,
};

extern const struct oc_target oc_target_x86_64;

const struct oc_lowering oc_lowering_x86_64 = {
    .target = &oc_target_x86_64,
    .initialize = initialize_x86,
    .entry_convention = 0, // C
    .provides = provides,
};
