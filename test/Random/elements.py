"""What arrays of random programs hold: types of elements, and structs with pointers.

Each type has two functions, for kernels, references and checks alike: make_T turns a number into a
value, read_T a value into a number, of all its members but no padding. Both are exact: floating
point values are whole numbers that every type can hold.
"""

from generate import C

INTEGERS = ['bool', 'i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'i64', 'u64', 'll', 'ull']
MARKS = ['offload_out', 'offload_scratch', 'offload_device_ptr']
BIT_FIELDS = [('unsigned', 3), ('unsigned', 20), ('unsigned long long', 40), ('_Bool', 1)]


class Type:
    """`name` is C's, `id` a word; `text` defines it and its functions, which need those of `parts`."""

    def __init__(self, name, id, text, integer=False, parts=()):
        self.name, self.id, self.text, self.integer, self.parts = name, id, text, integer, parts

    def all_parts(self):
        """Itself and what it needs, in the order of their definitions."""
        return list(dict.fromkeys([one for part in self.parts for one in part.all_parts()] + [self]))


def functions(name, id, make, read):
    return (f'static {name} make_{id}(u64 s) {{ {make} }}\n'
            f'static u64 read_{id}(const {name} *v) {{ {read} }}')


def integer(kind):
    value = 's & 1' if kind == 'bool' else 's'
    return Type(C[kind], kind, functions(C[kind], kind, f'return ({C[kind]})({value});',
                                         'return (u64)*v;'), kind != 'bool')


def scalars():
    small = lambda form: form.replace('S', '(long)(s % 4001 - 2000)')
    part = lambda c, of: f'(u64)(long)__{of}__ *v'
    types = [integer(kind) for kind in INTEGERS]
    for name, id in ('float', 'f32'), ('double', 'f64'):
        types.append(Type(name, id, functions(name, id, small(f'return ({name})S;'),
                                              'return (u64)(long)*v;')))
    for name, id in ('float', 'c32'), ('double', 'c64'):
        types.append(Type(f'_Complex {name}', id, functions(
            f'_Complex {name}', id, small(f'return __builtin_complex(({name})S, ({name})(s & 7));'),
            f'return {part(name, "real")} * 8 + {part(name, "imag")};')))
    types.append(Type('__int128', 'i128', functions(
        '__int128', 'i128', 'return (__int128)((unsigned __int128)s << 64 | hash_of(s));',
        'return (u64)*v ^ hash_of((u64)((unsigned __int128)*v >> 64));'), True))
    types.append(Type('enum colour', 'colour', 'enum colour { RED, GREEN = 7, BLUE = 300 };\n' +
                      functions('enum colour', 'colour',
                                'return s % 3 == 0 ? RED : s % 3 == 1 ? GREEN : BLUE;',
                                'return (u64)*v;')))
    return types


def aggregate(random, number, types):
    """A struct or union of other types."""
    id = f'a{number}'
    if random.random() < 0.15:
        name, length = f'union {id}', random.randint(1, 6)
        text = f'{name} {{ unsigned words[{length}]; char c; double d; }};\n'
        return Type(name, id, text + functions(
            name, id, f'{name} v = {{{{0}}}}; for (int k = 0; k < {length}; k++) '
            'v.words[k] = (unsigned)hash_of(s + (u64)k); return v;',
            f'u64 h = 1; for (int k = 0; k < {length}; k++) h = hash_of(h ^ v->words[k]); return h;'))
    name = f'struct {id}'
    declarations, make, read, parts = [], [], [], []
    for index in range(random.choice([1, 1, 2, 2, 3, 4])):
        member, kind = f'm{index}', random.random()
        t, length = random.choice(types), random.randint(1, 5)
        parts.append(t)
        if kind < 0.2:
            base, bits = random.choice(BIT_FIELDS)
            declarations.append(f'{base} {member} : {bits};')
            make.append(f'v.{member} = (s + {index}) & {(1 << bits) - 1}u{"ll" if bits > 32 else ""};')
            read.append(f'h = hash_of(h ^ (u64)v->{member});')
        elif kind < 0.45:
            declarations.append(f'{t.name} {member}[{length}];')
            loop = f'for (int k = 0; k < {length}; k++) '
            make.append(f'{loop}v.{member}[k] = make_{t.id}(s + {index} + (u64)k);')
            read.append(f'{loop}h = hash_of(h ^ read_{t.id}(&v->{member}[k]));')
        else:
            aligned = '_Alignas(32) ' if random.random() < 0.06 else ''
            declarations.append(f'{aligned}{t.name} {member};')
            make.append(f'v.{member} = make_{t.id}(s + {index});')
            read.append(f'h = hash_of(h ^ read_{t.id}(&v->{member}));')
    start = f'{name} v;' if random.random() < 0.6 else f'{name} v; memset(&v, 0, sizeof v);'
    text = f'{name} {{ {" ".join(declarations)} }};\n'
    return Type(name, id, text + functions(name, id, ' '.join([start] + make + ['return v;']),
                                           ' '.join(['u64 h = 0;'] + read + ['return h;'])),
                parts=parts)


class Count:
    """An expression over names, such as n and sizes.n: C's text, and Python's. `less` are names that
    are never larger."""

    def __init__(self, text, python=None, less=()):
        self.text, self.code = text, compile((python or text).replace('.', '_'), text, 'eval')
        self.less = less

    def value(self, names):
        return eval(self.code, {'__builtins__': {}},
                    {name.replace('.', '_'): value for name, value in names.items()})

    def of(self, place, names):
        """The text with each of the names as a member of `place`."""
        words = self.text.split(' ')
        return ' '.join(f'{place}{word}' if word in names else word for word in words)


class Member:
    def __init__(self, kind, name, t=None, const=False, count=None, length=0, mark=''):
        self.kind = kind  # count, plain, pointer; struct: by value; structs: a pointer to them
        self.name, self.type, self.const, self.count, self.length = name, t, const, count, length
        self.mark = mark


class Pointers:
    """A struct with pointers. A value of it is a dict: numbers of counts and plain members, None or
    a pair of buffer and offset for pointers, values and lists of them for structs."""

    def __init__(self, random, number, types, others):
        self.id, self.name = f'p{number}', f'struct p{number}'
        counts = ['n', 'm'][:random.randint(1, 2)]
        self.counts = counts
        self.members = [Member('count', counts[0], random.choice(['int', 'size_t', 'unsigned']))]
        for index in range(random.choice([1, 1, 2, 3])):
            if random.random() < 0.3:
                self.members.append(Member('plain', f'x{index}', random.choice(types)))
            const = random.random() < 0.45
            name, count = f'd{index}', self.count(random)
            if others and random.random() < 0.35:
                other = random.choice(others)
                if random.random() < 0.5:
                    self.members.append(Member('structs', name, other, const, count))
                else:
                    length = random.choice([0, 0, 2])
                    self.members.append(Member('struct', name, other, length=length))
            mark = random.choice(MARKS) if random.random() < 0.3 else ''
            self.members.append(Member('pointer', f'{name}p', random.choice(types),
                                       const and mark in ('', 'offload_device_ptr'), count, 0, mark))
        if len(counts) > 1:
            self.members.append(Member('count', counts[1], random.choice(['short', 'long'])))
        self.plain = [member for member in self.members if member.kind == 'plain']
        self.integer = False
        self.text = self.definition() + '\n' + self.functions()

    def count(self, random):
        n, m = self.counts[0], self.counts[-1]
        return random.choice([
            Count(n), Count(n), Count(n), Count(f'{n} + 1', less=[n]), Count(f'2 * {n}', less=[n]),
            Count('3'), Count(m), Count(f'{n} * {m}'),
            Count(f'{n} > {m} ? {n} : {m}', f'{n} if {n} > {m} else {m}', [n, m])])

    def definition(self):
        lines = []
        for member in self.members:
            const = 'const ' if member.const else ''
            if member.kind == 'count':
                lines.append(f'{member.type} {member.name};')
            elif member.kind == 'plain':
                lines.append(f'{member.type.name} {member.name};')
            elif member.kind == 'struct':
                length = f'[{member.length}]' if member.length else ''
                lines.append(f'{member.type.name} {member.name}{length};')
            else:
                mark = f'{member.mark} ' if member.mark else ''
                by = ('__counted_by_or_null' if member.count.text == 'n' and member.kind == 'pointer'
                      else 'offload_count_or_null')
                count = '' if member.mark == 'offload_device_ptr' else f' {by}({member.count.text})'
                lines.append(f'{mark}{const}{member.type.name} *{member.name}{count};')
        return '\n    '.join([f'{self.name} {{'] + lines) + '\n};'

    def functions(self):
        read = [f'h = hash_of(h ^ read_{member.type.id}(&v->{member.name}));' for member in self.plain]
        for member in self.members:
            if member.kind == 'count':
                read.append(f'h = hash_of(h + (u64)v->{member.name});')
            elif member.kind == 'struct':
                at = f'[k]' if member.length else ''
                loop = f'for (int k = 0; k < {member.length}; k++) ' if member.length else ''
                read.append(f'{loop}h = hash_of(h ^ read_{member.type.id}(&v->{member.name}{at}));')
        return (f'static u64 read_{self.id}(const {self.name} *v) '
                f'{{ {" ".join(["u64 h = 0;"] + read + ["return h;"])} }}')

    def sub_values(self, value):
        """The structs by value in a value: member, path, value."""
        for member in self.members:
            if member.kind == 'struct':
                for k, inner in enumerate(value[member.name]):
                    at = f'[{k}]' if member.length else ''
                    yield member, f'{member.name}{at}', inner

    def initialiser(self, value, prefix):
        """C's text, with the arrays' names beginning with `prefix`."""
        texts = []
        for member in self.members:
            one = value[member.name]
            if member.kind == 'count':
                texts.append(f'.{member.name} = {one}')
            elif member.kind == 'plain':
                texts.append(f'.{member.name} = make_{member.type.id}({one})')
            elif member.kind == 'struct':
                inner = ', '.join(member.type.initialiser(v, prefix) for v in one)
                texts.append(f'.{member.name} = {f"{{{inner}}}" if member.length else inner}')
            elif one:
                texts.append(f'.{member.name} = {prefix}{one[0].number} + {one[1]}')
        return f'{{{", ".join(texts)}}}'

    def pointers(self, value):
        """Paths of all pointers of the struct itself, and their values."""
        for member in self.members:
            if member.kind in ('pointer', 'structs'):
                yield member.name, value[member.name]
        for member, path, inner in self.sub_values(value):
            for name, pointer in member.type.pointers(inner):
                yield f'{path}.{name}', pointer
