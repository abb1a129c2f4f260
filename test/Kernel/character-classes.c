// <ctype.h> in kernels, its macros and its functions, for each character, EOF and negative chars; and the quotients and random
// numbers of <stdlib.h>: as on the host.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#define _GNU_SOURCE
#include <ctype.h>
#include <inttypes.h>
#include <offload.h>
#include <stdlib.h>

#include "Inputs/check.h"

enum { N = 384, RESULTS = 48 };

static void classify(int c, int out[RESULTS]) {
    int k = 0;
    out[k++] = isalnum(c), out[k++] = isalpha(c), out[k++] = isblank(c), out[k++] = iscntrl(c), out[k++] = isdigit(c);
    out[k++] = isgraph(c), out[k++] = islower(c), out[k++] = isprint(c), out[k++] = ispunct(c), out[k++] = isspace(c);
    out[k++] = isupper(c), out[k++] = isxdigit(c), out[k++] = tolower(c), out[k++] = toupper(c), out[k++] = isascii(c);
    out[k++] = toascii(c);
    out[k++] = !(isalnum)(c), out[k++] = !(isalpha)(c), out[k++] = !(isblank)(c), out[k++] = !(iscntrl)(c);
    out[k++] = !(isdigit)(c), out[k++] = !(isgraph)(c), out[k++] = !(islower)(c), out[k++] = !(isprint)(c);
    out[k++] = !(ispunct)(c), out[k++] = !(isspace)(c), out[k++] = !(isupper)(c), out[k++] = !(isxdigit)(c);
    out[k++] = (tolower)(c), out[k++] = (toupper)(c);
    unsigned seed = (unsigned)c * 2654435761u;
    div_t d = div(c * 1001, 7 - c % 6);
    ldiv_t l = ldiv(c * 100000000001l, -77);
    lldiv_t ll = lldiv(-c, 5);
    imaxdiv_t m = imaxdiv(c, 3);
    out[k++] = rand_r(&seed), out[k++] = rand_r(&seed), out[k++] = (int)seed;
    out[k++] = d.quot, out[k++] = d.rem, out[k++] = (int)l.quot, out[k++] = (int)l.rem, out[k++] = (int)ll.quot;
    out[k++] = (int)ll.rem, out[k++] = (int)m.quot, out[k++] = (int)m.rem;
    out[k++] = abs(c), out[k++] = (int)labs(c), out[k++] = (int)llabs(-c), out[k++] = (int)imaxabs(c);
}

offload_kernel void all(int n, int out[n][RESULTS])
{
    int i = (int)offload_global_id(0);
    if (i < n)
        classify(i - 128, out[i]);
}

static int out[N][RESULTS];

int main(void) {
    offload(all, .threads = {N})(N, out);
    for (int i = 0; i < N; i++) {
        int expected[RESULTS] = {0};
        classify(i - 128, expected);
        for (int k = 0; k < RESULTS; k++)
            CHECK(out[i][k] == expected[k], "%d: result %d is %d, not %d", i - 128, k, out[i][k], expected[k]);
    }
    return finish();
}
