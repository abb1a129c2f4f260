// Threads as coroutines: functions in IR become coroutines that the builtins' scheduler runs,
// through every pipeline.
#include "cpu/fibres/coroutine.h"

#include <llvm-c/ExecutionEngine.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "builtins/cpu.c"

static const char *const pipelines[] = {"default<O0>", "default<O1>", "default<O2>", "default<O3>"};

static const struct oc_kernel kernel = {.name = "k", .place = {"k.c", 5, 1}};

// ---- What threads report -----------------------------------------------------------------------

static long reports[4096];
static size_t report_count;

static void report(long value) {
    assert_true(report_count < sizeof reports / sizeof *reports);
    reports[report_count++] = value;
}

// Something that a variable's address is passed to.
static void inspect(int *variable) {
    *variable += 1;
}

static void expect_reports(const long *expected, size_t count) {
    assert_int_equal(report_count, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(reports[i], expected[i]);
    report_count = 0;
}
#define EXPECT_REPORTS(...)                                                                        \
    expect_reports((const long[]){__VA_ARGS__}, sizeof(long[]){__VA_ARGS__} / sizeof(long))

// ---- Modules -----------------------------------------------------------------------------------

// What all modules begin with. A fibre's slots hold nothing here: threads report what they see.
static const char prelude[] = "declare void @__offloadcc_barrier()\n"
                              "declare ptr @__offloadcc_enter_grid(ptr)\n"
                              "declare void @__offloadcc_leave_grid(ptr)\n"
                              "declare i32 @__offloadcc_thread_id(i32)\n"
                              "declare i32 @__offloadcc_block_id(i32)\n"
                              "declare i64 @__offloadcc_global_id(i32)\n"
                              "declare ptr @__offloadcc_dynamic_shared()\n"
                              "declare void @report(i64)\n"
                              "declare void @inspect(ptr)\n";

struct fixture {
    struct oc_arena arena;
    struct oc_diag diag;
    struct oc_ir ir;
    char *messages;
    size_t messages_size;
};

static int setup(void **state) {
    report_count = 0;
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    fixture->diag.stream = open_memstream(&fixture->messages, &fixture->messages_size);
    fixture->diag.tool = "offloadcc";
    *state = fixture;
    return 0;
}

static int teardown(void **state) {
    struct fixture *fixture = *state;
    fclose(fixture->diag.stream);
    free(fixture->messages);
    oc_ir_release(&fixture->ir);
    oc_arena_release(&fixture->arena);
    free(fixture);
    return 0;
}

static void read_module(struct fixture *fixture, const char *text) {
    const char *all = oc_arena_printf(&fixture->arena, "%s%s", prelude, text);
    fixture->ir = (struct oc_ir){
        .arena = &fixture->arena, .diag = &fixture->diag, .context = LLVMContextCreate()};
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(all, strlen(all), "test.ll");
    char *message = NULL;
    if (LLVMParseIRInContext(fixture->ir.context, buffer, &fixture->ir.module, &message))
        fail_msg("%s", message);
    // The layout of this machine, as code from clang has it.
    char *triple = LLVMGetDefaultTargetTriple();
    LLVMTargetRef target;
    assert_false(LLVMGetTargetFromTriple(triple, &target, &message));
    LLVMTargetMachineRef machine = LLVMCreateTargetMachine(
        target, triple, "", "", LLVMCodeGenLevelDefault, LLVMRelocDefault, LLVMCodeModelJITDefault);
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
    LLVMSetModuleDataLayout(fixture->ir.module, layout);
    LLVMDisposeTargetData(layout);
    LLVMDisposeTargetMachine(machine);
    LLVMDisposeMessage(triple);
}

static bool make(struct fixture *fixture, const char *function) {
    return oc_coroutine_make(&fixture->ir, &kernel,
                             LLVMGetNamedFunction(fixture->ir.module, function));
}

struct compiled {
    LLVMExecutionEngineRef engine;
    __offloadcc_fibre_fn *fibre;
};

static struct compiled compile(struct fixture *fixture, const char *pipeline,
                               const char *function) {
    struct {
        const char *name;
        void *address;
    } const symbols[] = {{"report", (void *)report},
                         {"inspect", (void *)inspect},
                         {"__offloadcc_thread_id", (void *)__offloadcc_thread_id},
                         {"__offloadcc_fibre_memory", (void *)__offloadcc_fibre_memory},
                         {"__offloadcc_barrier", (void *)__offloadcc_barrier}};
    LLVMModuleRef module = LLVMCloneModule(fixture->ir.module);
    assert_true(oc_ir_run(&fixture->ir, module, pipeline, NULL));
    struct compiled compiled;
    struct LLVMMCJITCompilerOptions options;
    LLVMInitializeMCJITCompilerOptions(&options, sizeof options);
    char *message = NULL;
    if (LLVMCreateMCJITCompilerForModule(&compiled.engine, module, &options, sizeof options,
                                         &message))
        fail_msg("%s", message);
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        LLVMValueRef declaration = LLVMGetNamedFunction(module, symbols[i].name);
        if (declaration)
            LLVMAddGlobalMapping(compiled.engine, declaration, symbols[i].address);
    }
    compiled.fibre = (__offloadcc_fibre_fn *)LLVMGetFunctionAddress(compiled.engine, function);
    assert_non_null(compiled.fibre);
    return compiled;
}

// Compiles the module and runs a block of threads.
static void run(struct fixture *fixture, const char *pipeline, const char *function,
                struct __offloadcc_place place) {
    struct compiled compiled = compile(fixture, pipeline, function);
    __offloadcc_run_fibres(compiled.fibre, NULL, &place);
    LLVMDisposeExecutionEngine(compiled.engine);
}

static struct __offloadcc_place block_of(unsigned int x, unsigned int y, unsigned int z) {
    return (struct __offloadcc_place){.__offloadcc_index = {{0}, {0}, {x, y, z}, {1, 1, 1}}};
}

#define EACH_PIPELINE(pipeline)                                                                    \
    for (size_t at = 0; at < sizeof pipelines / sizeof *pipelines; at++)                           \
        for (const char *pipeline = pipelines[at]; pipeline; pipeline = NULL)

// Makes a coroutine of @fibre; its block of threads reports the same after each pipeline.
static void expect_from_block(struct fixture *fixture, struct __offloadcc_place place,
                              const long *expected, size_t count) {
    assert_true(make(fixture, "fibre"));
    assert_true(oc_ir_verify(&fixture->ir));
    EACH_PIPELINE(pipeline) {
        run(fixture, pipeline, "fibre", place);
        expect_reports(expected, count);
    }
}
#define EXPECT_FROM_BLOCK(fixture, place, ...)                                                     \
    expect_from_block(fixture, place, (const long[]){__VA_ARGS__},                                 \
                      sizeof(long[]){__VA_ARGS__} / sizeof(long))

// ---- Tests -------------------------------------------------------------------------------------

static void threads_run_in_order_from_barrier_to_barrier(void **state) {
    read_module(*state, "define ptr @fibre(ptr %slots, ptr %place) {\n"
                        "  %before = call ptr @__offloadcc_enter_grid(ptr %place)\n"
                        "  %x = call i32 @__offloadcc_thread_id(i32 0)\n"
                        "  %y = call i32 @__offloadcc_thread_id(i32 1)\n"
                        "  %z = call i32 @__offloadcc_thread_id(i32 2)\n"
                        "  %y10 = mul i32 %y, 10\n"
                        "  %z100 = mul i32 %z, 100\n"
                        "  %xy = add i32 %x, %y10\n"
                        "  %xyz = add i32 %xy, %z100\n"
                        "  %id = zext i32 %xyz to i64\n"
                        "  call void @report(i64 %id)\n"
                        "  call void @__offloadcc_barrier()\n"
                        "  call void @report(i64 %id)\n"
                        "  call void @__offloadcc_leave_grid(ptr %before)\n"
                        "  ret ptr null\n"
                        "}\n");
    EXPECT_FROM_BLOCK(*state, block_of(2, 2, 2), 0, 1, 10, 11, 100, 101, 110, 111, 0, 1, 10, 11,
                      100, 101, 110, 111);
}

static void index_calls_read_the_place(void **state) {
    read_module(*state, "define ptr @fibre(ptr %slots, ptr %place) {\n"
                        "  call void @__offloadcc_barrier()\n"
                        "  %b = call i32 @__offloadcc_block_id(i32 1)\n"
                        "  %b64 = zext i32 %b to i64\n"
                        "  call void @report(i64 %b64)\n"
                        "  %g = call i64 @__offloadcc_global_id(i32 0)\n"
                        "  call void @report(i64 %g)\n"
                        "  %s = call ptr @__offloadcc_dynamic_shared()\n"
                        "  %v = load i64, ptr %s\n"
                        "  call void @report(i64 %v)\n"
                        "  ret ptr null\n"
                        "}\n");
    long shared = 42;
    struct __offloadcc_place place = {{{0}, {1u << 31, 7, 0}, {2, 1, 1}, {0}}, &shared};
    EXPECT_FROM_BLOCK(*state, place, 7, 1L << 32, 42, 7, (1L << 32) + 1, 42);
}

static void a_thread_that_ends_is_not_waited_for(void **state) {
    read_module(*state, "define ptr @fibre(ptr %slots, ptr %place) {\n"
                        "  %x = call i32 @__offloadcc_thread_id(i32 0)\n"
                        "  %id = zext i32 %x to i64\n"
                        "  br label %loop\n"
                        "loop:\n"
                        "  %i = phi i64 [ 0, %0 ], [ %next, %again ]\n"
                        "  %more = icmp ult i64 %i, %id\n"
                        "  br i1 %more, label %again, label %end\n"
                        "again:\n"
                        "  call void @__offloadcc_barrier()\n"
                        "  call void @report(i64 %id)\n"
                        "  %next = add i64 %i, 1\n"
                        "  br label %loop\n"
                        "end:\n"
                        "  ret ptr null\n"
                        "}\n");
    EXPECT_FROM_BLOCK(*state, block_of(4, 1, 1), 1, 2, 3, 2, 3, 3);
}

// The block behind the barrier is a successor of itself and has phis before and after it.
static void a_barrier_between_phis(void **state) {
    read_module(*state, "define ptr @fibre(ptr %slots, ptr %place) {\n"
                        "  br label %loop\n"
                        "loop:\n"
                        "  %i = phi i64 [ 0, %0 ], [ %next, %loop ]\n"
                        "  %sum = phi i64 [ 100, %0 ], [ %more, %loop ]\n"
                        "  %next = add i64 %i, 1\n"
                        "  call void @__offloadcc_barrier()\n"
                        "  %more = add i64 %sum, %next\n"
                        "  call void @__offloadcc_barrier()\n"
                        "  %again = icmp ult i64 %next, 4\n"
                        "  br i1 %again, label %loop, label %end\n"
                        "end:\n"
                        "  %result = phi i64 [ %more, %loop ]\n"
                        "  call void @report(i64 %result)\n"
                        "  ret ptr null\n"
                        "}\n");
    EXPECT_FROM_BLOCK(*state, block_of(2, 1, 1), 110, 110);
}

// A variable's life ends and begins again in one block, the barrier is in another.
static void a_variable_of_a_loop_keeps_its_value(void **state) {
    read_module(*state, "declare void @llvm.lifetime.start.p0(ptr)\n"
                        "declare void @llvm.lifetime.end.p0(ptr)\n"
                        "define ptr @fibre(ptr %slots, ptr %place) {\n"
                        "  %a = alloca [8 x i64], align 64\n"
                        "  %x = call i32 @__offloadcc_thread_id(i32 0)\n"
                        "  %id = zext i32 %x to i64\n"
                        "  call void @llvm.lifetime.start.p0(ptr %a)\n"
                        "  br label %loop\n"
                        "loop:\n"
                        "  %i = phi i64 [ 0, %0 ], [ %next, %behind ]\n"
                        "  %at = add i64 %i, %id\n"
                        "  %in = and i64 %at, 7\n"
                        "  %address = getelementptr i64, ptr %a, i64 %in\n"
                        "  store i64 %at, ptr %address\n"
                        "  call void @__offloadcc_barrier()\n"
                        "  br label %behind\n"
                        "behind:\n"
                        "  %same = getelementptr i64, ptr %a, i64 %in\n"
                        "  %v = load i64, ptr %same\n"
                        "  call void @report(i64 %v)\n"
                        "  call void @llvm.lifetime.end.p0(ptr %a)\n"
                        "  %next = add i64 %i, 1\n"
                        "  call void @llvm.lifetime.start.p0(ptr %a)\n"
                        "  %again = icmp ult i64 %next, 3\n"
                        "  br i1 %again, label %loop, label %end\n"
                        "end:\n"
                        "  ret ptr null\n"
                        "}\n");
    EXPECT_FROM_BLOCK(*state, block_of(2, 1, 1), 0, 1, 1, 2, 2, 3);
}

static const char recursive[] = "%pair = type { i64, i32 }\n"
                                "define i64 @down(i32 %n, ptr byval(%pair) %p) {\n"
                                "  %count = getelementptr %pair, ptr %p, i32 0, i32 1\n"
                                "  call void @inspect(ptr %count)\n"
                                "  call void @__offloadcc_barrier()\n"
                                "  %end = icmp eq i32 %n, 0\n"
                                "  br i1 %end, label %last, label %more\n"
                                "last:\n"
                                "  %x = call i32 @__offloadcc_thread_id(i32 0)\n"
                                "  %c = load i32, ptr %count\n"
                                "  %xc = add i32 %x, %c\n"
                                "  %r = zext i32 %xc to i64\n"
                                "  ret i64 %r\n"
                                "more:\n"
                                "  %m = sub i32 %n, 1\n"
                                "  %below = call i64 @down(i32 %m, ptr byval(%pair) %p)\n"
                                "  call void @__offloadcc_barrier()\n"
                                "  %mine = load i32, ptr %count\n"
                                "  %mine64 = zext i32 %mine to i64\n"
                                "  %hundred = mul i64 %mine64, 100\n"
                                "  %sum = add i64 %below, %hundred\n"
                                "  ret i64 %sum\n"
                                "}\n"
                                "define ptr @fibre(ptr %slots, ptr %place) {\n"
                                "  %p = alloca %pair\n"
                                "  store %pair zeroinitializer, ptr %p\n"
                                "  %v = call i64 @down(i32 2, ptr byval(%pair) %p)\n"
                                "  call void @report(i64 %v)\n"
                                "  %before = getelementptr %pair, ptr %p, i32 0, i32 1\n"
                                "  %b = load i32, ptr %before\n"
                                "  %b64 = zext i32 %b to i64\n"
                                "  call void @report(i64 %b64)\n"
                                "  ret ptr null\n"
                                "}\n"
                                "define ptr @fibre2(ptr %slots, ptr %place) {\n"
                                "  %p = alloca %pair\n"
                                "  store %pair zeroinitializer, ptr %p\n"
                                "  %v = call i64 @down(i32 0, ptr byval(%pair) %p)\n"
                                "  call void @report(i64 %v)\n"
                                "  ret ptr null\n"
                                "}\n";

static void a_recursive_function_waits(void **state) {
    read_module(*state, recursive);
    EXPECT_FROM_BLOCK(*state, block_of(2, 1, 1), 303, 0, 304, 0);
}

static void two_kernels_share_a_function_that_waits(void **state) {
    read_module(*state, recursive);
    assert_true(make(*state, "fibre"));
    assert_true(make(*state, "fibre2"));
    EACH_PIPELINE(pipeline) {
        run(*state, pipeline, "fibre2", block_of(2, 1, 1));
        EXPECT_REPORTS(1, 2);
    }
}

// As code outside of kernels calls it.
static void a_function_that_waits_may_be_called_plainly(void **state) {
    struct fixture *fixture = *state;
    read_module(fixture, oc_arena_printf(&fixture->arena, "%s%s", recursive,
                                         "define ptr @other(ptr %slots, ptr %place) {\n"
                                         "  %p = alloca %pair\n"
                                         "  store %pair zeroinitializer, ptr %p\n"
                                         "  %v = call i64 @down(i32 1, ptr byval(%pair) %p)\n"
                                         "  call void @report(i64 %v)\n"
                                         "  ret ptr null\n"
                                         "}\n"));
    assert_true(make(fixture, "fibre"));
    EACH_PIPELINE(pipeline) {
        struct compiled compiled = compile(fixture, pipeline, "other");
        compiled.fibre(NULL, NULL);
        LLVMDisposeExecutionEngine(compiled.engine);
        EXPECT_REPORTS(102);
    }
}

static void calls_through_pointers_wait(void **state) {
    read_module(*state, "@table = internal constant [2 x ptr] [ptr @waits, ptr @does_not]\n"
                        "define internal i32 @waits(i32 %a) {\n"
                        "  call void @__offloadcc_barrier()\n"
                        "  ret i32 %a\n"
                        "}\n"
                        "define internal i32 @does_not(i32 %a) {\n"
                        "  %b = mul i32 %a, 10\n"
                        "  ret i32 %b\n"
                        "}\n"
                        "define internal i32 @apply(ptr %f, i32 %a) noinline {\n"
                        "  %r = call i32 %f(i32 %a)\n"
                        "  ret i32 %r\n"
                        "}\n"
                        "define ptr @fibre(ptr %slots, ptr %place) {\n"
                        "  br label %loop\n"
                        "loop:\n"
                        "  %i = phi i64 [ 0, %0 ], [ %next, %loop ]\n"
                        "  %at = getelementptr ptr, ptr @table, i64 %i\n"
                        "  %f = load ptr, ptr %at\n"
                        "  %r = call i32 @apply(ptr %f, i32 7)\n"
                        "  %r64 = zext i32 %r to i64\n"
                        "  call void @report(i64 %r64)\n"
                        "  %next = add i64 %i, 1\n"
                        "  %again = icmp ult i64 %next, 2\n"
                        "  br i1 %again, label %loop, label %end\n"
                        "end:\n"
                        "  ret ptr null\n"
                        "}\n");
    EXPECT_FROM_BLOCK(*state, block_of(2, 1, 1), 7, 70, 7, 70);
}

static void computed_gotos_stay_in_their_coroutine(void **state) {
    read_module(*state, "@labels = internal constant [2 x ptr] [ptr blockaddress(@jump, %one), ptr "
                        "blockaddress(@jump, %two)]\n"
                        "define internal i64 @jump(i64 %n) {\n"
                        "  br label %loop\n"
                        "loop:\n"
                        "  %i = phi i64 [ 0, %0 ], [ 1, %one ]\n"
                        "  call void @__offloadcc_barrier()\n"
                        "  %at = getelementptr ptr, ptr @labels, i64 %i\n"
                        "  %label = load ptr, ptr %at\n"
                        "  indirectbr ptr %label, [label %one, label %two]\n"
                        "one:\n"
                        "  call void @__offloadcc_barrier()\n"
                        "  call void @report(i64 1)\n"
                        "  br label %loop\n"
                        "two:\n"
                        "  %r = add i64 %n, %i\n"
                        "  ret i64 %r\n"
                        "}\n"
                        "define ptr @fibre(ptr %slots, ptr %place) {\n"
                        "  %r = call i64 @jump(i64 40)\n"
                        "  call void @report(i64 %r)\n"
                        "  ret ptr null\n"
                        "}\n");
    EXPECT_FROM_BLOCK(*state, block_of(2, 1, 1), 1, 1, 41, 41);
}

static void calls_that_may_unwind_keep_their_way(void **state) {
    read_module(*state, "declare i32 @__gcc_personality_v0(...)\n"
                        "define ptr @fibre(ptr %slots, ptr %place) personality ptr "
                        "@__gcc_personality_v0 {\n"
                        "  invoke void @__offloadcc_barrier() to label %on unwind label %away\n"
                        "on:\n"
                        "  %v = phi i64 [ 3, %0 ]\n"
                        "  call void @report(i64 %v)\n"
                        "  ret ptr null\n"
                        "away:\n"
                        "  %w = phi i64 [ 4, %0 ]\n"
                        "  %pad = landingpad { ptr, i32 } cleanup\n"
                        "  call void @report(i64 %w)\n"
                        "  resume { ptr, i32 } %pad\n"
                        "}\n");
    EXPECT_FROM_BLOCK(*state, block_of(2, 1, 1), 3, 3);
}

static void a_function_with_variable_arguments_cannot_wait(void **state) {
    read_module(*state, "define void @f(i32 %n, ...) {\n"
                        "  call void @__offloadcc_barrier()\n"
                        "  ret void\n"
                        "}\n"
                        "define ptr @fibre(ptr %slots, ptr %place) {\n"
                        "  call void (i32, ...) @f(i32 1, i32 2)\n"
                        "  ret ptr null\n"
                        "}\n");
    assert_false(make(*state, "fibre"));
    struct fixture *fixture = *state;
    fflush(fixture->diag.stream);
    assert_non_null(strstr(fixture->messages,
                           "k.c:5:1: error: kernel 'k': threads cannot wait at a barrier in 'f' on "
                           "the CPU: it takes a variable number of arguments"));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void) {
    LLVMLinkInMCJIT();
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    const struct CMUnitTest tests[] = {
        TEST(threads_run_in_order_from_barrier_to_barrier),
        TEST(index_calls_read_the_place),
        TEST(a_thread_that_ends_is_not_waited_for),
        TEST(a_barrier_between_phis),
        TEST(a_variable_of_a_loop_keeps_its_value),
        TEST(a_recursive_function_waits),
        TEST(two_kernels_share_a_function_that_waits),
        TEST(a_function_that_waits_may_be_called_plainly),
        TEST(calls_through_pointers_wait),
        TEST(computed_gotos_stay_in_their_coroutine),
        TEST(calls_that_may_unwind_keep_their_way),
        TEST(a_function_with_variable_arguments_cannot_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
