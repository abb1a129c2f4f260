// divisions.h - finds divisions of a thread's index by what is the same for a row of threads.
//
// A shift to the right and a mask are divisions by powers of two. So are `i & (n - 1)` and `i &
// -n`, if n is a power of two. `i ^ n`, too, grows by one from thread to thread until i / n
// changes. A remainder grows with the index, so what divides it in turn is found, too.
#ifndef OC_DIVISIONS_H
#define OC_DIVISIONS_H

#include "cpu/loops/nest.h"

enum { OC_MAX_DIVISIONS = 8 };

// What a thread computes. All but the first are possible by powers of two only.
enum oc_division_kind {
    OC_DIVISION,
    OC_DIVISION_BY_MASK, // dividend & divisor: the remainder by divisor + 1
    OC_DIVISION_FLOOR,   // dividend & -divisor, which takes the place of the quotient
    OC_DIVISION_FLIP     // dividend ^ divisor, which takes the place of the remainder
};

// A division as the code has it, once for its quotient and remainder.
struct oc_division {
    LLVMValueRef dividend, divisor;
    bool is_signed;   // or of a flip, whether its result is extended as a signed number
    bool is_of_index; // else both operands are the same for a row
    enum oc_division_kind kind;
    LLVMValueRef quotient, rest; // of one thread; set by pieces.c
};

struct oc_divisions {
    const struct oc_threads *threads;
    const struct oc_loops *loops; // of the region
    size_t region;
    struct oc_division items[OC_MAX_DIVISIONS];
    size_t count;
    bool cuts;                         // one of them is of the index
    struct oc_values quotients, rests; // the instructions that compute them
    struct oc_map numbers;             // of these instructions' divisions
};

// Finds the divisions in a region's code that pay to be done once for several threads. Returns
// whether there are any.
bool oc_divisions_find(struct oc_divisions *divisions);

// The division that an instruction does, and whether it gives the quotient; NULL: it does none that
// was found.
const struct oc_division *oc_divisions_of(const struct oc_divisions *divisions, LLVMValueRef value);
bool oc_divisions_gives_quotient(LLVMValueRef value);

// Whether a divisor can be computed before anything is divided. It is the same for a row.
bool oc_divisions_is_known_before(const struct oc_divisions *divisions, LLVMValueRef divisor);

// Whether a number grows by one from thread to thread, as long as quotients stay the same.
bool oc_divisions_grows(const struct oc_divisions *divisions, LLVMValueRef value);

#endif
