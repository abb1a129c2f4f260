// launch_thunk.S - arms the innermost pending launch of this thread and jumps to its kernel.
// No register that can carry an argument is touched (System V x86-64 ABI, 3.2.3: %rax, %r10 and %r11
// are free here, since kernels are not variadic and C has no static chain), nor the stack.
// So it calls nothing, and finds the thread in a table (process.h) by what %fs:0 is (ABI, 3.4.2):
// the hash and the steps are those of find_entry in process.c.
// Offsets: process.h; struct offload_launch in offload.h.
#include "runtime/process.h"

#define LAUNCH_KERNEL 64
#define LAUNCH_OUTER 72

#include <cet.h> // says that the file is made for -fcf-protection, as the others are

    .text
    .globl  __offloadcc_launch_thunk
    .hidden __offloadcc_launch_thunk
    .hidden __offloadcc_state_of_process
    .hidden __offloadcc_stop_at_other_thread
    .type   __offloadcc_launch_thunk, @function
    .p2align 4
__offloadcc_launch_thunk:
    .cfi_startproc
    endbr64
    movq    %fs:0, %rax
    movabsq $0x9e3779b97f4a7c15, %r10
    imulq   %rax, %r10
    shrq    $32, %r10
    movq    __offloadcc_state_of_process(%rip), %r11
    movq    OC_PROCESS_THREADS(%r11), %r11
1:  andq    OC_THREADS_MASK(%r11), %r10
    cmpq    %rax, OC_THREADS_ENTRIES(%r11, %r10)
    je      2f
    cmpq    $0, OC_THREADS_ENTRIES(%r11, %r10)
    je      3f
    addq    $16, %r10
    jmp     1b
2:  movq    OC_THREADS_ENTRIES + OC_THREADS_THREAD(%r11, %r10), %r11
    movq    OC_THREAD_PENDING(%r11), %rax
    testq   %rax, %rax
    je      3f
    movq    LAUNCH_OUTER(%rax), %r10
    movq    %r10, OC_THREAD_PENDING(%r11)
    movq    %rax, OC_THREAD_ARMED(%r11)
    jmpq    *LAUNCH_KERNEL(%rax)
3:  andq    $-16, %rsp
    call    __offloadcc_stop_at_other_thread
    .cfi_endproc
    .size   __offloadcc_launch_thunk, . - __offloadcc_launch_thunk
    .section .note.GNU-stack, "", @progbits
