// The table of library calls is sorted and whole.
#include "libcalls.h"

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
        assert_int_equal(!call->libclc, !call->signature);
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
        if (!call->libclc || call->signature[0] != 'd')
            continue;
        snprintf(name, sizeof name, "%sf", call->name);
        const struct oc_libcall *single = oc_libcall_find(name);
        if (!single)
            fail_msg("'%s' is missing", name);
        assert_string_equal(single->libclc, call->libclc);
        assert_int_equal(strlen(single->signature), strlen(call->signature));
        for (size_t j = 0; call->signature[j]; j++)
            assert_int_equal(single->signature[j],
                             call->signature[j] == 'd' ? 'f' : call->signature[j]);
    }
}

// What the table claims of libclc holds for the installed one. Skipped where there is none.
static void libclc_defines(const char *path) {
    LLVMMemoryBufferRef buffer;
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module;
    char *error;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &error)) {
        LLVMDisposeMessage(error);
        LLVMContextDispose(context);
        return;
    }
    assert_false(LLVMParseBitcodeInContext2(context, buffer, &module));
    LLVMDisposeMemoryBuffer(buffer);
    for (size_t i = 0; i < oc_libcall_count; i++) {
        const struct oc_libcall *call = &oc_libcalls[i];
        if (!call->libclc)
            continue;
        char symbol[64];
        snprintf(symbol, sizeof symbol, "_Z%zu%s%s", strlen(call->libclc), call->libclc,
                 call->signature);
        LLVMValueRef function = LLVMGetNamedFunction(module, symbol);
        if (!function || LLVMIsDeclaration(function))
            fail_msg("%s lacks %s", path, symbol);
    }
    LLVMDisposeModule(module);
    LLVMContextDispose(context);
}

static void libclc_is_as_claimed(void **state) {
    (void)state;
    libclc_defines(OC_LIBCLC_DIR "/nvptx64--nvidiacl.bc");
    libclc_defines(OC_LIBCLC_DIR "/amdgcn-amd-amdhsa.bc");
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
        cmocka_unit_test(libclc_is_as_claimed),
        cmocka_unit_test(unknown_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
