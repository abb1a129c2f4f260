"""Makes random programs about mapping: kernels with all kinds of prototypes (prototypes.py), and a
main function that launches them, maps data, and compares arrays with a model of them.

The model (model.py) is a second set of arrays, of one copy each, as if there were no device. What the host or
a device has of an element may be older than the model: this is known here, since a program has no
branches. Each element of a buffer is `fresh` on the host or not, and likewise on the device while it
is mapped. Launches get fresh elements only, and what is compared is fresh: so programs do the same
where data moves and where it does not. Only what an operation makes fresh or stale is written here,
by OpenMP's rules; values are computed by the program itself.

A program is made of units: operations of main and statements of kernels, each with random numbers of
its own. Any of them can be left out, and the rest is still a good program. Some operations are put
into functions, which main or a thread of their own calls.
"""

import os
import random
import re

import elements
from choices import Choices
from model import Buffer, Entry, Mapped, fill
from prototypes import NEVER, Maker

NUMBERS = [0, 1, 1, 2, 3, 4, 5, 7, 8, 13, 16, 31, 33, 64, 100]
FEW = [0, 1, 2, 2, 3, 4, 5, 6]


class Program(Choices):
    def __init__(self, seed, kept=None):
        self.seed, self.kept = seed, kept
        self.units = []
        self.random = random.Random(f'{seed}')
        self.depth, self.labels = 0, 0
        self.entered = []  # what offload_enter_data mapped: buffer, low, high
        self.regions = []  # items of those that are open, and how they end
        self.lines, self.functions, self.used = [], [], set()
        self.make_types()
        self.make_kernels()
        self.make_buffers()
        self.make_operations()

    # ---- Units and choices ----

    def stream(self, unit, optional=False):
        """The random numbers of a unit, or None if it is left out."""
        if optional:
            self.units.append(unit)
            if self.kept is not None and unit not in self.kept:
                return None
        return random.Random(f'{self.seed}/{unit}')

    # ---- What the program is made of ----

    def make_types(self):
        self.scalars = elements.scalars()
        self.types = list(self.scalars)
        few = self.random.sample(self.scalars, 2)
        for number in range(self.integer(1, 2)):
            self.types.append(elements.aggregate(self.random, number, self.types))
            few += [self.types[-1]] * 2
        self.few = few  # what arrays are made of
        self.structs = []
        for number in range(self.pick([0, 1, 1, 2, 3])):
            self.structs.append(elements.Pointers(self.random, number, few, list(self.structs)))

    def make_kernels(self):
        self.kernels = [Maker(f'k{number}', self.stream, self.few, self.structs).kernel
                        for number in range(3)]

    def make_buffers(self):
        self.buffers, self.declarations = [], []
        for t in dict.fromkeys(self.few):
            for _ in range(2):
                self.add_buffer(t, self.pick([12, 60, 130, 210]), self.pick(['static', 'heap', 'stack']))
            if self.chance(0.7):
                self.add_buffer(t, self.pick([12, 60, 130]), 'device')
        for struct in self.structs:
            for _ in range(2):
                buffer = self.add_buffer(struct, self.integer(2, 4), self.pick(['static', 'stack']))
                buffer.values = [None] * buffer.size
                self.emit_structs(buffer, 0, buffer.size)

    def add_buffer(self, t, size, place):
        buffer = Buffer(len(self.buffers), t, size, place)
        name, model = buffer.name(), buffer.name(True)
        self.declarations.append(f'static {t.name} {model}[{size}];')
        self.declarations.append(f'static {t.name} {name}[{size}];' if place == 'static' else
                                 f'static {t.name} *{name};')
        if place == 'stack':
            self.emit(f'{t.name} on_stack_{name}[{size}];')
            self.emit(f'{name} = on_stack_{name};')
        elif place == 'heap':
            self.emit(f'{name} = allocate({size} * sizeof *{name});')
        elif place == 'device':
            self.emit(f'{name} = offload_malloc({size} * sizeof *{name});')
        if place != 'device' and not isinstance(t, elements.Pointers):
            self.emit(f'set_{t.id}({name}, {model}, 0, {size}, {self.integer(1, 9999)});')
        self.buffers.append(buffer)
        return buffer

    def emit(self, line):
        self.lines.append('    ' * (self.depth + 1) + line)

    def of_type(self, t, place=None):
        return [buffer for buffer in self.buffers if buffer.type is t and
                (buffer.place == 'device') == (place == 'device')]

    # ---- Operations ----

    def make_operations(self):
        operations = [self.launch] * 12 + [
            self.write, self.write, self.update_to, self.update_from, self.update_from, self.open,
            self.open, self.close, self.close, self.enter, self.enter, self.leave, self.check,
            self.copy, self.copy, self.change, self.change, self.visit, self.visit]
        for number in range(26):
            unit = f'o{number}'
            self.random = self.stream(unit, optional=True)
            if self.random:
                self.unit = unit
                self.emit(f'// {unit}')
                before, operation = len(self.lines), self.pick(operations)
                operation()
                if operation == self.visit or (
                        operation not in (self.open, self.close) and self.chance(0.2)):
                    self.put_apart(before)
        self.random = self.stream('end')
        self.unit = 'end'
        while self.regions:
            self.close()
        while self.entered:
            self.leave()
        for buffer in self.buffers:
            self.compare(buffer)
        for buffer in self.buffers:
            if buffer.place == 'device':
                self.emit(f'offload_free({buffer.name()});')
            elif buffer.place == 'heap':
                self.emit(f'free({buffer.name()});')

    def put_apart(self, first):
        """Puts main's lines from `first` on into a function, which main or a thread calls."""
        lines = [line[4 * self.depth:] for line in self.lines[first:]]
        if lines:
            del self.lines[first:]
            name = f'step_{self.unit}'
            self.functions.append('\n'.join([f'static void *{name}(void *unused)', '{', *lines,
                                             '    return unused;', '}']))
            self.emit(self.pick([f'{name}(NULL);', f'in_thread({name});']))

    def any_host(self):
        return self.pick([buffer for buffer in self.buffers if buffer.place != 'device'])

    def stretch(self, low, high):
        """A part of it, not empty."""
        if self.chance(0.4):
            return low, high
        first = self.integer(low, high - 1)
        return first, self.integer(first + 1, high)

    def write(self):
        buffer = self.any_host()
        self.set(buffer, *self.stretch(0, buffer.size))

    def set(self, buffer, low, high):
        """The host writes."""
        if buffer.values:
            self.emit_structs(buffer, low, high)
        else:
            self.emit(f'set_{buffer.type.id}({buffer.name()}, {buffer.name(True)}, {low}, {high}, '
                      f'{self.integer(1, 9999)});')
        fill(buffer.host, low, high, True)
        fill(buffer.device, low, high, False)

    def change(self):
        structs = [buffer for buffer in self.buffers if buffer.values]
        if structs:
            buffer = self.pick(structs)
            k = self.integer(0, buffer.size - 1)
            self.set(buffer, k, k + 1)

    def emit_structs(self, buffer, low, high):
        for k in range(low, high):
            buffer.values[k] = value = self.value(buffer.type)
            for model, prefix in (False, 'b'), (True, 'm'):
                text = buffer.type.initialiser(value, prefix)
                self.emit(f'{buffer.name(model)}[{k}] = ({buffer.type.name}){text};')

    def value(self, struct):
        """A value of a struct with pointers."""
        value, numbers = {}, {}
        for name in struct.counts:
            numbers[name] = self.pick(FEW + [9, 20])
        for member in struct.members:
            if member.kind == 'count':
                value[member.name] = numbers[member.name]
            elif member.kind == 'plain':
                value[member.name] = self.integer(1, 9999)
            elif member.kind == 'struct':
                value[member.name] = [self.value(member.type) for _ in range(member.length or 1)]
            else:
                value[member.name] = self.pointee(member, member.count.value(numbers))
        return value

    def pointee(self, member, count):
        place = 'device' if member.mark == 'offload_device_ptr' else None
        choices = [buffer for buffer in self.of_type(member.type, place) if buffer.size >= count]
        if not choices or self.chance(0.15):
            return None
        buffer = self.pick(choices)
        return buffer, self.pick([0, 0, 0, self.integer(0, buffer.size - count)])

    def update_to(self):
        self.update('to')

    def update_from(self):
        self.update('from')

    def update(self, direction):
        mapped = [(buffer, one) for buffer in self.buffers for one in buffer.mapped]
        if mapped:
            buffer, one = self.pick(mapped)
            self.emit_update(direction, buffer, *self.stretch(one.low, one.high))

    def emit_update(self, direction, buffer, low, high):
        self.emit(f'offload_update_{direction}({buffer.name()} + {low}, {high - low});')
        if direction == 'to':
            buffer.device[low:high] = buffer.host[low:high]
        else:
            buffer.come_back(low, high)

    # ---- Regions ----

    def items(self, most, alike=False):
        """Items of a region: buffer, low, high, direction. With `alike`, none is a part of what is
        mapped."""
        items = []
        for _ in range(self.integer(1, most)):
            buffer = self.any_host()
            low, high = self.stretch(0, buffer.size) if self.chance(0.7) else (0, buffer.size)
            if buffer.mapped and self.chance(0.5):
                one = self.pick(buffer.mapped)
                low, high = (one.low, one.high) if alike else self.stretch(one.low, one.high)
            holder = buffer.holder(low, high)
            if not buffer.can_map(low, high) or any(
                    buffer is other[0] and low < other[2] and other[1] < high for other in items):
                continue
            if alike and holder and (holder.low, holder.high) != (low, high):
                continue
            items.append((buffer, low, high, self.pick(['to', 'from', 'tofrom', 'tofrom', 'alloc'])))
        return items

    def item_text(self, item, direction=None):
        buffer, low, high, its_direction = item
        count, address = high - low, f'{buffer.name()} + {low}' if low else buffer.name()
        for width in 2, 3, 5:
            if count % width == 0 and self.chance(0.1):
                address = f'({buffer.type.name} (*)[{width}])({address})'
                count //= width
                break
        return f'offload_{direction or its_direction}({address}, {count})'

    def begin(self, items):
        for buffer, low, high, direction in items:
            one = buffer.holder(low, high)
            if not one:
                one = Mapped(low, high)
                buffer.mapped.append(one)
                buffer.device[low:high] = (buffer.host[low:high] if direction in ('to', 'tofrom')
                                           else [False] * (high - low))
            if (one.low, one.high) == (low, high):
                one.whole += 1
            else:
                one.parts += 1

    def end(self, items):
        for buffer, low, high, direction in items:
            one = buffer.holder(low, high)
            if (one.low, one.high) == (low, high):
                one.whole -= 1
            else:
                one.parts -= 1
            if one.references() == 0:
                buffer.mapped.remove(one)
                if direction in ('from', 'tofrom'):
                    buffer.come_back(low, high)
                fill(buffer.device, low, high, False)

    def open(self):
        items = self.items(4)
        if items and len(self.regions) < 3:
            texts = [self.item_text(item) for item in items]
            self.begin(items)
            self.emit(f'offload_data({", ".join(texts)}) {{')
            self.depth += 1
            self.regions.append(items)

    def close(self):
        if self.regions:
            self.close_by(self.pick(['', '', '', 'goto', 'break', 'continue']))

    def close_by(self, way):
        items = self.regions.pop()
        self.labels += way == 'goto'
        label = f'left_{self.labels}'
        if way:
            self.emit(f'goto {label};' if way == 'goto' else f'{way};')
        self.depth -= 1
        self.emit('}')
        if way == 'goto':
            self.emit(f'{label}:;')
        self.end(items)

    def visit(self):
        """A region of a function that returns from it."""
        outer = len(self.regions)
        self.open()
        if len(self.regions) > outer:
            for _ in range(self.integer(1, 3)):
                self.pick([self.launch, self.launch, self.update_to, self.update_from, self.write])()
            self.close_by('return unused')

    def enter(self):
        items = self.items(3, alike=True)
        if items:
            self.emit(f'offload_enter_data({", ".join(self.item_text(item) for item in items)});')
            self.begin(items)
            self.entered += [item[:3] for item in items]

    def leave(self):
        """A part must not be the last to hold an array, now or when the open regions end."""
        def can_go(entry):
            one = entry[0].holder(*entry[1:])
            whole, parts = one.whole - 1, one.parts
            for items in [[], *reversed(self.regions)]:
                for buffer, low, high, _ in items:
                    if buffer.holder(low, high) is one:
                        whole -= (low, high) == (one.low, one.high)
                        parts -= (low, high) != (one.low, one.high)
                if not whole and parts:
                    return False
            return True
        choices = [entry for entry in self.entered if can_go(entry)]
        if not choices:
            return
        entry = self.pick(choices)
        self.entered.remove(entry)
        item = (*entry, self.pick(['from', 'tofrom', 'from', 'to', 'alloc']))
        self.emit(f'offload_exit_data({self.item_text(item)});')
        self.end([item])

    # ---- Device memory ----

    def copy(self):
        device = [buffer for buffer in self.buffers if buffer.place == 'device']
        if not device:
            return
        a = self.pick(device)
        b = self.pick([buffer for buffer in self.buffers if buffer.type is a.type and buffer is not a])
        if self.chance(0.4) or b.place == 'device':
            a, b = b, a
        count = self.integer(1, min(a.size, b.size))
        at, of = self.integer(0, a.size - count), self.integer(0, b.size - count)
        fresh = (b.device if b.place == 'device' else b.host)[of:of + count]
        if not all(fresh):
            return
        self.emit(f'offload_memcpy({a.name()} + {at}, {b.name()} + {of}, {count} * sizeof *{a.name()});')
        self.emit(f'memcpy({a.name(True)} + {at}, {b.name(True)} + {of}, {count} * sizeof *{a.name()});')
        if a.place == 'device':
            fill(a.device, at, at + count, True)
        else:
            fill(a.host, at, at + count, True)
            fill(a.device, at, at + count, False)

    # ---- Checks ----

    def check(self):
        for buffer in self.random.sample(self.buffers, 3):
            self.compare(buffer)

    def compare(self, buffer):
        """All of what is fresh on the host, or in device memory."""
        fresh = buffer.device if buffer.place == 'device' else buffer.host
        low = 0
        while low < buffer.size:
            high = low
            while high < buffer.size and fresh[high] == fresh[low]:
                high += 1
            if fresh[low]:
                device = 'device_' if buffer.place == 'device' else ''
                self.emit(f'compare_{device}{buffer.type.id}({buffer.name()}, {buffer.name(True)}, {low}, '
                          f'{high}, "{buffer.name()}", "{self.unit}");')
                self.compare_pointers(buffer, low, high)
            low = high

    def compare_pointers(self, buffer, low, high):
        for k in range(low, high) if buffer.values else ():
            tests = [f'{buffer.name()}[{k}].{path} == {f"b{to[0].number} + {to[1]}" if to else "NULL"}'
                     for path, to in buffer.type.pointers(buffer.values[k])]
            self.emit(f'EXPECT({" && ".join(tests)}, "{self.unit}", "pointers of {buffer.name()}");')

    # ---- Launches ----

    def launch(self):
        kernel = self.pick(self.kernels)
        for _ in range(25):
            made = self.arguments(kernel)
            if made:
                break
        else:
            return
        scalars, entries, arguments, models = made
        grid = self.grid(kernel, scalars)
        if not grid:
            return
        self.used.add(kernel)
        for entry in entries:
            self.freshen(kernel, entry)
        options, size = grid
        call = kernel.name if options is None else f'offload({", ".join([kernel.name] + options)})'
        self.emit(f'{call}({", ".join(arguments)});')
        self.emit(f'REFERENCE(({size}), ref_{kernel.name}({", ".join(models)}));')
        self.take_effect(kernel, entries)

    def arguments(self, kernel):
        scalars, entries, arguments, models = {}, [], [], []
        numbers = FEW if sum(len(p.counts) > 1 for p in kernel.parameters) else NUMBERS
        for parameter in kernel.parameters:
            if parameter.kind == 'scalar':
                value = NEVER if parameter.name == 'never' else self.pick(numbers)
                scalars[parameter.name] = value
                pair = [str(value)] * 2
            elif parameter.kind == 'sizes':
                sizes = {name: self.pick(numbers) for name in ('sizes.n', 'sizes.m')}
                scalars.update(sizes)
                pair = [f'(struct sizes){{{", ".join(map(str, sizes.values()))}}}'] * 2
            elif parameter.kind == 'value':
                pair = [f'make_{parameter.type.id}({self.integer(1, 9999)})'] * 2
            elif parameter.kind == 'struct':
                value = self.value(parameter.type)
                pair = [f'({parameter.type.name}){parameter.type.initialiser(value, prefix)}'
                        for prefix in 'bm']
                entries += self.members(parameter.type, value, (parameter.name, ''))
            else:
                pair = self.array(parameter, scalars, entries)
                if not pair:
                    return None
            arguments.append(pair[0])
            models.append(pair[1])
        return (scalars, entries, arguments, models) if self.allowed(kernel, scalars, entries) else None

    def array(self, parameter, scalars, entries):
        """Chooses the array for a parameter: its text and that of the model's, or None."""
        size = 1
        for count in parameter.counts:
            size *= count.value(scalars)
        t, device = parameter.type, parameter.kind == 'device'
        if size == 0 and parameter.form != 'static' and self.chance(0.3):
            return ['NULL', 'NULL']
        alike = [entry for entry in entries if entry.buffer.type is t and
                 entry.buffer.place != 'device' and not device]
        if alike and self.chance(0.4):
            other = self.pick(alike)
            buffer, low = other.buffer, other.low
            if self.chance(0.3):
                low = self.integer(0, buffer.size)
        else:
            choices = [buffer for buffer in self.of_type(t, 'device' if device else None)
                       if buffer.size >= size]
            if not choices:
                return None
            buffer = self.pick(choices)
            low = self.pick([0, 0, 0, buffer.size - size, self.integer(0, buffer.size - size)])
            if buffer.mapped and self.chance(0.5):
                low = self.pick(buffer.mapped).low
        if low + size > buffer.size:
            return None
        mark = '' if device else parameter.mark
        if size:
            entry = Entry(buffer, low, low + size, (parameter.name, ''), mark, parameter.const,
                          parameter.restrict)
            entries.append(entry)
            if buffer.values:
                for value in buffer.values[low:low + size]:
                    entries += self.members(t, value, (parameter.name, '[]'))
        return [f'(void *)({buffer.name(model)} + {low})' for model in (False, True)]

    def members(self, struct, value, key):
        """What the pointers of a struct lead to."""
        entries = []
        numbers = {name: value[name] for name in struct.counts}
        for member in struct.members:
            if member.kind not in ('pointer', 'structs') or not value[member.name]:
                continue
            buffer, low = value[member.name]
            high = low + member.count.value(numbers)
            path = (key[0], f'{key[1]}.{member.name}')
            if low == high:
                continue
            mark = '' if buffer.place == 'device' else member.mark
            entries.append(Entry(buffer, low, high, path, mark, member.const))
            for inner in buffer.values[low:high]:
                entries += self.members(member.type, inner, (path[0], path[1] + '[]'))
        for member, path, inner in struct.sub_values(value):
            entries += self.members(member.type, inner, (key[0], f'{key[1]}.{path}'))
        return entries

    def allowed(self, kernel, scalars, entries):
        """Whether a launch may have all of these."""
        for entry in entries:
            if entry.buffer.place != 'device' and not entry.buffer.can_map(entry.low, entry.high):
                return False
        return all(self.fit(kernel, scalars, a, b)
                   for i, a in enumerate(entries) for b in entries[:i])

    @staticmethod
    def fit(kernel, scalars, a, b):
        """Whether both may be in one launch."""
        if not a.overlaps(b, a.high, b.high):
            return True
        nested = (a.low <= b.low and b.high <= a.high) or (b.low <= a.low and a.high <= b.high)
        if not nested and a.buffer.place != 'device':
            return False
        if 'offload_scratch' in (a.mark, b.mark):
            return False
        if not kernel.writes_to(a.key) and not kernel.writes_to(b.key):
            return True
        if a.restrict or b.restrict or a.buffer.values:
            return False
        of_a, of_b = (kernel.accesses.get(entry.key, set()) for entry in (a, b))
        if not of_a or not of_b or not a.overlaps(b, a.end(of_a, scalars), b.end(of_b, scalars)):
            return True
        # A thread's own element may have two names. In a loop over structs it is the same thread's
        # each time only if all is the same.
        own = list(of_a | of_b)
        alike = a.low == b.low and (
            '[]' not in a.key[1] + b.key[1] or (a.key == b.key and a.high == b.high))
        return len(own) == 1 and own[0][0] == 'own' and alike

    def freshen(self, kernel, entry):
        """Makes what a launch may read or leave as it is fresh."""
        buffer, low, high = entry.buffer, entry.low, entry.high
        if entry.mark or not buffer.stale(low, high):
            return
        if buffer.place == 'device':
            self.emit(f'set_device_{buffer.type.id}({buffer.name()}, {buffer.name(True)}, {low}, '
                      f'{high}, {self.integer(1, 9999)});')
            fill(buffer.device, low, high, True)
            return
        if not all(buffer.host[low:high]):
            # Not structs' pointers: what they lead to was chosen already.
            self.refill(buffer, low, high)
        if buffer.is_device(low, high):
            self.emit_update('to', buffer, low, high)

    def refill(self, buffer, low, high):
        if not buffer.values:
            self.set(buffer, low, high)
            return
        for k in range(low, high):
            for model, prefix in (False, 'b'), (True, 'm'):
                text = buffer.type.initialiser(buffer.values[k], prefix)
                self.emit(f'{buffer.name(model)}[{k}] = ({buffer.type.name}){text};')
        fill(buffer.host, low, high, True)
        fill(buffer.device, low, high, False)

    def take_effect(self, kernel, entries):
        for entry in entries:
            buffer, low, high = entry.buffer, entry.low, entry.high
            on_device = buffer.is_device(low, high)
            if entry.mark == 'offload_scratch':
                fill(buffer.host, low, high, False)
                fill(buffer.device, low, high, False)
            elif kernel.writes_to(entry.key):
                fill(buffer.device, low, high, on_device)
                fill(buffer.host, low, high, not on_device)

    # ---- Grids ----

    def grid(self, kernel, scalars):
        """Options of a launch, None for a plain call, and the grid's numbers as text."""
        needs = [1, 1, 1]
        for d, count in kernel.needs:
            needs[d] = max(needs[d], count.value(scalars))
        used = range(kernel.dimensions)
        if kernel.any_grid and self.chance(0.3):
            return [], '3, 1, 1, 32, 1, 1'
        if max(needs) == 1 and self.chance(0.08):
            return None, '1, 1, 1, 1, 1, 1'
        # Enough for all bounds, or fewer.
        sizes = sorted(value for name, value in scalars.items() if name != 'never')
        if not kernel.has_out and self.chance(0.03):
            return ['.threads = {0}'], '0, 1, 1, 1, 1, 1'
        threads = [max(needs[d], self.pick([1, self.pick(sizes), sizes[-1], 2 * sizes[-1] + 3, 40]))
                   for d in used]
        if self.chance(0.5):
            block = self.pick({1: [(1,), (7,), (32,), (64,), (100,)], 2: [(8, 4), (3, 5), (16, 2)],
                               3: [(4, 2, 2), (2, 3, 4)]}[kernel.dimensions])
            options = [f'.block_size = {{{", ".join(map(str, block))}}}']
        else:
            used_dimensions = max([1] + [d + 1 for d in used if threads[d] > 1])
            block, options = [(256,), (32, 8), (8, 8, 4)][used_dimensions - 1], []
        block = (tuple(block) + (1, 1))[:3]
        threads = (threads + [1, 1])[:3]
        counts = [-(-threads[d] // block[d]) for d in range(3)]
        if kernel.most_threads and counts[0] * block[0] > kernel.most_threads:
            return None if max(needs) > 1 else (None, '1, 1, 1, 1, 1, 1')
        name, values = 'threads', threads
        if options and self.chance(0.4):
            name, values = 'blocks', counts
        values = values[:kernel.dimensions]
        options.insert(0, f'.{name} = {{{", ".join(map(str, values))}}}')
        return options, ', '.join(map(str, [*counts, *block]))

    # ---- Text ----

    def text(self):
        here = os.path.dirname(os.path.abspath(__file__))
        with open(os.path.join(here, 'harness.h'), encoding='utf-8') as file:
            harness = file.read()
        parts = [f'// Random mapping, seed {self.seed}.', harness, MODEL]
        parts += [t.text for t in dict.fromkeys(part for t in self.few for part in t.all_parts())]
        parts += [struct.text for struct in self.structs]
        parts += [f'{macro}({t.name}, {t.id})' for t in dict.fromkeys(self.few)
                  for macro in ('DEFINE_FILL', 'DEFINE_CHECK')]
        parts += [f'DEFINE_CHECK({struct.name}, {struct.id})' for struct in self.structs]
        parts += [kernel.text() for kernel in self.kernels if kernel in self.used]
        parts += ['\n'.join(self.declarations)]
        parts += self.functions
        parts += ['int main(void)\n{\n' + '\n'.join(self.lines) + '\n    return check_failures != 0;\n}']
        return '\n\n'.join(parts) + '\n'


MODEL = r'''#include <pthread.h>

typedef unsigned long long u64;

// Parameters that bounds of others depend on.
struct sizes { int n; unsigned short m; };

static void in_thread(void *(*function)(void *)) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, function, NULL))
        abort();
    pthread_join(thread, NULL);
}

// A buffer and its model, from element `low` on; on device memory, by way of a copy.
#define APART static __attribute__((noinline)) void
#define DEFINE_FILL(type, name)                                                                    \
    APART set_##name(type *buffer, type *model, u64 low, u64 high, u64 seed) {                     \
        for (u64 at = low; at < high; at++)                                                        \
            buffer[at] = model[at] = make_##name(hash_of(at + seed));                              \
    }                                                                                              \
    APART set_device_##name(type *buffer, type *model, u64 low, u64 high, u64 seed) {              \
        type *copy = allocate(high * sizeof *copy);                                                \
        set_##name(copy, model, low, high, seed);                                                  \
        offload_memcpy(buffer + low, copy + low, (high - low) * sizeof *copy);                     \
        free(copy);                                                                                \
    }
#define DEFINE_CHECK(type, name)                                                                   \
    APART compare_##name(const type *buffer, const type *model, u64 low, u64 high,                 \
                         const char *what, const char *when) {                                     \
        for (u64 at = low; at < high; at++)                                                        \
            if (read_##name(&buffer[at]) != read_##name(&model[at]) && check_said(when, what)) {   \
                printf(" at %llu\n", at);                                                          \
                return;                                                                            \
            }                                                                                      \
    }                                                                                              \
    APART compare_device_##name(const type *buffer, const type *model, u64 low, u64 high,          \
                                const char *what, const char *when) {                              \
        type *copy = allocate(high * sizeof *copy);                                                \
        offload_memcpy(copy + low, buffer + low, (high - low) * sizeof *copy);                     \
        compare_##name(copy, model, low, high, what, when);                                        \
        free(copy);                                                                                \
    }
#define EXPECT(condition, when, what)                                                              \
    if (!(condition) && check_said(when, what))                                                    \
        puts("");

// One call of a kernel's reference for each thread of a grid.
#define REFERENCE(grid, call)                                                                      \
    ref_grid grid;                                                                                 \
    for (unsigned block = 0; block < ref_blocks; block++) {                                        \
        ref_split(REF_NUMBER(block, ref_blocks), ref_count, ref_block);                            \
        for (unsigned thread = 0; thread < ref_threads; thread++) {                                \
            ref_enter_thread(thread);                                                              \
            call;                                                                                  \
        }                                                                                          \
    }'''


def generate(seed, kept=None):
    return Program(seed, kept)
