// The mask of shuffles and votes for whole warps is in a register, which is set in each basic
// block, and never where a jump could pass it by.
#include "device/targets/ptxmasks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ptx_fixture.h"

#define HEAD ".version 7.4\n.target sm_80\n.entry k$(\n)\n{\n"
#define DECLARE "\t.reg .b32 \t%whole_warp;\n"
#define SET "\tmov.b32 \t%whole_warp, -1;\n"
#define BEFORE "\tshfl.sync.down.b32 \t%r2, %r1, 16, 31, -1;\n"
#define AFTER "\tshfl.sync.down.b32 \t%r2, %r1, 16, 31, %whole_warp;\n"
#define VOTE_BEFORE "\tvote.sync.ballot.b32 \t%r9, %p1, -1;\n"
#define VOTE_AFTER "\tvote.sync.ballot.b32 \t%r9, %p1, %whole_warp;\n"
#define ADD "\tadd.s32 \t%r1, %r1, 1;\n"
#define END "}\n"

static void assert_shared(const char *before, const char *after) {
    assert_rewritten(oc_ptx_share_masks, before, after);
}

static void assert_kept(const char *text) {
    assert_shared(text, text);
}

static void test_each_block_sets_it_once(void **state) {
    (void)state;
    assert_shared(HEAD ADD BEFORE ADD VOTE_BEFORE END,
                  HEAD DECLARE ADD SET AFTER ADD VOTE_AFTER END);
    assert_shared(HEAD BEFORE "A:\n" BEFORE "\t@%p1 bra \tA;\n" BEFORE ADD BEFORE END,
                  HEAD DECLARE SET AFTER "A:\n" SET AFTER
                                         "\t@%p1 bra \tA;\n" SET AFTER ADD AFTER END);
}

static void test_each_function_has_its_own(void **state) {
    (void)state;
    assert_shared(HEAD BEFORE END ".func f()\n{\n" ADD END ".func g()\n{\n" VOTE_BEFORE END,
                  HEAD DECLARE SET AFTER END ".func f()\n{\n" ADD END
                                             ".func g()\n{\n" DECLARE SET VOTE_AFTER END);
}

static void test_places(void **state) {
    (void)state;
    assert_shared(HEAD "\t.loc\t1 7 3\n" BEFORE "\t.loc\t1 8 3\n" BEFORE END,
                  HEAD DECLARE "\t.loc\t1 7 3\n" SET AFTER "\t.loc\t1 8 3\n" AFTER END);
}

static void test_all_else_stays(void **state) {
    (void)state;
    assert_kept("");
    assert_kept(HEAD ADD END);
    assert_kept(HEAD AFTER END);
    assert_kept(HEAD "\tshfl.sync.down.b32 \t%r2, -1, 16, 31, %r3;\n" END);
    assert_kept(".target sm_90\n{\n" BEFORE END);
}

// That of the device library, and any that a user could write.
static void test_inline_assembly(void **state) {
    (void)state;
    assert_shared(HEAD "\t// begin inline asm\n\t{\n\t.reg .pred inside;\n" BEFORE
                       "\t}\n\t// end inline asm\n" BEFORE END,
                  HEAD DECLARE "\t// begin inline asm\n\t{\n\t.reg .pred inside;\n" SET AFTER
                               "\t}\n\t// end inline asm\n" AFTER END);
    // Guards.
    assert_kept(HEAD "\t@%p1 shfl.sync.down.b32 \t%r2, %r1, 16, 31, -1;\n" END);
    assert_shared(HEAD "\t@%p1\n" BEFORE END, HEAD DECLARE "\t@%p1\n" BEFORE END);
    assert_shared(HEAD "\t@%p1\n\t// if\n" BEFORE END, HEAD DECLARE "\t@%p1\n\t// if\n" BEFORE END);
    // Jumps and labels within a line.
    assert_shared(HEAD BEFORE "\tnot.pred %p1, %p2; @%p1 bra L;\n" BEFORE "L: " ADD BEFORE END,
                  HEAD DECLARE SET AFTER "\tnot.pred %p1, %p2; @%p1 bra L;\n" SET AFTER
                                         "L: " ADD SET AFTER END);
    assert_kept(HEAD
                "\tshfl.sync.idx.b32 a, b, 1, 31, -1; L: vote.sync.any.pred %p1, p, -1;\n" END);
    // Comments, and another use of the name.
    assert_kept(HEAD "/*\n" BEFORE "*/\n" BEFORE END);
    assert_kept(HEAD BEFORE "\t.reg .b32 \t%whole_warp;\n" END);
    // What looks like the function's end: what follows stays.
    assert_shared(HEAD BEFORE "\t{\n}\n" BEFORE END, HEAD DECLARE SET AFTER "\t{\n}\n" BEFORE END);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_block_sets_it_once),
        cmocka_unit_test(test_each_function_has_its_own),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_all_else_stays),
        cmocka_unit_test(test_inline_assembly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
