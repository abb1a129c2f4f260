"""Kernels whose prototypes vary, for random programs about mapping (mapping.py).

A kernel writes some of its arrays, each in one statement, whole or in part: the statements are such
as narrowing proves to write everything, and such as nearly do. A thread writes elements of its own,
so there are no races. What else it may read of the same memory is noted as an access: of its own
element, of any, or of those below a number; a launch may pass arrays that share memory if the
accesses allow it.

The same text, with the prefix ref_ for offload_, is the reference; it runs thread after thread on
the model of the data.
"""

import re

from choices import Choices
from elements import Count

SCALARS = ['int', 'unsigned', 'size_t', 'size_t', 'long', 'unsigned short']
NEVER = 100000  # what no index reaches


class Spot:
    """Elements that a kernel can get at: an array, or what a pointer in a struct points to. `key` is
    the parameter's name and the members on the way, `loops` are what leads there, `counts` are the
    dimensions as functions of the scalars; of structs' pointers only the text is known. `less` are
    numbers that the first dimension is not smaller than."""

    def __init__(self, key, place, t, const, bounds, loops=(), null=None, mark='', counts=None,
                 less=()):
        self.key, self.place, self.type, self.const = key, place, t, const
        self.bounds, self.loops, self.null = bounds, list(loops), null
        self.mark, self.counts, self.less = mark, counts, less

    def at(self, *indices):
        return self.place + ''.join(f'[{index}]' for index in indices)

    def any(self, number):
        """Some element, by a number; there must be one."""
        if len(self.bounds) == 1:
            return self.at(f'({number}) % {self.bounds[0]}')
        *outer, last = self.bounds
        return self.at(*[f'({number}) / {last} % {bound}' for bound in outer], f'({number}) % {last}')

    def exists(self):
        tests = [bound for bound in self.bounds] + ([self.null] if self.null else [])
        return ' && '.join(tests)


class Parameter:
    """Kinds: scalar, sizes (two scalars in a struct), value, array, device (an
    offload_device_ptr), struct, structs."""

    def __init__(self, kind, name, t, const=False, mark='', counts=(), form='', restrict=False):
        self.kind, self.name, self.type, self.const, self.mark = kind, name, t, const, mark
        self.counts, self.form, self.restrict = list(counts), form, restrict
        self.alias = None  # a typedef of its elements

    def declaration(self, marked=True):
        if self.kind in ('scalar', 'sizes'):
            return f'{self.type} {self.name}'
        if self.kind in ('value', 'struct'):
            return f'{self.type.name} {self.name}'
        head = ('const ' if self.const else '') + (self.alias or self.type.name)
        mark = f'{self.mark} ' if self.mark and marked else ''
        if self.kind == 'device':
            return f'{mark}{head} *{self.name}'
        bounds = [count.text for count in self.counts]
        if self.form == 'pointer':
            dimensions = ''.join(f'[{bound}]' for bound in bounds)
            return f'{mark}{head} (*{self.name}){dimensions} offload_count(1)'
        within = ('restrict ' if self.restrict else '') + ('static ' if self.form == 'static' else '')
        bounds[0] = within + bounds[0]
        return f'{mark}{head} {self.name}{"".join(f"[{bound}]" for bound in bounds)}'


class Kernel:
    def __init__(self, name):
        self.name = name
        self.parameters = []
        self.dimensions = 1
        self.body = []
        self.typedefs = []
        self.accesses = {}  # of a spot's key: accesses
        self.writes = set()  # keys
        self.needs = []  # pairs: threads in a dimension, that offload_out needs
        self.most_threads = 0  # 0: any number
        self.has_out = False
        self.any_grid = True
        self.has_prototype = False

    def access(self, spot, what):
        self.accesses.setdefault(spot.key, set()).add(what)

    def writes_to(self, key):
        """A key without members is that of all of the elements."""
        return key in self.writes or (not key[1] and any(
            written[0] == key[0] and written[1].startswith('.') for written in self.writes))

    def text(self):
        parameters = lambda marked: ', '.join(p.declaration(marked) for p in self.parameters)
        body = '\n'.join('    ' + line for line in self.body)
        lines = list(self.typedefs)
        if self.has_prototype:
            lines.append(f'offload_kernel void {self.name}({parameters(True)});')
        lines += [f'offload_kernel void {self.name}({parameters(not self.has_prototype)})',
                  '{', body, '}',
                  f'static __attribute__((noinline)) void ref_{self.name}({parameters(False)})', '{',
                  re.sub(r'\boffload_', 'ref_', body), '}']
        return '\n'.join(lines)


class Maker(Choices):
    """Makes a kernel. Each statement has random numbers of its own, from `stream`, which gives None
    if the statement is to be left out."""

    def __init__(self, name, stream, types, structs):
        self.kernel = Kernel(name)
        self.name, self.stream, self.types, self.structs = name, stream, types, structs
        self.random = stream(name)
        self.scalars, self.values, self.spots = [], [], []
        self.make()

    # ---- The prototype ----

    def add(self, parameter):
        self.kernel.parameters.append(parameter)
        return parameter

    def make(self):
        kernel = self.kernel
        kernel.dimensions = self.pick([1, 1, 1, 1, 2, 2, 3])
        for name in ['n', 'm', 'w'][:self.random.randint(1, 3)] + ['never']:
            self.add(Parameter('scalar', name, self.pick(SCALARS) if name != 'never' else 'size_t'))
            self.scalars.append(name)
        self.scalars.pop()  # never is no bound
        if self.chance(0.2):
            self.add(Parameter('sizes', 'sizes', 'struct sizes'))
            self.scalars += ['sizes.n', 'sizes.m']
        kind = self.pick(self.types)
        few = [kind, kind, self.pick(self.types), self.pick(self.types)]  # so that arrays can share memory
        for number in range(self.pick([1, 2, 2, 3, 3, 4])):
            self.add_array(f'x{number}', self.pick(few))
        if self.structs and self.chance(0.4):
            self.add_struct('v')
        if self.structs and self.chance(0.15):
            self.add_struct('u')
        if self.chance(0.25):
            self.values.append(self.add(Parameter('value', 'by_value', self.pick(self.types))))
        if self.chance(0.2):
            self.add_device('p')
        kernel.has_prototype = self.chance(0.15) and not any(
            parameter.kind == 'device' for parameter in kernel.parameters)
        self.make_statements()

    def count(self):
        a, b = self.pick(self.scalars), self.pick(self.scalars)
        return self.pick([
            Count(a), Count(a), Count(a), Count(b), Count(f'{a} + 1', less=[a]),
            Count(f'2 * {a}', less=[a]), Count(f'{a} * {b}'), Count(f'{a} + {b}', less=[a, b]), Count(f'({a} + 3) / 4', f'({a} + 3) // 4'),
            Count(f'{a} % 5 + 1'), Count(f'{a} * (int)sizeof(short)', f'{a} * 2'),
            Count(f'{a} > {b} ? {a} : {b}', f'{a} if {a} > {b} else {b}', [a, b]),
            Count(f'{a} << 1', less=[a]), Count(str(self.random.randint(1, 40)))])

    def add_array(self, name, t):
        counts = [self.count() for _ in range(self.pick([1, 1, 1, 1, 2, 2, 3]))]
        const, mark, form = self.chance(0.35), '', self.pick(['', '', '', '', 'static', 'pointer'])
        if not const and self.chance(0.25):
            mark = self.pick(['offload_out', 'offload_out', 'offload_scratch'])
        parameter = self.add(Parameter('array', name, t, const, mark, counts, form,
                                       form != 'pointer' and self.chance(0.15)))
        if self.chance(0.15):
            parameter.alias = f'{self.name}_{name}'
            self.kernel.typedefs.append(f'typedef {t.name} {parameter.alias};')
        place = f'(*{name})' if form == 'pointer' else name
        self.spots.append(Spot((name, ''), place, t, const,
                               [f'(size_t)({count.text})' for count in counts], mark=mark,
                               counts=counts, less=counts[0].less))

    def add_device(self, name):
        t, const = self.pick(self.types), self.chance(0.5)
        count = Count(self.pick(self.scalars))
        self.add(Parameter('device', name, t, const, 'offload_device_ptr', [count]))
        self.spots.append(Spot((name, ''), name, t, const, [f'(size_t)({count.text})'],
                               counts=[count]))

    def add_struct(self, name):
        struct = self.pick(self.structs)
        if self.chance(0.5):
            self.add(Parameter('struct', name, struct))
            self.walk(struct, f'{name}.', (name, ''), [])
            return
        count = self.pick([Count(self.pick(self.scalars)), Count('1'), Count('2')])
        const = self.chance(0.5)
        self.add(Parameter('structs', name, struct, const, counts=[count]))
        k = f'{name}_k'
        loop = f'for (size_t {k} = 0; {k} < (size_t)({count.text}); {k}++)'
        self.walk(struct, f'{name}[{k}].', (name, '[]'), [loop])
        for member in struct.plain:
            if not const:
                spot = Spot((name, f'.{member.name}'), name, member.type, False,
                            [f'(size_t)({count.text})'], counts=[count])
                spot.at = lambda index, text=f'.{member.name}': f'{name}[{index}]{text}'
                self.spots.append(spot)

    def walk(self, struct, place, key, loops):
        names = set(struct.counts)
        for member in struct.members:
            bound = member.count and f'(size_t)({member.count.of(place, names)})'
            path = (key[0], f'{key[1]}.{member.name}')
            if member.kind == 'pointer':
                mark = '' if member.mark == 'offload_device_ptr' else member.mark
                self.spots.append(Spot(path, place + member.name, member.type, member.const, [bound],
                                       loops, null=place + member.name, mark=mark,
                                       less=[place + name for name in member.count.less]))
            elif member.kind == 'struct':
                for k in range(member.length or 1):
                    at = f'[{k}]' if member.length else ''
                    self.walk(member.type, f'{place}{member.name}{at}.', (path[0], path[1] + at), loops)
            elif member.kind == 'structs':
                k = re.sub(r'\W+', '_', f'{place}{member.name}_k')
                loop = (f'if ({place}{member.name}) '
                        f'for (size_t {k} = 0; {k} < {bound}; {k}++)')
                self.walk(member.type, f'{place}{member.name}[{k}].', (path[0], path[1] + '[]'),
                          loops + [loop])

    # ---- Statements ----

    def make_statements(self):
        writable = [spot for spot in self.spots if not spot.const]
        targets = [spot for spot in writable
                   if spot.mark or self.chance(0.9 if len(writable) == 1 else 0.65)]
        targets.sort(key=lambda spot: spot.mark != 'offload_out')  # before anything returns
        self.readable = [spot for spot in self.spots if spot not in targets]
        self.only_own, self.may_return = self.chance(0.4), False
        self.kernel.has_out = any(spot.mark == 'offload_out' for spot in targets)
        for number, spot in enumerate(targets):
            self.random = self.stream(f'{self.name}s{number}', optional=spot.mark != 'offload_out')
            if self.random:
                self.statement(spot, number)

    def statement(self, spot, number):
        self.number_of_statement = number
        sure = spot.mark == 'offload_out'
        if not sure and len(spot.bounds) == 1 and spot.type.id in ('i32', 'u32', 'u64') and \
                not spot.mark and self.chance(0.1):
            lines = self.atomic(spot)
        elif len(spot.bounds) == 1:
            lines = self.line(spot, sure)
        else:
            lines = self.plane(spot, sure)
        self.kernel.writes.add(spot.key)
        self.kernel.access(spot, self.index_key or ('other', number))
        if spot.null:
            lines = [f'if ({spot.null}) {{'] + lines + ['}']
        for loop in reversed(spot.loops):
            lines = [loop + ' {'] + lines + ['}']
        self.kernel.body += ['{'] + lines + ['}']

    def alone(self, used):
        """The test that leaves one thread of the dimensions that a statement does not use."""
        return [f'offload_global_id({d}) == 0' for d in range(used, self.kernel.dimensions)]

    def index(self, name, dimension):
        d = dimension
        return self.pick([
            f'size_t {name} = offload_global_id({d});', f'size_t {name} = offload_global_id({d});',
            f'unsigned {name} = (unsigned)offload_global_id({d});',
            f'int {name} = (int)offload_global_id({d});',
            f'size_t {name} = (size_t)offload_block_id({d}) * offload_block_size({d}) + '
            f'offload_thread_id({d});',
            f'int {name} = (int)(offload_block_id({d}) * offload_block_size({d}) + '
            f'offload_thread_id({d}));'])

    def condition(self, spot, index):
        """One that is not about the bound, or none."""
        kind = self.random.random()
        if kind < 0.55:
            return ''
        if kind < 0.7:
            return f'{index} < (size_t)({self.count().text})'
        if kind < 0.8:
            return f'({index} & 1)'
        if kind < 0.87:
            return f'{index} > 0'
        if kind < 0.95:
            return f'({self.number(spot, index)} & 1)'
        return f'{index} != (size_t)({self.pick(self.scalars)})'

    def line(self, spot, sure):
        """A statement that writes an array of one dimension."""
        bound, kernel = spot.bounds[0], self.kernel
        if spot.less and not sure and self.chance(0.3):
            bound = f'(size_t)({self.pick(spot.less)})'  # and no comparison with the array's own
        # Which indices an offload_for does not do if threads have returned is the target's affair.
        loop = 'stride' if self.may_return else 'for'
        form = self.pick(['guard', 'guard', 'guard', 'return', loop, loop, 'stride', 'block', 'one',
                          'byte'])
        if sure:
            form = self.pick(['guard', 'for', 'stride', 'one'] if spot.counts else
                             ['for', 'stride', 'one'])
        place = 'i' if sure or self.chance(0.7) else self.pick(['back', 'double', 'shift'])
        at, guard = {'i': ('i', f'i < {bound}'), 'back': (f'{bound} - 1 - i', f'i < {bound}'),
                     'double': ('2 * i', f'2 * i < {bound}'),
                     'shift': ('i + 1', f'i + 1 < {bound}')}[place]
        self.index_key = ('own', self.number_of_statement, 'i') if place == 'i' else None
        condition = '' if sure else self.condition(spot, 'i')
        store = self.store(spot, (at,), 'i', sure)
        alone = self.alone(1)
        if form in ('guard', 'return', 'byte'):
            kernel.any_grid = False
            index = self.index('i', 0)
            if form == 'byte':
                index, kernel.most_threads = 'unsigned char i = (unsigned char)offload_global_id(0);', 256
            if sure:
                kernel.needs.append((0, spot.counts[0]))
            if form == 'return':
                self.may_return = True
                test = f'!({guard})' if place != 'i' or self.chance(0.5) else f'i >= {bound}'
                if self.chance(0.3):
                    test = f'{self.pick(self.scalars)} == 3 || {test}'
                if alone:
                    test = f'{" || ".join(f"!({text})" for text in alone)} || {test}'
                lines = [index, f'if ({test})', '    return;']
                return lines + self.under([condition], store)
            tests = [guard, condition] if self.chance(0.8) else [condition, guard]
            if form == 'guard' and self.chance(0.1):
                tests.append(f'i < (size_t)({self.count().text})' if not sure else '')
            return [index] + self.under(alone + tests, store)
        loop = {'for': 'offload_for (i, LIMIT)',
                'stride': 'for (size_t i = offload_global_id(0); i < LIMIT; i += offload_global_size(0))',
                'block': 'for (size_t i = offload_block_id(0); i < LIMIT; i += offload_block_count(0))',
                'one': 'for (size_t i = START; i < LIMIT; i += STEP)'}[form]
        if form == 'one':
            alone = [f'offload_global_id({d}) == 0' for d in range(kernel.dimensions)]
        loop = loop.replace('STEP', '1' if sure or self.chance(0.8) else '2')
        loop = loop.replace('START', '0' if sure or self.chance(0.8) else '1')
        limit = bound
        if place in ('double', 'shift') or (not sure and self.chance(0.15)):
            limit = f'(size_t)({self.count().text})'
            condition = f'{guard}{" && " if condition else ""}{condition}'
        tests = [condition]
        if form == 'block':
            tests.insert(0, 'offload_thread_id(0) == 0')
        inside = self.under(tests, store)
        if not sure and self.chance(0.25):
            inside = self.interruption('i', form == 'one') + inside
        lines = [loop.replace('LIMIT', limit) + ' {'] + inside + ['}']
        return self.under(alone, lines)

    def interruption(self, index, in_order):
        """A break or continue. Which indices a break leaves out is sure only in one thread's loop."""
        word, value = self.pick(['break', 'return']), 'never'
        if self.chance(0.6):
            word = self.pick(['continue', 'break']) if in_order else 'continue'
            value = self.pick(self.scalars)
        return [f'if ({index} == (size_t)({value}))', f'    {word};']

    def plane(self, spot, sure):
        """A statement that writes an array of two or three dimensions."""
        kernel, rank, bounds = self.kernel, len(spot.bounds), spot.bounds
        self.index_key = None
        names = ['i', 'j', 'k'][:rank]
        mixed = ' * 31 + '.join(names)
        store = self.store(spot, names, f'(size_t){mixed}', sure)
        if self.chance(0.25) and not self.may_return:
            total = ' * '.join(bounds)
            condition = '' if sure else self.condition(spot, 'e')
            split = [f'size_t {name} = {text};' for name, text in zip(names, {
                2: [f'e / {bounds[-1]}', f'e % {bounds[-1]}'],
                3: [f'e / {bounds[-1]} / {bounds[1]}', f'e / {bounds[-1]} % {bounds[1]}',
                    f'e % {bounds[-1]}']}[rank])]
            lines = [f'offload_for (e, {total}) {{'] + split + self.under([condition], store) + ['}']
            return self.under(self.alone(1), lines)
        condition = '' if sure else self.condition(spot, mixed if self.chance(0.3) else
                                                   self.pick(names))
        lines = self.under([condition], store)
        on_grid = min(kernel.dimensions, rank)
        # The last dimensions on the grid, or the first on its x and the others in loops.
        if kernel.dimensions == 1 or self.chance(0.25):
            pairs, used = {0: 0}, 1
        else:
            pairs, used = {rank - 1 - d: d for d in range(on_grid)}, on_grid
        for position in range(rank - 1, -1, -1):
            if position in pairs:
                continue
            name = names[position]
            start = '0' if sure or self.chance(0.85) else '1'
            step = f'{name}++' if sure or self.chance(0.85) else f'{name} += 2'
            stop = f'{name} < {bounds[position]}'
            if not sure and self.chance(0.15):
                stop += f' && {name} < (size_t)({self.count().text})'
            if not sure and self.chance(0.2):
                lines = self.interruption(name, True) + lines
            kind = self.pick(['size_t', 'size_t', 'int', 'unsigned'])
            lines = [f'for ({kind} {name} = {start}; {stop}; {step}) {{'] + lines + ['}']
        alone = self.alone(used)
        if used == 1 and self.chance(0.3) and not self.may_return:
            position = next(iter(pairs))
            lines = [f'offload_for ({names[position]}, {bounds[position]}) {{'] + lines + ['}']
            return self.under(alone, lines)
        kernel.any_grid = False
        tests = [f'{names[position]} < {bounds[position]}' for position in pairs]
        self.random.shuffle(tests)
        if sure:
            kernel.needs += [(d, spot.counts[position]) for position, d in pairs.items()]
        heads = [self.index(names[position], d) for position, d in pairs.items()]
        if not sure and self.chance(0.3):
            self.may_return = True
            failed = ' || '.join(f'!({test})' for test in alone + tests)
            return heads + [f'if ({failed})', '    return;'] + lines
        return heads + self.under(alone + tests, lines)

    def under(self, tests, lines):
        tests = [test for test in tests if test]
        if not tests:
            return lines
        if len(tests) > 1 and self.chance(0.3):
            return [f'if ({tests[0]})'] + self.under(tests[1:], lines) if len(lines) == 1 else \
                [f'if ({tests[0]}) {{'] + self.under(tests[1:], lines) + ['}']
        return [f'if ({" && ".join(tests)}) {{'] + lines + ['}']

    def atomic(self, spot):
        self.kernel.any_grid = False
        self.index_key = None
        self.kernel.access(spot, ('any',))
        limit = f'(size_t)({self.count().text})'
        return ['size_t i = offload_global_id(0);'] + self.under(
            self.alone(1) + [f'i < {limit}', spot.exists()],
            [f'offload_atomic_add(&{spot.any("i * 3")}, ({spot.type.name})'
             f'({self.number(None, "i")}));'])

    def store(self, spot, indices, number, sure):
        """Assigns a value to an element."""
        element, kind = spot.at(*indices), self.random.random()
        reads = None if sure or spot.mark else spot
        same = [other for other in self.near(spot) if other.type is spot.type]
        if kind < 0.12 and same and self.index_key:
            other = self.pick(same)
            self.kernel.access(other, self.index_key)
            guard = f'{number} < {other.bounds[0]}'
            copied = self.pick([f'{element} = {other.at(number)};',
                                f'memcpy(&{element}, &{other.at(number)}, sizeof {element});'])
            if sure:
                return [f'if ({guard})', f'    {copied}', 'else',
                        f'    {element} = make_{spot.type.id}({number});']
            return [f'if ({guard})', f'    {copied}']
        if kind < 0.2 and reads and spot.type.integer:
            return [f'{element} ^= ({spot.type.name})({self.number(None, number)});']
        if kind < 0.25 and reads and spot.type.integer:
            value = f'{spot.type.name} value = ({spot.type.name})({self.number(spot, number)});'
            half = self.pick([f'sizeof {element}', f'(sizeof {element} + 1) / 2'])
            return ['{', f'    {value}', f'    memcpy(&{element}, &value, {half});', '}']
        own = f'read_{spot.type.id}(&{element})' if reads and self.chance(0.3) else ''
        value = self.number(spot, number)
        lines = [f'{element} = make_{spot.type.id}({f"{own} * 3 + " if own else ""}{value});']
        if spot.mark == 'offload_scratch' or self.chance(0.1):
            # Its own element again, which was written before.
            lines.append(f'{element} = make_{spot.type.id}(read_{spot.type.id}(&{element}) + 1);')
        return lines

    # ---- Values ----

    def near(self, spot):
        """Arrays of one dimension that can be read beside this one's element."""
        return [other for other in self.readable
                if len(other.bounds) == 1 and other.mark == '' and
                (not other.loops or (spot and other.loops == spot.loops)) and not other.null]

    def number(self, spot, number):
        terms = [self.term(spot, number) for _ in range(self.pick([1, 1, 2, 2, 3]))]
        text = ' + '.join(terms)
        return f'hash_of({text})' if self.chance(0.2) else text

    def term(self, spot, number):
        kind = self.random.random()
        if kind < 0.12:
            return f'(u64){number}'
        if kind < 0.2:
            return f'{self.random.randint(1, 999)}u'
        if kind < 0.26:
            return f'(u64){self.pick(self.scalars)}'
        if kind < 0.36 and self.values:
            value = self.pick(self.values)
            return f'read_{value.type.id}(&{value.name})'
        readable = [other for other in self.readable if other.mark == '' and
                    (not other.loops or (spot and other.loops == spot.loops))]
        if not readable:
            return f'(u64){number} * 5'
        other = self.pick(readable)
        read = f'read_{other.type.id}'
        if len(other.bounds) == 1 and self.index_key and \
                (self.only_own or self.chance(0.5)):
            self.kernel.access(other, self.index_key)
            null = f'{other.null} && ' if other.null else ''
            return f'({null}{number} < {other.bounds[0]} ? {read}(&{other.at(number)}) : 3)'
        if len(other.bounds) == 1 and other.counts and self.chance(0.3):
            below = self.pick(self.scalars)
            self.kernel.access(other, ('below', below))
            limit = f'(size_t)({below})'
            return (f'({limit} && {limit} <= {other.bounds[0]} ? '
                    f'{read}(&{other.at(f"((u64){number} * 7) % {limit}")}) : 4)')
        self.kernel.access(other, ('any',))
        return f'({other.exists()} ? {read}(&{other.any(f"(u64){number} * 7 + 3")}) : 5)'
