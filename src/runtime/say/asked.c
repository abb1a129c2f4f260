#include "runtime/say/asked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// 1: yes, -1: no.
static int read_environment(void) {
    const char *value = getenv("OFFLOADCC_CHECK");
    bool is_one = value && strcmp(value, "1") == 0;
    if (value && *value && !is_one && strcmp(value, "0") != 0)
        fprintf(stderr,
                "offloadcc: warning: unknown value '%s' of OFFLOADCC_CHECK; expected '1' or '0'\n",
                value);
    return is_one ? 1 : -1;
}

bool __offloadcc_checks_are_asked_for(void) {
    static int asked;
    int answer = __atomic_load_n(&asked, __ATOMIC_RELAXED);
    if (!answer) {
        answer = read_environment();
        __atomic_store_n(&asked, answer, __ATOMIC_RELAXED);
    }
    return answer > 0;
}
