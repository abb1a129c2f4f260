// A kernel on the CPU that goes beyond its dynamic shared memory ends the program as any wrong access does, but says first
// which kernel that was, where it was launched, and what the launch gave it. Other faults, and the program's own handlers,
// are as they were.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: %offloadcc -O0 --offload-arch=x86-64 %s -o %t.image
// RUN: %python %S/Inputs/signal-of.py %t.cpu short 2>&1 | FileCheck --check-prefix=SHORT %s
// RUN: %python %S/Inputs/signal-of.py %t.image short 2>&1 | FileCheck --check-prefix=SHORT %s
// RUN: env OMP_NUM_THREADS=4 %python %S/Inputs/signal-of.py %t.cpu many 2>&1 | FileCheck --check-prefix=MANY %s
// RUN: %python %S/Inputs/signal-of.py %t.cpu none 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %python %S/Inputs/signal-of.py %t.cpu before 2>&1 | FileCheck --check-prefix=BEFORE %s
// RUN: %python %S/Inputs/signal-of.py %t.cpu elsewhere 2>&1 | FileCheck --check-prefix=SILENT %s
// RUN: %python %S/Inputs/signal-of.py %t.cpu sent 2>&1 | FileCheck --check-prefix=SILENT %s
// RUN: %python %S/Inputs/signal-of.py %t.cpu ignored 2>&1 | FileCheck --check-prefix=SILENT %s
// RUN: %t.cpu own 2>&1 | FileCheck --check-prefix=OWN %s
#include <offload.h>

#include <signal.h>
#include <string.h>
#include <unistd.h>

offload_kernel void k(int n, int x[n], int shift)
{
    float *s = offload_dynamic_shared();
    int t = (int)offload_thread_id(0);
    s[t + shift] = (float)x[t];
    offload_barrier();
    x[t] = (int)s[(t + 1) % 256 + shift];
}

static void launch(size_t blocks, size_t bytes, int shift)
{
    int x[256] = {0};
    offload(k, .blocks = {blocks}, .block_size = {256}, .shared_bytes = bytes)(256, x, shift);
}

static void mine(int number)
{
    (void)number;
    static const char text[] = "the program's own handler\n";
    _exit(write(1, text, sizeof text - 1) < 0);
}

int main(int argc, char **argv)
{
    (void)argc;
    const char *what = argv[1];
    if (strcmp(what, "own") == 0)
        signal(SIGSEGV, mine);
    if (strcmp(what, "ignored") == 0)
        signal(SIGSEGV, SIG_IGN);
    launch(1, 1024, 0); // enough
    if (strcmp(what, "elsewhere") == 0)
        *(volatile int *)16 = 1;
    if (strcmp(what, "sent") == 0)
        kill(getpid(), SIGSEGV);
    if (strcmp(what, "many") == 0)
        launch(64, 512, 0);
    if (strcmp(what, "none") == 0)
        launch(1, 0, 0);
    if (strcmp(what, "before") == 0)
        launch(1, 1024, -1100);
    launch(1, 128, 0);
}
// SHORT: beyond-is-told.c:22: offloadcc: error: kernel 'k': it reads or writes byte 128 of its dynamic shared memory, but the launch gives each block only 128 bytes; increase .shared_bytes, or correct the index
// SHORT-NEXT: beyond-is-told.c:34: offloadcc: note: the launch is here
// SHORT-NEXT: signal 11
// MANY: error: kernel 'k': it reads or writes byte 512 of its dynamic shared memory, but the launch gives each block only 512 bytes
// MANY-NEXT: note
// MANY-NEXT: signal 11
// NONE: error: kernel 'k': it reads or writes byte {{[0-9]+}} of its dynamic shared memory, but the launch gives each block only 0 bytes
// BEFORE: error: kernel 'k': it reads or writes byte -{{[0-9]+}} of its dynamic shared memory
// SILENT-NOT: error
// SILENT: signal 11
// OWN: the program's own handler
