// Where LLVM's PTX has two branches and one would do, there is one afterwards, and nothing else has
// changed.
#include "device/targets/ptxbranches.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ptx_fixture.h"

static void assert_joined(const char *before, const char *after) {
    assert_rewritten(oc_ptx_join_branches, before, after);
}

static void assert_kept(const char *text) {
    assert_joined(text, text);
}

static void test_two_become_one(void **state) {
    (void)state;
    assert_joined("\tadd.s32 \t%r1, %r2, 1;\n"
                  "\t@%p1 bra \t$L__BB0_2;\n"
                  "\tbra.uni \t$L__BB0_3;\n"
                  "$L__BB0_2:\n"
                  "\tret;\n",
                  "\tadd.s32 \t%r1, %r2, 1;\n"
                  "\t@!%p1 bra \t$L__BB0_3;\n"
                  "$L__BB0_2:\n"
                  "\tret;\n");
    assert_joined("\t@!%p12 bra \tA;\n\tbra.uni \tB;\nA:\n", "\t@%p12 bra \tB;\nA:\n");
    // Of several branches, the last two.
    assert_joined("\t@%p1 bra \tC;\n\t@%p2 bra \tA;\n\tbra.uni \tB;\nA:\n",
                  "\t@%p1 bra \tC;\n\t@!%p2 bra \tB;\nA:\n");
    // A loop of one block.
    assert_joined("A:\n\t@%p1 bra \tB;\n\tbra.uni \tA;\nB:\n", "A:\n\t@!%p1 bra \tA;\nB:\n");
}

static void test_one_goes(void **state) {
    (void)state;
    assert_joined("\tbra.uni \tA;\nA:\n\tret;\n", "A:\n\tret;\n");
    assert_joined("A:\n\tbra.uni \tB;\nB:\n\tbra.uni \tC;\nC:\n", "A:\nB:\nC:\n");
    assert_joined("\t@%p1 bra \tA;\n\tbra.uni \tB;\nA:\n\tbra.uni \tB;\nB:\n",
                  "\t@!%p1 bra \tB;\nA:\nB:\n");
}

// -g.
static void test_places_and_their_labels(void **state) {
    (void)state;
    assert_joined("\t.loc\t1 7 3\n"
                  "\t@%p1 bra \t$L__BB0_2;\n"
                  "\t.loc\t1 8 5, function_name $L__info_string2, inlined_at 1 3 1\n"
                  "\tbra.uni \t$L__BB0_3;\n"
                  "$L__tmp4:\n"
                  "\t.loc\t1 0 5\n"
                  "$L__BB0_2:\n",
                  "\t.loc\t1 7 3\n"
                  "\t@!%p1 bra \t$L__BB0_3;\n"
                  "\t.loc\t1 8 5, function_name $L__info_string2, inlined_at 1 3 1\n"
                  "$L__tmp4:\n"
                  "\t.loc\t1 0 5\n"
                  "$L__BB0_2:\n");
    assert_joined("\tbra.uni \tA;\n\t.loc\t1 8 5\n$L__tmp5:\n$L__tmp6:\nA:\n",
                  "\t.loc\t1 8 5\n$L__tmp5:\n$L__tmp6:\nA:\n");
}

static void test_all_else_stays(void **state) {
    (void)state;
    assert_kept("");
    assert_kept("\t@%p1 bra \tA;\n\tbra.uni \tB;\nC:\n");
    assert_kept("\t@%p1 bra \tA;\n\tbra.uni \tB;\nA2:\n"); // another label that begins like it
    assert_kept("\t@%p1 bra \tA2;\n\tbra.uni \tB;\nA:\n");
    assert_kept("\t@%p1 bra \tA;\n\tmov.b32 \t%r1, 0;\nA:\n"); // what the branch jumps over
    assert_kept("\t@%p1 bra \tA;\n\tmov.b32 \t%r1, 0;\n\tbra.uni \tB;\nA:\n");
    assert_kept("\t@%p1 bra \tA;\n$L__tmp1:\n\tbra.uni \tB;\nA:\n"); // something might lead there
    assert_kept("\tbra.uni \tA;\n\tmov.b32 \t%r1, 0;\nA:\n");
    assert_kept("\t@%p1 bra.uni \tA;\n\tbra.uni \tB;\nA:\n"); // not LLVM's
    assert_kept("\t@%p1 bra A;\n\tbra.uni B;\nA:\n");
    assert_kept("\t@%p1 bra \tA; bra.uni \tB;\nA:\n");
    assert_kept("\tbra.uni \tA; // a comment\nA:\n");
    assert_kept("\tbra.uni \tA;");
    assert_kept("\t@%p1 bra \tA;\n\tbra.uni \tB;\n");
    assert_kept("\tbra.uni \tA;\nA");
    // A table of labels, in which the label has another meaning.
    assert_kept("\tbra.uni \t$L_brx_0;\n\t$L_brx_0: .branchtargets\n\t\tA,\n\t\tB;\n");
    assert_kept("\tbra.uni \t$L_brx_0;\n$L_brx_0: .branchtargets A, B;\n");
    assert_kept("\t@ bra \tA;\n\tbra.uni \tB;\nA:\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_become_one),
        cmocka_unit_test(test_one_goes),
        cmocka_unit_test(test_places_and_their_labels),
        cmocka_unit_test(test_all_else_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
