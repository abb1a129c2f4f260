"""Makes random programs: kernels, their references, and a main function that compares them.

What a program does is defined: signed arithmetic is done in unsigned types, divisions and shifts are
guarded, and there are no races. For the last, each shared object is in one state between two
barriers: threads touch their own slot only, all only read, all update by one commutative atomic, or
one thread alone touches it. Sharing knows the states.

Kernels are of two kinds. Block kernels use barriers, shared memory and every index, and are
launched with exact grids. Free kernels compute each element from its index, and are launched with
any options.
"""

import os
import random

from choices import Choices
from tree import (Barrier, BlockFunction, Call, Dual, Function, Kernel, Node, Program, Reduce, Thread,
                  Uniform)

C = {'bool': '_Bool', 'i8': 'signed char', 'u8': 'unsigned char', 'i16': 'short',
     'u16': 'unsigned short', 'i32': 'int', 'u32': 'unsigned', 'i64': 'long', 'u64': 'unsigned long',
     'f32': 'float', 'f64': 'double', 'll': 'long long', 'ull': 'unsigned long long'}
BITS = {'bool': 8, 'i8': 8, 'u8': 8, 'i16': 16, 'u16': 16, 'i32': 32, 'u32': 32, 'f32': 32,
        'i64': 64, 'u64': 64, 'll': 64, 'ull': 64, 'f64': 64}
INTEGERS = ['bool', 'i8', 'u8', 'i16', 'u16', 'i32', 'i32', 'i32', 'u32', 'u32', 'u32', 'i64', 'u64',
            'll', 'ull']
FLOATS = ['f32', 'f64']
BUFFERS = ['bool', 'i8', 'u8', 'i16', 'u16', 'i32', 'i32', 'u32', 'u32', 'i64', 'u64', 'f32', 'f32',
           'f64']
COUNTS = ['i32', 'u32', 'u64', 'i64', 'u16']
BLOCKS = [(1,), (3,), (7,), (16,), (32,), (33,), (64,), (100,), (256,), (16, 16), (5, 3, 2), (2, 2),
          (1, 7), (8, 8), (1, 1, 9), (4, 1, 4), (31,), (12, 5), (200,), (512,), (1024,)]


def is_float(t):
    return t in FLOATS


def wide(t):
    return 'unsigned long long' if BITS[t] == 64 else 'unsigned'


def convert(text, source, target):
    if source == target:
        return text
    if is_float(source) and not is_float(target):
        text = f'long_of((float){text})' if BITS[target] == 64 else f'int_of({text})'
    return f'({C[target]}){text}'


class Struct:
    """Members are triples of name, type and length; the type may be a Struct."""

    def __init__(self, name, members):
        self.name, self.members = name, members

    def text(self):
        lines = []
        for name, t, length in self.members:
            ctype = f'struct {t.name}' if isinstance(t, Struct) else C[t]
            lines.append(f'    {ctype} {name}{f"[{length}]" if length else ""};')
        return '\n'.join([f'struct {self.name} {{'] + lines + ['};'])


class Object:
    """What the threads of a block share: an array in shared memory, or a block's part of one in
    global memory. Its slots have one type. `own` says whether each thread has a slot."""

    def __init__(self, name, t, size, own, place=None, initialised=False):
        self.name, self.type, self.size, self.own = name, t, size, own
        self.place = place or (lambda index: f'{name}[{index}]')
        self.initialised = initialised
        self.flat = place is None  # its name is a pointer to its slots


CONFLICT = 'conflict'


class Sharing:
    """The states of a block's objects since the last barrier."""

    def __init__(self):
        self.states = {}
        self.used = []  # a stack of loops: every state used in each

    def state(self, item):
        return self.states.get(item)

    def enter(self, item, state):
        self.states[item] = state
        for used in self.used:
            used.setdefault(item, set()).add(state)

    def barrier(self):
        self.states = {}

    def all_conflict(self, items):
        self.states = {item: CONFLICT for item in items}

    def join(self, *others):
        for other in others:
            for item, state in other.items():
                mine = self.states.get(item)
                self.states[item] = state if mine in (None, state) else CONFLICT

    def repeats(self):
        """Whether the innermost loop's end may be followed by its beginning."""
        return all(self.used[-1].get(item, set()) <= {state} for item, state in self.states.items())


class Context:
    """What a statement can name."""

    def __init__(self):
        self.scalars = []  # pairs of text and type, of this thread
        self.targets = []  # those that can be assigned
        self.arrays = []  # text, type, length: a thread's own
        self.constants = []  # text, type, length: arrays and tables that nothing writes
        self.planes = []  # text, type, height, width: the same with two dimensions
        self.structs = []  # text, Struct: a thread's own
        self.uniform = []  # pairs: the same for all threads of the block
        self.uniform_targets = []
        self.same = []  # arrays whose elements are all the same
        self.functions = []
        self.block_functions = []
        self.guarded = []  # text, type, condition: elements that are this thread's if it holds
        self.atomics = []  # text, type, length, operation: global memory
        self.objects = []
        self.indices = False  # index calls
        self.loop = False
        self.uniform_loop = False
        self.leave = None  # how a thread returns early
        self.block_leave = None  # how a block does
        self.depth = 0

    def inner(self):
        other = Context()
        for name, value in vars(self).items():
            setattr(other, name, list(value) if isinstance(value, list) else value)
        other.depth += 1
        return other


class Generator(Choices):
    def __init__(self, seed, kernels):
        self.random = random.Random(seed)
        self.edges = random.Random(-seed - 1)  # apart: what is bounded leaves the rest as it is
        self.numbers = 0
        self.sharing = Sharing()
        self.hidden = False  # whether what is uniform may look as if it were not
        self.structs = []
        self.tables = []
        self.functions = []  # triples of Function, result type, parameter types
        self.block_functions = []
        self.program = None
        self.make_program(seed, kernels)

    def name(self, prefix):
        self.numbers += 1
        return f'{prefix}{self.numbers}'

    def any_type(self):
        return self.pick(FLOATS) if self.chance(0.2) else self.pick(INTEGERS)

    # ---- Expressions ----

    def constant(self, t):
        if t == 'bool':
            return self.pick(['0', '1'])
        if is_float(t):
            text = self.pick(['0.0', '1.0', '0.5', '-1.25', '3.0', '0.1', '1e6', '-7.0', '1e-3'])
            return text + 'f' if t == 'f32' else text
        if self.chance(0.6):
            return f'({C[t]}){self.integer(0, 9)}'
        bits = BITS[t]
        value = self.pick([(1 << (bits - 1)) - 1, 1 << (bits - 2), self.random.getrandbits(bits - 1)])
        text = f'{value}ull' if t.startswith('u') else f'{value}ll'
        return f'({C[t]}){text}' if self.chance(0.7) else f'({C[t]})~{text}'

    def near(self, context):
        """A number near one of the thread's own, or another one: text of a long."""
        indices = [text for text, t in context.scalars if t == 'u32' or not t.startswith('f')]
        if context.indices and self.edges.random() < 0.5:
            call = self.edges.choice(['thread_id', 'global_id'])
            text = f'offload_{call}({self.edges.choice([0, 0, 0, 1])})'
        else:
            text = self.edges.choice(indices) if indices else str(self.edges.randint(0, 99))
        return f'((long)(int)({text}) + {self.edges.randint(-9, 9)})'

    def bounded(self, context, length):
        """An index that is kept below `length`, as one writes it at the edges of an array."""
        length = str(length)
        near = self.near(context)
        size = f'(size_t){near}'
        return self.edges.choice([
            f'({near} < 0 ? 0 : {near} < (long)({length}) ? {near} : (long)({length}) - 1)',
            f'({near} >= (long)({length}) ? (long)({length}) - 1 : {near} > 0 ? {near} : 0)',
            f'({size} < {length} ? {size} : {length} - 1)',
            f'({size} < {length} ? {size} : 0)',
            f'(unsigned)({size} >= {length} ? 0 : {size} == {length} - 1 ? 0 : {size} + 1)',
            f'(int)({near} == 0 ? {length} - 1 : {size} - 1 < {length} ? {size} - 1 : 0)',
        ])

    def index(self, context, length, depth=1):
        """An index below `length`, which is a number or the text of a positive number."""
        text = self.any_index(context, length, depth)
        return self.bounded(context, length) if self.edges.random() < 0.25 else text

    def any_index(self, context, length, depth):
        if isinstance(length, int):
            if self.chance(0.3):
                return str(self.integer(0, length - 1))
            value = self.expression(context, self.pick(['u32', 'i32', 'u64']), depth)
            if length & (length - 1) == 0:
                return f'{value} & {length - 1}'
            return f'(unsigned){value} % {length}'
        value = self.expression(context, self.pick(['u32', 'u64', 'i32']), depth)
        return f'(size_t){value} % (size_t){length}'

    def places(self, context, depth):
        """Functions that make an atom: each gives a text and a type, or None."""
        def of(items):
            return lambda: self.pick(items) if items else None

        def element(items):
            def make():
                if not items:
                    return None
                text, t, length = self.pick(items)
                return f'{text}[{self.index(context, length, depth)}]', t
            return make

        def plane():
            if not context.planes:
                return None
            text, t, height, width = self.pick(context.planes)
            return (f'{text}[{self.index(context, height, 0)}][{self.index(context, width, 0)}]', t)

        def member():
            return self.member(context, *self.pick(context.structs)) if context.structs else None

        def index_call():
            if not context.indices:
                return None
            call = self.pick(['thread_id', 'thread_id', 'thread_id', 'block_id', 'block_size',
                              'block_count', 'global_id', 'global_size'])
            return (f'offload_{call}({self.pick([0, 0, 0, 1, 2])})',
                    'u64' if call.startswith('global') else 'u32')

        def guarded():
            if not context.guarded:
                return None
            text, t, condition = self.pick(context.guarded)
            return (f'({condition} ? {text} : ({C[t]})3)' if condition else text), t

        return [of(context.scalars), of(context.scalars), of(context.uniform),
                element(context.arrays), element(context.constants), element(context.constants),
                plane, member, index_call, guarded, lambda: self.shared_atom(context)]

    def member(self, context, text, struct):
        name, t, length = self.pick(struct.members)
        text = f'{text}.{name}'
        if length:
            text = f'{text}[{self.index(context, length, 0)}]'
        return self.member(context, text, t) if isinstance(t, Struct) else (text, t)

    def atom(self, context, t, depth=0):
        if self.chance(0.15):
            return self.constant(t)
        for _ in range(4):
            found = self.pick(self.places(context, depth))()
            if found:
                return f'({convert(found[0], found[1], t)})'
        return self.constant(t)

    def expression(self, context, t, depth):
        if depth <= 0:
            return self.atom(context, t)
        if is_float(t):
            return self.real(context, t, depth)
        return self.whole(context, t, depth)

    def integral(self, context, depth):
        return self.expression(context, self.pick(INTEGERS), depth)

    def whole(self, context, t, depth):
        c = C[t]
        x = lambda: self.integral(context, depth - 1 - (self.chance(0.3)))
        choice = self.integer(0, 19)
        if choice < 5:
            w = wide(t)
            return f'({c})(({w}){x()} {self.pick("++--*")} ({w}){x()})'
        if choice < 8:
            return f'({c})({x()} {self.pick("&|^")} {x()})'
        if choice == 8:
            w = self.pick(['unsigned', 'unsigned long', 'unsigned long long'])
            return f'({c})(({w}){x()} {self.pick(["<<", ">>"])} ({x()} & 31))'
        if choice == 9:
            return f'({c})((int){x()} >> ({x()} & 31))'
        if choice == 10:
            return f'({c})({self.condition(context, depth - 1)})'
        if choice == 11:
            return (f'({self.condition(context, depth - 1)} ? {self.expression(context, t, depth - 1)}'
                    f' : {self.expression(context, t, depth - 1)})')
        if choice == 12:
            kind = self.pick(['i32', 'u32', 'i64', 'u64'])
            return f'({c}){self.pick(["div", "mod"])}_{kind}({x()}, {x()})'
        if choice == 13:
            real = self.pick(FLOATS)
            return convert(self.expression(context, real, depth - 1), real, t)
        if choice == 14:
            return f'({c}){self.pick(["-(unsigned)", "~", "!"])}({x()})'
        if choice == 15:
            return f'({c})hash_of({x()})'
        if choice < 18 and context.functions:
            return self.call(context, t, depth)
        return self.atom(context, t, depth - 1)

    def real(self, context, t, depth):
        y = lambda: self.expression(context, t, depth - 1)
        choice = self.integer(0, 11)
        if choice < 5:
            return f'({y()} {self.pick("++--**/")} {y()})'
        if choice == 5:
            return f'({self.condition(context, depth - 1)} ? {y()} : {y()})'
        if choice == 6:
            return f'({C[t]}){self.integral(context, depth - 1)}'
        if choice == 7:
            return f'({C[t]}){self.expression(context, self.pick(FLOATS), depth - 1)}'
        if choice == 8:
            function = self.pick(['fabs', 'sqrt', 'floor'])
            return f'({C[t]}){function}{"f" if t == "f32" else ""}({y()})'
        if choice == 9 and context.functions:
            return self.call(context, t, depth)
        if choice == 10:
            return f'-({y()})'
        return self.atom(context, t, depth - 1)

    def condition(self, context, depth):
        choice = self.integer(0, 9)
        if choice < 6 or depth <= 0:
            operator = self.pick(['<', '<=', '>', '>=', '==', '!='])
            if self.chance(0.2):
                t = self.pick(FLOATS)
                return (f'({self.expression(context, t, depth - 1)} {operator} '
                        f'{self.expression(context, t, depth - 1)})')
            return f'({self.integral(context, depth - 1)} {operator} {self.integral(context, depth - 1)})'
        if choice < 8:
            return (f'({self.condition(context, depth - 1)} {self.pick(["&&", "||"])} '
                    f'{self.condition(context, depth - 1)})')
        return f'({self.integral(context, depth - 1)} & {self.pick([1, 3, 4])})'

    def call(self, context, t, depth):
        function, result, parameters = self.pick(context.functions)
        arguments = []
        for kind in parameters:
            if isinstance(kind, Struct):
                arguments.append(self.struct_value(context, kind, 0))
            elif kind == 'depth':
                arguments.append(f'(unsigned)({self.integral(context, 0)} & 3)')
            elif kind == 'array':
                values = ', '.join(self.integral(context, 0) for _ in range(4))
                arguments.append(f'(unsigned[4]){{{values}}}')
            else:
                arguments.append(self.expression(context, kind, min(depth - 1, 1)))
        return f'({convert(f"{function}({chr(44).join(arguments)})", result, t)})'

    def struct_value(self, context, struct, depth=1):
        same = [text for text, other in context.structs if other is struct]
        if same and self.chance(0.5):
            return self.pick(same)
        return f'(struct {struct.name}){self.braces(context, struct, depth)}'

    def braces(self, context, struct, depth=1):
        values = []
        for _, t, length in struct.members:
            one = lambda: (self.braces(context, t, depth) if isinstance(t, Struct)
                           else self.expression(context, t, depth))
            values.append('{' + ', '.join(one() for _ in range(length)) + '}' if length else one())
        return '{' + ', '.join(values) + '}'

    # ---- Expressions that are the same for all threads of a block ----

    def uniform_context(self, context):
        """A context in which any expression is uniform."""
        other = Context()
        other.scalars = context.uniform
        other.constants, other.planes = context.constants, context.planes
        if self.hidden:
            other.functions = [f for f in context.functions if f[0].startswith('both_')]
        return other

    def uniform(self, context, t, depth=2):
        other = self.uniform_context(context)
        if context.same and self.hidden and self.chance(0.2):  # uniform, but only we know
            text, kind, length = self.pick(context.same)
            threads = context.inner()
            threads.objects = []
            index = self.index(threads, length)
            return f'({convert(f"{text}[{index}]", kind, t)})'
        if context.indices and self.chance(0.2):
            call = self.pick(['block_id', 'block_size', 'block_count'])
            other.scalars = other.scalars + [(f'offload_{call}({self.pick([0, 0, 1])})', 'u32')] * 3
        return self.expression(other, t, depth)

    def uniform_condition(self, context):
        if self.chance(0.25):
            return f'({self.uniform(context, "u32", 1)} & {self.pick([1, 3])})'
        if self.chance(0.3):
            return self.condition(self.uniform_context(context), 2)
        operator = self.pick(['<', '<=', '>', '!='])
        t = self.pick(['i32', 'u32', 'u8', 'f32'])
        return f'({self.uniform(context, t)} {operator} {self.uniform(context, t)})'

    # ---- Shared objects ----

    def own_slot(self, item):
        """A state in which each thread has a slot."""
        return self.pick([('own', '‹lin›')] * 3 + [('own', '«cnt» - 1 - ‹lin›'),
                                                  ('own', f'(‹lin› + {self.integer(1, 5)}) % «cnt»')])

    def shared_atom(self, context):
        usable = [item for item in context.objects if item.initialised and not isinstance(item.type, Struct)]
        if not usable:
            return None
        item = self.pick(usable)
        state = self.sharing.state(item)
        if state is None:
            state = 'read' if not item.own or self.chance(0.6) else self.own_slot(item)
        if state == 'read':
            self.sharing.enter(item, state)
            return item.place(self.index(context, item.size, 0)), item.type
        if state[0] == 'own':
            self.sharing.enter(item, state)
            return item.place(state[1]), item.type
        return None

    def shared_statement(self, context):
        items = [item for item in context.objects if item.initialised]
        if not items:
            return None
        item = self.pick(items)
        state = self.sharing.state(item)
        if state is None:
            choices = ['single']
            if item.own:
                choices += ['own'] * 4
            if item.type in ('i32', 'u32', 'i64', 'u64'):
                choices += ['atomic'] * 2
            choice = self.pick(choices)
            state = (self.own_slot(item) if choice == 'own' else
                     ('single', f'{self.integer(0, 40)} % «cnt»') if choice == 'single' else
                     ('atomic', self.pick(['add', 'sub', 'min', 'max', 'and', 'or', 'xor', 'cas'])))
        if state == 'read' or state == CONFLICT:
            return None
        self.sharing.enter(item, state)
        if state[0] == 'atomic':
            index = self.index(context, item.size)
            return self.atomic(context, item.place(index), item.type, state[1])
        if state[0] == 'own':
            return self.store(context, item.place(state[1]), item.type)
        inner = context.inner()
        index = self.index(inner, item.size)
        store = self.store(inner, item.place(index), item.type)
        return Thread(f'if (‹lin› == {state[1]}) {{', [store], '}')

    def store(self, context, text, t):
        if isinstance(t, Struct):
            return Thread(f'{text} = {self.struct_value(context, t)};')
        return Thread(self.assignment(context, text, t, self.integer(1, 3)))

    def atomic(self, context, place, t, operation):
        value = self.expression(context, t, 2)
        if operation == 'cas':
            old = self.name('old')
            c = C[t]
            return Thread(f'for ({c} {old} = offload_atomic_load(&{place}), more = 1; more;) '
                          f'more = !offload_atomic_compare_exchange(&{place}, &{old}, '
                          f'({c})(({wide(t)}){old} + ({wide(t)}){value}));')
        return Thread(f'offload_atomic_{operation}(&{place}, {value});')

    # ---- Statements of one thread ----

    def assignment(self, context, text, t, depth):
        if t == 'bool' or self.chance(0.6):
            return f'{text} = {self.expression(context, t, depth)};'
        value = self.expression(context, t, depth)
        if is_float(t):
            return f'{text} {self.pick(["+=", "-=", "*="])} {value};'
        if t in ('u32', 'u64', 'ull'):
            if self.chance(0.2):
                return self.pick([f'++{text};', f'--{text};'])
            return f'{text} {self.pick(["+=", "-=", "*=", "^=", "|=", "&="])} {value};'
        return f'{text} {self.pick(["^=", "|=", "&="])} {value};'

    def statements(self, context, count):
        return [self.statement(context) for _ in range(count)]

    def nested(self, context, most=3):
        return self.statements(context.inner(), self.integer(1, most))

    def statement(self, context):
        """A statement of one thread, with nothing that is the same for all."""
        for _ in range(3):
            choice = self.integer(0, 29)
            if choice >= 14 and context.depth > 3:
                continue
            made = self.simple(context, choice) if choice < 14 else self.compound(context, choice)
            if made:
                return made
        return Thread(self.assign_something(context))

    def assign_something(self, context):
        if context.structs and self.chance(0.2):
            text, t = self.member(context, *self.pick(context.structs))
        elif context.arrays and self.chance(0.3):
            text, t, length = self.pick(context.arrays)
            text = f'{text}[{self.index(context, length)}]'
        elif context.targets:
            text, t = self.pick(context.targets)
        else:
            return ';'
        return self.assignment(context, text, t, self.integer(1, 3))

    def simple(self, context, choice):
        if choice < 6:
            return Thread(self.assign_something(context))
        if choice < 8:
            return self.shared_statement(context)
        if choice == 8:
            return self.local(context)
        if choice == 9 and context.guarded:
            text, t, condition = self.pick(context.guarded)
            store = self.assignment(context, text, t, 2)
            return Thread(f'if ({condition}) {store}' if condition else store)
        if choice == 10 and context.atomics:
            text, t, length, operation = self.pick(context.atomics)
            return self.atomic(context, f'{text}[{self.index(context, length)}]', t, operation)
        if choice == 11 and context.loop:
            leave = 'continue' if context.loop == 'continue' else self.pick(['break', 'continue'])
            return Thread(f'if {self.condition(context, 1)} {leave};')
        if choice == 12 and context.leave and self.chance(0.5):
            return Thread(f'if {self.condition(context, 1)} ', context.leave, ';')
        if choice == 13 and context.structs:
            text, struct = self.pick(context.structs)
            return Thread(f'{text} = {self.struct_value(context, struct)};')
        return None

    def local(self, context):
        """Declares a variable of the innermost C block."""
        name = self.name('v')
        choice = self.integer(0, 5)
        t = self.any_type()
        if choice == 0:
            length = self.integer(2, 6)
            values = ', '.join(self.expression(context, t, 1) for _ in range(length))
            node = Thread(f'{C[t]} {name}[{length}] = {{{values}}};')
            context.arrays.append((name, t, length))
        elif choice == 1 and context.targets:
            text, t = self.pick(context.targets)
            node = Thread(f'{C[t]} *{name} = &{text};')
            context.targets.append((f'*{name}', t))
            context.scalars.append((f'*{name}', t))
        elif choice == 2 and self.structs:
            struct = self.pick(self.structs)
            node = Thread(f'struct {struct.name} {name} = {self.braces(context, struct)};')
            context.structs.append((name, struct))
        else:
            node = Thread(f'{C[t]} {name} = {self.expression(context, t, 2)};')
            context.scalars.append((name, t))
            context.targets.append((name, t))
        return node

    def compound(self, context, choice):
        inner = context.inner()
        if choice < 19:
            head = f'if {self.condition(context, 2)} {{'
            if self.chance(0.5):
                return Thread(head, self.nested(context), '}')
            return Thread(head, self.nested(context), '} else {', self.nested(context), '}')
        if choice < 21:
            t, name = self.pick(['i32', 'u32', 'u64', 'i8']), self.name('i')
            head = (f'for ({C[t]} {name} = 0; {name} < ({C[t]})({self.integral(context, 1)} & 7); '
                    f'{name}++) {{')
            inner.scalars.append((name, t))
            inner.loop = True
            return Thread(head, self.statements(inner, self.integer(1, 3)), '}')
        if choice < 23:
            name = self.name('w')
            start = f'unsigned {name} = {self.expression(context, "u32", 1)} & 15;'
            step = self.pick([f'{name}--;', f'{name} >>= 1;', f'{name} &= {name} - 1;'])
            inner.scalars.append((name, 'u32'))
            inner.loop = True
            body = [Thread(step)] + self.statements(inner, self.integer(1, 3))
            if choice == 21:
                return Thread(f'{{ {start} while ({name}) {{', body, '} }')
            start = f'unsigned {name} = 1 + ({self.expression(context, "u32", 1)} & 7);'
            return Thread(f'{{ {start} do {{', body, f'}} while ({name}); }}')
        if choice < 25:
            count = self.integer(2, 4)
            parts = [f'switch ((unsigned){self.integral(context, 1)} % {count + 1}) {{']
            for case in range(count):
                body = self.nested(context, 2)
                if self.chance(0.7):
                    body.append(Thread('break;'))
                parts += [f'case {case}: {{', body, '}']
            if self.chance(0.6):
                parts += ['default: {', self.nested(context, 2), '}']
            return Thread(*parts, '}')
        if choice == 25:
            label = f'¦{self.name("skip")}¦'
            body = self.statements(inner, self.integer(1, 2))
            return Thread(f'{{ if {self.condition(context, 1)} goto {label}; {{', body,
                          f'}} {label}:; }}')
        if choice == 26:
            label, name = f'¦{self.name("again")}¦', self.name('g')
            inner.loop = False
            body = self.statements(inner, self.integer(1, 2))
            return Thread(f'{{ unsigned {name} = 0; {label}:; {{', body,
                          f'}} if ({name}++ < 3 && {self.condition(context, 1)}) goto {label}; }}')
        if choice == 27:
            return Thread('{', self.nested(context), '}')
        return None

    # ---- Statements of a block ----

    def declare(self, context):
        """A thread's variable that lives across barriers."""
        name = f'‹{self.name("p")}›'
        choice = self.integer(0, 6)
        t = self.any_type()
        if choice == 0:
            length = self.integer(2, 7)
            values = '{' + ', '.join(self.expression(context, t, 1) for _ in range(length)) + '}'
            context.arrays.append((name, t, length))
            return Thread(Dual(f'{C[t]} {name}[{length}] = {values};',
                               f'memcpy({name}, ({C[t]}[{length}]){values}, sizeof {name});'),
                          declares=[(f'{C[t]} {{}}[{length}]', name)])
        if choice == 1 and self.structs:
            struct = self.pick(self.structs)
            form = f'struct {struct.name}'
            values = self.braces(context, struct)
            context.structs.append((name, struct))
            return Thread(Dual(f'{form} {name} = {values};', f'{name} = ({form}){values};'),
                          declares=[(form + ' {}', name)])
        if choice == 2 and context.arrays:
            text, t, length = self.pick(context.arrays)
            value = f'&{text}[{self.index(context, length)}];'
            context.targets.append((f'*{name}', t))
            context.scalars.append((f'*{name}', t))
            return Thread(Dual(f'{C[t]} *{name} = {value}', f'{name} = {value}'),
                          declares=[(f'{C[t]} *{{}}', name)])
        if choice == 3 and [x for x in context.targets if '*' not in x[0]]:
            text, t = self.pick([x for x in context.targets if '*' not in x[0]])
            value = f'&{text};'
            same = [x for x, kind in context.targets if kind == t and '*' not in x]
            if len(same) > 1:
                value = f'{self.condition(context, 1)} ? &{text} : &{self.pick(same)};'
            context.targets.append((f'*{name}', t))
            context.scalars.append((f'*{name}', t))
            return Thread(Dual(f'{C[t]} *{name} = {value}', f'{name} = {value}'),
                          declares=[(f'{C[t]} *{{}}', name)])
        value = self.expression(context, t, 2)
        context.scalars.append((name, t))
        context.targets.append((name, t))
        return Thread(Dual(f'{C[t]} {name} = {value};', f'{name} = {value};'),
                      declares=[(C[t] + ' {}', name)])

    def declare_uniform(self, context, value=None, t=None):
        name = f'«{self.name("u")}»'
        t = t or self.any_type()
        value = value or self.uniform(context, t)
        context.uniform.append((name, t))
        context.uniform_targets.append((name, t))
        return Uniform(Dual(f'{C[t]} {name} = {value};', f'{name} = {value};'),
                       declares=[(C[t] + ' {}', name)])

    def block_statements(self, context, count):
        nodes = []
        for _ in range(count):
            nodes += self.block_statement(context)
        return nodes

    def barrier(self):
        self.sharing.barrier()
        return Barrier()

    def block_statement(self, context):
        choice = self.integer(0, 39)
        if choice < 10:
            return [self.barrier()]
        if choice < 19:
            return self.thread_statements(context)
        if choice < 23:
            return [self.declare(context)]
        if choice < 25:
            return [self.declare_uniform(context)]
        if choice < 27:
            if context.uniform_targets:
                text, t = self.pick(context.uniform_targets)
                return [Uniform(f'{text} = {self.uniform(context, t)};')]
            return []
        if choice < 29:
            return self.load(context)
        if choice < 31 and not context.depth > 2:
            return [self.reduce(context)]
        if choice == 31:
            return [self.lanes(context)]
        if choice < 34:
            return self.block_call(context)
        if choice == 34:
            return self.leave_loop(context)
        if context.depth > 2:
            return []
        return self.block_compound(context)

    def thread_statements(self, context):
        shared = self.shared_statement(context) if self.chance(0.5) else None
        return [shared or self.statement(self.own(context))]

    def own(self, context):
        """For statements in which no name of C is declared at the block's level."""
        inner = context.inner()
        inner.depth = max(inner.depth, 1)
        return inner

    def load(self, context):
        """A uniform value from shared memory."""
        items = [item for item in context.objects if item.initialised and
                 not isinstance(item.type, Struct) and self.sharing.state(item) in (None, 'read')]
        if not items:
            return []
        item = self.pick(items)
        self.sharing.enter(item, 'read')
        index = self.index(self.uniform_context(context), item.size, 1)
        return [self.declare_uniform(context, item.place(index), item.type)]

    def reduce(self, context):
        t = self.pick(['i32', 'u32', 'i64', 'u64', 'f32', 'f64'])
        value = self.expression(context, 'i32' if is_float(t) else t, 2)
        operation = self.pick(['add', 'min', 'max'])
        if is_float(t) or (operation == 'add' and t[0] == 'i'):
            value = f'({C[t]})({value} & 1023)'
        target, result = f'«{self.name("u")}»', t
        node = Reduce(target, operation, C[t], f'({C[t]}){value}')
        node.parts[0] = Dual(f'{C[t]} {node.parts[0]}', '')
        node.declares = [(C[t] + ' {}', target)]
        context.uniform.append((target, result))
        context.uniform_targets.append((target, result))
        self.sharing.barrier()
        return node

    def lanes(self, context):
        """What does not depend on the number of lanes."""
        t = self.pick(['i32', 'u32', 'i64', 'u64', 'f32', 'f64'])
        choice = self.integer(0, 3)
        targets = [text for text, kind in context.targets if kind == t and '*' not in text]
        if choice < 2 and targets:
            text = self.pick(targets)
            shuffle = (f'offload_lane_shuffle({text}, offload_lane_id())' if choice else
                       f'offload_lane_shuffle_xor({text}, 0)')
            return Thread(f'{text} = {shuffle};')
        if choice == 2 and context.atomics:
            sums = [a for a in context.atomics if a[3] == 'add']
            if sums:
                text, _, length, _ = self.pick(sums)
                condition = self.condition(context, 1)
                index = self.index(self.uniform_context(context), length)
                return Thread(f'if (offload_lane_any(1) && offload_lane_all(1) && (offload_lane_ballot'
                              f'({condition}) >> offload_lane_id() & 1)) '
                              f'offload_atomic_add(&{text}[{index}], 1);')
        targets = [text for text, kind in context.targets if kind == 'u32']
        if targets:
            return Thread(f'{self.pick(targets)} += offload_lane_any({self.uniform(context, "u8", 1)}'
                          f' & 1) + 2 * offload_lane_all(1);')
        return Thread(';')

    def block_call(self, context):
        functions = [f for f in context.block_functions]
        if not functions:
            return []
        function, result, kinds = self.pick(functions)
        arguments = []
        for kind in kinds:
            if kind[0] == 'buffer':
                buffers = [item for item in context.objects if item.own and item.type == kind[1] and
                           item.initialised and item.flat]
                if not buffers:
                    return []
                arguments.append(self.pick(buffers).name)
            elif kind[0] == 'depth':
                arguments.append(f'({self.uniform(context, "u32", 1)} & 3)')
            elif kind[0] == 'uniform':
                arguments.append(self.uniform(context, kind[1], 1))
            else:
                arguments.append(self.expression(context, kind[1], 2))
        nodes = []
        self.sharing.barrier()
        if not result:
            return [Call('', function, arguments)]
        declared = self.declare_uniform(context, f'({C[result]})0', result)
        nodes.append(declared)
        nodes.append(Call(context.uniform[-1][0], function, arguments))
        return nodes

    def leave_loop(self, context):
        if context.uniform_loop:
            condition = self.uniform_condition(context)
            saved = dict(self.sharing.states)
            if self.chance(0.5):
                before = [self.barrier()] if self.chance(0.5) else []
                context.breaks.append(self.sharing.states)
                self.sharing.states = saved
                return [Uniform(f'if ({condition}) {{', before + [Uniform('break;')], '}')]
            before = self.thread_statements(context) if self.chance(0.5) else []
            before.append(Barrier())
            self.sharing.join(saved)
            return [Uniform(f'if ({condition}) {{', before + [Uniform('continue;')], '}')]
        if context.depth < 2 and context.block_leave and self.chance(0.3):
            condition = f'({self.uniform(context, "u8", 1)} & 15) == {self.integer(1, 15)}'
            return [Uniform(f'if ({condition}) {{', [Barrier(), Uniform(context.block_leave, ';')], '}')]
        return []

    def branch(self, context, most=4):
        """The nodes of a branch, and the states at its end; the states are left as before it."""
        before = dict(self.sharing.states)
        inner = context.inner()
        nodes = self.block_statements(inner, self.integer(1, most)) + self.folds(context, inner)
        after = self.sharing.states
        self.sharing.states = before
        return nodes, after

    def folds(self, context, inner):
        """Saves what a block's own variables hold in a variable that outlives it."""
        targets = [pair for pair in context.targets if '*' not in pair[0]]
        nodes = []
        for value, kind in (inner.scalars[len(context.scalars):] + inner.uniform[len(context.uniform):]):
            if targets and self.chance(0.6):
                nodes.append(Thread(self.fold(*self.pick(targets), value, kind)))
        return nodes

    def block_compound(self, context):
        choice = self.integer(0, 9)
        if choice < 3:
            return self.block_if(context)
        if choice == 3:
            return self.block_skip(context)
        if choice == 4:
            return self.block_switch(context)
        return self.block_loop(context, choice)

    def block_if(self, context):
        condition = self.uniform_condition(context)
        first, after_first = self.branch(context)
        if self.chance(0.5):
            self.sharing.join(after_first)
            return [Uniform(f'if ({condition}) {{', first, '}')]
        second, after_second = self.branch(context)
        self.sharing.states = after_first
        self.sharing.join(after_second)
        return [Uniform(f'if ({condition}) {{', first, '} else {', second, '}')]

    def block_skip(self, context):
        label = f'¦{self.name("over")}¦'
        condition = self.uniform_condition(context)
        nodes, after = self.branch(context)
        self.sharing.join(after)
        return [Uniform(f'{{ if ({condition}) goto {label}; {{', nodes, f'}} {label}:; }}')]

    def block_switch(self, context):
        count = self.integer(2, 3)
        inner = context.inner()
        inner.uniform_loop = False
        parts, ends = [f'switch ((unsigned){self.uniform(context, "u32")} % {count + 1}) {{'], []
        for case in range(count):
            nodes, after = self.branch(inner, 3)
            if case == count - 1 or self.chance(0.7):
                nodes.append(Uniform('break;'))
            else:  # goes on in the next case
                nodes.append(Barrier())
            ends.append(after)
            parts += [f'case {case}: {{', nodes, '}']
        self.sharing.join(*ends)
        return [Uniform(*parts, '}')]

    def block_loop(self, context, choice):
        inner = context.inner()
        inner.uniform_loop = True
        inner.breaks = []
        bound = f'{self.uniform(context, "u32")} & {self.pick([1, 3, 3, 7])}'
        name = f'«{self.name("l")}»'
        declares = [('unsigned {}', name)]
        inner.uniform.append((name, 'u32'))
        tail = []
        if choice < 7:
            t = self.pick(['u32', 'i32', 'u64'])
            inner.uniform[-1] = (name, t)
            declares = [(C[t] + ' {}', name)]
            limit = f'({C[t]})({bound})' if self.chance(0.7) else str(self.integer(1, 4))
            parts = [Dual(f'for ({C[t]} ', 'for ('),
                     f'{name} = 0; {name} < {limit}; {name}++) {{']
            end = '}'
        elif choice == 7:
            parts = [Dual(f'{{ unsigned {name} = {bound};', f'{{ {name} = {bound};'),
                     f' while ({name}) {{']
            tail, end = [Uniform(f'{name}--;')], '} }'
            inner.tail_first = True
        elif choice == 8:
            parts = [Dual(f'{{ unsigned {name} = 1 + ({bound});', f'{{ {name} = 1 + ({bound});'),
                     ' do {']
            tail, end = [Uniform(f'{name}--;')], f'}} while ({name}); }}'
        else:
            label = f'¦{self.name("back")}¦'
            inner.uniform_loop = False
            parts = [Dual(f'{{ unsigned {name} = {bound};', f'{{ {name} = {bound};'),
                     f' {label}:; {{']
            end = f'}} if ({name}-- > 0) goto {label}; }}'
        before = dict(self.sharing.states)
        self.sharing.used.append({})
        body = tail + self.block_statements(inner, self.integer(1, 5)) + self.folds(context, inner)
        if not self.sharing.repeats():
            body.append(self.barrier())
        self.sharing.used.pop()
        self.sharing.join(before, *inner.breaks)
        return [Uniform(*parts, body, end, declares=declares)]

    # ---- Functions ----

    def make_function(self):
        name = self.name(self.pick(['fn_', 'both_']))
        result = self.pick(['i32', 'u32', 'u32', 'i64', 'u64', 'f32', 'f64', 'u8'])
        context = Context()
        context.indices = name.startswith('fn_')
        context.functions = [f for f in self.functions
                             if context.indices or f[0].startswith('both_')]
        context.constants = list(self.tables)
        context.depth = 1
        kinds, parameters = [], []
        recursive = self.chance(0.3)
        if recursive:
            kinds.append('depth')
            parameters.append('unsigned depth')
            context.scalars.append(('depth', 'u32'))
        for number in range(self.integer(1, 3)):
            text = f'a{number}'
            if self.structs and self.chance(0.2):
                struct = self.pick(self.structs)
                kinds.append(struct)
                parameters.append(f'struct {struct.name} {text}')
                context.structs.append((text, struct))
            elif self.chance(0.15):
                kinds.append('array')
                parameters.append(f'unsigned *{text}')
                context.arrays.append((text, 'u32', 4))
            else:
                t = self.any_type()
                kinds.append(t)
                parameters.append(f'{C[t]} {text}')
                context.scalars.append((text, t))
                context.targets.append((text, t))
        context.leave = Dual(*[f'return {self.expression(context, result, 1)}'] * 2)
        body = []
        if self.chance(0.3):
            table = self.name('t')
            values = ', '.join(str(self.integer(0, 99)) for _ in range(8))
            body.append(Thread(f'static const short {table}[8] = {{{values}}};'))
            context.constants.append((table, 'i16', 8))
        head = f'{C[result]} {name}({", ".join(parameters)})'
        if recursive:
            body.append(Thread('if (depth == 0) ', context.leave, ';'))
            # Its own depth is not assigned, so that every call ends.
            context.functions = context.functions[:]
        body += self.statements(context, self.integer(1, 4))
        value = self.expression(context, result, 2)
        if recursive:
            arguments = ['depth - 1']
            for kind in kinds[1:]:
                arguments.append(self.struct_value(context, kind) if isinstance(kind, Struct) else
                                 '(unsigned[4]){1, 2, depth, 4}' if kind == 'array' else
                                 self.expression(context, kind, 1))
            value = f'({C[result]})(({wide(result)}){name}({", ".join(arguments)}) ^ 5)' \
                if not is_float(result) else f'{name}({", ".join(arguments)}) + {value}'
        body.append(Thread(f'return {value};'))
        self.functions.append((name, result, kinds))
        return Function(head, body)

    def make_block_function(self, capacity):
        """A device function with barriers."""
        name = self.name('fn_b')
        parameters, kinds = [], []
        context = Context()
        context.indices = True
        context.functions = list(self.functions)
        context.constants = list(self.tables)
        context.block_functions = list(self.block_functions)
        context.depth = 1
        result = self.pick([None, 'u32', 'i32', 'f32'])
        self.hidden = self.chance(0.5)
        recursive = self.hidden and self.chance(0.7)
        if not self.hidden:
            context.block_functions = [f for f in context.block_functions if not f[0].hidden]
        if recursive:
            parameters.append(('unsigned {}', '«depth»'))
            kinds.append(('depth',))
            context.uniform.append(('«depth»', 'u32'))
        if self.chance(0.7):
            t = self.pick(['i32', 'u32', 'f32', 'i64'])
            parameters.append((f'{C[t]} *{{}}', '«buffer»'))
            kinds.append(('buffer', t))
            context.objects.append(Object('«buffer»', t, '«cnt»', True, initialised=True))
        t = self.any_type()
        parameters.append((f'{C[t]} {{}}', '‹x›'))
        kinds.append(('private', t))
        context.scalars.append(('‹x›', t))
        context.targets.append(('‹x›', t))
        t = self.any_type()
        parameters.append((f'{C[t]} {{}}', '«y»'))
        kinds.append(('uniform', t))
        context.uniform.append(('«y»', t))
        shared = []
        function = BlockFunction(name, parameters, C[result] if result else 'void', shared)
        function.hidden = self.hidden
        context.block_leave = Dual('return 0' if result else 'return', 'goto ¦out¦')
        outer, self.sharing = self.sharing, Sharing()
        body = self.place_of_thread(context)
        if self.chance(0.5):
            item, declaration = self.shared_array(capacity)
            shared += [declaration] if declaration else []
            context.objects.append(item)
            body.append(Barrier())
            body.append(self.initialise(context, item))
        self.sharing.all_conflict(context.objects)
        body.append(self.declare(context))
        body += self.block_statements(context, self.integer(2, 6))
        if recursive:
            arguments = []
            for (form, parameter), kind in zip(parameters, kinds):
                arguments.append({'depth': '«depth» - 1', 'buffer': parameter}.get(kind[0]) or
                                 (self.uniform(context, kind[1], 1) if kind[0] == 'uniform' else
                                  self.expression(context, kind[1], 1)))
            call = Call(self.declared_result(context, body, result), function, arguments)
            body.append(self.barrier())
            body.append(Uniform('if («depth» > 0) {', [call], '}'))
            body += self.block_statements(context, self.integer(0, 3))
        if result:
            function.result = self.uniform(context, result, 1)
            if self.chance(0.7):
                target = f'«{self.name("u")}»'
                node = Uniform(Dual(f'{C[result]} ', ''), f'{target} = {function.result};',
                               declares=[(C[result] + ' {}', target)])
                body.append(node)
                function.result = target
        body.append(self.barrier())
        function.body = body
        self.sharing = outer
        self.block_functions.append((function, result, kinds))
        return function

    def declared_result(self, context, body, result):
        if not result:
            return ''
        body.append(self.declare_uniform(context, f'({C[result]})0', result))
        return context.uniform[-1][0]

    def place_of_thread(self, context):
        """A thread's number in its block, and how many there are."""
        context.scalars += [('‹lin›', 'u32')] * 2
        context.uniform += [('«cnt»', 'u32')]
        lin = ('offload_thread_id(0) + offload_block_size(0) * (offload_thread_id(1) + '
               'offload_block_size(1) * offload_thread_id(2));')
        count = 'offload_block_size(0) * offload_block_size(1) * offload_block_size(2);'
        return [Thread(Dual('unsigned ', ''), f'‹lin› = {lin}', declares=[('unsigned {}', '‹lin›')]),
                Uniform(Dual('unsigned ', ''), f'«cnt» = {count}',
                        declares=[('unsigned {}', '«cnt»')])]

    # ---- Kernels ----

    def shared_array(self, capacity):
        """A shared object and its declaration."""
        name = self.name('s')
        choice = self.integer(0, 9)
        t = self.pick(['i32', 'u32', 'f32', 'i64', 'u64', 'u8', 'i16', 'f64', 'u32', 'i32', 'bool'])
        if choice == 0:
            return Object(name, t, 1, False, lambda index: name), f'{C[t]} {name}'
        if choice == 1:
            size = self.pick([3, 8, 16])
            return Object(name, t, size, False), f'{C[t]} {name}[{size}]'
        if choice == 2:
            width = self.pick([4, 16, 5])
            height = (capacity + width - 1) // width
            place = lambda index: f'{name}[({index}) / {width}][({index}) % {width}]'
            pad = self.pick([0, 1])
            return (Object(name, t, capacity, True, place),
                    f'{C[t]} {name}[{height}][{width + pad}]')
        if choice == 3 and self.structs:
            struct = self.pick(self.structs)
            return (Object(name, struct, capacity, True), f'struct {struct.name} {name}[{capacity}]')
        if choice == 4:  # a function has it, and returns its address
            get = f'fn_{name}'
            self.program.functions.append(Function(f'{C[t]} *{get}(void)', [
                Thread(f'offload_shared {C[t]} {name}[{capacity}];'), Thread(f'return {name};')]))
            return Object(f'{get}()', t, capacity, True, lambda index: f'{get}()[{index}]'), None
        return Object(name, t, capacity, True), f'{C[t]} {name}[{capacity}]'

    def initialise(self, context, item):
        """All slots get a value; a barrier must follow."""
        index = self.name('z')
        inner = context.inner()
        inner.objects = []
        inner.scalars.append((index, 'u32'))
        store = (f'{item.place(index)} = {self.struct_value(inner, item.type)};'
                 if isinstance(item.type, Struct) else
                 f'{item.place(index)} = {self.expression(inner, item.type, 2)};')
        item.initialised = True
        self.sharing.enter(item, CONFLICT)
        return Thread(f'for (unsigned {index} = ‹lin›; {index} < {item.size}; {index} += «cnt») {store}')

    def make_kernel(self):
        return self.block_kernel() if self.chance(0.75) else self.free_kernel()

    def geometry(self):
        block = self.pick(BLOCKS)
        threads = 1
        for size in block:
            threads *= size
        counts = []
        for _ in range(len(block) if self.chance(0.6) else self.integer(1, 3)):
            counts.append(self.integer(1, max(1, min(5, 700 // threads))) if len(counts) < 2 else
                          self.integer(1, 2))
        return block, tuple(counts)

    def launches(self):
        first = self.geometry()
        launches = [first]
        while len(launches) < 3 and self.chance(0.35):
            other = self.geometry()
            if self.chance(0.3):
                other = first
            launches.append(other)
        return launches

    def block_kernel(self):
        kernel = Kernel(self.name('k'))
        self.hidden = self.chance(0.3)
        launches = self.launches()
        sizes = [self.product(block) for block, _ in launches]
        totals = [size * self.product(counts) for size, counts in zip(sizes, (c for _, c in launches))]
        capacity = max(sizes)
        context = Context()
        context.indices = True
        context.functions = list(self.functions)
        context.constants = list(self.tables)
        context.block_leave = Dual('return', 'goto block_done')
        buffers = Buffers(self, kernel, context, totals, capacity)
        buffers.make()
        self.sharing = Sharing()
        body = self.place_of_thread(context)
        body.append(Uniform(Dual('unsigned ', ''), '«blk» = offload_block_id(0) + '
                            'offload_block_count(0) * (offload_block_id(1) + offload_block_count(1) '
                            '* offload_block_id(2));', declares=[('unsigned {}', '«blk»')]))
        body.append(Thread(Dual('size_t ', ''), '‹gid› = (size_t)«blk» * «cnt» + ‹lin›;',
                           declares=[('size_t {}', '‹gid›')]))
        context.uniform.append(('«blk»', 'u32'))
        context.scalars.append(('‹gid›', 'u64'))
        for _ in range(self.integer(0, 3)):
            item, declaration = self.shared_array(capacity)
            kernel.shared += [declaration] if declaration else []
            context.objects.append(item)
        bytes_per_thread = self.dynamic(context, body)
        for _ in range(self.integer(1, 3)):
            body.append(self.declare(context))
        for item in context.objects:
            if not item.initialised:
                body.append(self.initialise(context, item))
        body.append(self.barrier())
        context.block_functions = [f for f in self.block_functions if f[0].capacity >= capacity and
                                   (self.hidden or not f[0].hidden)]
        body += self.block_statements(context, self.integer(4, 14))
        body.append(self.tail(context))
        kernel.body = body
        kernel.parameters = buffers.parameters()
        kernel.test = buffers.test(launches, totals, bytes_per_thread)
        return kernel

    def product(self, items):
        result = 1
        for item in items:
            result *= item
        return result

    def dynamic(self, context, body):
        """Dynamic shared memory; returns its bytes a thread."""
        if self.chance(0.7):
            return 0
        t = self.pick(['i32', 'u32', 'f32', 'i64', 'f64', 'u8'])
        name = f'«{self.name("d")}»'
        body.append(Uniform(Dual(f'{C[t]} *', ''), f'{name} = offload_dynamic_shared();',
                            declares=[(f'{C[t]} *{{}}', name)]))
        context.objects.append(Object(name, t, '«cnt»', True))
        return BITS[t] // 8

    def tail(self, context):
        """What threads do that need not come to a barrier any more."""
        inner = context.inner()
        inner.leave = Dual('return', 'goto THREAD_END')
        nodes = []
        if self.chance(0.4):
            nodes.append(Thread(f'if (‹gid› >= {self.pick(["n", "n / 2", "7"])}) ', inner.leave, ';'))
        nodes += self.statements(inner, self.integer(1, 4))
        for text, t, condition in context.guarded:
            nodes.append(Thread(f'if ({condition}) {self.assignment(inner, text, t, 3)}'))
            for value, kind in self.some_variables(context, 8):
                nodes.append(Thread(f'if ({condition}) {self.fold(text, t, value, kind)}'))
        return Thread('{', nodes, '}')

    def some_variables(self, context, most):
        found = context.scalars + context.uniform * 2
        found += [(f'{text}[{self.integer(0, length - 1)}]', t) for text, t, length in context.arrays]
        found += [self.member(Context(), *pair) for pair in context.structs]
        return self.random.sample(found, min(most, len(found)))

    def fold(self, text, t, value, kind):
        """Mixes a value into a variable, so that the result depends on it."""
        value = f'({value})'
        if is_float(t):
            return f'{text} += ({C[t]})({convert(value, kind, "i32")} & 4095);'
        return f'{text} = ({C[t]})hash_of({text} ^ {convert(value, kind, "ull")});'

    def free_kernel(self):
        kernel = Kernel(self.name('k'))
        total = self.integer(1, 700)
        context = Context()
        context.functions = [f for f in self.functions if f[0].startswith('both_')]
        context.constants = list(self.tables)
        context.depth = 1
        buffers = Buffers(self, kernel, context, [total], 0)
        buffers.make()
        context.uniform = [pair for pair in context.uniform]
        i = self.name('i')
        t = self.pick(['u64', 'u64', 'i32', 'u32', 'i64'])
        form = self.integer(0, 4)
        if form == 3:
            t = 'u64'
        context.scalars += [(i, t)] * 3
        outs = []
        for text, kind, _ in list(context.guarded):
            outs.append((text.replace('‹gid›', i), kind))
        context.guarded = [(text, kind, '') for text, kind in outs]
        context.leave = Dual('return', 'goto THREAD_END') if form < 2 else None
        # A break would leave the rest of what this thread happens to have.
        context.loop = 'continue' if form in (2, 3) else False
        body = [self.local(context) for _ in range(3)] + self.statements(context, self.integer(2, 7))
        for text, kind in outs:
            body.append(Thread(self.assignment(context, text, kind, 3)))
            body += [Thread(self.fold(text, kind, *pair)) for pair in self.some_variables(context, 6)]
        c = C[t]
        if form == 0:
            node = Thread('{', [Thread(f'{c} {i} = ({c})offload_global_id(0);'),
                                Thread(f'if ({i} >= n) ', context.leave, ';')] + body, '}')
        elif form == 1:
            node = Thread(f'{c} {i} = ({c})offload_global_id(0); if ({i} < n) {{', body, '}')
        elif form == 2:
            node = Thread(f'for ({c} {i} = ({c})offload_global_id(0); {i} < n; '
                          f'{i} += ({c})offload_global_size(0)) {{', body, '}')
        elif form == 3:
            node = Thread(f'offload_for ({i}, n) {{', body, '}')
        else:
            node = Thread(f'if (offload_thread_id(0) == 0 && offload_block_id(0) == 0) '
                          f'for ({c} {i} = 0; {i} < n; {i}++) {{', body, '}')
        kernel.body = [Uniform(Dual('', '{'), [node], Dual('', '}'))]
        kernel.parameters = buffers.parameters()
        if form == 4 or form < 2:
            options = ['.threads = {{{n}}}', '.threads = {{{n}}}, .block_size = {{{b}}}',
                       '.threads = {{{n}}}, .blocks = {{{s}}}', '.threads = {{1024, 1}}']
        else:
            options = ['', '.threads = {{{n}}}', '.blocks = {{{s}}}', '.threads = {{{s}}}',
                       '.blocks = {{{s}}}, .block_size = {{{b}}}', '.threads = {{1, 1}}', 'plain']
        kernel.test = buffers.free_test(total, options)
        return kernel

    # ---- The program ----

    def make_program(self, seed, kernels):
        for _ in range(self.integer(1, 3)):
            self.structs.append(self.make_struct())
        tables = []
        for _ in range(self.integer(1, 2)):
            t, length, name = self.pick(BUFFERS), self.pick([4, 8, 11]), self.name('table')
            values = ', '.join(self.constant(t) for _ in range(length))
            mark = self.pick(['static const', 'const', 'static const', 'offload_global'])
            tables.append(f'{mark} {C[t]} {name}[{length}] = {{{values}}};')
            self.tables.append((name, t, length))
        here = os.path.dirname(os.path.abspath(__file__))
        with open(os.path.join(here, 'harness.h'), encoding='utf-8') as file:
            harness = file.read()
        head = '\n'.join([f'// Random program, seed {seed}, {kernels} kernels.', harness] +
                         [struct.text() for struct in self.structs] + tables)
        program = self.program = Program(head)
        for _ in range(self.integer(2, 5)):
            program.functions.append(self.make_function())
        for _ in range(self.integer(1, 3)):
            capacity = self.pick([64, 256, 1024])
            function = self.make_block_function(capacity)
            function.capacity = min([capacity] + [f[0].capacity for f in self.block_functions
                                                  if f[0] is not function])
            program.functions.append(function)
        for _ in range(kernels):
            program.kernels.append(self.make_kernel())

    def make_struct(self):
        members = []
        for number in range(self.integer(1, 4)):
            if self.structs and self.chance(0.25):
                members.append((f'm{number}', self.pick(self.structs), 0))
            else:
                length = self.integer(2, 4) if self.chance(0.25) else 0
                members.append((f'm{number}', self.any_type(), length))
        return Struct(self.name('S'), members)


class Buffers:
    """A kernel's parameters, and the function that launches it and compares."""

    def __init__(self, generator, kernel, context, totals, capacity):
        self.generator, self.kernel, self.context = generator, kernel, context
        self.total, self.capacity = max(totals), capacity
        self.list = []  # name, type, count text, how it is declared, compared, filled with one value
        self.values = []  # declaration, argument

    def make(self):
        g, context = self.generator, self.context
        self.n = max(1, self.total - g.integer(0, self.total // 3) + g.pick([0, 0, 5]))
        if not self.capacity:
            self.n = self.total
        self.values = [('unsigned total', None), (f'{C[g.pick(COUNTS)]} n', str(self.n))]
        self.width, self.height = g.integer(1, 9), g.integer(1, 9)
        context.uniform += [('n', 'u64'), ('n', 'i32')]
        for _ in range(g.integer(0, 3)):
            t, name = g.any_type(), g.name('a')
            self.values.append((f'{C[t]} {name}', g.constant(t)))
            context.uniform.append((name, t))
        if g.structs and g.chance(0.4):
            struct, name = g.pick(g.structs), g.name('a')
            self.values.append((f'struct {struct.name} {name}',
                                f'(struct {struct.name}){g.braces(Context(), struct)}'))
            for _ in range(2):
                context.uniform.append(g.member(Context(), name, struct))
        self.inputs()
        self.outputs()

    def add(self, name, t, count, declaration, compared=True, fill=None):
        self.list.append((name, t, count, declaration, compared, fill))

    def inputs(self):
        g, context = self.generator, self.context
        for _ in range(g.integer(0, 2)):
            t, name = g.pick(BUFFERS), g.name('c')
            self.add(name, t, self.n, f'const {C[t]} {name}[n]', False)
            context.constants.append((name, t, 'n'))
        if g.chance(0.3):
            t, name = g.pick(BUFFERS), g.name('c')
            self.add(name, t, self.width * self.height,
                     f'const {C[t]} {name}[{self.height}][{self.width}]', False)
            context.planes.append((name, t, self.height, self.width))
        if g.chance(0.5):
            t, name = g.pick(['u8', 'i32', 'u32', 'f32']), g.name('c')
            self.add(name, t, 8, f'const {C[t]} {name}[8]', False, g.integer(0, 7))
            context.same.append((name, t, 8))

    def outputs(self):
        g, context = self.generator, self.context
        for _ in range(g.integer(1, 2)):
            t, name = g.pick(BUFFERS), g.name('y')
            self.add(name, t, self.n, f'{C[t]} {name}[n]')
            context.guarded.append((f'{name}[‹gid›]', t, '‹gid› < n'))
        for _ in range(g.integer(0, 2)):
            t, name, length = g.pick(['i32', 'u32', 'i64', 'u64']), g.name('x'), g.integer(1, 9)
            operation = g.pick(['add', 'add', 'sub', 'min', 'max', 'and', 'or', 'xor', 'cas'])
            self.add(name, t, length, f'{C[t]} {name}[{length}]')
            context.atomics.append((name, t, length, operation))
        if self.capacity and g.chance(0.4):
            t, name = g.pick(BUFFERS), g.name('g')
            scratch = g.chance(0.3)
            self.add(name, t, self.total, f'{"offload_scratch " if scratch else ""}{C[t]} {name}[total]',
                     not scratch)
            context.objects.append(Object(name, t, '«cnt»', True,
                                          lambda index: f'{name}[«blk» * «cnt» + {index}]'
                                          if index.isalnum() or index[0] == '‹' else
                                          f'{name}[«blk» * «cnt» + ({index})]', not scratch))

    def parameters(self):
        return ', '.join([value for value, _ in self.values] + [item[3] for item in self.list])

    def begin(self):
        lines = [f'fill_state = {self.generator.integer(1, 1 << 30)};']
        for name, t, count, declaration, _, fill in self.list:
            lines.append(f'{C[t]} *{name} = allocate({count} * sizeof *{name});')
            if fill is None:
                lines.append(f'fill_{t}({name}, {count});')
            else:
                lines.append(f'for (int i = 0; i < {count}; i++) {name}[i] = ({C[t]}){fill};')
            if not declaration.startswith('const'):
                lines.append(f'{C[t]} *r_{name} = allocate({count} * sizeof *{name});')
                lines.append(f'memcpy(r_{name}, {name}, {count} * sizeof *{name});')
        return lines

    def end(self):
        lines = []
        for name, t, count, declaration, compared, _ in self.list:
            if compared:
                lines.append(f'check_{t}("{self.kernel.name}", "{name}", {name}, r_{name}, {count});')
        for name, t, count, declaration, *_ in self.list:
            lines.append(f'free({name});')
            if not declaration.startswith('const'):
                lines.append(f'free(r_{name});')
        return lines

    def arguments(self, total, reference):
        texts = [str(total)] + [argument for _, argument in self.values[1:]]
        for name, _, _, declaration, *_ in self.list:
            own = reference and not declaration.startswith('const')
            texts.append(f'(void *){"r_" if own else ""}{name}')
        return ', '.join(texts)

    def test(self, launches, totals, bytes_per_thread):
        g = self.generator
        lines = self.begin()
        for (block, counts), total in zip(launches, totals):
            size = g.product(block)
            options = self.exact(block, counts)
            if bytes_per_thread:
                options += f', .shared_bytes = {size * bytes_per_thread}'
            c, s = (tuple(counts) + (1, 1))[:3], (tuple(block) + (1, 1))[:3]
            loop = f'for (int r = 0; r < {g.integer(2, 3)}; r++) ' if g.chance(0.1) else ''
            pointer = f'__typeof__(&{self.kernel.name}) k = {self.kernel.name}; '
            called = 'k' if g.chance(0.1) else self.kernel.name
            lines.append(f'{loop}{{ {pointer if called == "k" else ""}'
                         f'offload({called}, {options})({self.arguments(total, False)}); '
                         f'ref_grid({", ".join(map(str, c + s))}); '
                         f'ref_{self.kernel.name}({self.arguments(total, True)}); }}')
        return lines + self.end()

    def exact(self, block, counts):
        g = self.generator
        texts = lambda items: ', '.join(map(str, items))
        if len(counts) <= len(block) and g.chance(0.2):  # the same by the number of threads
            counts = (tuple(counts) + (1, 1))[:len(block)]
            threads = [b * c - g.integer(0, b - 1) for b, c in zip(block, counts)]
            return f'.threads = {{{texts(threads)}}}, .block_size = {{{texts(block)}}}'
        return f'.blocks = {{{texts(counts)}}}, .block_size = {{{texts(block)}}}'

    def free_test(self, total, options):
        g = self.generator
        lines = self.begin()
        for _ in range(g.integer(1, 3)):
            option = g.pick(options)
            text = option.format(n=self.n, s=g.integer(1, 9), b=g.pick([1, 3, 33, 64, 100, 256]))
            arguments = self.arguments(total, False)
            separator = ', ' if text else ''
            launch = (f'{self.kernel.name}({arguments});' if text == 'plain' else
                      f'offload({self.kernel.name}{separator}{text})({arguments});')
            lines.append(f'{launch} ref_grid({(self.n + 63) // 64}, 1, 1, 64, 1, 1); '
                         f'ref_{self.kernel.name}({self.arguments(total, True)});')
        return lines + self.end()


def generate(seed, kernels=5):
    return Generator(seed, kernels).program
