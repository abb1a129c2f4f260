// Loops that some threads run, and others not: alike, or until they leave it at different times;
// with other loops in them. Each thread has its own results. What threads load that do not run a
// loop is nothing: where no thread runs it, the table is not there.
//
// RUN: %run_kernel -O3 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O2 -march=x86-64-v3
// RUN: %run_kernel -O1 -march=x86-64-v3
// RUN: %run_kernel -O1 -fsanitize=address
#include <offload.h>

#include "Inputs/check.h"

#include <stddef.h>

enum { COUNT = 1003, TERMS = 17 };

// A condition that depends on data is around a loop that all which come to it run alike. How many
// do changes along the row: none, few, most, all.
static int alike_of(int i, int terms, const int *table, const int *chances) {
    unsigned sum = (unsigned)i;
    if ((int)((unsigned)i * 2654435761u >> 24) < chances[i / 100]) {
        for (int k = terms - 1; k >= 0; k--)
            sum = sum * 5 + (unsigned)table[k];
        sum ^= 1;
    } else if (i % 3 == 1) {
        return -i;
    }
    return (int)(sum * 3);
}

offload_kernel void alike(int n, int terms, int size, const int table[size],
                          const int chances[11], offload_out int out[n]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        out[i] = alike_of(i, terms, table, chances);
}

// Threads leave this loop at different times, and load what its counter says.
static int found_of(int i, int terms, const int *table, const int *chances) {
    int place = -1;
    if ((int)((unsigned)i * 2654435761u >> 24) >= chances[i / 100])
        return place;
    for (int k = 0; k < terms; k++) {
        int value = table[k] * 7 + i % 5;
        if (value % 11 == i % 13) {
            place = k * 1000 + value;
            break;
        }
        if ((value ^ i) % 64 == 9)
            return -2;
    }
    return place * 3;
}

offload_kernel void found(int n, int terms, int size, const int table[size],
                          const int chances[11], offload_out int out[n]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        out[i] = found_of(i, terms, table, chances);
}

// A loop that ends at different times has one in it that all run alike, one that some come to, and
// one that ends at different times too. It is left in the middle of a turn.
static unsigned nested_of(int i, int terms, const int *table, const int *chances) {
    unsigned v = (unsigned)i * 40503u, turns = 0;
    while (v % 29 != 3 && turns < (unsigned)chances[i / 100]) {
        unsigned sum = v;
        for (int k = 0; k < terms; k++)
            sum = sum * 3 + (unsigned)table[k];
        if (sum % 17 == 5)
            return sum;
        if (sum & 8)
            for (int k = 0; k < terms; k += 2)
                v ^= (unsigned)table[k] * sum;
        for (unsigned k = sum % 8; k < 40 && (v & 7) != 2; k++)
            v = v * 5 + sum + k;
        v += sum >> 3;
        turns++;
    }
    return v + turns;
}

offload_kernel void nested(int n, int terms, int size, const int table[size],
                           const int chances[11], offload_out unsigned out[n]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        out[i] = nested_of(i, terms, table, chances);
}

// Both arms of a branch have loops, one after another, before and after one that all threads run.
static int arms_of(int i, int terms, const int *table, const int *chances) {
    int sum = i;
    if ((int)((unsigned)i * 2654435761u >> 24) < chances[i / 100]) {
        for (int k = 0; k < terms; k++)
            sum = sum * 3 % 10007 + table[k];
        for (int k = sum & 15; k < 20 && sum % 7; k++)
            sum = (sum + k) * 5 % 10007;
    } else {
        for (int k = 1; k < terms; k++)
            sum ^= table[k] << (i & 3);
        sum++;
    }
    for (int k = 0; k < terms; k++)
        sum += table[k] & sum;
    if (sum & 2)
        for (int k = 0; k < terms && sum > 0; k++)
            sum -= table[k] % 13;
    return sum;
}

offload_kernel void arms(int n, int terms, int size, const int table[size], const int chances[11],
                         offload_out int out[n]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        out[i] = arms_of(i, terms, table, chances);
}

static const int some[11] = {0, 1, 8, 40, 128, 200, 256, 256, 3, 0, 100}, none[11];
static int out[COUNT];
static unsigned values[COUNT];

static void check(int n, int terms, const int *table, const int *chances) {
    int size = table ? TERMS : 0;
    offload(alike, .threads = {(size_t)n})(n, terms, size, table, chances, out);
    for (int i = 0; i < n; i++)
        CHECK(out[i] == alike_of(i, terms, table, chances), "alike %d: %d", i, out[i]);
    offload(found, .threads = {(size_t)n})(n, terms, size, table, chances, out);
    for (int i = 0; i < n; i++)
        CHECK(out[i] == found_of(i, terms, table, chances), "found %d: %d", i, out[i]);
    offload(nested, .threads = {(size_t)n})(n, terms, size, table, chances, values);
    for (int i = 0; i < n; i++)
        CHECK(values[i] == nested_of(i, terms, table, chances), "nested %d: %u", i, values[i]);
    if (!table)
        return;
    offload(arms, .threads = {(size_t)n})(n, terms, size, table, chances, out);
    for (int i = 0; i < n; i++)
        CHECK(out[i] == arms_of(i, terms, table, chances), "arms %d: %d", i, out[i]);
}

int main(void) {
    int table[TERMS];
    for (int k = 0; k < TERMS; k++)
        table[k] = k * k * 31 % 101;
    for (int n = COUNT; n; n /= 3) {
        check(n, TERMS, table, some);
        check(n, 1, table, some);
        check(n, 0, NULL, some);
        check(n, TERMS, NULL, none);
    }
    return finish();
}
