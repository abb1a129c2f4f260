#include "runtime/say/asked.h"

#include <stdlib.h>
#include <string.h>

bool __offloadcc_checks_are_asked_for(void) {
    static int asked; // 1: yes, -1: no
    int answer = __atomic_load_n(&asked, __ATOMIC_RELAXED);
    if (!answer) {
        const char *value = getenv("OFFLOADCC_CHECK");
        answer = value && strcmp(value, "1") == 0 ? 1 : -1;
        __atomic_store_n(&asked, answer, __ATOMIC_RELAXED);
    }
    return answer > 0;
}
