#include "device/remarks.h"

#include "base/text.h"

#include <fcntl.h>
#include <llvm-c/Support.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_new(struct oc_remarks *remarks, const char *text) {
    for (size_t i = 0; i < remarks->said.count; i++)
        if (strcmp(remarks->said.items[i], text) == 0)
            return false;
    oc_args_add(&remarks->said, oc_arena_printf(remarks->said.arena, "%s", text));
    return true;
}

// Of an absolute name, clang makes the part that is the current directory's too the directory.
static const char *user_name(const struct oc_remarks *remarks, const char *name) {
    for (size_t i = 0; *name != '/' && access(name, R_OK) != 0 && i < remarks->directories.count;
         i++) {
        const char *path =
            oc_arena_printf(remarks->ir->arena, "%s/%s", remarks->directories.items[i], name);
        if (access(path, R_OK) == 0)
            return path;
    }
    return name;
}

static bool is_failure(const char *text) {
    return strstr(text, "perform the requested transformation") != NULL;
}

// What is said of functions without lines is about our libraries.
static void report_remark(struct oc_remarks *remarks, const char *text) {
    struct oc_place place;
    if (!is_new(remarks, text))
        return;
    const char *message = oc_place_split(remarks->ir->arena, text, &place);
    if (!place.line)
        return;
    place.file = user_name(remarks, place.file);
    if (is_failure(text))
        oc_report(remarks->ir->diag, OC_WARNING, place, "pass-failed=transform-warning", "%s",
                  message);
    else
        oc_report(remarks->ir->diag, OC_REMARK, place, remarks->kind, "%s", message);
}

static void handle_llvm_diagnostic(LLVMDiagnosticInfoRef info, void *data) {
    struct oc_remarks *remarks = data;
    LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);
    if (severity == LLVMDSError) {
        remarks->errors(info, remarks->error_data);
        return;
    }
    if (severity != LLVMDSWarning)
        return;
    char *text = LLVMGetDiagInfoDescription(info);
    if (is_failure(text))
        report_remark(remarks, text);
    LLVMDisposeMessage(text);
}

// ---- Remarks -----------------------------------------------------------------------------------

// The C API hands a handler all remarks, without the pass's name, by which the user chooses. LLVM
// itself knows what was chosen, and prints that to standard error where there is no handler.
static struct {
    FILE *text;
    int standard_error;
} captured;

static void end_capture(void) {
    if (!captured.text)
        return;
    fflush(stderr);
    dup2(captured.standard_error, STDERR_FILENO);
    close(captured.standard_error);
}

// After an error LLVM ends the process.
static void print_captured(void) {
    char buffer[4096];
    size_t length;
    if (!captured.text)
        return;
    end_capture();
    if (fseek(captured.text, 0, SEEK_SET))
        return;
    while ((length = fread(buffer, 1, sizeof buffer, captured.text)) > 0)
        fwrite(buffer, 1, length, stderr);
    captured.text = NULL;
}

void oc_remarks_release(void) {
    if (captured.text)
        dup2(captured.standard_error, STDERR_FILENO);
}

bool oc_remarks_are_captured(void) {
    return captured.text != NULL;
}

static bool begin_capture(void) {
    captured.text = tmpfile();
    if (!captured.text)
        return false;
    fflush(stderr);
    captured.standard_error = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    dup2(fileno(captured.text), STDERR_FILENO);
    atexit(print_captured);
    return true;
}

static void report_captured(struct oc_remarks *remarks) {
    static const char remark[] = "remark: ", warning[] = "warning: ";
    char *line = NULL;
    size_t capacity = 0;
    FILE *text = captured.text;
    end_capture();
    captured.text = NULL;
    bool readable = fseek(text, 0, SEEK_SET) == 0;
    for (ssize_t length; readable && (length = getline(&line, &capacity, text)) > 0;) {
        line[length - (line[length - 1] == '\n')] = '\0';
        if (oc_starts_with(line, remark))
            report_remark(remarks, line + sizeof remark - 1);
        else if (oc_starts_with(line, warning) && is_failure(line))
            report_remark(remarks, line + sizeof warning - 1);
        else
            fprintf(remarks->ir->diag->stream, "%s\n", line);
    }
    free(line);
    fclose(text);
}

// LLVM's option for one of clang's, whose pattern it takes: "pass-missed=inline".
static void enable_remarks(struct oc_arena *arena, const char *option) {
    const char *word = oc_arena_printf(arena, "-pass-remarks%s", option + strlen("pass"));
    LLVMParseCommandLineOptions(2, (const char *const[]){"offloadcc", word}, NULL);
}

static void find_directories(struct oc_remarks *remarks) {
    OC_EACH_FUNCTION (function, remarks->ir->module) {
        unsigned length = 0;
        const char *name =
            LLVMIsDeclaration(function) ? NULL : LLVMGetDebugLocDirectory(function, &length);
        if (!name || !length)
            continue;
        name = oc_arena_strndup(remarks->ir->arena, name, length);
        bool known = false;
        for (size_t i = 0; i < remarks->directories.count; i++)
            known |= strcmp(remarks->directories.items[i], name) == 0;
        if (!known)
            oc_args_add(&remarks->directories, name);
    }
}

void oc_remarks_begin(struct oc_remarks *remarks, struct oc_ir *ir, const struct oc_args *options) {
    *remarks = (struct oc_remarks){
        .ir = ir,
        .said = {.arena = ir->arena},
        .directories = {.arena = ir->arena},
        .wanted = options && options->count > 0,
        .errors = LLVMContextGetDiagnosticHandler(ir->context),
        .error_data = LLVMContextGetDiagnosticContext(ir->context),
    };
    if (!options)
        return;
    // Of each kind, the last holds.
    static const char *const kinds[] = {"pass=", "pass-missed=", "pass-analysis="};
    size_t used = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const char *last = NULL;
        for (size_t i = 0; i < options->count; i++)
            if (oc_starts_with(options->items[i], kinds[k]))
                last = options->items[i];
        if (!last)
            continue;
        enable_remarks(ir->arena, last);
        remarks->kind = used++ ? NULL : last;
    }
    find_directories(remarks);
    bool captures = remarks->wanted && begin_capture();
    LLVMContextSetDiagnosticHandler(ir->context, captures ? NULL : handle_llvm_diagnostic, remarks);
}

void oc_remarks_end(struct oc_remarks *remarks) {
    if (captured.text)
        report_captured(remarks);
    LLVMContextSetDiagnosticHandler(remarks->ir->context, remarks->errors, remarks->error_data);
}

bool oc_remarks_need_lines(const struct oc_remarks *remarks) {
    struct oc_ir *ir = remarks->ir;
    if (remarks->wanted)
        return true;
    OC_EACH_FUNCTION (function, ir->module) {
        OC_EACH_BLOCK (block, function) {
            LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
            if (oc_ir_loop_has(ir, last, "llvm.loop.", "llvm.loop.mustprogress"))
                return true;
        }
    }
    return false;
}
