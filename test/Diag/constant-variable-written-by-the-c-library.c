// A call of a C library function that writes to a constant variable is an error, like any other write. A call of one that only
// reads the variable is fine.
//
// RUN: not %offloadcc --offload-arch=none -O2 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc --offload-arch=none -O2 -D_FORTIFY_SOURCE=2 -c %s -o %t.o 2>&1 | FileCheck --check-prefix=FORTIFIED %s
#include <offload.h>
#include <stdio.h>
#include <string.h>

offload_constant char word[8] = "abcdefg";

offload_kernel void writes(int n, char text[8])
{
    // CHECK-DAG: :[[#@LINE+1]]:5: error: this writes to 'word', which is marked offload_constant
    strcpy(word, text);
    // CHECK-DAG: :[[#@LINE+1]]:5: error: this writes to 'word', which is marked offload_constant
    snprintf(word, sizeof word, "%d", n);
}

// CHECK-NOT: error: this writes
// FORTIFIED-COUNT-2: error: this writes to 'word'
// FORTIFIED-NOT: error: this writes
offload_kernel void reads(int n, char text[8])
{
    strncpy(text, word, 8);
    if (n > (int)strlen(word))
        printf("%s\n", word);
}

int main(void)
{
    char text[8] = "abc";
    offload(writes, .threads = {1}, .block_size = {1})(1, text);
    offload(reads, .threads = {1}, .block_size = {1})(1, text);
}
