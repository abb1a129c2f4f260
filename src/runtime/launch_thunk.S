// launch_thunk.S - arms the innermost pending launch of this thread and jumps to its kernel.
// No register that can carry an argument is touched (System V x86-64 ABI, 3.2.3: %rax, %r10 and %r11
// are free here, since kernels are not variadic and C has no static chain), nor the stack.
// Offsets: struct __offloadcc_state in runtime.h, struct offload_launch in offload.h.

#define STATE_PENDING 0
#define STATE_ARMED 8
#define LAUNCH_KERNEL 64
#define LAUNCH_OUTER 72

    .text
    .globl  __offloadcc_launch_thunk
    .hidden __offloadcc_launch_thunk
    .type   __offloadcc_launch_thunk, @function
    .p2align 4
__offloadcc_launch_thunk:
    .cfi_startproc
    endbr64
    movq    __offloadcc_launch_state@gottpoff(%rip), %r11
    movq    %fs:STATE_PENDING(%r11), %rax
    movq    LAUNCH_OUTER(%rax), %r10
    movq    %r10, %fs:STATE_PENDING(%r11)
    movq    %rax, %fs:STATE_ARMED(%r11)
    jmpq    *LAUNCH_KERNEL(%rax)
    .cfi_endproc
    .size   __offloadcc_launch_thunk, . - __offloadcc_launch_thunk
    .section .note.GNU-stack, "", @progbits
