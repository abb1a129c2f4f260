// <string.h>'s functions of text in kernels: lengths, comparisons, searches, copies, tokens; those of <strings.h>, which do not
// look at the case of letters. Each does what the host's C library does.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
// RUN: %run_kernel -O2 -D_FORTIFY_SOURCE=3
#define _GNU_SOURCE
#include <offload.h>
#include <string.h>
#include <strings.h>

#include "Inputs/check.h"

enum { ROW = 32, N = 300, RESULTS = 32 };

static int sign(int order) {
    return (order > 0) - (order < 0);
}

static int offset(const char *found, const char *from) {
    return found ? (int)(found - from) : -1;
}

static void look(const char a[ROW], const char b[ROW], int i, int out[RESULTS]) {
    size_t most = (size_t)i % ROW;
    out[0] = (int)strlen(a);
    out[1] = (int)strnlen(a, most);
    out[2] = sign(strcmp(a, b));
    out[3] = sign(strncmp(a, b, most));
    out[4] = sign(strcasecmp(a, b));
    out[5] = sign(strncasecmp(a, b, most));
    out[6] = offset(strchr(a, b[0]), a);
    out[7] = offset(strrchr(a, b[0]), a);
    out[8] = offset(strchrnul(a, b[1]), a);
    out[9] = offset(strstr(a, b), a);
    out[10] = (int)strspn(a, b);
    out[11] = (int)strcspn(a, b);
    out[12] = offset(strpbrk(a, b), a);
    out[13] = offset(strcasestr(a, b), a);
    out[14] = offset(index(a, 'b'), a);
    out[15] = offset(rindex(a, 'b'), a);
    out[16] = offset(strchr(a, 0), a);
    out[17] = offset(strstr(a, ""), a);
    out[18] = (int)strcspn(a, "");
}

static void copy(const char a[ROW], const char b[ROW], int i, char to[4 * ROW], int out[RESULTS]) {
    size_t most = (size_t)i % ROW;
    char work[3 * ROW], *rest;
    memset(work, 'x', sizeof work);
    out[19] = offset(strcpy(work, a), work);
    strcat(work, b);
    strncat(work, "tail", most % 6);
    strcpy(to, work);
    out[20] = offset(stpcpy(work, b), work);
    out[21] = offset(stpncpy(work + 40, a, most), work);
    strncpy(work + 70, a, 20);
    for (int k = 0; k < ROW; k++)
        to[3 * ROW + k] = (char)(work[40 + k] ^ work[64 + k]);
    out[22] = 0;
    for (char *word = strtok_r(to, "abx", &rest); word; word = strtok_r(NULL, "bA", &rest))
        out[22] = 31 * out[22] + (int)strlen(word) + offset(word, to);
    out[23] = 0;
    rest = work;
    for (char *word; (word = strsep(&rest, "aB"));)
        out[23] = 31 * out[23] + (int)strlen(word);
}

offload_kernel void all(int n, const char rows[n][ROW], char to[n][4 * ROW], int out[n][RESULTS])
{
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    look(rows[i], rows[(i * 7 + 1) % n], i, out[i]);
    copy(rows[i], rows[(i * 7 + 1) % n], i, to[i], out[i]);
}

static char rows[N][ROW], to[N][4 * ROW];
static int out[N][RESULTS];

int main(void) {
    unsigned state = 1;
    for (int i = 0; i < N; i++) {
        unsigned length = i < 4 ? (unsigned)i : (unsigned)i * 5 % (i % 3 ? 7 : ROW - 1);
        for (unsigned k = 0; k < length; k++) {
            state = state * 1103515245u + 12345u;
            unsigned kind = state >> 16;
            rows[i][k] = (char)(kind % 29 == 0 ? kind >> 5 | 128 : "abABx"[kind % 5]);
        }
    }
    offload(all, .threads = {N})(N, rows, to, out);
    for (int i = 0; i < N; i++) {
        static char expected_to[4 * ROW];
        int expected[RESULTS] = {0};
        memset(expected_to, 0, sizeof expected_to);
        look(rows[i], rows[(i * 7 + 1) % N], i, expected);
        copy(rows[i], rows[(i * 7 + 1) % N], i, expected_to, expected);
        CHECK(memcmp(expected_to, to[i], sizeof expected_to) == 0, "copies of row %d", i);
        for (int k = 0; k < RESULTS; k++)
            CHECK(out[i][k] == expected[k], "%d: result %d is %d, not %d", i, k, out[i][k], expected[k]);
    }
    return finish();
}
