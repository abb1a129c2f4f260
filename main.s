
Disassembly of section .text:

0000000000000000 <main>:
	push   %rbp
	push   %r15
	push   %r14
	push   %r13
	push   %r12
	push   %rbx
	sub    $0x108,%rsp
	mov    %rsi,%rbx
	mov    %edi,%ebp
	mov    $0x1,%al
	mov    %eax,0xa0(%rsp)
	xor    %r14d,%r14d
	lea    0x0(%rip),%r15        # 29 <main+0x29>
	lea    0x0(%rip),%r12        # 30 <main+0x30>
	mov    %ebp,%edi
	mov    %rbx,%rsi
	mov    %r15,%rdx
	mov    %r12,%rcx
	xor    %r8d,%r8d
	call   43 <main+0x43>
	cmp    $0x67,%eax
	jne    97 <main+0x97>
	mov    0x0(%rip),%rax        # 4f <main+0x4f>
	mov    (%rax),%r13
	mov    %r13,%rdi
	lea    0x38(%rsp),%rsi
	mov    $0xa,%edx
	call   64 <main+0x64>
	cmpb   $0x2d,0x0(%r13)
	je     5f6 <main+0x5f6>
	mov    %rax,%r14
	mov    0x38(%rsp),%rax
	cmpb   $0x0,(%rax)
	jne    5f6 <main+0x5f6>
	cmp    $0x2711,%r14
	jae    5f6 <main+0x5f6>
	test   %r14,%r14
	jne    30 <main+0x30>
	jmp    5f6 <main+0x5f6>
	cmp    $0xffffffff,%eax
	je     b5 <main+0xb5>
	cmp    $0x74,%eax
	jne    5f6 <main+0x5f6>
	movl   $0x0,0xa0(%rsp)
	jmp    30 <main+0x30>
	mov    0x0(%rip),%rax        # bc <main+0xbc>
	movslq (%rax),%rax
	mov    %ebp,%ecx
	sub    %eax,%ecx
	cmp    $0x1,%ecx
	jg     5f6 <main+0x5f6>
	cmp    %ebp,%eax
	setl   %cl
	test   %r14,%r14
	setne  %dl
	and    %cl,%dl
	cmp    $0x1,%dl
	je     5f6 <main+0x5f6>
	vpxor  %xmm0,%xmm0,%xmm0
	vmovdqu %ymm0,0xd0(%rsp)
	vmovdqu %ymm0,0xc0(%rsp)
	cmp    %eax,%ebp
	jle    2e6 <main+0x2e6>
	mov    (%rbx,%rax,8),%rbx
	mov    %rbx,0x38(%rsp)
	lea    0x0(%rip),%rsi        # 110 <main+0x110>
	mov    %rbx,%rdi
	vzeroupper
	call   11b <main+0x11b>
	mov    %rax,0x40(%rsp)
	vpxor  %xmm0,%xmm0,%xmm0
	vmovdqu %ymm0,0x48(%rsp)
	test   %rax,%rax
	je     e2a <main+0xe2a>
	lea    0x50(%rsp),%rdi
	lea    0x60(%rsp),%rsi
	movq   $0x1,0x48(%rsp)
	mov    %rax,%rdx
	vzeroupper
	call   151 <main+0x151>
	test   %rax,%rax
	js     e62 <main+0xe62>
	mov    0x50(%rsp),%r14
	mov    %r14,0x58(%rsp)
	lea    0x0(%rip),%rsi        # 16b <main+0x16b>
	mov    %r14,%rdi
	call   173 <main+0x173>
	mov    %rax,%rbx
	add    %r14,%rbx
	mov    %rbx,0x58(%rsp)
	lea    0x0(%rip),%rsi        # 185 <main+0x185>
	mov    %rbx,%rdi
	call   18d <main+0x18d>
	cmp    $0xe,%rax
	jne    db5 <main+0xdb5>
	lea    0x0(%rip),%rsi        # 19e <main+0x19e>
	mov    $0xe,%edx
	mov    %rbx,%rdi
	call   1ab <main+0x1ab>
	test   %eax,%eax
	jne    db5 <main+0xdb5>
	lea    0xe(%rbx),%rdi
	mov    %rdi,0x58(%rsp)
	lea    0x0(%rip),%rsi        # 1c3 <main+0x1c3>
	call   1c8 <main+0x1c8>
	lea    0xe(%rbx,%rax,1),%rbx
	mov    %rbx,0x58(%rsp)
	lea    0x0(%rip),%rsi        # 1d9 <main+0x1d9>
	mov    %rbx,%rdi
	call   1e1 <main+0x1e1>
	cmp    $0x6,%rax
	jne    d75 <main+0xd75>
	lea    0x0(%rip),%rsi        # 1f2 <main+0x1f2>
	mov    $0x6,%edx
	mov    %rbx,%rdi
	call   1ff <main+0x1ff>
	test   %eax,%eax
	jne    d75 <main+0xd75>
	lea    0x6(%rbx),%rdi
	mov    %rdi,0x58(%rsp)
	lea    0x0(%rip),%rsi        # 217 <main+0x217>
	call   21c <main+0x21c>
	lea    0x6(%rbx,%rax,1),%rbx
	mov    %rbx,0x58(%rsp)
	lea    0x0(%rip),%rsi        # 22d <main+0x22d>
	mov    %rbx,%rdi
	call   235 <main+0x235>
	cmp    $0xa,%rax
	jne    d75 <main+0xd75>
	lea    0x0(%rip),%rsi        # 246 <main+0x246>
	mov    $0xa,%edx
	mov    %rbx,%rdi
	call   253 <main+0x253>
	test   %eax,%eax
	jne    d75 <main+0xd75>
	lea    0xa(%rbx),%rdi
	mov    %rdi,0x58(%rsp)
	lea    0x0(%rip),%rsi        # 26b <main+0x26b>
	call   270 <main+0x270>
	lea    0xa(%rbx,%rax,1),%r14
	mov    %r14,0x58(%rsp)
	lea    0x0(%rip),%rsi        # 281 <main+0x281>
	mov    %r14,%rdi
	call   289 <main+0x289>
	mov    %rax,%rbx
	cmp    $0x4,%rax
	je     63f <main+0x63f>
	cmp    $0x7,%rbx
	jne    e80 <main+0xe80>
	lea    0x0(%rip),%rsi        # 2a7 <main+0x2a7>
	mov    $0x7,%edx
	mov    %r14,%rdi
	call   2b4 <main+0x2b4>
	test   %eax,%eax
	je     d9c <main+0xd9c>
	lea    0x0(%rip),%rsi        # 2c3 <main+0x2c3>
	mov    $0x7,%edx
	mov    %r14,%rdi
	call   2d0 <main+0x2d0>
	test   %eax,%eax
	jne    e80 <main+0xe80>
	mov    $0x1,%al
	mov    %eax,0x9c(%rsp)
	jmp    666 <main+0x666>
	test   %r14,%r14
	mov    $0x200,%esi
	cmovne %r14d,%esi
	mov    %esi,%r13d
	imul   %r13d,%r13d
	test   %esi,%esi
	je     632 <main+0x632>
	mov    %r13,0x20(%rsp)
	lea    -0x1(%rsi),%eax
	mov    %eax,0x8(%rsp)
	mov    %esi,%eax
	neg    %eax
	mov    %rax,0xb0(%rsp)
	xor    %ebp,%ebp
	xor    %r14d,%r14d
	xor    %r8d,%r8d
	xor    %r12d,%r12d
	xor    %r15d,%r15d
	mov    %rsi,(%rsp)
	nopl   0x0(%rax,%rax,1)
	xor    %r13d,%r13d
	mov    %r15d,%eax
	xor    %edx,%edx
	div    %esi
	mov    %eax,0x90(%rsp)
	cmp    %r15d,%esi
	ja     3af <main+0x3af>
	cmp    %r14,%rbp
	jne    381 <main+0x381>
	lea    0x0(%rbp,%rbp,1),%r14
	test   %rbp,%rbp
	mov    $0x400,%eax
	cmove  %rax,%r14
	mov    %r14,%rsi
	shl    $0x4,%rsi
	mov    %r8,%rdi
	mov    %r8,%rbx
	vzeroupper
	call   371 <main+0x371>
	mov    (%rsp),%rsi
	mov    %rax,%r8
	test   %rax,%rax
	je     5aa <main+0x5aa>
	mov    0xb0(%rsp),%rcx
	add    %r15d,%ecx
	lea    0x1(%rbp),%rdx
	shl    $0x4,%rbp
	mov    %r15d,(%r8,%rbp,1)
	mov    %ecx,0x4(%r8,%rbp,1)
	movabs $0xbff0000000000000,%rcx
	mov    %rcx,0x8(%r8,%rbp,1)
	mov    %rdx,%rbp
	test   %r12d,%r12d
	je     412 <main+0x412>
	cmp    %r14,%rbp
	jne    3eb <main+0x3eb>
	lea    0x0(%rbp,%rbp,1),%r14
	test   %rbp,%rbp
	mov    $0x400,%eax
	cmove  %rax,%r14
	mov    %r14,%rsi
	shl    $0x4,%rsi
	mov    %r8,%rdi
	mov    %r8,%rbx
	vzeroupper
	call   3df <main+0x3df>
	mov    (%rsp),%rsi
	mov    %rax,%r8
	test   %rax,%rax
	je     41c <main+0x41c>
	lea    -0x1(%r15),%ecx
	lea    0x1(%rbp),%rdx
	shl    $0x4,%rbp
	mov    %r15d,(%r8,%rbp,1)
	mov    %ecx,0x4(%r8,%rbp,1)
	movabs $0xbff0000000000000,%rcx
	mov    %rcx,0x8(%r8,%rbp,1)
	mov    %rdx,%rbp
	mov    %r8,%rax
	cmp    %r14,%rbp
	je     425 <main+0x425>
	jmp    457 <main+0x457>
	mov    $0xffffffff,%r13d
	mov    %rbx,%r8
	lea    0x0(%rbp,%rbp,1),%r14
	test   %rbp,%rbp
	mov    $0x400,%eax
	cmove  %rax,%r14
	mov    %r14,%rsi
	shl    $0x4,%rsi
	mov    %r8,%rdi
	mov    %r8,%rbx
	vzeroupper
	call   44b <main+0x44b>
	test   %rax,%rax
	je     490 <main+0x490>
	mov    %rax,%r8
	mov    (%rsp),%rsi
	lea    0x1(%rbp),%rcx
	shl    $0x4,%rbp
	mov    %r15d,(%rax,%rbp,1)
	mov    %r15d,0x4(%rax,%rbp,1)
	movabs $0x4010000000000000,%rdx
	mov    %rdx,0x8(%rax,%rbp,1)
	mov    %rcx,%rbp
	xor    %ebx,%ebx
	cmp    0x8(%rsp),%r12d
	jl     4a9 <main+0x4a9>
	jmp    50d <main+0x50d>
	nopl   0x0(%rax,%rax,1)
	mov    $0xffffffff,%r13d
	mov    %rbp,%r14
	mov    %rbx,%r8
	mov    (%rsp),%rsi
	xor    %ebx,%ebx
	cmp    0x8(%rsp),%r12d
	jge    50d <main+0x50d>
	cmp    %r14,%rbp
	jne    4e6 <main+0x4e6>
	lea    0x0(%rbp,%rbp,1),%r14
	test   %rbp,%rbp
	mov    $0x400,%eax
	cmove  %rax,%r14
	mov    %r14,%rsi
	shl    $0x4,%rsi
	mov    %r8,%rdi
	mov    %r8,0x10(%rsp)
	vzeroupper
	call   4d6 <main+0x4d6>
	mov    (%rsp),%rsi
	mov    %rax,%r8
	test   %rax,%rax
	je     5c4 <main+0x5c4>
	lea    0x1(%rbp),%rcx
	shl    $0x4,%rbp
	mov    %r15d,(%r8,%rbp,1)
	lea    0x1(%r15),%edx
	mov    %edx,0x4(%r8,%rbp,1)
	movabs $0xbff0000000000000,%rdx
	mov    %rdx,0x8(%r8,%rbp,1)
	mov    %rcx,%rbp
	xor    %eax,%eax
	or     %eax,%r13d
	mov    0x90(%rsp),%eax
	cmp    0x8(%rsp),%eax
	jge    583 <main+0x583>
	cmp    %r14,%rbp
	jne    55c <main+0x55c>
	lea    0x0(%rbp,%rbp,1),%r14
	test   %rbp,%rbp
	mov    $0x400,%eax
	cmove  %rax,%r14
	mov    %r14,%rsi
	shl    $0x4,%rsi
	mov    %r8,%rdi
	mov    %r8,0x10(%rsp)
	vzeroupper
	call   54c <main+0x54c>
	mov    (%rsp),%rsi
	mov    %rax,%r8
	test   %rax,%rax
	je     5e7 <main+0x5e7>
	lea    (%rsi,%r15,1),%ecx
	lea    0x1(%rbp),%rdx
	shl    $0x4,%rbp
	mov    %r15d,(%r8,%rbp,1)
	mov    %ecx,0x4(%r8,%rbp,1)
	movabs $0xbff0000000000000,%rcx
	mov    %rcx,0x8(%r8,%rbp,1)
	mov    %rdx,%rbp
	or     %ebx,%r13d
	inc    %r12d
	cmp    %esi,%r12d
	mov    $0x0,%eax
	cmove  %eax,%r12d
	inc    %r15d
	cmp    0x20(%rsp),%r15d
	jae    61c <main+0x61c>
	test   %r13d,%r13d
	je     330 <main+0x330>
	jmp    61c <main+0x61c>
	mov    $0xffffffff,%r13d
	mov    %rbp,%r14
	mov    %rbx,%r8
	test   %r12d,%r12d
	jne    3b4 <main+0x3b4>
	jmp    412 <main+0x412>
	mov    $0xffffffff,%eax
	mov    %rbp,%r14
	mov    0x10(%rsp),%r8
	or     %eax,%r13d
	mov    0x90(%rsp),%eax
	cmp    0x8(%rsp),%eax
	jl     51f <main+0x51f>
	jmp    583 <main+0x583>
	mov    $0xffffffff,%ebx
	mov    %rbp,%r14
	mov    0x10(%rsp),%r8
	jmp    583 <main+0x583>
	mov    (%rbx),%rdx
	mov    0x0(%rip),%rax        # 600 <main+0x600>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # 60a <main+0x60a>
	xor    %eax,%eax
	call   611 <main+0x611>
	mov    $0x2,%r15d
	jmp    1d65 <main+0x1d65>
	test   %r13d,%r13d
	jne    f7a <main+0xf7a>
	mov    0x20(%rsp),%r13
	mov    %r13,%r14
	jmp    110c <main+0x110c>
	mov    %r13,%r14
	xor    %ebp,%ebp
	xor    %r8d,%r8d
	jmp    110c <main+0x110c>
	lea    0x0(%rip),%rsi        # 646 <main+0x646>
	mov    $0x4,%edx
	mov    %r14,%rdi
	call   653 <main+0x653>
	test   %eax,%eax
	jne    e80 <main+0xe80>
	movl   $0x0,0x9c(%rsp)
	movl   $0x0,0xa8(%rsp)
	add    %rbx,%r14
	mov    %r14,0x58(%rsp)
	lea    0x0(%rip),%rsi        # 680 <main+0x680>
	mov    %r14,%rdi
	call   688 <main+0x688>
	mov    %rax,%rbx
	add    %r14,%rbx
	mov    %rbx,0x58(%rsp)
	lea    0x0(%rip),%rsi        # 69a <main+0x69a>
	mov    %rbx,%rdi
	call   6a2 <main+0x6a2>
	mov    %rax,%r14
	cmp    $0xe,%rax
	je     6ed <main+0x6ed>
	cmp    $0x9,%r14
	je     72a <main+0x72a>
	cmp    $0x7,%r14
	jne    ea7 <main+0xea7>
	lea    0x0(%rip),%rsi        # 6c2 <main+0x6c2>
	mov    $0x7,%edx
	mov    %rbx,%rdi
	call   6cf <main+0x6cf>
	test   %eax,%eax
	jne    ea7 <main+0xea7>
	mov    $0x1,%al
	mov    %eax,0x90(%rsp)
	movl   $0x0,0x98(%rsp)
	jmp    71d <main+0x71d>
	lea    0x0(%rip),%rsi        # 6f4 <main+0x6f4>
	mov    $0xe,%edx
	mov    %rbx,%rdi
	call   701 <main+0x701>
	test   %eax,%eax
	jne    ea7 <main+0xea7>
	mov    $0x1,%al
	mov    %eax,0x98(%rsp)
	movl   $0x0,0x90(%rsp)
	movl   $0x0,0xa4(%rsp)
	jmp    765 <main+0x765>
	lea    0x0(%rip),%rsi        # 731 <main+0x731>
	mov    $0x9,%edx
	mov    %rbx,%rdi
	call   73e <main+0x73e>
	test   %eax,%eax
	jne    ea7 <main+0xea7>
	mov    $0x1,%al
	mov    %eax,0xa4(%rsp)
	movl   $0x0,0x98(%rsp)
	movl   $0x0,0x90(%rsp)
	add    %r14,%rbx
	mov    %rbx,0x58(%rsp)
	lea    0x0(%rip),%rsi        # 774 <main+0x774>
	mov    %rbx,%rdi
	call   77c <main+0x77c>
	cmpb   $0x0,(%rax,%rbx,1)
	jne    fae <main+0xfae>
	mov    0x9c(%rsp),%eax
	and    0x98(%rsp),%al
	cmp    $0x1,%al
	je     fd5 <main+0xfd5>
	incq   0x48(%rsp)
	mov    0x40(%rsp),%rdx
	lea    0x50(%rsp),%rdi
	lea    0x60(%rsp),%rsi
	call   7b5 <main+0x7b5>
	test   %rax,%rax
	js     ddc <main+0xddc>
	lea    0x0(%rip),%rbx        # 7c5 <main+0x7c5>
	jmp    7f2 <main+0x7f2>
	nopw   0x0(%rax,%rax,1)
	incq   0x48(%rsp)
	mov    0x40(%rsp),%rdx
	lea    0x50(%rsp),%rdi
	lea    0x60(%rsp),%rsi
	call   7e9 <main+0x7e9>
	test   %rax,%rax
	js     ddc <main+0xddc>
	mov    0x50(%rsp),%r15
	mov    %r15,%rdi
	mov    %rbx,%rsi
	call   802 <main+0x802>
	lea    (%r15,%rax,1),%r14
	mov    %r14,0x58(%rsp)
	movzbl (%r15,%rax,1),%eax
	cmp    $0x25,%eax
	je     7d0 <main+0x7d0>
	test   %eax,%eax
	je     7d0 <main+0x7d0>
	movabs $0xde0b6b3a7640000,%r12
	lea    0x0(%rip),%rsi        # 82a <main+0x82a>
	mov    %r14,%rdi
	call   832 <main+0x832>
	mov    %rax,%r15
	lea    (%r14,%rax,1),%rbx
	mov    %rbx,0x58(%rsp)
	call   843 <main+0x843>
	mov    %rax,%rbp
	mov    (%rax),%r13
	movzbl (%r15,%r14,1),%eax
	mov    $0xffffffffffffffff,%r15
	testb  $0x8,0x1(%r13,%rax,2)
	jne    868 <main+0x868>
	movq   $0xffffffffffffffff,0x20(%rsp)
	jmp    89b <main+0x89b>
	lea    0x30(%rsp),%rsi
	mov    %rbx,%rdi
	mov    $0xa,%edx
	call   87a <main+0x87a>
	mov    0x30(%rsp),%rbx
	mov    %rbx,0x58(%rsp)
	cmp    %r12,%rax
	mov    $0xffffffffffffffff,%rcx
	cmovbe %rax,%rcx
	mov    %rcx,0x20(%rsp)
	mov    0x0(%rbp),%r13
	lea    0x0(%rip),%rsi        # 8a2 <main+0x8a2>
	mov    %rbx,%rdi
	call   8aa <main+0x8aa>
	lea    (%rbx,%rax,1),%r14
	mov    %r14,0x58(%rsp)
	movzbl (%rbx,%rax,1),%eax
	testb  $0x8,0x1(%r13,%rax,2)
	je     8ed <main+0x8ed>
	lea    0x30(%rsp),%rsi
	mov    %r14,%rdi
	mov    $0xa,%edx
	call   8d1 <main+0x8d1>
	mov    0x30(%rsp),%r14
	mov    %r14,0x58(%rsp)
	cmp    %r12,%rax
	mov    $0xffffffffffffffff,%r15
	cmovbe %rax,%r15
	mov    0x0(%rbp),%r13
	lea    0x0(%rip),%rsi        # 8f4 <main+0x8f4>
	mov    %r14,%rdi
	call   8fc <main+0x8fc>
	lea    (%r14,%rax,1),%rdi
	mov    %rdi,0x58(%rsp)
	movzbl (%r14,%rax,1),%eax
	testb  $0x8,0x1(%r13,%rax,2)
	je     e03 <main+0xe03>
	lea    0x30(%rsp),%rsi
	mov    $0xa,%edx
	call   925 <main+0x925>
	mov    0x30(%rsp),%rbx
	mov    %rbx,0x58(%rsp)
	mov    0x20(%rsp),%r14
	test   %r14,%r14
	jle    e03 <main+0xe03>
	test   %r15,%r15
	jle    e03 <main+0xe03>
	mov    %rax,%r13
	cmp    %r12,%rax
	ja     e03 <main+0xe03>
	lea    0x0(%rip),%rsi        # 959 <main+0x959>
	mov    %rbx,%rdi
	call   961 <main+0x961>
	cmpb   $0x0,(%rbx,%rax,1)
	jne    e03 <main+0xe03>
	cmp    $0x5f5e100,%r14
	ja     102b <main+0x102b>
	cmp    $0x5f5e101,%r15
	jae    102b <main+0x102b>
	cmp    %r15,%r14
	sete   %al
	or     0x90(%rsp),%al
	je     104f <main+0x104f>
	test   %r13,%r13
	je     1073 <main+0x1073>
	mov    %r15,%rax
	imul   %r14,%rax
	cmp    %r13,%rax
	jb     109e <main+0x109e>
	mov    %r13,0xf0(%rsp)
	mov    %rbp,0xf8(%rsp)
	mov    %r15,(%rsp)
	xor    %ebp,%ebp
	lea    0x0(%rip),%r13        # 9ce <main+0x9ce>
	movq   $0x0,0x8(%rsp)
	movq   $0x0,0x10(%rsp)
	xor    %r12d,%r12d
	lea    0x50(%rsp),%r14
	jmp    a20 <main+0xa20>
	mov    %r12,%rbp
	mov    %r15,%rax
	lea    0x50(%rsp),%r14
	mov    %rax,0x10(%rsp)
	mov    0x100(%rsp),%r12
	inc    %r12
	cmp    0xf0(%rsp),%r12
	je     ece <main+0xece>
	data16 data16 data16 cs nopw 0x0(%rax,%rax,1)
	incq   0x48(%rsp)
	mov    0x40(%rsp),%rdx
	mov    %r14,%rdi
	lea    0x60(%rsp),%rsi
	call   a37 <main+0xa37>
	test   %rax,%rax
	js     d40 <main+0xd40>
	mov    0x50(%rsp),%r15
	mov    %r15,%rdi
	mov    %r13,%rsi
	call   a50 <main+0xa50>
	lea    (%r15,%rax,1),%rbx
	mov    %rbx,0x58(%rsp)
	movzbl (%r15,%rax,1),%eax
	cmp    $0x25,%eax
	je     a20 <main+0xa20>
	test   %eax,%eax
	je     a20 <main+0xa20>
	mov    %r12,0x100(%rsp)
	mov    %rbx,%rdi
	lea    0x0(%rip),%rsi        # a79 <main+0xa79>
	call   a7e <main+0xa7e>
	lea    (%rbx,%rax,1),%r15
	mov    %r15,0x58(%rsp)
	mov    0xf8(%rsp),%r12
	mov    (%r12),%r14
	movzbl (%rax,%rbx,1),%eax
	mov    $0xffffffffffffffff,%rbx
	testb  $0x8,0x1(%r14,%rax,2)
	je     ae1 <main+0xae1>
	mov    %r15,%rdi
	lea    0x30(%rsp),%rsi
	mov    $0xa,%edx
	call   ab8 <main+0xab8>
	mov    %rax,%rbx
	mov    0x30(%rsp),%r15
	mov    %r15,0x58(%rsp)
	movabs $0xde0b6b3a7640000,%rax
	cmp    %rax,%rbx
	mov    $0xffffffffffffffff,%rax
	cmova  %rax,%rbx
	mov    (%r12),%r14
	mov    %r15,%rdi
	lea    0x0(%rip),%rsi        # aeb <main+0xaeb>
	call   af0 <main+0xaf0>
	lea    (%r15,%rax,1),%rdi
	mov    %rdi,0x58(%rsp)
	movzbl (%r15,%rax,1),%eax
	testb  $0x8,0x1(%r14,%rax,2)
	je     1de0 <main+0x1de0>
	lea    0x30(%rsp),%rsi
	mov    $0xa,%edx
	call   b19 <main+0xb19>
	mov    0x30(%rsp),%r15
	mov    %r15,0x58(%rsp)
	test   %rbx,%rbx
	js     1de0 <main+0x1de0>
	mov    %rax,%r14
	movabs $0xde0b6b3a7640000,%rax
	cmp    %rax,%r14
	ja     1de0 <main+0x1de0>
	lea    -0x1(%rbx),%rax
	cmp    0x20(%rsp),%rax
	jae    1e07 <main+0x1e07>
	lea    -0x1(%r14),%rax
	cmp    (%rsp),%rax
	jae    1e2e <main+0x1e2e>
	cmpb   $0x0,0x9c(%rsp)
	je     b73 <main+0xb73>
	vmovsd 0x0(%rip),%xmm0        # b71 <main+0xb71>
	jmp    bd3 <main+0xbd3>
	mov    %r15,%rdi
	lea    0x30(%rsp),%rsi
	call   b80 <main+0xb80>
	mov    0x30(%rsp),%r15
	cmp    0x58(%rsp),%r15
	je     1ec1 <main+0x1ec1>
	mov    %r15,0x58(%rsp)
	vmovq  %xmm0,%rax
	mov    $0x3f,%cl
	bzhi   %rcx,%rax,%rax
	movabs $0x7fefffffffffffff,%rcx
	cmp    %rcx,%rax
	jg     1eca <main+0x1eca>
	vroundsd $0xb,%xmm0,%xmm0,%xmm1
	vucomisd %xmm1,%xmm0
	setp   %al
	setne  %cl
	or     %al,%cl
	test   %cl,0xa8(%rsp)
	jne    1ed3 <main+0x1ed3>
	vmovaps %xmm0,0xb0(%rsp)
	mov    %r15,%rdi
	mov    %r13,%rsi
	call   be7 <main+0xbe7>
	cmpb   $0x0,(%r15,%rax,1)
	jne    1e55 <main+0x1e55>
	cmp    %rbx,%r14
	setbe  %al
	or     0x90(%rsp),%al
	je     1e79 <main+0x1e79>
	cmp    %r14,%rbx
	sete   %al
	and    0x98(%rsp),%al
	cmp    $0x1,%al
	je     1e9d <main+0x1e9d>
	cmp    0x8(%rsp),%rbp
	jne    c5e <main+0xc5e>
	lea    0x0(%rbp,%rbp,1),%rsi
	test   %rbp,%rbp
	mov    $0x400,%eax
	cmove  %rax,%rsi
	mov    %rsi,0x8(%rsp)
	shl    $0x4,%rsi
	mov    0x10(%rsp),%r12
	mov    %r12,%rdi
	call   c48 <main+0xc48>
	mov    %rax,%r15
	test   %rax,%rax
	vmovapd 0xb0(%rsp),%xmm1
	jne    c6c <main+0xc6c>
	jmp    1efd <main+0x1efd>
	mov    0x10(%rsp),%r15
	vmovapd 0xb0(%rsp),%xmm1
	lea    -0x1(%rbx),%edx
	lea    -0x1(%r14),%esi
	lea    0x1(%rbp),%r12
	mov    %rbp,%rax
	shl    $0x4,%rax
	mov    %edx,(%r15,%rax,1)
	mov    %esi,0x4(%r15,%rax,1)
	vmovsd %xmm1,0x8(%r15,%rax,1)
	cmp    %r14d,%ebx
	sete   %al
	or     0x90(%rsp),%al
	jne    9ea <main+0x9ea>
	mov    0x8(%rsp),%rax
	cmp    %rax,%r12
	lea    0x50(%rsp),%r14
	jne    cfd <main+0xcfd>
	lea    (%rax,%rax,1),%rbx
	test   %rax,%rax
	mov    %rax,0x8(%rsp)
	mov    $0x400,%eax
	cmove  %rax,%rbx
	mov    %esi,0xac(%rsp)
	mov    %rbx,%rsi
	shl    $0x4,%rsi
	mov    %r15,%rdi
	mov    %edx,0x10(%rsp)
	call   cdf <main+0xcdf>
	mov    0xac(%rsp),%esi
	mov    0x10(%rsp),%edx
	vmovapd 0xb0(%rsp),%xmm1
	test   %rax,%rax
	jne    d03 <main+0xd03>
	jmp    1f05 <main+0x1f05>
	mov    %rax,%rbx
	mov    %r15,%rax
	vxorpd 0x0(%rip){1to2},%xmm1,%xmm0        # d0d <main+0xd0d>
	mov    0xa4(%rsp),%ecx
	kmovd  %ecx,%k1
	vmovsd %xmm1,%xmm0,%xmm0{%k1}
	add    $0x2,%rbp
	shl    $0x4,%r12
	mov    %esi,(%rax,%r12,1)
	mov    %edx,0x4(%rax,%r12,1)
	vmovsd %xmm0,0x8(%rax,%r12,1)
	mov    %rbx,0x8(%rsp)
	jmp    9f5 <main+0x9f5>
	mov    0x0(%rip),%rax        # d47 <main+0xd47>
	mov    (%rax),%rdi
	mov    0x38(%rsp),%rdx
	lea    0x0(%rip),%rsi        # d56 <main+0xd56>
	xor    %r14d,%r14d
	mov    %r12,%rcx
	mov    0xf0(%rsp),%r8
	xor    %eax,%eax
	call   d6b <main+0xd6b>
	mov    0x20(%rsp),%r13
	jmp    10e0 <main+0x10e0>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # d86 <main+0xd86>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # d90 <main+0xd90>
	lea    0x0(%rip),%r8        # d97 <main+0xd97>
	jmp    10c0 <main+0x10c0>
	mov    $0x1,%al
	mov    %eax,0xa8(%rsp)
	movl   $0x0,0x9c(%rsp)
	jmp    671 <main+0x671>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # dc6 <main+0xdc6>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # dd0 <main+0xdd0>
	lea    0x0(%rip),%r8        # dd7 <main+0xdd7>
	jmp    10c0 <main+0x10c0>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # ded <main+0xded>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # df7 <main+0xdf7>
	lea    0x0(%rip),%r8        # dfe <main+0xdfe>
	jmp    10c0 <main+0x10c0>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # e14 <main+0xe14>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # e1e <main+0xe1e>
	lea    0x0(%rip),%r8        # e25 <main+0xe25>
	jmp    10c0 <main+0x10c0>
	mov    0x0(%rip),%rax        # e31 <main+0xe31>
	mov    (%rax),%r15
	vzeroupper
	call   e3c <main+0xe3c>
	mov    (%rax),%edi
	call   e43 <main+0xe43>
	lea    0x0(%rip),%rsi        # e4a <main+0xe4a>
	mov    %r15,%rdi
	mov    %rbx,%rdx
	mov    %rax,%rcx
	xor    %eax,%eax
	call   e5a <main+0xe5a>
	xor    %r8d,%r8d
	jmp    fa3 <main+0xfa3>
	mov    0x40(%rsp),%rdi
	call   e6c <main+0xe6c>
	test   %eax,%eax
	jne    ffc <main+0xffc>
	lea    0x0(%rip),%r8        # e7b <main+0xe7b>
	jmp    100b <main+0x100b>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # e91 <main+0xe91>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # e9b <main+0xe9b>
	lea    0x0(%rip),%r8        # ea2 <main+0xea2>
	jmp    10c0 <main+0x10c0>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # eb8 <main+0xeb8>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # ec2 <main+0xec2>
	lea    0x0(%rip),%r8        # ec9 <main+0xec9>
	jmp    10c0 <main+0x10c0>
	incq   0x48(%rsp)
	mov    0x40(%rsp),%rdx
	mov    %r14,%rdi
	lea    0x60(%rsp),%rsi
	call   ee5 <main+0xee5>
	mov    $0x1,%r14b
	test   %rax,%rax
	js     1097 <main+0x1097>
	lea    0x0(%rip),%rbx        # ef8 <main+0xef8>
	mov    0x20(%rsp),%r13
	jmp    f22 <main+0xf22>
	nop
	incq   0x48(%rsp)
	mov    0x40(%rsp),%rdx
	lea    0x50(%rsp),%rdi
	lea    0x60(%rsp),%rsi
	call   f19 <main+0xf19>
	test   %rax,%rax
	js     10e0 <main+0x10e0>
	mov    0x50(%rsp),%r15
	mov    %r15,%rdi
	mov    %rbx,%rsi
	call   f32 <main+0xf32>
	lea    (%r15,%rax,1),%rcx
	mov    %rcx,0x58(%rsp)
	movzbl (%r15,%rax,1),%eax
	cmp    $0x25,%eax
	je     f00 <main+0xf00>
	test   %eax,%eax
	je     f00 <main+0xf00>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # f5a <main+0xf5a>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # f64 <main+0xf64>
	lea    0x0(%rip),%r8        # f6b <main+0xf6b>
	xor    %r14d,%r14d
	xor    %eax,%eax
	call   f75 <main+0xf75>
	jmp    10e0 <main+0x10e0>
	mov    0x0(%rip),%rax        # f81 <main+0xf81>
	mov    (%rax),%rcx
	lea    0x0(%rip),%rdi        # f8b <main+0xf8b>
	mov    $0x1e,%esi
	mov    $0x1,%edx
	mov    %r8,%rbx
	vzeroupper
	call   fa0 <main+0xfa0>
	mov    %rbx,%r8
	mov    $0x1,%r15d
	jmp    1d36 <main+0x1d36>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # fbf <main+0xfbf>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # fc9 <main+0xfc9>
	lea    0x0(%rip),%r8        # fd0 <main+0xfd0>
	jmp    10c0 <main+0x10c0>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # fe6 <main+0xfe6>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # ff0 <main+0xff0>
	lea    0x0(%rip),%r8        # ff7 <main+0xff7>
	jmp    10c0 <main+0x10c0>
	call   1001 <main+0x1001>
	mov    (%rax),%edi
	call   1008 <main+0x1008>
	mov    %rax,%r8
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # 101c <main+0x101c>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # 1026 <main+0x1026>
	jmp    10c0 <main+0x10c0>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # 103c <main+0x103c>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # 1046 <main+0x1046>
	lea    0x0(%rip),%r8        # 104d <main+0x104d>
	jmp    10c0 <main+0x10c0>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # 1060 <main+0x1060>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # 106a <main+0x106a>
	lea    0x0(%rip),%r8        # 1071 <main+0x1071>
	jmp    10c0 <main+0x10c0>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # 1084 <main+0x1084>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # 108e <main+0x108e>
	lea    0x0(%rip),%r8        # 1095 <main+0x1095>
	jmp    10c0 <main+0x10c0>
	mov    0x20(%rsp),%r13
	jmp    10e0 <main+0x10e0>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # 10af <main+0x10af>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # 10b9 <main+0x10b9>
	lea    0x0(%rip),%r8        # 10c0 <main+0x10c0>
	xor    %r13d,%r13d
	xor    %eax,%eax
	call   10ca <main+0x10ca>
	movq   $0x0,(%rsp)
	xor    %ebp,%ebp
	movq   $0x0,0x10(%rsp)
	xor    %r14d,%r14d
	mov    0x50(%rsp),%rdi
	call   10ea <main+0x10ea>
	mov    0x40(%rsp),%rdi
	call   10f4 <main+0x10f4>
	mov    $0x1,%r15d
	test   %r14b,%r14b
	mov    0x10(%rsp),%r8
	mov    (%rsp),%r14
	je     1d36 <main+0x1d36>
	mov    %r8,%rbx
	lea    0x1(%r13),%rdi
	mov    $0x8,%esi
	vzeroupper
	call   1120 <main+0x1120>
	mov    %rax,%r15
	lea    0x4(,%rbp,4),%rdi
	call   1130 <main+0x1130>
	mov    %rax,%r12
	lea    0x8(,%rbp,8),%rdi
	call   1140 <main+0x1140>
	mov    %r13,0xc0(%rsp)
	mov    %r14,0xc8(%rsp)
	mov    %rbp,0xd0(%rsp)
	mov    %r15,0xd8(%rsp)
	mov    %r12,0xe0(%rsp)
	mov    %rax,0xe8(%rsp)
	test   %r15,%r15
	je     1d7a <main+0x1d7a>
	test   %r12,%r12
	je     1d7a <main+0x1d7a>
	test   %rax,%rax
	je     1d7a <main+0x1d7a>
	test   %rbp,%rbp
	je     1232 <main+0x1232>
	mov    %ebp,%ecx
	and    $0x7,%ecx
	cmp    $0x8,%rbp
	jae    11a3 <main+0x11a3>
	xor    %edx,%edx
	jmp    1209 <main+0x1209>
	mov    %rbp,%rsi
	and    $0xfffffffffffffff8,%rsi
	lea    0x70(%rbx),%rdi
	xor    %edx,%edx
	movslq -0x70(%rdi),%r8
	incq   0x8(%r15,%r8,8)
	movslq -0x60(%rdi),%r8
	incq   0x8(%r15,%r8,8)
	movslq -0x50(%rdi),%r8
	incq   0x8(%r15,%r8,8)
	movslq -0x40(%rdi),%r8
	incq   0x8(%r15,%r8,8)
	movslq -0x30(%rdi),%r8
	incq   0x8(%r15,%r8,8)
	movslq -0x20(%rdi),%r8
	incq   0x8(%r15,%r8,8)
	movslq -0x10(%rdi),%r8
	incq   0x8(%r15,%r8,8)
	movslq (%rdi),%r8
	incq   0x8(%r15,%r8,8)
	add    $0x8,%rdx
	sub    $0xffffffffffffff80,%rdi
	cmp    %rdx,%rsi
	jne    11b0 <main+0x11b0>
	test   %rcx,%rcx
	je     1232 <main+0x1232>
	shl    $0x4,%rdx
	add    %rbx,%rdx
	shl    $0x4,%ecx
	xor    %esi,%esi
	data16 cs nopw 0x0(%rax,%rax,1)
	movslq (%rdx,%rsi,1),%rdi
	incq   0x8(%r15,%rdi,8)
	add    $0x10,%rsi
	cmp    %rsi,%rcx
	jne    1220 <main+0x1220>
	test   %r13,%r13
	je     12e0 <main+0x12e0>
	mov    (%r15),%rcx
	mov    %r13d,%edx
	and    $0x7,%edx
	cmp    $0x8,%r13
	jae    124e <main+0x124e>
	xor    %edi,%edi
	jmp    12be <main+0x12be>
	mov    %r13,%rsi
	and    $0xfffffffffffffff8,%rsi
	xor    %edi,%edi
	nopw   0x0(%rax,%rax,1)
	add    0x8(%r15,%rdi,8),%rcx
	mov    %rcx,0x8(%r15,%rdi,8)
	add    0x10(%r15,%rdi,8),%rcx
	mov    %rcx,0x10(%r15,%rdi,8)
	add    0x18(%r15,%rdi,8),%rcx
	mov    %rcx,0x18(%r15,%rdi,8)
	add    0x20(%r15,%rdi,8),%rcx
	mov    %rcx,0x20(%r15,%rdi,8)
	add    0x28(%r15,%rdi,8),%rcx
	mov    %rcx,0x28(%r15,%rdi,8)
	add    0x30(%r15,%rdi,8),%rcx
	mov    %rcx,0x30(%r15,%rdi,8)
	add    0x38(%r15,%rdi,8),%rcx
	mov    %rcx,0x38(%r15,%rdi,8)
	add    0x40(%r15,%rdi,8),%rcx
	mov    %rcx,0x40(%r15,%rdi,8)
	add    $0x8,%rdi
	cmp    %rdi,%rsi
	jne    1260 <main+0x1260>
	test   %rdx,%rdx
	je     12e0 <main+0x12e0>
	lea    0x8(%r15,%rdi,8),%rsi
	xor    %edi,%edi
	data16 cs nopw 0x0(%rax,%rax,1)
	add    (%rsi,%rdi,8),%rcx
	mov    %rcx,(%rsi,%rdi,8)
	inc    %rdi
	cmp    %rdi,%rdx
	jne    12d0 <main+0x12d0>
	test   %rbp,%rbp
	je     13ed <main+0x13ed>
	mov    %ebp,%ecx
	and    $0x3,%ecx
	cmp    $0x4,%rbp
	jae    12fb <main+0x12fb>
	xor    %edx,%edx
	jmp    13ad <main+0x13ad>
	and    $0xfffffffffffffffc,%rbp
	lea    0x38(%rbx),%rsi
	xor    %edx,%edx
	data16 cs nopw 0x0(%rax,%rax,1)
	movslq -0x38(%rsi),%rdi
	mov    (%r15,%rdi,8),%r8
	lea    0x1(%r8),%r9
	mov    %r9,(%r15,%rdi,8)
	mov    -0x34(%rsi),%edi
	mov    %edi,(%r12,%r8,4)
	vmovsd -0x30(%rsi),%xmm0
	vmovsd %xmm0,(%rax,%r8,8)
	movslq -0x28(%rsi),%rdi
	mov    (%r15,%rdi,8),%r8
	lea    0x1(%r8),%r9
	mov    %r9,(%r15,%rdi,8)
	mov    -0x24(%rsi),%edi
	mov    %edi,(%r12,%r8,4)
	vmovsd -0x20(%rsi),%xmm0
	vmovsd %xmm0,(%rax,%r8,8)
	movslq -0x18(%rsi),%rdi
	mov    (%r15,%rdi,8),%r8
	lea    0x1(%r8),%r9
	mov    %r9,(%r15,%rdi,8)
	mov    -0x14(%rsi),%edi
	mov    %edi,(%r12,%r8,4)
	vmovsd -0x10(%rsi),%xmm0
	vmovsd %xmm0,(%rax,%r8,8)
	movslq -0x8(%rsi),%rdi
	mov    (%r15,%rdi,8),%r8
	lea    0x1(%r8),%r9
	mov    %r9,(%r15,%rdi,8)
	mov    -0x4(%rsi),%edi
	mov    %edi,(%r12,%r8,4)
	vmovsd (%rsi),%xmm0
	vmovsd %xmm0,(%rax,%r8,8)
	add    $0x4,%rdx
	add    $0x40,%rsi
	cmp    %rdx,%rbp
	jne    1310 <main+0x1310>
	test   %rcx,%rcx
	je     13ed <main+0x13ed>
	shl    $0x4,%rdx
	lea    0x8(%rdx,%rbx,1),%rdx
	shl    $0x4,%ecx
	xor    %esi,%esi
	nopl   0x0(%rax,%rax,1)
	movslq -0x8(%rdx,%rsi,1),%rdi
	mov    (%r15,%rdi,8),%r8
	lea    0x1(%r8),%r9
	mov    %r9,(%r15,%rdi,8)
	mov    -0x4(%rdx,%rsi,1),%edi
	mov    %edi,(%r12,%r8,4)
	vmovsd (%rdx,%rsi,1),%xmm0
	vmovsd %xmm0,(%rax,%r8,8)
	add    $0x10,%rsi
	cmp    %rsi,%rcx
	jne    13c0 <main+0x13c0>
	mov    %r15,%rdi
	add    $0x8,%rdi
	shl    $0x3,%r13
	mov    %r15,%rsi
	mov    %r13,%rdx
	call   1403 <main+0x1403>
	movq   $0x0,(%r15)
	mov    %rbx,%rdi
	call   1412 <main+0x1412>
	mov    0xc8(%rsp),%r12
	lea    0x0(,%r12,8),%rdi
	call   1427 <main+0x1427>
	mov    %rax,%rbx
	mov    0xc0(%rsp),%rax
	mov    %rax,0x8(%rsp)
	lea    0x0(,%rax,8),%rdi
	call   1444 <main+0x1444>
	mov    %rax,%r14
	test   %rbx,%rbx
	je     1da5 <main+0x1da5>
	test   %r14,%r14
	je     1da5 <main+0x1da5>
	test   %r12,%r12
	mov    0x8(%rsp),%r9
	je     15b4 <main+0x15b4>
	mov    %r12d,%eax
	and    $0x3,%eax
	movabs $0x81e722c258cd00c3,%rcx
	cmp    $0x4,%r12
	jae    1484 <main+0x1484>
	xor    %esi,%esi
	jmp    1568 <main+0x1568>
	mov    %r12,%rdi
	and    $0xfffffffffffffffc,%rdi
	xor    %esi,%esi
	vmovsd 0x0(%rip),%xmm0        # 1495 <main+0x1495>
	vmovsd 0x0(%rip),%xmm1        # 149d <main+0x149d>
	nopl   (%rax)
	mov    %rsi,%rdx
	imul   %rsi,%rdx
	mulx   %rcx,%r8,%r8
	shr    $0x9,%r8
	imul   $0x3f1,%r8,%r8
	sub    %r8,%rdx
	vcvtsi2sd %rdx,%xmm15,%xmm2
	vdivsd %xmm0,%xmm2,%xmm2
	vaddsd %xmm1,%xmm2,%xmm2
	vmovsd %xmm2,(%rbx,%rsi,8)
	lea    0x1(%rsi),%rdx
	imul   %rdx,%rdx
	mulx   %rcx,%r8,%r8
	shr    $0x9,%r8
	imul   $0x3f1,%r8,%r8
	sub    %r8,%rdx
	vcvtsi2sd %rdx,%xmm15,%xmm2
	vdivsd %xmm0,%xmm2,%xmm2
	vaddsd %xmm1,%xmm2,%xmm2
	vmovsd %xmm2,0x8(%rbx,%rsi,8)
	lea    0x2(%rsi),%rdx
	imul   %rdx,%rdx
	mulx   %rcx,%r8,%r8
	shr    $0x9,%r8
	imul   $0x3f1,%r8,%r8
	sub    %r8,%rdx
	vcvtsi2sd %rdx,%xmm15,%xmm2
	vdivsd %xmm0,%xmm2,%xmm2
	vaddsd %xmm1,%xmm2,%xmm2
	vmovsd %xmm2,0x10(%rbx,%rsi,8)
	lea    0x3(%rsi),%rdx
	imul   %rdx,%rdx
	mulx   %rcx,%r8,%r8
	shr    $0x9,%r8
	imul   $0x3f1,%r8,%r8
	sub    %r8,%rdx
	vcvtsi2sd %rdx,%xmm15,%xmm2
	vdivsd %xmm0,%xmm2,%xmm2
	vaddsd %xmm1,%xmm2,%xmm2
	vmovsd %xmm2,0x18(%rbx,%rsi,8)
	add    $0x4,%rsi
	cmp    %rsi,%rdi
	jne    14a0 <main+0x14a0>
	test   %rax,%rax
	je     15b4 <main+0x15b4>
	vmovsd 0x0(%rip),%xmm0        # 1570 <main+0x1570>
	vmovsd 0x0(%rip),%xmm1        # 1578 <main+0x1578>
	nopl   0x0(%rax,%rax,1)
	mov    %rsi,%rdx
	imul   %rsi,%rdx
	mulx   %rcx,%rdi,%rdi
	shr    $0x9,%rdi
	imul   $0x3f1,%rdi,%rdi
	sub    %rdi,%rdx
	vcvtsi2sd %rdx,%xmm15,%xmm2
	vdivsd %xmm0,%xmm2,%xmm2
	vaddsd %xmm1,%xmm2,%xmm2
	vmovsd %xmm2,(%rbx,%rsi,8)
	inc    %rsi
	dec    %rax
	jne    1580 <main+0x1580>
	test   %r9,%r9
	je     166c <main+0x166c>
	cmp    $0x4,%r9
	jae    15ca <main+0x15ca>
	xor    %eax,%eax
	jmp    1654 <main+0x1654>
	cmp    $0x10,%r9
	jae    15d4 <main+0x15d4>
	xor    %eax,%eax
	jmp    161f <main+0x161f>
	mov    %r9,%rax
	and    $0xfffffffffffffff0,%rax
	xor    %ecx,%ecx
	vbroadcastsd 0x0(%rip),%ymm0        # 15e6 <main+0x15e6>
	cs nopw 0x0(%rax,%rax,1)
	vmovupd %ymm0,(%r14,%rcx,8)
	vmovupd %ymm0,0x20(%r14,%rcx,8)
	vmovupd %ymm0,0x40(%r14,%rcx,8)
	vmovupd %ymm0,0x60(%r14,%rcx,8)
	add    $0x10,%rcx
	cmp    %rcx,%rax
	jne    15f0 <main+0x15f0>
	cmp    %rax,%r9
	je     166c <main+0x166c>
	test   $0xc,%r9b
	je     1654 <main+0x1654>
	mov    %rax,%rcx
	mov    %r9,%rax
	and    $0xfffffffffffffffc,%rax
	vbroadcastsd 0x0(%rip),%ymm0        # 1632 <main+0x1632>
	data16 data16 data16 data16 cs nopw 0x0(%rax,%rax,1)
	vmovupd %ymm0,(%r14,%rcx,8)
	add    $0x4,%rcx
	cmp    %rcx,%rax
	jne    1640 <main+0x1640>
	cmp    %rax,%r9
	je     166c <main+0x166c>
	movabs $0x7ff8000000000000,%rcx
	xchg   %ax,%ax
	mov    %rcx,(%r14,%rax,8)
	inc    %rax
	cmp    %rax,%r9
	jne    1660 <main+0x1660>
	mov    %r9,0x38(%rsp)
	vxorpd %xmm0,%xmm0,%xmm0
	vmovupd %xmm0,0x40(%rsp)
	movl   $0x80000001,0x50(%rsp)
	vmovupd %xmm0,0x54(%rsp)
	movl   $0x0,0x64(%rsp)
	movabs $0x8000000180000001,%rax
	mov    %rax,0x68(%rsp)
	movabs $0x39ffffffff,%rax
	mov    %rax,0x70(%rsp)
	vmovupd %xmm0,0x78(%rsp)
	lea    0x0(%rip),%rax        # 16bc <main+0x16bc>
	mov    %rax,0x88(%rsp)
	lea    0x0(%rip),%rdi        # 16cb <main+0x16cb>
	lea    0x38(%rsp),%rsi
	vzeroupper
	call   16d8 <main+0x16d8>
	mov    0xd0(%rsp),%rdx
	mov    0xd8(%rsp),%rbp
	mov    0xe0(%rsp),%r13
	mov    0xe8(%rsp),%r15
	mov    0x8(%rsp),%rdi
	mov    %r12,%rsi
	mov    %rdx,(%rsp)
	mov    %rbp,%rcx
	mov    %r13,%r8
	mov    %r15,%r9
	push   %r14
	push   %rbx
	call   *%rax
	mov    0x18(%rsp),%r9
	add    $0x10,%rsp
	test   %r9,%r9
	mov    %r12,0x90(%rsp)
	je     174f <main+0x174f>
	xor    %r10d,%r10d
	vmovddup 0x0(%rip),%xmm4        # 1733 <main+0x1733>
	vmovddup 0x0(%rip),%xmm5        # 173b <main+0x173b>
	vmovsd 0x0(%rip),%xmm6        # 1743 <main+0x1743>
	mov    0x0(%rip),%r11        # 174a <main+0x174a>
	xor    %r12d,%r12d
	jmp    17bc <main+0x17bc>
	xor    %eax,%eax
	movq   $0x0,0x20(%rsp)
	mov    %r9,%r12
	vxorpd %xmm1,%xmm1,%xmm1
	jmp    19a4 <main+0x19a4>
	mov    (%r11),%rdi
	lea    0x0(%rip),%rsi        # 1770 <main+0x1770>
	lea    0x0(%rip),%rdx        # 1777 <main+0x1777>
	mov    %r12,%rcx
	mov    $0x2,%al
	vmovapd %xmm4,0x20(%rsp)
	call   1787 <main+0x1787>
	mov    0x0(%rip),%r11        # 178e <main+0x178e>
	vmovsd 0x0(%rip),%xmm6        # 1796 <main+0x1796>
	vmovddup 0x0(%rip),%xmm5        # 179e <main+0x179e>
	vmovapd 0x20(%rsp),%xmm4
	mov    0x8(%rsp),%r9
	mov    $0x1,%r10d
	nop
	inc    %r12
	cmp    %r9,%r12
	jae    18d7 <main+0x18d7>
	mov    0x0(%rbp,%r12,8),%rsi
	mov    0x8(%rbp,%r12,8),%rcx
	vxorpd %xmm1,%xmm1,%xmm1
	mov    %rcx,%rax
	vxorpd %xmm0,%xmm0,%xmm0
	sub    %rsi,%rax
	jbe    189c <main+0x189c>
	mov    %ecx,%edi
	sub    %esi,%edi
	mov    %rsi,%rdx
	and    $0x3,%edi
	je     1815 <main+0x1815>
	cs nopw 0x0(%rax,%rax,1)
	vmovsd (%r15,%rdx,8),%xmm2
	movslq 0x0(%r13,%rdx,4),%r8
	vmulsd (%rbx,%r8,8),%xmm2,%xmm2
	vaddsd %xmm2,%xmm1,%xmm1
	vandpd %xmm5,%xmm2,%xmm2
	vaddsd %xmm2,%xmm0,%xmm0
	inc    %rdx
	dec    %rdi
	jne    17f0 <main+0x17f0>
	sub    %rcx,%rsi
	cmp    $0xfffffffffffffffc,%rsi
	ja     189c <main+0x189c>
	xchg   %ax,%ax
	movslq 0x0(%r13,%rdx,4),%rsi
	vmovsd (%r15,%rdx,8),%xmm2
	vmovsd 0x8(%r15,%rdx,8),%xmm3
	vmulsd (%rbx,%rsi,8),%xmm2,%xmm2
	vaddsd %xmm2,%xmm1,%xmm1
	vandpd %xmm4,%xmm2,%xmm2
	vaddsd %xmm2,%xmm0,%xmm0
	movslq 0x4(%r13,%rdx,4),%rsi
	vmulsd (%rbx,%rsi,8),%xmm3,%xmm2
	vaddsd %xmm2,%xmm1,%xmm1
	vandpd %xmm4,%xmm2,%xmm2
	vaddsd %xmm2,%xmm0,%xmm0
	vmovsd 0x10(%r15,%rdx,8),%xmm2
	movslq 0x8(%r13,%rdx,4),%rsi
	vmulsd (%rbx,%rsi,8),%xmm2,%xmm2
	vaddsd %xmm2,%xmm1,%xmm1
	vandpd %xmm4,%xmm2,%xmm2
	vmovsd 0x18(%r15,%rdx,8),%xmm3
	movslq 0xc(%r13,%rdx,4),%rsi
	vmulsd (%rbx,%rsi,8),%xmm3,%xmm3
	vaddsd %xmm2,%xmm0,%xmm0
	vaddsd %xmm3,%xmm1,%xmm1
	vandpd %xmm4,%xmm3,%xmm2
	vaddsd %xmm2,%xmm0,%xmm0
	add    $0x4,%rdx
	cmp    %rdx,%rcx
	jne    1820 <main+0x1820>
	vcvtusi2sd %rax,%xmm15,%xmm2
	vaddsd %xmm2,%xmm2,%xmm2
	vmulsd %xmm6,%xmm2,%xmm2
	vmulsd %xmm0,%xmm2,%xmm2
	vmovsd (%r14,%r12,8),%xmm0
	vsubsd %xmm1,%xmm0,%xmm3
	vandpd %xmm5,%xmm3,%xmm3
	vucomisd %xmm3,%xmm2
	jae    17b0 <main+0x17b0>
	test   %r10,%r10
	je     1766 <main+0x1766>
	inc    %r10
	jmp    17b0 <main+0x17b0>
	cmp    $0x4,%r9
	jae    18e8 <main+0x18e8>
	xor    %eax,%eax
	vxorpd %xmm1,%xmm1,%xmm1
	jmp    1974 <main+0x1974>
	cmp    $0x10,%r9
	vxorpd %xmm1,%xmm1,%xmm1
	jae    18f6 <main+0x18f6>
	xor    %eax,%eax
	jmp    193f <main+0x193f>
	mov    %r9,%rax
	and    $0xfffffffffffffff0,%rax
	xor    %ecx,%ecx
	vbroadcastsd 0x0(%rip),%ymm0        # 1908 <main+0x1908>
	nopl   0x0(%rax,%rax,1)
	vmovupd %ymm0,(%r14,%rcx,8)
	vmovupd %ymm0,0x20(%r14,%rcx,8)
	vmovupd %ymm0,0x40(%r14,%rcx,8)
	vmovupd %ymm0,0x60(%r14,%rcx,8)
	add    $0x10,%rcx
	cmp    %rcx,%rax
	jne    1910 <main+0x1910>
	cmp    %rax,%r9
	je     198c <main+0x198c>
	test   $0xc,%r9b
	je     1974 <main+0x1974>
	mov    %rax,%rcx
	mov    %r9,%rax
	and    $0xfffffffffffffffc,%rax
	vbroadcastsd 0x0(%rip),%ymm0        # 1952 <main+0x1952>
	data16 data16 data16 data16 cs nopw 0x0(%rax,%rax,1)
	vmovupd %ymm0,(%r14,%rcx,8)
	add    $0x4,%rcx
	cmp    %rcx,%rax
	jne    1960 <main+0x1960>
	cmp    %rax,%r9
	je     198c <main+0x198c>
	movabs $0x7ff8000000000000,%rcx
	xchg   %ax,%ax
	mov    %rcx,(%r14,%rax,8)
	inc    %rax
	cmp    %rax,%r9
	jne    1980 <main+0x1980>
	mov    %r10,0x20(%rsp)
	cmp    $0xffff,%r9
	mov    $0xffff,%eax
	cmovb  %r9,%rax
	mov    %r9,%r12
	movabs $0x8000000180000001,%rcx
	mov    %rcx,0x38(%rsp)
	vmovupd %xmm1,0x40(%rsp)
	mov    %eax,0x50(%rsp)
	movq   $0x0,0x54(%rsp)
	movl   $0x40,0x5c(%rsp)
	movq   $0x0,0x60(%rsp)
	mov    %rcx,0x68(%rsp)
	movabs $0x3fffffffff,%rax
	mov    %rax,0x70(%rsp)
	vmovupd %xmm1,0x78(%rsp)
	lea    0x0(%rip),%rax        # 19f8 <main+0x19f8>
	mov    %rax,0x88(%rsp)
	lea    0x0(%rip),%rdi        # 1a07 <main+0x1a07>
	lea    0x38(%rsp),%rsi
	vzeroupper
	call   1a14 <main+0x1a14>
	mov    %r12,%rdi
	mov    0x90(%rsp),%rsi
	mov    (%rsp),%rdx
	mov    %rbp,%rcx
	mov    %r13,%r8
	mov    %r15,%r9
	push   %r14
	push   %rbx
	call   *%rax
	add    $0x10,%rsp
	test   %r12,%r12
	mov    %r12,%rsi
	je     1a62 <main+0x1a62>
	xor    %r11d,%r11d
	vmovddup 0x0(%rip),%xmm4        # 1a48 <main+0x1a48>
	vmovddup 0x0(%rip),%xmm5        # 1a50 <main+0x1a50>
	vmovsd 0x0(%rip),%xmm6        # 1a58 <main+0x1a58>
	xor    %r12d,%r12d
	mov    0x20(%rsp),%r10
	jmp    1adc <main+0x1adc>
	xor    %r11d,%r11d
	vxorpd %xmm0,%xmm0,%xmm0
	mov    0xa0(%rsp),%ebp
	mov    0x20(%rsp),%r10
	jmp    1c8d <main+0x1c8d>
	mov    0x0(%rip),%rax        # 1a81 <main+0x1a81>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # 1a8b <main+0x1a8b>
	lea    0x0(%rip),%rdx        # 1a92 <main+0x1a92>
	mov    %r12,%rcx
	mov    $0x2,%al
	vmovapd %xmm4,0x10(%rsp)
	call   1aa2 <main+0x1aa2>
	vmovsd 0x0(%rip),%xmm6        # 1aaa <main+0x1aaa>
	vmovddup 0x0(%rip),%xmm5        # 1ab2 <main+0x1ab2>
	vmovapd 0x10(%rsp),%xmm4
	mov    0x20(%rsp),%r10
	mov    0x8(%rsp),%rsi
	mov    $0x1,%r11d
	nopl   0x0(%rax,%rax,1)
	inc    %r12
	cmp    %rsi,%r12
	jae    1bf7 <main+0x1bf7>
	mov    0x0(%rbp,%r12,8),%r9
	mov    0x8(%rbp,%r12,8),%rcx
	vxorpd %xmm1,%xmm1,%xmm1
	mov    %rcx,%rax
	vxorpd %xmm0,%xmm0,%xmm0
	sub    %r9,%rax
	jbe    1bbc <main+0x1bbc>
	mov    %ecx,%edi
	sub    %r9d,%edi
	mov    %r9,%rdx
	and    $0x3,%edi
	je     1b35 <main+0x1b35>
	nopw   0x0(%rax,%rax,1)
	vmovsd (%r15,%rdx,8),%xmm2
	movslq 0x0(%r13,%rdx,4),%r8
	vmulsd (%rbx,%r8,8),%xmm2,%xmm2
	vaddsd %xmm2,%xmm1,%xmm1
	vandpd %xmm5,%xmm2,%xmm2
	vaddsd %xmm2,%xmm0,%xmm0
	inc    %rdx
	dec    %rdi
	jne    1b10 <main+0x1b10>
	sub    %rcx,%r9
	cmp    $0xfffffffffffffffc,%r9
	ja     1bbc <main+0x1bbc>
	xchg   %ax,%ax
	movslq 0x0(%r13,%rdx,4),%rdi
	vmovsd (%r15,%rdx,8),%xmm2
	vmovsd 0x8(%r15,%rdx,8),%xmm3
	vmulsd (%rbx,%rdi,8),%xmm2,%xmm2
	vaddsd %xmm2,%xmm1,%xmm1
	vandpd %xmm4,%xmm2,%xmm2
	vaddsd %xmm2,%xmm0,%xmm0
	movslq 0x4(%r13,%rdx,4),%rdi
	vmulsd (%rbx,%rdi,8),%xmm3,%xmm2
	vaddsd %xmm2,%xmm1,%xmm1
	vandpd %xmm4,%xmm2,%xmm2
	vaddsd %xmm2,%xmm0,%xmm0
	vmovsd 0x10(%r15,%rdx,8),%xmm2
	movslq 0x8(%r13,%rdx,4),%rdi
	vmulsd (%rbx,%rdi,8),%xmm2,%xmm2
	vaddsd %xmm2,%xmm1,%xmm1
	vandpd %xmm4,%xmm2,%xmm2
	vmovsd 0x18(%r15,%rdx,8),%xmm3
	movslq 0xc(%r13,%rdx,4),%rdi
	vmulsd (%rbx,%rdi,8),%xmm3,%xmm3
	vaddsd %xmm2,%xmm0,%xmm0
	vaddsd %xmm3,%xmm1,%xmm1
	vandpd %xmm4,%xmm3,%xmm2
	vaddsd %xmm2,%xmm0,%xmm0
	add    $0x4,%rdx
	cmp    %rdx,%rcx
	jne    1b40 <main+0x1b40>
	vcvtusi2sd %rax,%xmm15,%xmm2
	vaddsd %xmm2,%xmm2,%xmm2
	vmulsd %xmm6,%xmm2,%xmm2
	vmulsd %xmm0,%xmm2,%xmm2
	vmovsd (%r14,%r12,8),%xmm0
	vsubsd %xmm1,%xmm0,%xmm3
	vandpd %xmm5,%xmm3,%xmm3
	vucomisd %xmm3,%xmm2
	jae    1ad0 <main+0x1ad0>
	test   %r11,%r11
	je     1a7a <main+0x1a7a>
	inc    %r11
	jmp    1ad0 <main+0x1ad0>
	lea    -0x1(%rsi),%rcx
	mov    %esi,%eax
	and    $0x7,%eax
	cmp    $0x7,%rcx
	jae    1c15 <main+0x1c15>
	vxorpd %xmm0,%xmm0,%xmm0
	xor    %ecx,%ecx
	mov    0xa0(%rsp),%ebp
	jmp    1c75 <main+0x1c75>
	mov    %rsi,%rdx
	and    $0xfffffffffffffff8,%rdx
	vxorpd %xmm0,%xmm0,%xmm0
	xor    %ecx,%ecx
	mov    0xa0(%rsp),%ebp
	nopl   0x0(%rax)
	vaddsd (%r14,%rcx,8),%xmm0,%xmm0
	vaddsd 0x8(%r14,%rcx,8),%xmm0,%xmm0
	vaddsd 0x10(%r14,%rcx,8),%xmm0,%xmm0
	vaddsd 0x18(%r14,%rcx,8),%xmm0,%xmm0
	vaddsd 0x20(%r14,%rcx,8),%xmm0,%xmm0
	vaddsd 0x28(%r14,%rcx,8),%xmm0,%xmm0
	vaddsd 0x30(%r14,%rcx,8),%xmm0,%xmm0
	vaddsd 0x38(%r14,%rcx,8),%xmm0,%xmm0
	add    $0x8,%rcx
	cmp    %rcx,%rdx
	jne    1c30 <main+0x1c30>
	test   %rax,%rax
	je     1c8d <main+0x1c8d>
	lea    (%r14,%rcx,8),%rcx
	xor    %edx,%edx
	nopl   0x0(%rax,%rax,1)
	vaddsd (%rcx,%rdx,8),%xmm0,%xmm0
	inc    %rdx
	cmp    %rdx,%rax
	jne    1c80 <main+0x1c80>
	neg    %r10
	mov    %r10,%r12
	mov    %r11,%r13
	cmp    %r10,%r11
	lea    0x0(%rip),%rax        # 1ca0 <main+0x1ca0>
	lea    0x0(%rip),%r8        # 1ca7 <main+0x1ca7>
	cmovne %rax,%r8
	lea    0x0(%rip),%rdi        # 1cb2 <main+0x1cb2>
	mov    0x90(%rsp),%rdx
	mov    (%rsp),%rcx
	mov    $0x1,%al
	call   1cc5 <main+0x1cc5>
	test   $0x1,%bpl
	jne    1d19 <main+0x1d19>
	lea    0x50e(%rip),%rdi        # 21e0 <multiply_rows>
	lea    0xc0(%rsp),%r15
	mov    %r15,%rsi
	mov    %rbx,%rdx
	mov    %r14,%rcx
	call   2350 <measure>
	lea    0x0(%rip),%rdi        # 1cef <main+0x1cef>
	mov    $0x1,%al
	call   1cf6 <main+0x1cf6>
	lea    0x593(%rip),%rdi        # 2290 <multiply_blocks>
	mov    %r15,%rsi
	mov    %rbx,%rdx
	mov    %r14,%rcx
	call   2350 <measure>
	lea    0x0(%rip),%rdi        # 1d12 <main+0x1d12>
	mov    $0x1,%al
	call   1d19 <main+0x1d19>
	xor    %r15d,%r15d
	cmp    %r12,%r13
	setne  %r15b
	mov    %rbx,%rdi
	call   1d2b <main+0x1d2b>
	mov    %r14,%rdi
	call   1d33 <main+0x1d33>
	xor    %r8d,%r8d
	mov    %r8,%rdi
	call   1d3e <main+0x1d3e>
	mov    0xd8(%rsp),%rdi
	call   1d4b <main+0x1d4b>
	mov    0xe0(%rsp),%rdi
	call   1d58 <main+0x1d58>
	mov    0xe8(%rsp),%rdi
	call   1d65 <main+0x1d65>
	mov    %r15d,%eax
	add    $0x108,%rsp
	pop    %rbx
	pop    %r12
	pop    %r13
	pop    %r14
	pop    %r15
	pop    %rbp
	ret
	mov    0x0(%rip),%rax        # 1d81 <main+0x1d81>
	mov    (%rax),%rcx
	lea    0x0(%rip),%rdi        # 1d8b <main+0x1d8b>
	mov    $0x20,%esi
	mov    $0x1,%edx
	call   1d9a <main+0x1d9a>
	mov    $0x1,%r15d
	mov    %rbx,%r8
	jmp    1d36 <main+0x1d36>
	mov    0x0(%rip),%rax        # 1dac <main+0x1dac>
	mov    (%rax),%rcx
	lea    0x0(%rip),%rdi        # 1db6 <main+0x1db6>
	mov    $0x20,%esi
	mov    $0x1,%edx
	call   1dc5 <main+0x1dc5>
	mov    %rbx,%rdi
	call   1dcd <main+0x1dcd>
	mov    %r14,%rdi
	call   1dd5 <main+0x1dd5>
	mov    $0x1,%r15d
	jmp    1d33 <main+0x1d33>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # 1df1 <main+0x1df1>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # 1dfb <main+0x1dfb>
	lea    0x0(%rip),%r8        # 1e02 <main+0x1e02>
	jmp    1ef5 <main+0x1ef5>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # 1e18 <main+0x1e18>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # 1e22 <main+0x1e22>
	lea    0x0(%rip),%r8        # 1e29 <main+0x1e29>
	jmp    1ef5 <main+0x1ef5>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # 1e3f <main+0x1e3f>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # 1e49 <main+0x1e49>
	lea    0x0(%rip),%r8        # 1e50 <main+0x1e50>
	jmp    1ef5 <main+0x1ef5>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # 1e66 <main+0x1e66>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # 1e70 <main+0x1e70>
	lea    0x0(%rip),%r8        # 1e77 <main+0x1e77>
	jmp    1ef5 <main+0x1ef5>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # 1e8a <main+0x1e8a>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # 1e94 <main+0x1e94>
	lea    0x0(%rip),%r8        # 1e9b <main+0x1e9b>
	jmp    1ef5 <main+0x1ef5>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # 1eae <main+0x1eae>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # 1eb8 <main+0x1eb8>
	lea    0x0(%rip),%r8        # 1ebf <main+0x1ebf>
	jmp    1ef5 <main+0x1ef5>
	lea    0x0(%rip),%r8        # 1ec8 <main+0x1ec8>
	jmp    1eda <main+0x1eda>
	lea    0x0(%rip),%r8        # 1ed1 <main+0x1ed1>
	jmp    1eda <main+0x1eda>
	lea    0x0(%rip),%r8        # 1eda <main+0x1eda>
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # 1eeb <main+0x1eeb>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # 1ef5 <main+0x1ef5>
	xor    %r14d,%r14d
	jmp    d64 <main+0xd64>
	mov    %rbp,0x8(%rsp)
	mov    %r12,%r15
	mov    0x38(%rsp),%rdx
	mov    0x48(%rsp),%rcx
	mov    0x0(%rip),%rax        # 1f16 <main+0x1f16>
	mov    (%rax),%rdi
	lea    0x0(%rip),%rsi        # 1f20 <main+0x1f20>
	lea    0x0(%rip),%r8        # 1f27 <main+0x1f27>
	xor    %r14d,%r14d
	xor    %eax,%eax
	call   1f31 <main+0x1f31>
	mov    0x8(%rsp),%rbp
	mov    %r15,0x10(%rsp)
	mov    0x20(%rsp),%r13
	jmp    10e0 <main+0x10e0>
	data16 cs nopw 0x0(%rax,%rax,1)

0000000000001f50 <multiply_by_thread>:
	push   %rbp
	push   %r15
	push   %r14
	push   %r13
	push   %r12
	push   %rbx
	sub    $0x98,%rsp
	mov    %r9,%r13
	mov    %r8,%rbp
	mov    %rdx,%r12
	mov    %rsi,%r15
	mov    %rdi,%rbx
	mov    %rdi,0x50(%rsp)
	movq   $0x8,(%rsp)
	mov    %rsi,0x58(%rsp)
	movq   $0x8,0x8(%rsp)
	mov    %rdx,0x60(%rsp)
	movq   $0x8,0x10(%rsp)
	mov    %rcx,0x68(%rsp)
	lea    0x1(%rdi),%r8
	lea    0x0(%rip),%r14        # 1fa9 <multiply_by_thread+0x59>
	mov    $0x8,%ecx
	mov    %r14,%rdi
	mov    $0x3,%esi
	xor    %edx,%edx
	xor    %r9d,%r9d
	call   1fc0 <multiply_by_thread+0x70>
	mov    %rax,0x18(%rsp)
	mov    %rbp,0x70(%rsp)
	mov    $0x4,%ecx
	mov    %r14,%rdi
	mov    $0x4,%esi
	xor    %edx,%edx
	mov    %r12,%r8
	xor    %r9d,%r9d
	call   1fe4 <multiply_by_thread+0x94>
	mov    %rax,0x20(%rsp)
	mov    %r13,0x78(%rsp)
	mov    $0x8,%ecx
	mov    %r14,%rdi
	mov    $0x5,%esi
	xor    %edx,%edx
	mov    %r12,%r8
	xor    %r9d,%r9d
	call   2008 <multiply_by_thread+0xb8>
	mov    %rax,0x28(%rsp)
	mov    0xd0(%rsp),%rax
	mov    %rax,0x80(%rsp)
	mov    $0x8,%ecx
	mov    %r14,%rdi
	mov    $0x6,%esi
	xor    %edx,%edx
	mov    %r15,%r8
	xor    %r9d,%r9d
	call   2037 <multiply_by_thread+0xe7>
	mov    %rax,0x30(%rsp)
	mov    0xd8(%rsp),%rax
	mov    %rax,0x88(%rsp)
	mov    $0x8,%ecx
	mov    %r14,%rdi
	mov    $0x7,%esi
	xor    %edx,%edx
	mov    %rbx,%r8
	xor    %r9d,%r9d
	call   2066 <multiply_by_thread+0x116>
	mov    %rax,0x38(%rsp)
	lea    0x50(%rsp),%rsi
	mov    %rsp,%rdx
	mov    %r14,%rdi
	call   207b <multiply_by_thread+0x12b>
	add    $0x98,%rsp
	pop    %rbx
	pop    %r12
	pop    %r13
	pop    %r14
	pop    %r15
	pop    %rbp
	ret
	nopl   (%rax)

0000000000002090 <multiply_by_block>:
	push   %rbp
	push   %r15
	push   %r14
	push   %r13
	push   %r12
	push   %rbx
	sub    $0x98,%rsp
	mov    %r9,%r13
	mov    %r8,%rbp
	mov    %rdx,%r12
	mov    %rsi,%r15
	mov    %rdi,%rbx
	mov    %rdi,0x50(%rsp)
	movq   $0x8,(%rsp)
	mov    %rsi,0x58(%rsp)
	movq   $0x8,0x8(%rsp)
	mov    %rdx,0x60(%rsp)
	movq   $0x8,0x10(%rsp)
	mov    %rcx,0x68(%rsp)
	lea    0x1(%rdi),%r8
	lea    0x0(%rip),%r14        # 20e9 <multiply_by_block+0x59>
	mov    $0x8,%ecx
	mov    %r14,%rdi
	mov    $0x3,%esi
	xor    %edx,%edx
	xor    %r9d,%r9d
	call   2100 <multiply_by_block+0x70>
	mov    %rax,0x18(%rsp)
	mov    %rbp,0x70(%rsp)
	mov    $0x4,%ecx
	mov    %r14,%rdi
	mov    $0x4,%esi
	xor    %edx,%edx
	mov    %r12,%r8
	xor    %r9d,%r9d
	call   2124 <multiply_by_block+0x94>
	mov    %rax,0x20(%rsp)
	mov    %r13,0x78(%rsp)
	mov    $0x8,%ecx
	mov    %r14,%rdi
	mov    $0x5,%esi
	xor    %edx,%edx
	mov    %r12,%r8
	xor    %r9d,%r9d
	call   2148 <multiply_by_block+0xb8>
	mov    %rax,0x28(%rsp)
	mov    0xd0(%rsp),%rax
	mov    %rax,0x80(%rsp)
	mov    $0x8,%ecx
	mov    %r14,%rdi
	mov    $0x6,%esi
	xor    %edx,%edx
	mov    %r15,%r8
	xor    %r9d,%r9d
	call   2177 <multiply_by_block+0xe7>
	mov    %rax,0x30(%rsp)
	mov    0xd8(%rsp),%rax
	mov    %rax,0x88(%rsp)
	mov    $0x8,%ecx
	mov    %r14,%rdi
	mov    $0x7,%esi
	xor    %edx,%edx
	mov    %rbx,%r8
	xor    %r9d,%r9d
	call   21a6 <multiply_by_block+0x116>
	mov    %rax,0x38(%rsp)
	lea    0x50(%rsp),%rsi
	mov    %rsp,%rdx
	mov    %r14,%rdi
	call   21bb <multiply_by_block+0x12b>
	add    $0x98,%rsp
	pop    %rbx
	pop    %r12
	pop    %r13
	pop    %r14
	pop    %r15
	pop    %rbp
	ret
	nopl   (%rax)

00000000000021d0 <__offloadcc_register_unit>:
	lea    0x0(%rip),%rdi        # 21d7 <__offloadcc_register_unit+0x7>
	jmp    21dc <__offloadcc_register_unit+0xc>
	nopl   0x0(%rax)

00000000000021e0 <multiply_rows>:
	push   %r15
	push   %r14
	push   %rbx
	sub    $0x60,%rsp
	mov    %rdi,%rbx
	mov    (%rdi),%rax
	mov    %rax,0x8(%rsp)
	vxorps %xmm0,%xmm0,%xmm0
	vmovups %xmm0,0x10(%rsp)
	movl   $0x80000001,0x20(%rsp)
	vmovups %xmm0,0x24(%rsp)
	movl   $0x0,0x34(%rsp)
	movabs $0x8000000180000001,%rax
	mov    %rax,0x38(%rsp)
	movabs $0x39ffffffff,%rax
	mov    %rax,0x40(%rsp)
	mov    %rdx,%r14
	mov    %rsi,%r15
	vmovups %xmm0,0x48(%rsp)
	lea    0x0(%rip),%rax        # 2245 <multiply_rows+0x65>
	mov    %rax,0x58(%rsp)
	lea    0x0(%rip),%rdi        # 2251 <multiply_rows+0x71>
	lea    0x8(%rsp),%rsi
	call   225b <multiply_rows+0x7b>
	mov    (%rbx),%rdi
	mov    0x8(%rbx),%rsi
	mov    0x10(%rbx),%rdx
	mov    0x18(%rbx),%rcx
	mov    0x20(%rbx),%r8
	mov    0x28(%rbx),%r9
	push   %r14
	push   %r15
	call   *%rax
	add    $0x70,%rsp
	pop    %rbx
	pop    %r14
	pop    %r15
	ret
	data16 data16 data16 data16 cs nopw 0x0(%rax,%rax,1)

0000000000002290 <multiply_blocks>:
	push   %r15
	push   %r14
	push   %rbx
	sub    $0x60,%rsp
	mov    %rdi,%rbx
	mov    (%rdi),%rax
	movabs $0x8000000180000001,%rcx
	mov    %rcx,0x8(%rsp)
	vxorps %xmm0,%xmm0,%xmm0
	vmovups %xmm0,0x10(%rsp)
	cmp    $0xffff,%rax
	mov    $0xffff,%edi
	cmovb  %rax,%rdi
	mov    %edi,0x20(%rsp)
	movq   $0x0,0x24(%rsp)
	movl   $0x40,0x2c(%rsp)
	movq   $0x0,0x30(%rsp)
	mov    %rcx,0x38(%rsp)
	movabs $0x3fffffffff,%rax
	mov    %rax,0x40(%rsp)
	mov    %rdx,%r14
	mov    %rsi,%r15
	vmovups %xmm0,0x48(%rsp)
	lea    0x0(%rip),%rax        # 230c <multiply_blocks+0x7c>
	mov    %rax,0x58(%rsp)
	lea    0x0(%rip),%rdi        # 2318 <multiply_blocks+0x88>
	lea    0x8(%rsp),%rsi
	call   2322 <multiply_blocks+0x92>
	mov    (%rbx),%rdi
	mov    0x8(%rbx),%rsi
	mov    0x10(%rbx),%rdx
	mov    0x18(%rbx),%rcx
	mov    0x20(%rbx),%r8
	mov    0x28(%rbx),%r9
	push   %r14
	push   %r15
	call   *%rax
	add    $0x70,%rsp
	pop    %rbx
	pop    %r14
	pop    %r15
	ret
	nopl   0x0(%rax)

0000000000002350 <measure>:
	push   %rbp
	push   %r15
	push   %r14
	push   %r13
	push   %r12
	push   %rbx
	sub    $0x48,%rsp
	mov    %rcx,%rbx
	mov    %rdx,%r15
	mov    %rsi,%r12
	mov    %rdi,%r14
	lea    0x10(%rsp),%r13
	mov    $0x1,%edi
	mov    %r13,%rsi
	call   237c <measure+0x2c>
	vmovaps 0x10(%rsp),%xmm0
	vmovaps %xmm0,0x30(%rsp)
	mov    %r12,%rdi
	mov    %r15,%rsi
	mov    %rbx,%rdx
	call   *%r14
	lea    0x10(%rsp),%rbp
	mov    $0x1,%edi
	mov    %rbp,%rsi
	call   23a6 <measure+0x56>
	vmovaps 0x10(%rsp),%xmm0
	vmovaps 0x30(%rsp),%xmm2
	vpunpcklqdq %xmm2,%xmm0,%xmm1
	vcvtqq2pd %xmm1,%xmm1
	vpunpckhqdq %xmm2,%xmm0,%xmm0
	vcvtqq2pd %xmm0,%xmm0
	vmovddup 0x0(%rip),%xmm2        # 23ce <measure+0x7e>
	vmovapd %xmm2,0x30(%rsp)
	vfmadd213pd %xmm1,%xmm2,%xmm0
	vshufpd $0x1,%xmm0,%xmm0,%xmm1
	vsubsd %xmm1,%xmm0,%xmm0
	vmovsd %xmm0,0x8(%rsp)
	mov    $0x1,%edi
	mov    %r13,%rsi
	call   23f5 <measure+0xa5>
	vmovaps 0x10(%rsp),%xmm0
	vmovaps %xmm0,0x20(%rsp)
	mov    %r12,%rdi
	mov    %r15,%rsi
	mov    %rbx,%rdx
	call   *%r14
	mov    $0x1,%edi
	mov    %rbp,%rsi
	call   241a <measure+0xca>
	vmovaps 0x10(%rsp),%xmm0
	vmovaps 0x20(%rsp),%xmm2
	vpunpcklqdq %xmm2,%xmm0,%xmm1
	vcvtqq2pd %xmm1,%xmm1
	vpunpckhqdq %xmm2,%xmm0,%xmm0
	vcvtqq2pd %xmm0,%xmm0
	vfmadd132pd 0x30(%rsp),%xmm1,%xmm0
	vshufpd $0x1,%xmm0,%xmm0,%xmm1
	vsubsd %xmm1,%xmm0,%xmm0
	vminsd 0x8(%rsp),%xmm0,%xmm0
	vmovsd %xmm0,0x8(%rsp)
	mov    $0x1,%edi
	mov    %r13,%rsi
	call   2463 <measure+0x113>
	vmovaps 0x10(%rsp),%xmm0
	vmovaps %xmm0,0x20(%rsp)
	mov    %r12,%rdi
	mov    %r15,%rsi
	mov    %rbx,%rdx
	call   *%r14
	mov    $0x1,%edi
	mov    %rbp,%rsi
	call   2488 <measure+0x138>
	vmovaps 0x10(%rsp),%xmm0
	vmovaps 0x20(%rsp),%xmm2
	vpunpcklqdq %xmm2,%xmm0,%xmm1
	vcvtqq2pd %xmm1,%xmm1
	vpunpckhqdq %xmm2,%xmm0,%xmm0
	vcvtqq2pd %xmm0,%xmm0
	vfmadd132pd 0x30(%rsp),%xmm1,%xmm0
	vshufpd $0x1,%xmm0,%xmm0,%xmm1
	vsubsd %xmm1,%xmm0,%xmm0
	vminsd 0x8(%rsp),%xmm0,%xmm0
	vmovsd %xmm0,0x8(%rsp)
	mov    $0x1,%edi
	mov    %r13,%rsi
	call   24d1 <measure+0x181>
	vmovaps 0x10(%rsp),%xmm0
	vmovaps %xmm0,0x20(%rsp)
	mov    %r12,%rdi
	mov    %r15,%rsi
	mov    %rbx,%rdx
	call   *%r14
	mov    $0x1,%edi
	mov    %rbp,%rsi
	call   24f6 <measure+0x1a6>
	vmovaps 0x10(%rsp),%xmm0
	vmovaps 0x20(%rsp),%xmm2
	vpunpcklqdq %xmm2,%xmm0,%xmm1
	vcvtqq2pd %xmm1,%xmm1
	vpunpckhqdq %xmm2,%xmm0,%xmm0
	vcvtqq2pd %xmm0,%xmm0
	vfmadd132pd 0x30(%rsp),%xmm1,%xmm0
	vshufpd $0x1,%xmm0,%xmm0,%xmm1
	vsubsd %xmm1,%xmm0,%xmm0
	vminsd 0x8(%rsp),%xmm0,%xmm0
	vmovsd %xmm0,0x8(%rsp)
	mov    $0x1,%edi
	mov    %r13,%rsi
	call   253f <measure+0x1ef>
	vmovaps 0x10(%rsp),%xmm0
	vmovaps %xmm0,0x20(%rsp)
	mov    %r12,%rdi
	mov    %r15,%rsi
	mov    %rbx,%rdx
	call   *%r14
	mov    $0x1,%edi
	mov    %rbp,%rsi
	call   2564 <measure+0x214>
	vmovaps 0x10(%rsp),%xmm0
	vmovaps 0x20(%rsp),%xmm2
	vpunpcklqdq %xmm2,%xmm0,%xmm1
	vcvtqq2pd %xmm1,%xmm1
	vpunpckhqdq %xmm2,%xmm0,%xmm0
	vcvtqq2pd %xmm0,%xmm0
	vfmadd132pd 0x30(%rsp),%xmm1,%xmm0
	vshufpd $0x1,%xmm0,%xmm0,%xmm1
	vsubsd %xmm1,%xmm0,%xmm0
	vminsd 0x8(%rsp),%xmm0,%xmm0
	add    $0x48,%rsp
	pop    %rbx
	pop    %r12
	pop    %r13
	pop    %r14
	pop    %r15
	pop    %rbp
	ret
	nopl   0x0(%rax)

00000000000025b0 <__offloadcc_k_blocks_multiply_by_thread>:
	cmp    %rcx,%rdx
	jae    280a <__offloadcc_k_blocks_multiply_by_thread+0x25a>
	push   %rbp
	push   %r15
	push   %r14
	push   %r13
	push   %r12
	push   %rbx
	mov    %rcx,%r10
	mov    %rdx,%r8
	mov    (%rsi),%eax
	mov    %rax,-0x38(%rsp)
	mov    0xc(%rsi),%r9d
	mov    0x18(%rdi),%r11
	mov    0x20(%rdi),%rbx
	mov    0x28(%rdi),%r14
	mov    0x30(%rdi),%r15
	mov    0x38(%rdi),%r12
	mov    0x4(%rsi),%ecx
	mov    0x8(%rsi),%r13d
	mov    %r9d,%esi
	mov    %rdx,%rax
	shr    $0x20,%rax
	je     2605 <__offloadcc_k_blocks_multiply_by_thread+0x55>
	mov    %r8,%rax
	xor    %edx,%edx
	div    %rsi
	jmp    260c <__offloadcc_k_blocks_multiply_by_thread+0x5c>
	mov    %r8d,%eax
	xor    %edx,%edx
	div    %esi
	mov    (%rdi),%rax
	mov    %rax,-0x40(%rsp)
	cmp    $0x1,%ecx
	adc    $0x0,%ecx
	cmp    $0x1,%r13d
	adc    $0x0,%r13d
	mov    %r13,-0x10(%rsp)
	xor    %edi,%edi
	mov    %r10,-0x30(%rsp)
	mov    %r9d,-0x44(%rsp)
	jmp    2672 <__offloadcc_k_blocks_multiply_by_thread+0xc2>
	data16 cs nopw 0x0(%rax,%rax,1)
	mov    -0x20(%rsp),%rdx
	mov    -0x28(%rsp),%rax
	add    %eax,%edx
	mov    -0x44(%rsp),%r9d
	cmp    %r9d,%edx
	mov    $0x0,%edi
	cmove  %edi,%edx
	mov    -0x18(%rsp),%r8
	add    %rax,%r8
	mov    -0x30(%rsp),%r10
	cmp    %r10,%r8
	jae    2800 <__offloadcc_k_blocks_multiply_by_thread+0x250>
	mov    %edx,%r13d
	mov    -0x38(%rsp),%rsi
	imul   %rsi,%r13
	mov    %r8,-0x18(%rsp)
	sub    %r8,%r10
	mov    %r9d,%eax
	mov    %rdx,-0x20(%rsp)
	sub    %edx,%eax
	cmp    %rax,%r10
	cmovae %rax,%r10
	mov    %r10,-0x28(%rsp)
	imul   %rsi,%r10
	mov    -0x40(%rsp),%rsi
	mov    %rsi,%rax
	sub    %r13,%rax
	cmp    %r10,%rax
	cmovae %r10,%rax
	cmp    %r13,%rsi
	cmovbe %rdi,%rax
	add    %r13,%r10
	add    %r13,%rax
	cmp    %rax,%r10
	cmovb  %r10,%rax
	cmp    %rax,%r13
	cmova  %r13,%rax
	jae    2640 <__offloadcc_k_blocks_multiply_by_thread+0x90>
	xor    %edx,%edx
	jmp    26f3 <__offloadcc_k_blocks_multiply_by_thread+0x143>
	nopw   0x0(%rax,%rax,1)
	mov    -0x8(%rsp),%rdx
	inc    %rdx
	cmp    -0x10(%rsp),%rdx
	je     2640 <__offloadcc_k_blocks_multiply_by_thread+0x90>
	mov    %rdx,-0x8(%rsp)
	xor    %r9d,%r9d
	jmp    2708 <__offloadcc_k_blocks_multiply_by_thread+0x158>
	nopl   (%rax)
	inc    %r9
	cmp    %rcx,%r9
	je     26e0 <__offloadcc_k_blocks_multiply_by_thread+0x130>
	mov    %r13,%rdi
	jmp    271e <__offloadcc_k_blocks_multiply_by_thread+0x16e>
	nopl   (%rax)
	vmovsd %xmm0,(%r12,%rdi,8)
	inc    %rdi
	cmp    %rax,%rdi
	je     2700 <__offloadcc_k_blocks_multiply_by_thread+0x150>
	mov    (%r11,%rdi,8),%r8
	mov    0x8(%r11,%rdi,8),%r10
	vxorpd %xmm0,%xmm0,%xmm0
	mov    %r8,%rsi
	sub    %r10,%rsi
	jae    2710 <__offloadcc_k_blocks_multiply_by_thread+0x160>
	mov    %r10d,%ebp
	sub    %r8d,%ebp
	and    $0x7,%ebp
	je     2758 <__offloadcc_k_blocks_multiply_by_thread+0x1a8>
	xchg   %ax,%ax
	vmovsd (%r14,%r8,8),%xmm1
	movslq (%rbx,%r8,4),%rdx
	vfmadd231sd (%r15,%rdx,8),%xmm1,%xmm0
	inc    %r8
	dec    %rbp
	jne    2740 <__offloadcc_k_blocks_multiply_by_thread+0x190>
	cmp    $0xfffffffffffffff8,%rsi
	ja     2710 <__offloadcc_k_blocks_multiply_by_thread+0x160>
	xchg   %ax,%ax
	movslq (%rbx,%r8,4),%rdx
	vmovsd (%r14,%r8,8),%xmm1
	vfmadd132sd (%r15,%rdx,8),%xmm0,%xmm1
	vmovsd 0x8(%r14,%r8,8),%xmm0
	movslq 0x4(%rbx,%r8,4),%rdx
	vfmadd231sd (%r15,%rdx,8),%xmm0,%xmm1
	vmovsd 0x10(%r14,%r8,8),%xmm0
	movslq 0x8(%rbx,%r8,4),%rdx
	vfmadd132sd (%r15,%rdx,8),%xmm1,%xmm0
	vmovsd 0x18(%r14,%r8,8),%xmm1
	movslq 0xc(%rbx,%r8,4),%rdx
	vfmadd132sd (%r15,%rdx,8),%xmm0,%xmm1
	vmovsd 0x20(%r14,%r8,8),%xmm0
	movslq 0x10(%rbx,%r8,4),%rdx
	vfmadd132sd (%r15,%rdx,8),%xmm1,%xmm0
	vmovsd 0x28(%r14,%r8,8),%xmm1
	movslq 0x14(%rbx,%r8,4),%rdx
	vfmadd132sd (%r15,%rdx,8),%xmm0,%xmm1
	vmovsd 0x30(%r14,%r8,8),%xmm2
	movslq 0x18(%rbx,%r8,4),%rdx
	vfmadd132sd (%r15,%rdx,8),%xmm1,%xmm2
	vmovsd 0x38(%r14,%r8,8),%xmm0
	movslq 0x1c(%rbx,%r8,4),%rdx
	vfmadd132sd (%r15,%rdx,8),%xmm2,%xmm0
	add    $0x8,%r8
	cmp    %r8,%r10
	jne    2760 <__offloadcc_k_blocks_multiply_by_thread+0x1b0>
	jmp    2710 <__offloadcc_k_blocks_multiply_by_thread+0x160>
	pop    %rbx
	pop    %r12
	pop    %r13
	pop    %r14
	pop    %r15
	pop    %rbp
	ret
	nopl   0x0(%rax,%rax,1)

0000000000002810 <__offloadcc_k_call_multiply_by_thread>:
	push   %rbp
	push   %r15
	push   %r14
	push   %r13
	push   %r12
	push   %rbx
	push   %rax
	mov    (%rdi),%rbp
	mov    0x18(%rdi),%r13
	mov    0x20(%rdi),%rbx
	mov    0x28(%rdi),%r15
	mov    0x30(%rdi),%r12
	mov    0x38(%rdi),%r14
	xor    %edi,%edi
	call   2839 <__offloadcc_k_call_multiply_by_thread+0x29>
	cmp    %rbp,%rax
	jae    2941 <__offloadcc_k_call_multiply_by_thread+0x131>
	mov    0x0(%r13,%rax,8),%rcx
	mov    0x8(%r13,%rax,8),%rdx
	vxorpd %xmm0,%xmm0,%xmm0
	mov    %rcx,%rsi
	sub    %rdx,%rsi
	jae    293b <__offloadcc_k_call_multiply_by_thread+0x12b>
	mov    %edx,%edi
	sub    %ecx,%edi
	and    $0x7,%edi
	je     2888 <__offloadcc_k_call_multiply_by_thread+0x78>
	data16 cs nopw 0x0(%rax,%rax,1)
	vmovsd (%r15,%rcx,8),%xmm1
	movslq (%rbx,%rcx,4),%r8
	vfmadd231sd (%r12,%r8,8),%xmm1,%xmm0
	inc    %rcx
	dec    %rdi
	jne    2870 <__offloadcc_k_call_multiply_by_thread+0x60>
	cmp    $0xfffffffffffffff8,%rsi
	ja     293b <__offloadcc_k_call_multiply_by_thread+0x12b>
	data16 data16 data16 data16 cs nopw 0x0(%rax,%rax,1)
	movslq (%rbx,%rcx,4),%rsi
	vmovsd (%r15,%rcx,8),%xmm1
	vfmadd132sd (%r12,%rsi,8),%xmm0,%xmm1
	vmovsd 0x8(%r15,%rcx,8),%xmm0
	movslq 0x4(%rbx,%rcx,4),%rsi
	vfmadd231sd (%r12,%rsi,8),%xmm0,%xmm1
	vmovsd 0x10(%r15,%rcx,8),%xmm0
	movslq 0x8(%rbx,%rcx,4),%rsi
	vfmadd132sd (%r12,%rsi,8),%xmm1,%xmm0
	vmovsd 0x18(%r15,%rcx,8),%xmm1
	movslq 0xc(%rbx,%rcx,4),%rsi
	vfmadd132sd (%r12,%rsi,8),%xmm0,%xmm1
	vmovsd 0x20(%r15,%rcx,8),%xmm0
	movslq 0x10(%rbx,%rcx,4),%rsi
	vfmadd132sd (%r12,%rsi,8),%xmm1,%xmm0
	vmovsd 0x28(%r15,%rcx,8),%xmm1
	movslq 0x14(%rbx,%rcx,4),%rsi
	vfmadd132sd (%r12,%rsi,8),%xmm0,%xmm1
	vmovsd 0x30(%r15,%rcx,8),%xmm2
	movslq 0x18(%rbx,%rcx,4),%rsi
	vfmadd132sd (%r12,%rsi,8),%xmm1,%xmm2
	vmovsd 0x38(%r15,%rcx,8),%xmm0
	movslq 0x1c(%rbx,%rcx,4),%rsi
	vfmadd132sd (%r12,%rsi,8),%xmm2,%xmm0
	add    $0x8,%rcx
	cmp    %rcx,%rdx
	jne    28a0 <__offloadcc_k_call_multiply_by_thread+0x90>
	vmovsd %xmm0,(%r14,%rax,8)
	add    $0x8,%rsp
	pop    %rbx
	pop    %r12
	pop    %r13
	pop    %r14
	pop    %r15
	pop    %rbp
	ret

0000000000002950 <__offloadcc_k_blocks_multiply_by_block>:
	push   %rbp
	mov    %rsp,%rbp
	push   %r15
	push   %r14
	push   %r13
	push   %r12
	push   %rbx
	and    $0xffffffffffffffc0,%rsp
	sub    $0x2140,%rsp
	mov    %rcx,0x78(%rsp)
	mov    %rdx,%r11
	mov    (%rsi),%r9d
	mov    0x4(%rsi),%ecx
	mov    %r9d,%eax
	xor    $0x40,%eax
	mov    %ecx,0x3c(%rsp)
	xor    $0x1,%ecx
	or     %eax,%ecx
	jne    29d6 <__offloadcc_k_blocks_multiply_by_block+0x86>
	movl   $0x1,0x3c(%rsp)
	cmpl   $0x1,0x8(%rsi)
	jne    29d6 <__offloadcc_k_blocks_multiply_by_block+0x86>
	cmp    0x78(%rsp),%r11
	jae    3ab7 <__offloadcc_k_blocks_multiply_by_block+0x1167>
	mov    0x18(%rdi),%rcx
	mov    0x20(%rdi),%r8
	mov    0x28(%rdi),%r9
	mov    0x30(%rdi),%r10
	mov    0x38(%rdi),%rax
	mov    %rax,0x40(%rsp)
	mov    0xc(%rsi),%esi
	mov    %r11,%rax
	shr    $0x20,%rax
	je     34b9 <__offloadcc_k_blocks_multiply_by_block+0xb69>
	mov    %r11,%rax
	xor    %edx,%edx
	div    %rsi
	jmp    34c0 <__offloadcc_k_blocks_multiply_by_block+0xb70>
	mov    %r11,0x70(%rsp)
	cmp    0x78(%rsp),%r11
	jae    3ab7 <__offloadcc_k_blocks_multiply_by_block+0x1167>
	mov    0x8(%rsi),%eax
	mov    0x18(%rdi),%rcx
	mov    %rcx,0xb8(%rsp)
	mov    0x20(%rdi),%r14
	mov    0x28(%rdi),%r15
	mov    0x30(%rdi),%r12
	mov    0x38(%rdi),%r8
	mov    0xc(%rsi),%r10d
	mov    0x3c(%rsp),%ecx
	mov    %rax,%rsi
	imul   %eax,%ecx
	mov    %ecx,0x6c(%rsp)
	mov    0x70(%rsp),%rax
	mov    %rax,%rcx
	shr    $0x20,%rcx
	je     2a2c <__offloadcc_k_blocks_multiply_by_block+0xdc>
	xor    %edx,%edx
	div    %r10
	jmp    2a31 <__offloadcc_k_blocks_multiply_by_block+0xe1>
	xor    %edx,%edx
	div    %r10d
	mov    (%rdi),%rax
	mov    %rax,0x98(%rsp)
	movabs $0x100000001,%r11
	sub    %r9,%r11
	xor    %ecx,%ecx
	test   %r9d,%r9d
	setne  %cl
	mov    0x6c(%rsp),%eax
	imul   %r9d,%eax
	mov    %eax,0x6c(%rsp)
	xor    %edi,%edi
	cmp    %r9,%rcx
	mov    $0x0,%ebx
	mov    %rcx,0xa8(%rsp)
	cmovb  %rcx,%rbx
	mov    $0x0,%r13d
	cmovb  %r9,%r13
	sub    %rbx,%r13
	mov    %r9,%rcx
	sub    %r13,%rcx
	mov    0x3c(%rsp),%eax
	cmp    $0x1,%eax
	adc    $0x0,%eax
	cmp    $0x1,%esi
	adc    $0x0,%esi
	mov    %rsi,0x88(%rsp)
	cmp    $0x1,%rcx
	adc    $0x0,%rcx
	mov    %rcx,0x40(%rsp)
	mov    %eax,%ecx
	and    $0x3,%ecx
	mov    %rcx,0x80(%rsp)
	mov    %rax,0xc8(%rsp)
	and    $0xfffffffc,%eax
	mov    %rax,0xb0(%rsp)
	mov    %r8,0xe0(%rsp)
	mov    %r10,0xf0(%rsp)
	mov    %r11,0xc0(%rsp)
	mov    %rbx,0xd8(%rsp)
	mov    %r13,0xe8(%rsp)
	jmp    2b2c <__offloadcc_k_blocks_multiply_by_block+0x1dc>
	data16 cs nopw 0x0(%rax,%rax,1)
	mov    %ecx,%edx
	mov    %edx,%ecx
	mov    0xd0(%rsp),%rdx
	inc    %edx
	cmp    %r10d,%edx
	cmove  %edi,%edx
	mov    0x70(%rsp),%rax
	inc    %rax
	mov    %rax,0x70(%rsp)
	cmp    0x78(%rsp),%rax
	je     3ab7 <__offloadcc_k_blocks_multiply_by_block+0x1167>
	mov    %edx,%edx
	cmp    0x98(%rsp),%rdx
	mov    %rdx,0xd0(%rsp)
	jae    2b00 <__offloadcc_k_blocks_multiply_by_block+0x1b0>
	xor    %eax,%eax
	mov    %rdx,0x58(%rsp)
	mov    %ecx,%edx
	jmp    2b61 <__offloadcc_k_blocks_multiply_by_block+0x211>
	nopl   0x0(%rax,%rax,1)
	mov    $0x1,%al
	mov    %rcx,0x58(%rsp)
	cmp    0x98(%rsp),%rcx
	jae    2b02 <__offloadcc_k_blocks_multiply_by_block+0x1b2>
	mov    %eax,0xa4(%rsp)
	xor    %ecx,%ecx
	mov    %esi,0x60(%rsp)
	mov    %edx,0x50(%rsp)
	jmp    2b99 <__offloadcc_k_blocks_multiply_by_block+0x249>
	data16 data16 cs nopw 0x0(%rax,%rax,1)
	mov    0xf8(%rsp),%rcx
	inc    %rcx
	cmp    0x88(%rsp),%rcx
	je     2e60 <__offloadcc_k_blocks_multiply_by_block+0x510>
	mov    0x3c(%rsp),%eax
	mov    %rcx,0xf8(%rsp)
	imul   %ecx,%eax
	mov    %rax,0x90(%rsp)
	xor    %ecx,%ecx
	jmp    2bec <__offloadcc_k_blocks_multiply_by_block+0x29c>
	data16 data16 cs nopw 0x0(%rax,%rax,1)
	mov    0x58(%rsp),%rax
	mov    %rax,0x30(%rsp)
	mov    0x60(%rsp),%esi
	mov    0x50(%rsp),%edx
	mov    0x48(%rsp),%rcx
	inc    %rcx
	cmp    0xc8(%rsp),%rcx
	mov    0xc0(%rsp),%r11
	je     2b80 <__offloadcc_k_blocks_multiply_by_block+0x230>
	mov    0x90(%rsp),%rax
	mov    %rcx,0x48(%rsp)
	lea    (%rax,%rcx,1),%r8d
	imul   %r9d,%r8d
	cmp    %r8,%r11
	mov    $0x0,%r10d
	cmova  %r9,%r10
	test   %r10,%r10
	je     2de2 <__offloadcc_k_blocks_multiply_by_block+0x492>
	mov    0xb8(%rsp),%rax
	mov    0x58(%rsp),%rcx
	mov    (%rax,%rcx,8),%r11
	mov    0x8(%rax,%rcx,8),%rbx
	lea    0x100(%rsp,%r8,8),%rdi
	mov    %r10d,%r13d
	and    $0x3,%r13d
	cmp    $0x4,%r10
	jae    2c50 <__offloadcc_k_blocks_multiply_by_block+0x300>
	xor    %ecx,%ecx
	jmp    2d77 <__offloadcc_k_blocks_multiply_by_block+0x427>
	nopl   0x0(%rax)
	mov    %r10d,%esi
	and    $0xfffffffc,%esi
	xor    %ecx,%ecx
	jmp    2c79 <__offloadcc_k_blocks_multiply_by_block+0x329>
	nopw   0x0(%rax,%rax,1)
	mov    %rcx,%rax
	or     $0x3,%rax
	vmovsd %xmm0,(%rdi,%rax,8)
	add    $0x4,%rcx
	cmp    %rsi,%rcx
	je     2d60 <__offloadcc_k_blocks_multiply_by_block+0x410>
	lea    (%r11,%rcx,1),%rax
	vxorpd %xmm0,%xmm0,%xmm0
	vxorpd %xmm1,%xmm1,%xmm1
	cmp    %rbx,%rax
	jae    2ca8 <__offloadcc_k_blocks_multiply_by_block+0x358>
	nopw   0x0(%rax,%rax,1)
	vmovsd (%r15,%rax,8),%xmm2
	movslq (%r14,%rax,4),%rdx
	vfmadd231sd (%r12,%rdx,8),%xmm2,%xmm1
	add    %r9,%rax
	cmp    %rbx,%rax
	jb     2c90 <__offloadcc_k_blocks_multiply_by_block+0x340>
	vmovsd %xmm1,(%rdi,%rcx,8)
	lea    0x1(%r11,%rcx,1),%rax
	cmp    %rbx,%rax
	jae    2cd8 <__offloadcc_k_blocks_multiply_by_block+0x388>
	vxorpd %xmm0,%xmm0,%xmm0
	nopl   0x0(%rax,%rax,1)
	vmovsd (%r15,%rax,8),%xmm1
	movslq (%r14,%rax,4),%rdx
	vfmadd231sd (%r12,%rdx,8),%xmm1,%xmm0
	add    %r9,%rax
	cmp    %rbx,%rax
	jb     2cc0 <__offloadcc_k_blocks_multiply_by_block+0x370>
	mov    %rcx,%rax
	or     $0x1,%rax
	vmovsd %xmm0,(%rdi,%rax,8)
	lea    0x2(%r11,%rcx,1),%rax
	vxorpd %xmm0,%xmm0,%xmm0
	vxorpd %xmm1,%xmm1,%xmm1
	cmp    %rbx,%rax
	jae    2d18 <__offloadcc_k_blocks_multiply_by_block+0x3c8>
	cs nopw 0x0(%rax,%rax,1)
	vmovsd (%r15,%rax,8),%xmm2
	movslq (%r14,%rax,4),%rdx
	vfmadd231sd (%r12,%rdx,8),%xmm2,%xmm1
	add    %r9,%rax
	cmp    %rbx,%rax
	jb     2d00 <__offloadcc_k_blocks_multiply_by_block+0x3b0>
	mov    %rcx,%rax
	or     $0x2,%rax
	vmovsd %xmm1,(%rdi,%rax,8)
	lea    0x3(%r11,%rcx,1),%rax
	cmp    %rbx,%rax
	jae    2c60 <__offloadcc_k_blocks_multiply_by_block+0x310>
	vxorpd %xmm0,%xmm0,%xmm0
	cs nopw 0x0(%rax,%rax,1)
	vmovsd (%r15,%rax,8),%xmm1
	movslq (%r14,%rax,4),%rdx
	vfmadd231sd (%r12,%rdx,8),%xmm1,%xmm0
	add    %r9,%rax
	cmp    %rbx,%rax
	jb     2d40 <__offloadcc_k_blocks_multiply_by_block+0x3f0>
	jmp    2c60 <__offloadcc_k_blocks_multiply_by_block+0x310>
	nopl   (%rax)
	mov    0x58(%rsp),%rax
	mov    %rax,0x30(%rsp)
	test   %r13,%r13
	mov    0x60(%rsp),%esi
	mov    0x50(%rsp),%edx
	je     2de2 <__offloadcc_k_blocks_multiply_by_block+0x492>
	xor    %eax,%eax
	lea    (%r11,%rcx,1),%rdx
	vxorpd %xmm0,%xmm0,%xmm0
	cmp    %rbx,%rdx
	jb     2db0 <__offloadcc_k_blocks_multiply_by_block+0x460>
	cs nopw 0x0(%rax,%rax,1)
	vmovsd %xmm0,(%rdi,%rcx,8)
	inc    %rcx
	inc    %rax
	cmp    %r13,%rax
	je     2dd0 <__offloadcc_k_blocks_multiply_by_block+0x480>
	lea    (%r11,%rcx,1),%rdx
	vxorpd %xmm0,%xmm0,%xmm0
	cmp    %rbx,%rdx
	jae    2d90 <__offloadcc_k_blocks_multiply_by_block+0x440>
	nopl   (%rax)
	vmovsd (%r15,%rdx,8),%xmm1
	movslq (%r14,%rdx,4),%rsi
	vfmadd231sd (%r12,%rsi,8),%xmm1,%xmm0
	add    %r9,%rdx
	cmp    %rbx,%rdx
	jb     2db0 <__offloadcc_k_blocks_multiply_by_block+0x460>
	jmp    2d90 <__offloadcc_k_blocks_multiply_by_block+0x440>
	nopw   0x0(%rax,%rax,1)
	mov    0x58(%rsp),%rax
	mov    %rax,0x30(%rsp)
	mov    0x60(%rsp),%esi
	mov    0x50(%rsp),%edx
	cmp    %r10d,%r9d
	je     2bd2 <__offloadcc_k_blocks_multiply_by_block+0x282>
	mov    %r9,%rax
	sub    %r10,%rax
	mov    0xb8(%rsp),%rdx
	mov    0x58(%rsp),%rsi
	mov    (%rdx,%rsi,8),%rcx
	mov    0x8(%rdx,%rsi,8),%rsi
	xor    %edi,%edi
	jmp    2e29 <__offloadcc_k_blocks_multiply_by_block+0x4d9>
	nopl   0x0(%rax,%rax,1)
	add    %r8d,%r11d
	vmovsd %xmm0,0x100(%rsp,%r11,8)
	inc    %rdi
	cmp    %rax,%rdi
	je     2bc0 <__offloadcc_k_blocks_multiply_by_block+0x270>
	lea    (%rdi,%r10,1),%r11
	mov    %r11d,%ebx
	add    %rcx,%rbx
	vxorpd %xmm0,%xmm0,%xmm0
	cmp    %rsi,%rbx
	jae    2e10 <__offloadcc_k_blocks_multiply_by_block+0x4c0>
	nopl   0x0(%rax)
	vmovsd (%r15,%rbx,8),%xmm1
	movslq (%r14,%rbx,4),%rdx
	vfmadd231sd (%r12,%rdx,8),%xmm1,%xmm0
	add    %r9,%rbx
	cmp    %rsi,%rbx
	jb     2e40 <__offloadcc_k_blocks_multiply_by_block+0x4f0>
	jmp    2e10 <__offloadcc_k_blocks_multiply_by_block+0x4c0>
	nopw   0x0(%rax,%rax,1)
	mov    0x6c(%rsp),%eax
	xor    %edi,%edi
	cmp    $0x2,%eax
	jae    2ec9 <__offloadcc_k_blocks_multiply_by_block+0x579>
	mov    0xf0(%rsp),%r10
	mov    0x30(%rsp),%rax
	lea    (%rax,%r10,1),%rcx
	cmp    0x98(%rsp),%rcx
	setb   %al
	mov    0xe8(%rsp),%r13
	cmp    %r13,%r9
	jne    3100 <__offloadcc_k_blocks_multiply_by_block+0x7b0>
	cmp    %r9d,0xa8(%rsp)
	mov    0xa4(%rsp),%eax
	jb     2b50 <__offloadcc_k_blocks_multiply_by_block+0x200>
	test   $0x1,%al
	mov    $0x1,%al
	jne    2b61 <__offloadcc_k_blocks_multiply_by_block+0x211>
	jmp    2b02 <__offloadcc_k_blocks_multiply_by_block+0x1b2>
	nopl   0x0(%rax)
	mov    %esi,%eax
	sub    %edx,%eax
	cmp    $0x1,%eax
	jbe    2e6b <__offloadcc_k_blocks_multiply_by_block+0x51b>
	mov    %eax,%r8d
	shr    %r8d
	mov    %eax,0x48(%rsp)
	mov    %eax,%r13d
	sub    %r8d,%r13d
	xor    %ecx,%ecx
	jmp    2ef2 <__offloadcc_k_blocks_multiply_by_block+0x5a2>
	nopl   (%rax)
	mov    0x50(%rsp),%rcx
	inc    %rcx
	cmp    0x88(%rsp),%rcx
	je     2ec0 <__offloadcc_k_blocks_multiply_by_block+0x570>
	mov    0x3c(%rsp),%eax
	mov    %rcx,0x50(%rsp)
	imul   %ecx,%eax
	mov    %rax,0x60(%rsp)
	xor    %ebx,%ebx
	jmp    2f24 <__offloadcc_k_blocks_multiply_by_block+0x5d4>
	nopw   0x0(%rax,%rax,1)
	mov    0x48(%rsp),%esi
	mov    %r8d,%edx
	inc    %rbx
	cmp    0xc8(%rsp),%rbx
	je     2ee0 <__offloadcc_k_blocks_multiply_by_block+0x590>
	mov    0x60(%rsp),%rax
	lea    (%rax,%rbx,1),%r10d
	imul   %r9d,%r10d
	mov    %r8d,%eax
	sub    %r10d,%eax
	cmp    %r9d,%eax
	cmovae %r9d,%eax
	cmp    %r10d,%r8d
	cmovbe %edi,%eax
	lea    (%r10,%r13,1),%rcx
	cmp    %r11,%rcx
	cmovae %rdi,%rax
	test   %rax,%rax
	je     309e <__offloadcc_k_blocks_multiply_by_block+0x74e>
	cmp    $0x4,%eax
	jae    2f70 <__offloadcc_k_blocks_multiply_by_block+0x620>
	xor    %ecx,%ecx
	jmp    3068 <__offloadcc_k_blocks_multiply_by_block+0x718>
	data16 data16 cs nopw 0x0(%rax,%rax,1)
	cmp    $0x10,%eax
	jae    2f7c <__offloadcc_k_blocks_multiply_by_block+0x62c>
	xor    %ecx,%ecx
	jmp    3022 <__offloadcc_k_blocks_multiply_by_block+0x6d2>
	mov    %eax,%ecx
	and    $0xfffffff0,%ecx
	lea    0x0(,%rax,8),%rdx
	and    $0xffffffffffffff80,%rdx
	lea    0x160(%rsp),%rsi
	lea    (%r10,%r13,1),%rdi
	lea    (%rsi,%rdi,8),%r11
	lea    (%rsi,%r10,8),%rdi
	xor    %esi,%esi
	data16 data16 data16 cs nopw 0x0(%rax,%rax,1)
	vmovupd -0x60(%r11,%rsi,1),%ymm0
	vmovupd -0x40(%r11,%rsi,1),%ymm1
	vmovupd -0x20(%r11,%rsi,1),%ymm2
	vmovupd (%r11,%rsi,1),%ymm3
	vaddpd -0x60(%rdi,%rsi,1),%ymm0,%ymm0
	vaddpd -0x40(%rdi,%rsi,1),%ymm1,%ymm1
	vaddpd -0x20(%rdi,%rsi,1),%ymm2,%ymm2
	vaddpd (%rdi,%rsi,1),%ymm3,%ymm3
	vmovupd %ymm0,-0x60(%rdi,%rsi,1)
	vmovupd %ymm1,-0x40(%rdi,%rsi,1)
	vmovupd %ymm2,-0x20(%rdi,%rsi,1)
	vmovupd %ymm3,(%rdi,%rsi,1)
	sub    $0xffffffffffffff80,%rsi
	cmp    %rsi,%rdx
	jne    2fb0 <__offloadcc_k_blocks_multiply_by_block+0x660>
	mov    0x48(%rsp),%esi
	mov    %r8d,%edx
	cmp    %ecx,%eax
	mov    0xc0(%rsp),%r11
	mov    $0x0,%edi
	je     309e <__offloadcc_k_blocks_multiply_by_block+0x74e>
	test   $0xc,%al
	je     3068 <__offloadcc_k_blocks_multiply_by_block+0x718>
	mov    %rcx,%rdx
	mov    %eax,%ecx
	and    $0xfffffffc,%ecx
	lea    (%r10,%r13,1),%rsi
	lea    0x100(%rsp,%rsi,8),%rsi
	lea    0x100(%rsp,%r10,8),%rdi
	xchg   %ax,%ax
	vmovupd (%rsi,%rdx,8),%ymm0
	vaddpd (%rdi,%rdx,8),%ymm0,%ymm0
	vmovupd %ymm0,(%rdi,%rdx,8)
	add    $0x4,%rdx
	cmp    %rdx,%rcx
	jne    3040 <__offloadcc_k_blocks_multiply_by_block+0x6f0>
	mov    0x48(%rsp),%esi
	mov    %r8d,%edx
	cmp    %ecx,%eax
	mov    $0x0,%edi
	je     309e <__offloadcc_k_blocks_multiply_by_block+0x74e>
	lea    (%r10,%r13,1),%rdx
	lea    0x100(%rsp,%rdx,8),%rdx
	lea    0x100(%rsp,%r10,8),%rsi
	nopl   0x0(%rax)
	vmovsd (%rdx,%rcx,8),%xmm0
	vaddsd (%rsi,%rcx,8),%xmm0,%xmm0
	vmovsd %xmm0,(%rsi,%rcx,8)
	inc    %rcx
	cmp    %rcx,%rax
	jne    3080 <__offloadcc_k_blocks_multiply_by_block+0x730>
	mov    0x48(%rsp),%esi
	mov    %r8d,%edx
	cmp    %eax,%r9d
	je     2f17 <__offloadcc_k_blocks_multiply_by_block+0x5c7>
	mov    %r9,%rcx
	sub    %rax,%rcx
	add    %r10d,%eax
	jmp    30cb <__offloadcc_k_blocks_multiply_by_block+0x77b>
	data16 data16 data16 data16 cs nopw 0x0(%rax,%rax,1)
	inc    %eax
	dec    %rcx
	je     2f10 <__offloadcc_k_blocks_multiply_by_block+0x5c0>
	cmp    %r8d,%eax
	jae    30c0 <__offloadcc_k_blocks_multiply_by_block+0x770>
	mov    %eax,%edx
	lea    0x0(%r13,%rax,1),%esi
	vmovsd 0x100(%rsp,%rsi,8),%xmm0
	vaddsd 0x100(%rsp,%rdx,8),%xmm0,%xmm0
	vmovsd %xmm0,0x100(%rsp,%rdx,8)
	jmp    30c0 <__offloadcc_k_blocks_multiply_by_block+0x770>
	data16 data16 cs nopw 0x0(%rax,%rax,1)
	mov    %rcx,0x48(%rsp)
	mov    %edx,0x50(%rsp)
	mov    %esi,0x60(%rsp)
	vmovsd 0x100(%rsp),%xmm0
	cmp    %r9d,0xa8(%rsp)
	mov    0xe0(%rsp),%r8
	mov    0xd8(%rsp),%rbx
	mov    %al,0x90(%rsp)
	jae    32e0 <__offloadcc_k_blocks_multiply_by_block+0x990>
	xor    %ecx,%ecx
	jmp    3151 <__offloadcc_k_blocks_multiply_by_block+0x801>
	nop
	inc    %rcx
	cmp    0x88(%rsp),%rcx
	je     3490 <__offloadcc_k_blocks_multiply_by_block+0xb40>
	cmpl   $0x4,0x3c(%rsp)
	jb     327f <__offloadcc_k_blocks_multiply_by_block+0x92f>
	xor    %esi,%esi
	jmp    3172 <__offloadcc_k_blocks_multiply_by_block+0x822>
	add    $0x4,%rsi
	cmp    0xb0(%rsp),%rsi
	je     3270 <__offloadcc_k_blocks_multiply_by_block+0x920>
	xor    %eax,%eax
	jmp    318a <__offloadcc_k_blocks_multiply_by_block+0x83a>
	cs nopw 0x0(%rax,%rax,1)
	inc    %rax
	cmp    %rax,0x40(%rsp)
	je     31b0 <__offloadcc_k_blocks_multiply_by_block+0x860>
	cmp    %rbx,%rax
	mov    %r13,%rdx
	cmovb  %rdi,%rdx
	add    %rax,%rdx
	jne    3180 <__offloadcc_k_blocks_multiply_by_block+0x830>
	mov    0x30(%rsp),%rdx
	vmovsd %xmm0,(%r8,%rdx,8)
	jmp    3180 <__offloadcc_k_blocks_multiply_by_block+0x830>
	cs nopw 0x0(%rax,%rax,1)
	xor    %eax,%eax
	jmp    31ca <__offloadcc_k_blocks_multiply_by_block+0x87a>
	data16 data16 cs nopw 0x0(%rax,%rax,1)
	inc    %rax
	cmp    %rax,0x40(%rsp)
	je     31f0 <__offloadcc_k_blocks_multiply_by_block+0x8a0>
	cmp    %rbx,%rax
	mov    %r13,%rdx
	cmovb  %rdi,%rdx
	add    %rax,%rdx
	jne    31c0 <__offloadcc_k_blocks_multiply_by_block+0x870>
	mov    0x30(%rsp),%rdx
	vmovsd %xmm0,(%r8,%rdx,8)
	jmp    31c0 <__offloadcc_k_blocks_multiply_by_block+0x870>
	cs nopw 0x0(%rax,%rax,1)
	xor    %eax,%eax
	jmp    320a <__offloadcc_k_blocks_multiply_by_block+0x8ba>
	data16 data16 cs nopw 0x0(%rax,%rax,1)
	inc    %rax
	cmp    %rax,0x40(%rsp)
	je     3230 <__offloadcc_k_blocks_multiply_by_block+0x8e0>
	cmp    %rbx,%rax
	mov    %r13,%rdx
	cmovb  %rdi,%rdx
	add    %rax,%rdx
	jne    3200 <__offloadcc_k_blocks_multiply_by_block+0x8b0>
	mov    0x30(%rsp),%rdx
	vmovsd %xmm0,(%r8,%rdx,8)
	jmp    3200 <__offloadcc_k_blocks_multiply_by_block+0x8b0>
	cs nopw 0x0(%rax,%rax,1)
	xor    %eax,%eax
	jmp    324e <__offloadcc_k_blocks_multiply_by_block+0x8fe>
	data16 data16 cs nopw 0x0(%rax,%rax,1)
	inc    %rax
	cmp    %rax,0x40(%rsp)
	je     3160 <__offloadcc_k_blocks_multiply_by_block+0x810>
	cmp    %rbx,%rax
	mov    %r13,%rdx
	cmovb  %rdi,%rdx
	add    %rax,%rdx
	jne    3240 <__offloadcc_k_blocks_multiply_by_block+0x8f0>
	mov    0x30(%rsp),%rdx
	vmovsd %xmm0,(%r8,%rdx,8)
	jmp    3240 <__offloadcc_k_blocks_multiply_by_block+0x8f0>
	nopw   0x0(%rax,%rax,1)
	cmpq   $0x0,0x80(%rsp)
	je     3140 <__offloadcc_k_blocks_multiply_by_block+0x7f0>
	xor    %eax,%eax
	jmp    32a1 <__offloadcc_k_blocks_multiply_by_block+0x951>
	data16 data16 data16 cs nopw 0x0(%rax,%rax,1)
	inc    %rax
	cmp    0x80(%rsp),%rax
	je     3140 <__offloadcc_k_blocks_multiply_by_block+0x7f0>
	xor    %edx,%edx
	jmp    32ba <__offloadcc_k_blocks_multiply_by_block+0x96a>
	data16 cs nopw 0x0(%rax,%rax,1)
	inc    %rdx
	cmp    %rdx,0x40(%rsp)
	je     3290 <__offloadcc_k_blocks_multiply_by_block+0x940>
	cmp    %rbx,%rdx
	mov    %r13,%rsi
	cmovb  %rdi,%rsi
	add    %rdx,%rsi
	jne    32b0 <__offloadcc_k_blocks_multiply_by_block+0x960>
	mov    0x30(%rsp),%rsi
	vmovsd %xmm0,(%r8,%rsi,8)
	jmp    32b0 <__offloadcc_k_blocks_multiply_by_block+0x960>
	cs nopw 0x0(%rax,%rax,1)
	xor    %ecx,%ecx
	jmp    3301 <__offloadcc_k_blocks_multiply_by_block+0x9b1>
	data16 data16 cs nopw 0x0(%rax,%rax,1)
	inc    %rcx
	cmp    0x88(%rsp),%rcx
	je     3490 <__offloadcc_k_blocks_multiply_by_block+0xb40>
	cmpl   $0x4,0x3c(%rsp)
	jb     342f <__offloadcc_k_blocks_multiply_by_block+0xadf>
	xor    %esi,%esi
	jmp    3322 <__offloadcc_k_blocks_multiply_by_block+0x9d2>
	add    $0x4,%rsi
	cmp    0xb0(%rsp),%rsi
	je     3420 <__offloadcc_k_blocks_multiply_by_block+0xad0>
	xor    %eax,%eax
	jmp    333a <__offloadcc_k_blocks_multiply_by_block+0x9ea>
	cs nopw 0x0(%rax,%rax,1)
	inc    %rax
	cmp    %rax,0x40(%rsp)
	je     3360 <__offloadcc_k_blocks_multiply_by_block+0xa10>
	cmp    %rbx,%rax
	mov    %r13,%rdx
	cmovb  %rdi,%rdx
	add    %rax,%rdx
	jne    3330 <__offloadcc_k_blocks_multiply_by_block+0x9e0>
	mov    0x30(%rsp),%rdx
	vmovsd %xmm0,(%r8,%rdx,8)
	jmp    3330 <__offloadcc_k_blocks_multiply_by_block+0x9e0>
	cs nopw 0x0(%rax,%rax,1)
	xor    %eax,%eax
	jmp    337a <__offloadcc_k_blocks_multiply_by_block+0xa2a>
	data16 data16 cs nopw 0x0(%rax,%rax,1)
	inc    %rax
	cmp    %rax,0x40(%rsp)
	je     33a0 <__offloadcc_k_blocks_multiply_by_block+0xa50>
	cmp    %rbx,%rax
	mov    %r13,%rdx
	cmovb  %rdi,%rdx
	add    %rax,%rdx
	jne    3370 <__offloadcc_k_blocks_multiply_by_block+0xa20>
	mov    0x30(%rsp),%rdx
	vmovsd %xmm0,(%r8,%rdx,8)
	jmp    3370 <__offloadcc_k_blocks_multiply_by_block+0xa20>
	cs nopw 0x0(%rax,%rax,1)
	xor    %eax,%eax
	jmp    33ba <__offloadcc_k_blocks_multiply_by_block+0xa6a>
	data16 data16 cs nopw 0x0(%rax,%rax,1)
	inc    %rax
	cmp    %rax,0x40(%rsp)
	je     33e0 <__offloadcc_k_blocks_multiply_by_block+0xa90>
	cmp    %rbx,%rax
	mov    %r13,%rdx
	cmovb  %rdi,%rdx
	add    %rax,%rdx
	jne    33b0 <__offloadcc_k_blocks_multiply_by_block+0xa60>
	mov    0x30(%rsp),%rdx
	vmovsd %xmm0,(%r8,%rdx,8)
	jmp    33b0 <__offloadcc_k_blocks_multiply_by_block+0xa60>
	cs nopw 0x0(%rax,%rax,1)
	xor    %eax,%eax
	jmp    33fe <__offloadcc_k_blocks_multiply_by_block+0xaae>
	data16 data16 cs nopw 0x0(%rax,%rax,1)
	inc    %rax
	cmp    %rax,0x40(%rsp)
	je     3310 <__offloadcc_k_blocks_multiply_by_block+0x9c0>
	cmp    %rbx,%rax
	mov    %r13,%rdx
	cmovb  %rdi,%rdx
	add    %rax,%rdx
	jne    33f0 <__offloadcc_k_blocks_multiply_by_block+0xaa0>
	mov    0x30(%rsp),%rdx
	vmovsd %xmm0,(%r8,%rdx,8)
	jmp    33f0 <__offloadcc_k_blocks_multiply_by_block+0xaa0>
	nopw   0x0(%rax,%rax,1)
	cmpq   $0x0,0x80(%rsp)
	je     32f0 <__offloadcc_k_blocks_multiply_by_block+0x9a0>
	xor    %eax,%eax
	jmp    3451 <__offloadcc_k_blocks_multiply_by_block+0xb01>
	data16 data16 data16 cs nopw 0x0(%rax,%rax,1)
	inc    %rax
	cmp    0x80(%rsp),%rax
	je     32f0 <__offloadcc_k_blocks_multiply_by_block+0x9a0>
	xor    %edx,%edx
	jmp    346a <__offloadcc_k_blocks_multiply_by_block+0xb1a>
	data16 cs nopw 0x0(%rax,%rax,1)
	inc    %rdx
	cmp    %rdx,0x40(%rsp)
	je     3440 <__offloadcc_k_blocks_multiply_by_block+0xaf0>
	cmp    %rbx,%rdx
	mov    %r13,%rsi
	cmovb  %rdi,%rsi
	add    %rdx,%rsi
	jne    3460 <__offloadcc_k_blocks_multiply_by_block+0xb10>
	mov    0x30(%rsp),%rsi
	vmovsd %xmm0,(%r8,%rsi,8)
	jmp    3460 <__offloadcc_k_blocks_multiply_by_block+0xb10>
	cs nopw 0x0(%rax,%rax,1)
	mov    0x48(%rsp),%rax
	mov    %rax,0x58(%rsp)
	movzbl 0x90(%rsp),%eax
	mov    0x60(%rsp),%esi
	mov    0x50(%rsp),%edx
	test   $0x1,%al
	mov    $0x1,%al
	jne    2b61 <__offloadcc_k_blocks_multiply_by_block+0x211>
	jmp    2b02 <__offloadcc_k_blocks_multiply_by_block+0x1b2>
	mov    %r11d,%eax
	xor    %edx,%edx
	div    %esi
	mov    (%rdi),%rax
	mov    %rax,0x48(%rsp)
	xor    %edi,%edi
	jmp    34ef <__offloadcc_k_blocks_multiply_by_block+0xb9f>
	nopl   0x0(%rax)
	mov    0x30(%rsp),%rdx
	inc    %edx
	cmp    %esi,%edx
	cmove  %edi,%edx
	mov    0x70(%rsp),%r11
	inc    %r11
	cmp    0x78(%rsp),%r11
	je     3ab7 <__offloadcc_k_blocks_multiply_by_block+0x1167>
	mov    %r11,0x70(%rsp)
	mov    %edx,%edx
	mov    %rdx,0x30(%rsp)
	mov    0x48(%rsp),%rax
	cmp    %rax,%rdx
	jae    34d0 <__offloadcc_k_blocks_multiply_by_block+0xb80>
	mov    %rax,%rdx
	mov    0x30(%rsp),%rbx
	jmp    352e <__offloadcc_k_blocks_multiply_by_block+0xbde>
	nop
	vmovsd 0x100(%rsp),%xmm0
	mov    0x40(%rsp),%rsi
	vmovsd %xmm0,(%rsi,%rbx,8)
	mov    %rax,%rsi
	add    %rax,%rbx
	cmp    %rdx,%rbx
	jae    34d0 <__offloadcc_k_blocks_multiply_by_block+0xb80>
	mov    %rsi,%rax
	mov    (%rcx,%rbx,8),%r14
	mov    0x8(%rcx,%rbx,8),%r15
	xor    %r12d,%r12d
	jmp    355e <__offloadcc_k_blocks_multiply_by_block+0xc0e>
	nop
	mov    %r12,%rsi
	or     $0x3,%rsi
	vmovsd %xmm0,0x100(%rsp,%rsi,8)
	add    $0x4,%r12
	cmp    $0x40,%r12
	je     3650 <__offloadcc_k_blocks_multiply_by_block+0xd00>
	lea    (%r14,%r12,1),%r13
	vxorpd %xmm0,%xmm0,%xmm0
	vxorpd %xmm1,%xmm1,%xmm1
	cmp    %r15,%r13
	jae    3589 <__offloadcc_k_blocks_multiply_by_block+0xc39>
	nop
	vmovsd (%r9,%r13,8),%xmm2
	movslq (%r8,%r13,4),%rsi
	vfmadd231sd (%r10,%rsi,8),%xmm2,%xmm1
	add    $0x40,%r13
	cmp    %r15,%r13
	jb     3570 <__offloadcc_k_blocks_multiply_by_block+0xc20>
	vmovsd %xmm1,0x100(%rsp,%r12,8)
	lea    0x1(%r14,%r12,1),%r13
	cmp    %r15,%r13
	jae    35c9 <__offloadcc_k_blocks_multiply_by_block+0xc79>
	vxorpd %xmm0,%xmm0,%xmm0
	data16 data16 data16 data16 data16 cs nopw 0x0(%rax,%rax,1)
	vmovsd (%r9,%r13,8),%xmm1
	movslq (%r8,%r13,4),%rsi
	vfmadd231sd (%r10,%rsi,8),%xmm1,%xmm0
	add    $0x40,%r13
	cmp    %r15,%r13
	jb     35b0 <__offloadcc_k_blocks_multiply_by_block+0xc60>
	mov    %r12,%rsi
	or     $0x1,%rsi
	vmovsd %xmm0,0x100(%rsp,%rsi,8)
	lea    0x2(%r14,%r12,1),%r13
	vxorpd %xmm0,%xmm0,%xmm0
	vxorpd %xmm1,%xmm1,%xmm1
	cmp    %r15,%r13
	jae    3609 <__offloadcc_k_blocks_multiply_by_block+0xcb9>
	nopl   0x0(%rax,%rax,1)
	vmovsd (%r9,%r13,8),%xmm2
	movslq (%r8,%r13,4),%rsi
	vfmadd231sd (%r10,%rsi,8),%xmm2,%xmm1
	add    $0x40,%r13
	cmp    %r15,%r13
	jb     35f0 <__offloadcc_k_blocks_multiply_by_block+0xca0>
	mov    %r12,%rsi
	or     $0x2,%rsi
	vmovsd %xmm1,0x100(%rsp,%rsi,8)
	lea    0x3(%r14,%r12,1),%r13
	cmp    %r15,%r13
	jae    3540 <__offloadcc_k_blocks_multiply_by_block+0xbf0>
	vxorpd %xmm0,%xmm0,%xmm0
	nopl   0x0(%rax,%rax,1)
	vmovsd (%r9,%r13,8),%xmm1
	movslq (%r8,%r13,4),%rsi
	vfmadd231sd (%r10,%rsi,8),%xmm1,%xmm0
	add    $0x40,%r13
	cmp    %r15,%r13
	jb     3630 <__offloadcc_k_blocks_multiply_by_block+0xce0>
	jmp    3540 <__offloadcc_k_blocks_multiply_by_block+0xbf0>
	xchg   %ax,%ax
	mov    $0x40,%r14d
	jmp    366a <__offloadcc_k_blocks_multiply_by_block+0xd1a>
	nopl   0x0(%rax,%rax,1)
	cmp    $0x1,%r14d
	jbe    3510 <__offloadcc_k_blocks_multiply_by_block+0xbc0>
	mov    %r14d,%r15d
	shr    %r15d
	cmp    $0x40,%r15d
	mov    $0x40,%r12d
	cmovb  %r15d,%r12d
	sub    %r15d,%r14d
	cmp    $0xffffffc1,%r14d
	cmovae %edi,%r12d
	test   %r12d,%r12d
	je     3a8d <__offloadcc_k_blocks_multiply_by_block+0x113d>
	cmp    $0x4,%r12d
	jae    36a0 <__offloadcc_k_blocks_multiply_by_block+0xd50>
	xor    %r11d,%r11d
	jmp    3a3d <__offloadcc_k_blocks_multiply_by_block+0x10ed>
	cmp    $0x10,%r12d
	jae    36ae <__offloadcc_k_blocks_multiply_by_block+0xd5e>
	xor    %r11d,%r11d
	jmp    3a08 <__offloadcc_k_blocks_multiply_by_block+0x10b8>
	mov    %r12d,%r11d
	vmovupd 0x100(%rsp,%r14,8),%ymm0
	vmovupd 0x120(%rsp,%r14,8),%ymm1
	vmovupd 0x140(%rsp,%r14,8),%ymm2
	vmovupd 0x160(%rsp,%r14,8),%ymm3
	vaddpd 0x100(%rsp),%ymm0,%ymm0
	vaddpd 0x120(%rsp),%ymm1,%ymm1
	vaddpd 0x140(%rsp),%ymm2,%ymm2
	vaddpd 0x160(%rsp),%ymm3,%ymm3
	vmovapd %ymm0,0x100(%rsp)
	vmovapd %ymm1,0x120(%rsp)
	and    $0x70,%r11d
	vmovapd %ymm2,0x140(%rsp)
	vmovapd %ymm3,0x160(%rsp)
	cmp    $0x10,%r11
	je     39fd <__offloadcc_k_blocks_multiply_by_block+0x10ad>
	vmovupd 0x180(%rsp,%r14,8),%ymm0
	vmovupd 0x1a0(%rsp,%r14,8),%ymm1
	vmovupd 0x1c0(%rsp,%r14,8),%ymm2
	vmovupd 0x1e0(%rsp,%r14,8),%ymm3
	vaddpd 0x180(%rsp),%ymm0,%ymm0
	vaddpd 0x1a0(%rsp),%ymm1,%ymm1
	vaddpd 0x1c0(%rsp),%ymm2,%ymm2
	vaddpd 0x1e0(%rsp),%ymm3,%ymm3
	vmovapd %ymm0,0x180(%rsp)
	vmovapd %ymm1,0x1a0(%rsp)
	vmovapd %ymm2,0x1c0(%rsp)
	vmovapd %ymm3,0x1e0(%rsp)
	cmp    $0x20,%r11d
	je     39fd <__offloadcc_k_blocks_multiply_by_block+0x10ad>
	vmovupd 0x200(%rsp,%r14,8),%ymm0
	vmovupd 0x220(%rsp,%r14,8),%ymm1
	vmovupd 0x240(%rsp,%r14,8),%ymm2
	vmovupd 0x260(%rsp,%r14,8),%ymm3
	vaddpd 0x200(%rsp),%ymm0,%ymm0
	vaddpd 0x220(%rsp),%ymm1,%ymm1
	vaddpd 0x240(%rsp),%ymm2,%ymm2
	vaddpd 0x260(%rsp),%ymm3,%ymm3
	vmovapd %ymm0,0x200(%rsp)
	vmovapd %ymm1,0x220(%rsp)
	vmovapd %ymm2,0x240(%rsp)
	vmovapd %ymm3,0x260(%rsp)
	cmp    $0x30,%r11d
	je     39fd <__offloadcc_k_blocks_multiply_by_block+0x10ad>
	vmovupd 0x280(%rsp,%r14,8),%ymm0
	vmovupd 0x2a0(%rsp,%r14,8),%ymm1
	vmovupd 0x2c0(%rsp,%r14,8),%ymm2
	vmovupd 0x2e0(%rsp,%r14,8),%ymm3
	vaddpd 0x280(%rsp),%ymm0,%ymm0
	vaddpd 0x2a0(%rsp),%ymm1,%ymm1
	vaddpd 0x2c0(%rsp),%ymm2,%ymm2
	vaddpd 0x2e0(%rsp),%ymm3,%ymm3
	vmovapd %ymm0,0x280(%rsp)
	vmovapd %ymm1,0x2a0(%rsp)
	vmovapd %ymm2,0x2c0(%rsp)
	vmovapd %ymm3,0x2e0(%rsp)
	cmp    $0x40,%r11d
	je     39fd <__offloadcc_k_blocks_multiply_by_block+0x10ad>
	vmovupd 0x300(%rsp,%r14,8),%ymm0
	vmovupd 0x320(%rsp,%r14,8),%ymm1
	vmovupd 0x340(%rsp,%r14,8),%ymm2
	vmovupd 0x360(%rsp,%r14,8),%ymm3
	vaddpd 0x300(%rsp),%ymm0,%ymm0
	vaddpd 0x320(%rsp),%ymm1,%ymm1
	vaddpd 0x340(%rsp),%ymm2,%ymm2
	vaddpd 0x360(%rsp),%ymm3,%ymm3
	vmovapd %ymm0,0x300(%rsp)
	vmovapd %ymm1,0x320(%rsp)
	vmovapd %ymm2,0x340(%rsp)
	vmovapd %ymm3,0x360(%rsp)
	cmp    $0x50,%r11d
	je     39fd <__offloadcc_k_blocks_multiply_by_block+0x10ad>
	vmovupd 0x380(%rsp,%r14,8),%ymm0
	vmovupd 0x3a0(%rsp,%r14,8),%ymm1
	vmovupd 0x3c0(%rsp,%r14,8),%ymm2
	vmovupd 0x3e0(%rsp,%r14,8),%ymm3
	vaddpd 0x380(%rsp),%ymm0,%ymm0
	vaddpd 0x3a0(%rsp),%ymm1,%ymm1
	vaddpd 0x3c0(%rsp),%ymm2,%ymm2
	vaddpd 0x3e0(%rsp),%ymm3,%ymm3
	vmovapd %ymm0,0x380(%rsp)
	vmovapd %ymm1,0x3a0(%rsp)
	vmovapd %ymm2,0x3c0(%rsp)
	vmovapd %ymm3,0x3e0(%rsp)
	cmp    $0x60,%r11d
	je     39fd <__offloadcc_k_blocks_multiply_by_block+0x10ad>
	vmovupd 0x400(%rsp,%r14,8),%ymm0
	vmovupd 0x420(%rsp,%r14,8),%ymm1
	vmovupd 0x440(%rsp,%r14,8),%ymm2
	vmovupd 0x460(%rsp,%r14,8),%ymm3
	vaddpd 0x400(%rsp),%ymm0,%ymm0
	vaddpd 0x420(%rsp),%ymm1,%ymm1
	vaddpd 0x440(%rsp),%ymm2,%ymm2
	vaddpd 0x460(%rsp),%ymm3,%ymm3
	vmovapd %ymm0,0x400(%rsp)
	vmovapd %ymm1,0x420(%rsp)
	vmovapd %ymm2,0x440(%rsp)
	vmovapd %ymm3,0x460(%rsp)
	cmp    %r12d,%r11d
	je     3a72 <__offloadcc_k_blocks_multiply_by_block+0x1122>
	test   $0xc,%r12b
	je     3a3d <__offloadcc_k_blocks_multiply_by_block+0x10ed>
	mov    %r11,%r13
	mov    %r12d,%r11d
	and    $0x7c,%r11d
	lea    0x100(%rsp,%r13,8),%rsi
	sub    %r11,%r13
	nopl   (%rax)
	vmovupd (%rsi,%r14,8),%ymm0
	vaddpd (%rsi),%ymm0,%ymm0
	vmovapd %ymm0,(%rsi)
	add    $0x20,%rsi
	add    $0x4,%r13
	jne    3a20 <__offloadcc_k_blocks_multiply_by_block+0x10d0>
	cmp    %r12d,%r11d
	je     3a72 <__offloadcc_k_blocks_multiply_by_block+0x1122>
	lea    0x100(%rsp,%r14,8),%rsi
	data16 cs nopw 0x0(%rax,%rax,1)
	vmovsd (%rsi,%r11,8),%xmm0
	vaddsd 0x100(%rsp,%r11,8),%xmm0,%xmm0
	vmovsd %xmm0,0x100(%rsp,%r11,8)
	inc    %r11
	cmp    %r11,%r12
	jne    3a50 <__offloadcc_k_blocks_multiply_by_block+0x1100>
	cmp    $0x40,%r12d
	jne    3a8d <__offloadcc_k_blocks_multiply_by_block+0x113d>
	jmp    3660 <__offloadcc_k_blocks_multiply_by_block+0xd10>
	nopl   (%rax)
	inc    %r12
	cmp    $0x40,%r12
	je     3660 <__offloadcc_k_blocks_multiply_by_block+0xd10>
	cmp    %r15d,%r12d
	jae    3a80 <__offloadcc_k_blocks_multiply_by_block+0x1130>
	mov    %r12d,%esi
	lea    (%r14,%r12,1),%r11d
	vmovsd 0x100(%rsp,%r11,8),%xmm0
	vaddsd 0x100(%rsp,%rsi,8),%xmm0,%xmm0
	vmovsd %xmm0,0x100(%rsp,%rsi,8)
	jmp    3a80 <__offloadcc_k_blocks_multiply_by_block+0x1130>
	lea    -0x28(%rbp),%rsp
	pop    %rbx
	pop    %r12
	pop    %r13
	pop    %r14
	pop    %r15
	pop    %rbp
	vzeroupper
	ret

Disassembly of section .text.unlikely.:

0000000000000000 <__offloadcc_k_thread_multiply_by_block>:
	push   %rbp
	push   %r15
	push   %r14
	push   %r13
	push   %r12
	push   %rbx
	sub    $0x38,%rsp
	mov    %r9,0x18(%rsp)
	mov    %r8,%rbp
	mov    %rcx,0x30(%rsp)
	mov    %rdx,%r12
	mov    %rsi,%r13
	mov    %rdi,0x28(%rsp)
	xor    %edi,%edi
	call   2d <__offloadcc_k_thread_multiply_by_block+0x2d>
	mov    %eax,%r14d
	mov    %rbp,0x20(%rsp)
	cmp    0x28(%rsp),%r14
	jae    195 <__offloadcc_k_thread_multiply_by_block+0x195>
	mov    0x0(%r13,%r14,8),%r15
	xor    %edi,%edi
	call   4c <__offloadcc_k_thread_multiply_by_block+0x4c>
	mov    %eax,%ebx
	add    %r15,%rbx
	vxorps %xmm0,%xmm0,%xmm0
	vmovsd %xmm0,(%rsp)
	cmp    0x8(%r13,%r14,8),%rbx
	jae    8e <__offloadcc_k_thread_multiply_by_block+0x8e>
	mov    0x30(%rsp),%rax
	vmovsd (%rax,%rbx,8),%xmm0
	movslq (%r12,%rbx,4),%rax
	vmovsd (%rsp),%xmm1
	vfmadd231sd 0x0(%rbp,%rax,8),%xmm0,%xmm1
	vmovsd %xmm1,(%rsp)
	xor    %edi,%edi
	call   87 <__offloadcc_k_thread_multiply_by_block+0x87>
	mov    %eax,%eax
	add    %rax,%rbx
	jmp    5a <__offloadcc_k_thread_multiply_by_block+0x5a>
	xor    %edi,%edi
	call   95 <__offloadcc_k_thread_multiply_by_block+0x95>
	mov    %eax,0x14(%rsp)
	xor    %edi,%edi
	call   a0 <__offloadcc_k_thread_multiply_by_block+0xa0>
	mov    %eax,0x10(%rsp)
	push   $0x1
	pop    %r15
	mov    %r15d,%edi
	call   b0 <__offloadcc_k_thread_multiply_by_block+0xb0>
	mov    %eax,0xc(%rsp)
	mov    %r15d,%edi
	call   bc <__offloadcc_k_thread_multiply_by_block+0xbc>
	mov    %eax,%ebx
	push   $0x2
	pop    %rdi
	call   c6 <__offloadcc_k_thread_multiply_by_block+0xc6>
	mov    %eax,%ebp
	imul   %ebx,%ebp
	add    0xc(%rsp),%ebp
	imul   0x10(%rsp),%ebp
	add    0x14(%rsp),%ebp
	vmovsd (%rsp),%xmm0
	vmovsd %xmm0,%fs:0x0(,%rbp,8)
	call   ec <__offloadcc_k_thread_multiply_by_block+0xec>
	xor    %edi,%edi
	call   f3 <__offloadcc_k_thread_multiply_by_block+0xf3>
	mov    %eax,%ebx
	mov    %r15d,%edi
	call   fd <__offloadcc_k_thread_multiply_by_block+0xfd>
	mov    %eax,%r15d
	imul   %ebx,%r15d
	push   $0x2
	pop    %rdi
	call   10c <__offloadcc_k_thread_multiply_by_block+0x10c>
	mov    %eax,%ebx
	imul   %r15d,%ebx
	cmp    $0x2,%ebx
	jb     150 <__offloadcc_k_thread_multiply_by_block+0x150>
	mov    %ebx,%r15d
	shr    %r15d
	cmp    %r15d,%ebp
	jae    146 <__offloadcc_k_thread_multiply_by_block+0x146>
	vmovsd %fs:0x0(,%rbp,8),%xmm0
	lea    (%rbx,%rbp,1),%eax
	sub    %r15d,%eax
	vaddsd %fs:0x0(,%rax,8),%xmm0,%xmm0
	vmovsd %xmm0,%fs:0x0(,%rbp,8)
	call   14b <__offloadcc_k_thread_multiply_by_block+0x14b>
	sub    %r15d,%ebx
	jmp    112 <__offloadcc_k_thread_multiply_by_block+0x112>
	vmovsd %fs:0x0,%xmm0
	vmovsd %xmm0,(%rsp)
	call   164 <__offloadcc_k_thread_multiply_by_block+0x164>
	xor    %edi,%edi
	call   16b <__offloadcc_k_thread_multiply_by_block+0x16b>
	test   %eax,%eax
	jne    17f <__offloadcc_k_thread_multiply_by_block+0x17f>
	mov    0x18(%rsp),%rax
	vmovsd (%rsp),%xmm0
	vmovsd %xmm0,(%rax,%r14,8)
	xor    %edi,%edi
	call   186 <__offloadcc_k_thread_multiply_by_block+0x186>
	mov    %eax,%eax
	add    %rax,%r14
	mov    0x20(%rsp),%rbp
	jmp    35 <__offloadcc_k_thread_multiply_by_block+0x35>
	add    $0x38,%rsp
	pop    %rbx
	pop    %r12
	pop    %r13
	pop    %r14
	pop    %r15
	pop    %rbp
	ret
	data16 data16 cs nopw 0x0(%rax,%rax,1)

00000000000001b0 <__offloadcc_k_call_multiply_by_block>:
	mov    (%rdi),%rax
	mov    0x18(%rdi),%rsi
	mov    0x20(%rdi),%rdx
	mov    0x28(%rdi),%rcx
	mov    0x30(%rdi),%r8
	mov    0x38(%rdi),%r9
	mov    %rax,%rdi
	jmp    0 <__offloadcc_k_thread_multiply_by_block>
