// The table of library calls is sorted and whole, and so is what the build makes of libclc by it.
#include "base/names.h"
#include "model/libcalls.h"
#include "targets/target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>

static void sorted(void **state) {
    (void)state;
    for (size_t i = 1; i < oc_libcall_count; i++)
        if (strcmp(oc_libcalls[i - 1].name, oc_libcalls[i].name) >= 0)
            fail_msg("'%s' is out of order", oc_libcalls[i].name);
}

static void rows_are_whole(void **state) {
    (void)state;
    for (size_t i = 0; i < oc_libcall_count; i++) {
        const struct oc_libcall *call = &oc_libcalls[i];
        assert_ptr_equal(oc_libcall_find(call->name), call);
        if (call->libclc)
            assert_non_null(call->signature);
        if (call->class != OC_LIBCALL_MATH)
            assert_null(call->libclc);
    }
}

// "sinf" and "sin" name one function of libclc, in float and in double.
static void float_forms_match(void **state) {
    (void)state;
    for (size_t i = 0; i < oc_libcall_count; i++) {
        const struct oc_libcall *call = &oc_libcalls[i];
        char name[64];
        if (!call->signature || call->signature[0] != 'd')
            continue;
        snprintf(name, sizeof name, "%sf", call->name);
        const struct oc_libcall *single = oc_libcall_find(name);
        if (!single)
            fail_msg("'%s' is missing", name);
        assert_string_equal(single->libclc ? single->libclc : "", call->libclc ? call->libclc : "");
        assert_int_equal(strlen(single->signature), strlen(call->signature));
        for (size_t j = 0; call->signature[j]; j++)
            assert_int_equal(single->signature[j],
                             call->signature[j] == 'd' ? 'f' : call->signature[j]);
    }
}

static LLVMModuleRef read_module(LLVMContextRef context, const char *path) {
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef module;
    char *error = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &error))
        fail_msg("%s: %s", path, error);
    assert_false(LLVMParseBitcodeInContext2(context, buffer, &module));
    LLVMDisposeMemoryBuffer(buffer);
    return module;
}

// What the build made of libclc has the table's functions, nothing more to be called, and little
// that they call themselves: libclc has 10,000 functions.
static void library_is_reduced(const char *path) {
    enum { MOST_INTERNAL = 100 };
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module = read_module(context, path);
    struct oc_arena arena = {0};
    for (size_t i = 0; i < oc_libcall_count; i++) {
        const char *symbol = oc_libcall_symbol(&arena, &oc_libcalls[i]);
        LLVMValueRef function = symbol ? LLVMGetNamedFunction(module, symbol) : NULL;
        if (symbol && (!function || LLVMIsDeclaration(function) ||
                       LLVMGetLinkage(function) != LLVMExternalLinkage))
            fail_msg("%s lacks %s", path, symbol);
    }
    size_t internal = 0;
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
         function = LLVMGetNextFunction(function)) {
        size_t length;
        const char *name = LLVMGetValueName2(function, &length);
        bool is_wanted = LLVMIsDeclaration(function) && strncmp(name, "llvm.", 5) == 0;
        for (size_t i = 0; i < oc_libcall_count && !is_wanted; i++) {
            const char *symbol = oc_libcall_symbol(&arena, &oc_libcalls[i]);
            is_wanted = symbol && strcmp(symbol, name) == 0;
        }
        internal += LLVMGetLinkage(function) == LLVMInternalLinkage;
        if (!is_wanted && LLVMGetLinkage(function) != LLVMInternalLinkage)
            fail_msg("%s has %s, which no kernel can need", path, name);
    }
    assert_in_range(internal, 0, MOST_INTERNAL);
    oc_arena_release(&arena);
    LLVMDisposeModule(module);
    LLVMContextDispose(context);
}

static void libraries_are_reduced(void **state) {
    (void)state;
    size_t count = 0;
    for (size_t i = 0; oc_targets[i]; i++) {
        char path[4096];
        if (!oc_targets[i]->libclc)
            continue;
        snprintf(path, sizeof path, "%s/%s", OC_LIB_DIR, oc_targets[i]->libclc);
        library_is_reduced(path);
        count++;
    }
    assert_int_equal(count, 2);
}

static bool is_defined(LLVMModuleRef module, const char *name) {
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    return function && !LLVMIsDeclaration(function);
}

// The C library of each GPU has the table's functions, and everything that these call, but for what
// the device's other libraries have, and CUDA's vprintf.
static void c_library_is_whole(const char *path, const char *builtins_path) {
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module = read_module(context, path);
    LLVMModuleRef builtins = read_module(context, builtins_path);
    struct oc_arena arena = {0};
    for (size_t i = 0; i < oc_libcall_count; i++) {
        const char *own = oc_arena_printf(&arena, "%s%s", OC_NAME_C, oc_libcalls[i].name);
        if (is_defined(module, own) + is_defined(module, oc_libcalls[i].name) !=
            (oc_libcalls[i].class == OC_LIBCALL_C))
            fail_msg("%s and the table disagree about %s", path, oc_libcalls[i].name);
    }
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
         function = LLVMGetNextFunction(function)) {
        size_t length;
        const char *name = LLVMGetValueName2(function, &length);
        if (LLVMIsDeclaration(function) && strncmp(name, "llvm.", 5) != 0 &&
            !oc_libcall_find(name) && !is_defined(builtins, name) && strcmp(name, "vprintf") != 0)
            fail_msg("%s needs %s", path, name);
    }
    oc_arena_release(&arena);
    LLVMDisposeModule(builtins);
    LLVMDisposeModule(module);
    LLVMContextDispose(context);
}

static void c_libraries_are_whole(void **state) {
    (void)state;
    size_t count = 0;
    for (size_t i = 0; oc_targets[i]; i++) {
        char path[4096], builtins[4096];
        if (!oc_targets[i]->libc)
            continue;
        snprintf(path, sizeof path, "%s/%s", OC_LIB_DIR, oc_targets[i]->libc);
        snprintf(builtins, sizeof builtins, "%s/%s", OC_LIB_DIR, oc_targets[i]->builtins);
        c_library_is_whole(path, builtins);
        count++;
    }
    assert_int_equal(count, 2);
}

static void unknown_names(void **state) {
    (void)state;
    assert_null(oc_libcall_find(""));
    assert_null(oc_libcall_find("fopen"));
    assert_null(oc_libcall_find("sinl"));
    assert_null(oc_libcall_find("zzz"));
    assert_non_null(oc_libcall_find("__assert_fail"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorted),
        cmocka_unit_test(rows_are_whole),
        cmocka_unit_test(float_forms_match),
        cmocka_unit_test(libraries_are_reduced),
        cmocka_unit_test(c_libraries_are_whole),
        cmocka_unit_test(unknown_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
