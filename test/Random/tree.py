"""Random programs as trees of statements, and their two printers.

A kernel is printed once as C with offload.h, and once as its reference: C that runs the threads of a
block in lock-step. A statement that holds no barrier becomes a loop over all threads, a statement
that all threads take alike stays outside of these loops; so the reference needs no compiler that
splits code at barriers.

Texts mark the names that the two printers write differently:
  ‹x›  a thread's variable: `x` in the kernel, a member of the thread's struct in the reference
  «x»  a variable that is the same in all threads of a block: one variable in the reference
  ¦x¦  a label
Names that begin with offload_ or fn_ begin with ref_ in the reference.
"""

import re

RECURSION_LIMIT = 4


class Dual:
    """A text that the printers write in different ways."""

    def __init__(self, kernel, reference):
        self.kernel = kernel
        self.reference = reference


class Node:
    """A statement: texts, Duals and lists of nodes, in their order. What it declares is a list of
    C declarations with {} for the name, and the name."""

    def __init__(self, *parts, declares=()):
        self.parts = list(parts)
        self.declares = list(declares)


class Thread(Node):
    """Each thread executes this alone; it holds no barrier."""


class Uniform(Node):
    """All threads of a block execute this alike; its lists may hold barriers."""


class Barrier(Node):
    pass


class Reduce(Node):
    """target = the block's reduction of an expression; the target is uniform."""

    def __init__(self, target, operation, ctype, expression):
        super().__init__(f'{target} = offload_block_reduce_{operation}(', expression, ');')
        self.target, self.operation, self.ctype = target, operation, ctype


class Call(Node):
    """A call of a function with barriers. The target is uniform, or empty."""

    def __init__(self, target, function, arguments):
        super().__init__()
        self.target, self.function, self.arguments = target, function, arguments


class Function:
    """A device function without barriers, whose variables are not marked. If its name begins with
    fn_ it is printed for the reference too, with both_ the reference calls the same."""

    def __init__(self, head, body):
        self.head, self.body = head, body

    def text(self, reference=False):
        lines = [f'static {self.head}', '{']
        lines += indent(thread_lines(self.body, reference, ''))
        lines.append('}')
        return mark(lines, reference, '')


class BlockFunction:
    """A device function with barriers. Parameters are pairs of a declaration with {} and a marked
    name. In the reference it is expanded at each call."""

    def __init__(self, name, parameters, result_type, shared):
        self.name, self.parameters, self.result_type = name, parameters, result_type
        self.shared = shared  # declarations
        self.body = []
        self.result = '0'

    def text(self):
        parameters = ', '.join(form.format(name) for form, name in self.parameters)
        lines = [f'static {self.result_type} {self.name}({parameters})', '{']
        lines += indent([f'offload_shared {declaration};' for declaration in self.shared])
        lines += indent(kernel_lines(self.body))
        lines.append(f'    return {self.result};' if self.result_type != 'void' else '')
        lines.append('}')
        return mark(lines, False, '')


class Kernel:
    def __init__(self, name):
        self.name = name
        self.parameters = ''
        self.shared = []  # declarations
        self.body = []
        self.test = []  # lines of the function that launches it

    def text(self):
        lines = [f'offload_kernel void {self.name}({self.parameters})', '{']
        lines += indent([f'offload_shared {declaration};' for declaration in self.shared])
        lines += indent(kernel_lines(self.body))
        lines.append('}')
        return mark(lines, False, '')

    def reference_text(self):
        return Reference(self).text()


class Program:
    def __init__(self, head):
        self.head = head  # text: harness, structs, tables
        self.functions = []
        self.kernels = []

    def text(self):
        parts = [self.head]
        for function in self.functions:
            parts.append(function.text())
            if isinstance(function, Function) and re.search(r'\bfn_\w+\(', function.head):
                parts.append(function.text(True))
        for kernel in self.kernels:
            parts.append(kernel.text())
            parts.append(kernel.reference_text())
            parts.append('\n'.join([f'static void test_{kernel.name}(void)', '{'] +
                                   indent(kernel.test) + ['}']))
        calls = [f'    test_{kernel.name}();' for kernel in self.kernels]
        parts.append('\n'.join(['int main(void)', '{'] + calls +
                               ['    return check_failures != 0;', '}']))
        return '\n\n'.join(parts) + '\n'


def indent(lines):
    return ['    ' + line for line in lines]


def mark(lines, reference, suffix):
    return '\n'.join(marked(line, reference, suffix) for line in lines if line.strip())


def marked(text, reference, suffix):
    if reference:
        text = re.sub('‹(\\w+)›', f'P->\\1{suffix}', text)
        text = re.sub('«(\\w+)»', f'\\1{suffix}', text)
        text = re.sub('¦(\\w+)¦', f'\\1{suffix}', text)
        return re.sub(r'\b(?=fn_)', 'ref_', re.sub(r'\boffload_', 'ref_', text))
    return re.sub('[‹›«»¦]', '', text)


def joined(parts, print_list, reference):
    """Lines of a node's parts: lists are indented, the rest goes on with its line."""
    lines = ['']
    for part in parts:
        if isinstance(part, list):
            lines += indent(print_list(part))
            lines.append('')
        else:
            if isinstance(part, Dual):
                part = part.reference if reference else part.kernel
            lines[-1] += part
    return [line for line in lines if line]


def thread_lines(nodes, reference, suffix):
    lines = []
    for node in nodes:
        lines += joined(node.parts, lambda part: thread_lines(part, reference, suffix), reference)
    return [marked(line, True, suffix) for line in lines] if reference else lines


def kernel_lines(nodes):
    lines = []
    for node in nodes:
        if isinstance(node, Barrier):
            lines.append('offload_barrier();')
        elif isinstance(node, Call):
            target = f'{node.target} = ' if node.target else ''
            lines.append(f'{target}{node.function.name}({", ".join(node.arguments)});')
        else:
            lines += joined(node.parts, kernel_lines, False)
    return lines


class Reference:
    """Prints a kernel's reference."""

    def __init__(self, kernel):
        self.kernel = kernel
        self.members = []
        self.locals = []
        self.shared = list(kernel.shared)
        self.numbers = 0
        self.open_calls = []

    def text(self):
        kernel = self.kernel
        body = self.block(kernel.body, '')
        names = [re.search(r'(\w+)(\[[^\]]*\])*$', declaration).group(1)
                 for declaration in self.shared]
        lines = [f'struct {kernel.name}_thread', '{']
        lines += indent(['char unused;'] + [member + ';' for member in dict.fromkeys(self.members)])
        # Without optimisation, as LLVM's own faults in it are not ours (22.1 has one with -O3 at seed 739949009).
        lines += ['};', f'static struct {kernel.name}_thread {kernel.name}_threads[1024];',
                  f'__attribute__((optnone, noinline)) static void ref_{kernel.name}({kernel.parameters})', '{']
        lines += indent(f'static {declaration};' for declaration in self.shared)
        lines += indent(f'{declaration};' for declaration in dict.fromkeys(self.locals))
        lines += ['    for (unsigned ref_b = 0; ref_b < ref_blocks; ref_b++) {',
                  f'        struct {kernel.name}_thread *P = {kernel.name}_threads;',
                  '        ref_enter_block(ref_b);']
        lines += [f'        memset(&{name}, 0xA5, sizeof {name});' for name in names]
        lines += indent(indent(body))
        lines += ['    block_done:;', '    }', '}']
        return re.sub(r'ref_(out|scratch) ', '', mark(lines, True, ''))

    def number(self):
        self.numbers += 1
        return self.numbers

    def block(self, nodes, suffix):
        lines, group = [], []
        for node in nodes:
            self.declare(node, suffix)
            if isinstance(node, Thread):
                group.append(node)
                continue
            lines += self.threads(group, suffix)
            group = []
            if isinstance(node, Reduce):
                lines += self.reduction(node, suffix)
            elif isinstance(node, Call):
                lines += self.expansion(node, suffix)
            elif isinstance(node, Uniform):
                lines += [marked(line, True, suffix) for line in
                          joined(node.parts, lambda part: self.block(part, suffix), True)]
        return lines + self.threads(group, suffix)

    def declare(self, node, suffix):
        for form, name in node.declares:
            plain = name[1:-1] + suffix
            (self.members if name[0] == '‹' else self.locals).append(form.format(plain))
        for part in node.parts if isinstance(node, Thread) else ():
            for child in part if isinstance(part, list) else ():
                self.declare(child, suffix)

    def each_thread(self, lines):
        if not lines:
            return []
        name = self.kernel.name
        return (['for (unsigned ref_t = 0; ref_t < ref_threads; ref_t++) {',
                 f'    struct {name}_thread *P = {name}_threads + ref_enter_thread(ref_t);'] +
                indent(lines) + ['}', 'ref_split(0, ref_size, ref_thread);'])

    def threads(self, nodes, suffix):
        lines = thread_lines(nodes, True, suffix)
        if any('THREAD_END' in line for line in lines):
            label = f'thread_end_{self.number()}'
            lines = [line.replace('THREAD_END', label) for line in lines] + [f'{label}:;']
        return self.each_thread(lines)

    def reduction(self, node, suffix):
        number = self.number()
        total, value = f'total_{number}', f'value_{number}'
        combine = {'add': f'{total} + {value}',
                   'min': f'{value} < {total} ? {value} : {total}',
                   'max': f'{value} > {total} ? {value} : {total}'}[node.operation]
        expression = marked(node.parts[1], True, suffix)
        return ([f'{node.ctype} {total} = 0;'] +
                self.each_thread([f'{node.ctype} {value} = {expression};',
                                  f'{total} = ref_t ? {combine} : {value};']) +
                [f'{marked(node.target, True, suffix)} = {total};'])

    def expansion(self, node, suffix):
        function = node.function
        if self.open_calls.count(function) >= RECURSION_LIMIT:
            return ['abort();']
        inner = f'_{self.number()}'
        lines, own = [], []
        for (form, name), argument in zip(function.parameters, node.arguments):
            plain = name[1:-1] + inner
            target = marked(name, True, inner)
            assignment = f'{target} = {marked(argument, True, suffix)};'
            if name[0] == '‹':
                self.members.append(form.format(plain))
                own.append(assignment)
            else:
                self.locals.append(form.format(plain))
                lines.append(assignment)
        lines += self.each_thread(own)
        self.shared += [declaration for declaration in function.shared
                        if declaration not in self.shared]
        self.open_calls.append(function)
        lines += self.block(function.body, inner)
        self.open_calls.pop()
        if node.target:
            lines.append(f'{marked(node.target, True, suffix)} = '
                         f'{marked(function.result, True, inner)};')
        return ['{'] + indent(lines) + ['}', f'out{inner}:;']
