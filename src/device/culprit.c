#include "device/culprit.h"

#include "base/file.h"
#include "base/text.h"
#include "device/remarks.h"
#include "ir/codegen.h"

#include <errno.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/ErrorHandling.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 20, MOST_REPORTS = 8 };

struct search {
    struct oc_ir *ir;
    LLVMTargetMachineRef machine;
    LLVMCodeGenFileType kind;
    const char *arch;
    bool together;      // the other functions stay: what fails is how this one is called
    const char *reason; // of the last failure
};

// ---- Starting again ----------------------------------------------------------------------------

// Made beforehand: the process may be in any state when they are wanted.
static char **again;

void oc_culprit_start_again(void) {
    oc_remarks_release();
    if (again)
        execv("/proc/self/exe", again);
}

static void on_signal(int number) {
    oc_culprit_start_again();
    signal(number, SIG_DFL);
    raise(number);
}

static void on_fatal_error(const char *reason) {
    oc_culprit_start_again();
    fprintf(stderr, "offloadcc: error: LLVM cannot compile this: %s\n", reason);
    _Exit(1);
}

#ifndef __has_feature
#define __has_feature(feature) 0
#endif
static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
enum { SIGNALS = sizeof signals / sizeof *signals };

#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
enum { CATCHES_SIGNALS = 0 }; // the sanitizer does
#else
enum { CATCHES_SIGNALS = 1 };
#endif

static void catch_signals(void) {
    static char stack[65536]; // the other one may be used up
    stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_NODEFER | SA_ONSTACK};
    sigaltstack(&own, NULL);
    for (size_t i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &action, NULL);
}

void oc_culprit_arm(const char *option) {
    enum { MOST_STARTS = 8 };
    static struct oc_arena arena;
    struct oc_args words = {.arena = &arena};
    struct oc_bytes line;
    int starts = 0;
    if (oc_file_read(&arena, "/proc/self/cmdline", &line))
        return;
    for (size_t at = 0; at < line.length; at += strlen(line.data + at) + 1) {
        oc_args_add(&words, line.data + at);
        starts += strcmp(line.data + at, option) == 0;
    }
    if (starts == MOST_STARTS)
        return;
    oc_args_add(&words, option);
    again = (char **)words.items;
    LLVMResetFatalErrorHandler();
    LLVMInstallFatalErrorHandler(on_fatal_error);
    if (CATCHES_SIGNALS)
        catch_signals();
}

// ---- In the child, which may do to the module what it likes -------------------------------------

static int reason_pipe = -1;

static void leave_with(const char *reason) {
    ssize_t written = write(reason_pipe, reason, strlen(reason));
    _Exit(written < 0 ? 2 : 1);
}

static void leave_with_message(LLVMDiagnosticInfoRef info, void *data) {
    (void)data;
    if (LLVMGetDiagInfoSeverity(info) == LLVMDSError)
        leave_with(LLVMGetDiagInfoDescription(info));
}

static void erase(LLVMValueRef instruction) {
    LLVMTypeRef type = LLVMTypeOf(instruction);
    if (LLVMGetTypeKind(type) != LLVMVoidTypeKind)
        LLVMReplaceAllUsesWith(instruction, LLVMGetPoison(type));
    LLVMInstructionEraseFromParent(instruction);
}

// What shape the function has stays: its blocks, and its frame.
static bool can_go(LLVMValueRef instruction) {
    return !LLVMIsATerminatorInst(instruction) && !LLVMIsAPHINode(instruction) &&
           !LLVMIsAAllocaInst(instruction);
}

static void empty(struct oc_ir *ir, LLVMValueRef function) {
    OC_EACH_BLOCK (block, function) {
        while (LLVMGetFirstInstruction(block))
            erase(LLVMGetLastInstruction(block));
    }
    LLVMBasicBlockRef only = LLVMAppendBasicBlockInContext(ir->context, function, "");
    while (LLVMGetFirstBasicBlock(function) != only)
        LLVMDeleteBasicBlock(LLVMGetFirstBasicBlock(function));
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMPositionBuilderAtEnd(builder, only);
    LLVMBuildUnreachable(builder);
    LLVMDisposeBuilder(builder);
}

// What has lost its uses would not be compiled.
static void use(LLVMBuilderRef builder, LLVMValueRef function, LLVMValueRef value) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    if (LLVMGetFirstUse(value) || kind == LLVMVoidTypeKind || kind == LLVMTokenTypeKind ||
        LLVMIsATerminatorInst(value))
        return;
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMValueRef slot = LLVMBuildAlloca(builder, LLVMTypeOf(value), "");
    LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(value));
    LLVMSetVolatile(LLVMBuildStore(builder, value, slot), true);
}

static void cut(struct oc_ir *ir, LLVMValueRef function, size_t kept) {
    struct oc_values gone = {.arena = ir->arena}, left = {.arena = ir->arena};
    size_t number = 0;
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            if (can_go(instruction))
                oc_values_add(number++ < kept ? &left : &gone, instruction);
    while (gone.count)
        erase(gone.items[--gone.count]);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    for (size_t i = 0; i < left.count; i++)
        use(builder, function, left.items[i]);
    LLVMDisposeBuilder(builder);
}

static void generate(const struct search *search, LLVMValueRef function, size_t kept) {
    struct oc_ir *ir = search->ir;
    LLVMMemoryBufferRef buffer;
    char *message = NULL;
    again = NULL;
    for (size_t i = 0; i < SIGNALS && CATCHES_SIGNALS; i++)
        signal(signals[i], SIG_DFL);
    LLVMContextSetDiagnosticHandler(ir->context, leave_with_message, NULL);
    LLVMResetFatalErrorHandler();
    LLVMInstallFatalErrorHandler(leave_with);
    OC_EACH_FUNCTION (other, ir->module) {
        if (other != function && !LLVMIsDeclaration(other) && !search->together)
            empty(ir, other);
    }
    if (kept != SIZE_MAX)
        cut(ir, function, kept);
    LLVMStripModuleDebugInfo(ir->module);
    if (oc_codegen_emit(search->machine, ir->module, search->kind, &message, &buffer))
        leave_with(message);
    _Exit(0);
}

// ---- The search --------------------------------------------------------------------------------

static const char *read_all(struct oc_arena *arena, int from) {
    struct oc_text text = {.arena = arena};
    char bytes[512];
    ssize_t count;
    oc_text_add(&text, "");
    while ((count = read(from, bytes, sizeof bytes)) > 0 || (count < 0 && errno == EINTR))
        oc_text_printf(&text, "%.*s", count > 0 ? (int)count : 0, bytes);
    return text.data;
}

// Whether no code can be generated for this function's first `kept` instructions of those that can
// go. SIZE_MAX: for all of it as it is.
static bool fails(struct search *search, LLVMValueRef function, size_t kept) {
    int ends[2], status = 0;
    if (pipe(ends) < 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        reason_pipe = ends[1];
        alarm(SECONDS);
        generate(search, function, kept);
    }
    close(ends[1]);
    const char *reason = child > 0 ? read_all(search->ir->arena, ends[0]) : "";
    close(ends[0]);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (child < 0 || status == 0)
        return false;
    search->reason = *reason ? reason : "the back end crashes";
    return true;
}

static struct oc_place place_of_function(struct oc_arena *arena, LLVMValueRef function) {
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    LLVMMetadataRef file = subprogram ? LLVMDIScopeGetFile(subprogram) : NULL;
    unsigned length = 0;
    const char *name = file ? LLVMDIFileGetFilename(file, &length) : NULL;
    if (!name)
        return (struct oc_place){0};
    return (struct oc_place){oc_arena_strndup(arena, name, length),
                             LLVMDISubprogramGetLine(subprogram), 0};
}

// ---- What is said ------------------------------------------------------------------------------

// LLVM's words without its own places, numbers and dumps.
static const char *cleaned(struct oc_arena *arena, const char *reason) {
    static const char *const ends[] = {" at line ", ": <MCInst", ": 0x", " in function '", "\n"};
    static const char unknown[] = "<unknown>:0:0: ", in_function[] = "in function ";
    if (oc_starts_with(reason, unknown))
        reason += strlen(unknown);
    if (oc_starts_with(reason, in_function) && strstr(reason, "): "))
        reason = strstr(reason, "): ") + 3;
    const char *operation =
        oc_starts_with(reason, "Cannot select: ") ? strstr(reason, " = ") : NULL;
    if (operation)
        return oc_arena_printf(arena, "no instruction for '%.*s'",
                               (int)strcspn(operation + 3, " <"), operation + 3);
    size_t length = strlen(reason);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const char *end = strstr(reason, ends[i]);
        if (end && (size_t)(end - reason) < length)
            length = (size_t)(end - reason);
    }
    while (length && strchr(" .:\n", reason[length - 1]))
        length--;
    return oc_arena_strndup(arena, reason, length);
}

static bool is_assembly(LLVMValueRef instruction) {
    return instruction && LLVMIsACallInst(instruction) &&
           LLVMIsAInlineAsm(LLVMGetCalledValue(instruction));
}

static bool is_atomic(LLVMValueRef instruction) {
    return instruction &&
           (LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction) ||
            ((LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction)) &&
             LLVMIsAtomic(instruction)));
}

static const char *remedy_for(const char *reason, LLVMValueRef instruction) {
    if (is_assembly(instruction))
        return "write assembly and constraints of that processor, chosen by #ifdef __AMDGPU__ or "
               "__NVPTX__";
    if (is_atomic(instruction))
        return "atomic objects must have 1, 2, 4 or 8 bytes there, and be aligned to their size";
    if (strstr(reason, "stack frame size"))
        return "make its arrays smaller, or pass one as an offload_scratch parameter";
    return "write it in another way";
}

// What was found in a function: the last of the fewest instructions that still fail, or NULL.
struct culprit {
    LLVMValueRef instruction;
    struct oc_place place;
    const char *reason;
};

static struct culprit find_culprit(struct search *search, LLVMValueRef function) {
    struct oc_values all = {.arena = search->ir->arena};
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            if (can_go(instruction))
                oc_values_add(&all, instruction);
    const char *reason = search->reason;
    size_t low = 0, high = all.count;
    if (!fails(search, function, high)) {
        search->reason = reason;
        high = 0;
    }
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (fails(search, function, middle))
            high = middle;
        else
            low = middle + 1;
    }
    struct culprit found = {high ? all.items[high - 1] : NULL, {0}, search->reason};
    for (size_t i = high; i > 0 && !found.place.file; i--)
        found.place = oc_ir_place(search->ir->arena, all.items[i - 1]);
    if (!found.place.file)
        found.place = place_of_function(search->ir->arena, function);
    return found;
}

static void report_culprit(struct search *search, const struct culprit *found,
                           struct oc_place fallback) {
    const char *reason = cleaned(search->ir->arena, found->reason);
    oc_report(search->ir->diag, OC_ERROR, found->place.file ? found->place : fallback, NULL,
              "%s cannot be compiled for '%s' (LLVM: %s); %s, or leave '%s' out of --offload-arch",
              is_assembly(found->instruction) ? "inline assembly" : "this", search->arch, reason,
              remedy_for(reason, found->instruction), search->arch);
}

static bool calls_other_code(LLVMValueRef instruction) {
    LLVMValueRef callee =
        instruction && oc_ir_is_call(instruction) ? oc_ir_callee(instruction) : NULL;
    return callee && !LLVMIsDeclaration(callee);
}

// Functions fail for what is in them: the others are emptied.
static void search_apart(struct search *search, struct oc_place fallback) {
    OC_EACH_FUNCTION (function, search->ir->module) {
        if (LLVMIsDeclaration(function) || search->ir->diag->errors >= MOST_REPORTS ||
            !fails(search, function, SIZE_MAX))
            continue;
        struct culprit found = find_culprit(search, function);
        report_culprit(search, &found, fallback);
    }
}

// A function fails for how it is called: the others stay. Without a call of it, its callers do not
// fail either, but are not to blame.
static void search_together(struct search *search, struct oc_place fallback) {
    struct culprit caller = {.reason = search->reason ? search->reason : "no reason given"};
    search->together = true;
    OC_EACH_FUNCTION (function, search->ir->module) {
        if (LLVMIsDeclaration(function) || fails(search, function, 0) ||
            !fails(search, function, SIZE_MAX))
            continue;
        struct culprit found = find_culprit(search, function);
        if (!calls_other_code(found.instruction)) {
            report_culprit(search, &found, fallback);
            return;
        }
        caller = found;
    }
    report_culprit(search, &caller, fallback);
}

void oc_culprit_report(struct oc_ir *ir, LLVMTargetMachineRef machine, LLVMCodeGenFileType kind,
                       const char *arch, struct oc_place fallback) {
    struct search search = {.ir = ir, .machine = machine, .kind = kind, .arch = arch};
    unsigned before = ir->diag->errors;
    search_apart(&search, fallback);
    if (ir->diag->errors == before)
        search_together(&search, fallback);
}
