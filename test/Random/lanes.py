#!/usr/bin/env python3
"""Makes a program of random kernels that part the lanes of warps and let them exchange values:
lanes.py SEED COUNT [LANES [jumps|calls]]

What a lane gets depends on who comes to an exchange with it: those that go the same way through
branches and loops, in the same turns. The values that they should have are computed here, for warps
of LANES lanes, or of 32. A statement is its C text, and a function that runs it for the lanes that
have come to it together. With `jumps`, lanes also leave loops and turns of them, and call functions, which some leave. With
`calls`, functions are also recursive, and called through pointers.
"""
import functools
import random
import sys

WARP = int(sys.argv[3]) if len(sys.argv) > 3 else 32
CALLS = sys.argv[4:] == ["calls"]
JUMPS = CALLS or sys.argv[4:] == ["jumps"]
WORD = 0xffffffff


class Statement:
    def __init__(self, text, run):
        self.text, self.run = text, run


def run_all(statements, lanes, state):
    for statement in statements:
        lanes = [t for t in lanes if t not in state.ended | state.returned | state.away]
        if lanes:
            statement.run(lanes, state)


def run_turns(body, turns, state):
    """The turns of a loop, and how many each lane makes if it does not leave the loop."""
    outside = state.away, state.left
    state.left = set()
    for turn in range(max(turns.values(), default=0)):
        state.away = outside[0] | state.left
        run_all(body, [t for t in turns if turn < turns[t]], state)
    state.away, state.left = outside


class State:
    """The variables of all threads."""

    def __init__(self, threads, flag, turns):
        self.x = [t * 2654435761 & WORD for t in range(threads)]
        self.variables = {"a": list(self.x), "b": [7 * t for t in range(threads)]}
        self.flag, self.turns, self.ended = flag, turns, set()
        self.returned, self.left, self.away = set(), set(), set()  # from a function, from a loop, from its turn
        self.depth = {}  # how deep a lane's function may call others

    def add(self, name, thread, value):
        self.variables[name][thread] = (self.variables[name][thread] + value) & WORD


class Maker:
    def __init__(self, seed):
        self.seed = seed
        self.random = random.Random(seed)
        self.threads = self.random.choice([32, 64, 40, 23, 96, 70])
        self.loops = 0
        self.may_end = True
        self.functions = []  # how to call each, and what it runs
        self.function_text = ""
        self.calls = 0  # in the function that is made
        self.inside = []  # the loops, switches and functions that a statement is in, the innermost last

    def value(self):
        number, name = self.random.randrange(1, 100), self.random.choice("ab")
        return self.random.choice([
            ("t", lambda s, t: t),
            ("x[t]", lambda s, t: s.x[t]),
            ("flag", lambda s, t: s.flag),
            (f"{number}u", lambda s, t: number),
            (f"{name} * {number}u", lambda s, t: s.variables[name][t] * number),
            (f"({name} >> {number % 9})", lambda s, t: s.variables[name][t] >> number % 9),
            ("(a ^ b)", lambda s, t: s.variables["a"][t] ^ s.variables["b"][t])])

    def condition(self):
        """Of threads, or the same for all."""
        number, name = self.random.randrange(self.threads), self.random.choice("ab")
        bit = number % 5
        return self.random.choice([
            (f"t < {number}u", lambda s, t: t < number),
            (f"t >> {bit} & 1", lambda s, t: t >> bit & 1),
            (f"{name} >> {bit} & 1", lambda s, t: s.variables[name][t] >> bit & 1),
            (f"{name} % 3u == 0", lambda s, t: s.variables[name][t] % 3 == 0),
            (f"flag > {number % 10}u", lambda s, t: s.flag > number % 10)])

    def assignment(self):
        name, (text, value) = self.random.choice("ab"), self.value()

        def run(lanes, state):
            for t in lanes:
                state.add(name, t, value(state, t))
        return Statement(f"{name} += {text};", run)

    def vote(self):
        name, other = self.random.choice(["ab", "ba"])

        def run(lanes, state):
            votes = sum((state.variables[name][t] & 1) << t % WARP for t in lanes) & WORD
            for t in lanes:
                state.add(other, t, votes)
        return Statement(f"{other} += (unsigned)offload_lane_ballot({name} & 1);", run)

    def shuffle(self, mask=None):
        name, other = self.random.choice(["ab", "ba"])
        kind = self.random.choice(["", "_up", "_down", "_xor"])
        constant = self.random.choice([0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 32, 40])
        varies = self.random.random() < 0.3
        width = self.random.choice([w for w in (1, 2, 4, 8, 16, 32) if w <= WARP])
        width = width if self.random.random() < 0.4 else None
        by_text = f"{constant}u + {other} % 3u" if varies else f"{constant}u"
        width_text = f", {width}u" if width else mask and ", offload_lane_count()"
        mask_text = f", {mask}" if mask else ""

        def run(lanes, state):
            values, others = list(state.variables[name]), list(state.variables[other])
            for t in lanes:
                lane = t % WARP
                by = constant + (others[t] % 3 if varies else 0)
                modulo = width or (WARP if mask else None)
                first = lane // modulo * modulo if modulo else 0
                end = first + modulo if modulo else WARP
                source = {"": first + by % modulo if modulo else by, "_up": lane - by, "_down": lane + by,
                          "_xor": lane ^ by}[kind]
                is_lane = (kind == "_xor" or source >= first) and 0 <= source < end
                is_here = is_lane and t - lane + source in lanes
                is_left_out = mask and is_lane and not is_here
                state.add(other, t, 0 if is_left_out else values[t - lane + source if is_here else t])
        return Statement(f"{other} += offload_lane_shuffle{kind}({name}, {by_text}{width_text or ''}{mask_text});", run)

    def reduce(self, mask=None):
        name, other = self.random.choice(["ab", "ba"])
        mask_text = f", {mask}" if mask else ""
        kind = self.random.choice(["add", "min", "max", "and", "or", "xor", "match"])
        combine = {"add": lambda a, b: a + b & WORD, "min": min, "max": max, "and": lambda a, b: a & b,
                   "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b}

        def run(lanes, state):
            values = state.variables[name]
            if kind == "match":
                results = [sum(1 << u % WARP for u in lanes if values[u] % 3 == values[t] % 3) & WORD for t in lanes]
            else:
                results = [functools.reduce(combine[kind], (values[u] for u in lanes))] * len(lanes)
            for t, result in zip(lanes, results):
                state.add(other, t, result)
        if kind == "match":
            return Statement(f"{other} += (unsigned)offload_lane_match_any({name} % 3u{mask_text});", run)
        return Statement(f"{other} += offload_lane_reduce_{kind}({name}{mask_text});", run)

    def exchange(self):
        choice = self.random.random()
        return self.vote() if choice < 0.3 else self.reduce() if choice < 0.45 else self.shuffle()

    def masked(self):
        """As in CUDA: lanes vote who goes on, and those that do pass the mask."""
        text, condition = self.condition()
        self.loops += 1
        mask = f"m{self.loops}"
        exchange = self.random.choice([self.shuffle, self.reduce])(mask)

        def run(lanes, state):
            run_all([exchange], [t for t in lanes if condition(state, t)], state)
        return Statement(f"unsigned long {mask} = offload_lane_ballot({text});\n"
                         f"if ({mask} >> offload_lane_id() & 1) {{\n    {exchange.text}\n}}", run)

    def branch(self, depth):
        text, condition = self.condition()
        if self.random.random() < 0.3:
            one = condition
            text = f"offload_lane_any({text})"
        else:
            one = None
        taken = self.statements(depth + 1)
        left = self.statements(depth + 1) if self.random.random() < 0.5 else []

        def run(lanes, state):
            holds = {t: condition(state, t) for t in lanes}
            if one:
                holds = dict.fromkeys(lanes, any(holds.values()))
            run_all(taken, [t for t in lanes if holds[t]], state)
            run_all(left, [t for t in lanes if not holds[t]], state)
        otherwise = f" else {{\n{block(left)}}}" if left else ""
        return Statement(f"if ({text}) {{\n{block(taken)}}}{otherwise}", run)

    def loop_alike(self, depth):
        turns = self.random.choice([0, 1, 2, 3, None])
        body = self.body("loop", depth)
        body.append(self.exchange())
        self.loops += 1
        i = f"i{self.loops}"

        def run(lanes, state):
            run_turns(body, dict.fromkeys(lanes, state.turns if turns is None else turns), state)
        count = "turns" if turns is None else f"{turns}u"
        return Statement(f"for (unsigned {i} = 0; {i} < {count}; {i}++) {{\n{block(body)}}}", run)

    def loop_apart(self, depth):
        limit = self.random.randrange(2, 5)
        body = self.body("loop", depth)
        self.loops += 1
        i = f"i{self.loops}"
        least = 1 if JUMPS and self.random.random() < 0.3 else 0

        def run(lanes, state):
            run_turns(body, {t: max(state.variables["a"][t] % limit, least) for t in lanes}, state)
        if least:
            return Statement(f"unsigned {i} = 0, end{i} = a % {limit}u;\ndo {{\n{block(body)}}} while (++{i} < end{i});", run)
        return Statement(f"for (unsigned {i} = 0, end{i} = a % {limit}u; {i} < end{i}; {i}++) {{\n"
                         f"{block(body)}}}", run)

    def switch(self, depth):
        """A case may go on into the next one, where its lanes meet those of that case. A case may end the kernel."""
        name, count = self.random.choice("ab"), self.random.randrange(2, 6)
        shift = self.random.randrange(8)
        bodies, text = [], ""
        for number in range(count):
            ends = depth == 0 and self.may_end and self.random.random() < 0.2
            self.may_end &= not ends
            body = [] if ends or self.random.random() < 0.2 else self.body("switch", depth)
            goes_on = not ends and number < count - 1 and self.random.random() < 0.4
            label = "default" if number == count - 1 else f"case {number}"
            last = "y[2 * t] = a, y[2 * t + 1] = b;\n    return;" if ends else "break;"
            text += f"{label}: {{\n{block(body)}}}\n" + ("" if goes_on else f"    {last}\n")
            bodies.append((body, ends, goes_on))

        def run(lanes, state):
            cases = {t: min((state.variables[name][t] >> shift) % 7, count - 1) for t in lanes}
            here = []
            for number, (body, ends, goes_on) in enumerate(bodies):
                here = sorted(here + [t for t in lanes if cases[t] == number])
                run_all(body, here, state)
                if ends:
                    state.ended.update(here)
                here = here if goes_on else []
        return Statement(f"switch (({name} >> {shift}) % 7u) {{\n{text}}}", run)

    def leave(self):
        """Some leave the loop, or the turn of it; or the function."""
        text, condition = self.condition()
        place = self.inside[-1] if self.inside[-1] != "switch" else "turn"
        if "function" in self.inside and self.random.random() < 0.3:
            place = "function"
        how = "return" if place == "function" else "continue" if place == "turn" else self.random.choice(["break", "continue"])

        def run(lanes, state):
            gone = {t for t in lanes if condition(state, t)}
            state.away = state.away | gone
            if how == "break":
                state.left |= gone
            if how == "return":
                state.returned |= gone
        before = "*to_a = a, *to_b = b;\n    " if how == "return" else ""
        return Statement(f"if ({text}) {{\n    {before}{how};\n}}", run)

    def make_function(self):
        """One that calls itself and the others, as deep as it is told."""
        name, body = f"f{self.seed}_{len(self.functions)}", []
        self.functions.append((name, body))
        outside, self.inside, self.calls = (self.inside, self.calls), [], 0
        body += self.body("function", 2)
        self.inside, self.calls = outside
        attribute = self.random.choice(["", "__attribute__((noinline)) "])
        self.function_text += f"""
{attribute}static void {name}(unsigned t, unsigned flag, unsigned turns, const unsigned *x,
                    unsigned depth, unsigned *to_a, unsigned *to_b) {{
    unsigned a = *to_a, b = *to_b;
    (void)flag, (void)turns, (void)depth;
{block(body)}    *to_a = a, *to_b = b;
}}"""

    def call_deep(self):
        """By name or through a pointer."""
        is_inside = "function" in self.inside
        if len(self.functions) < 3 and not is_inside:
            self.make_function()
        self.calls += is_inside
        index, chosen = self.value()
        by_name = self.random.choice([None, self.random.choice(self.functions)])
        depth, deep = self.random.choice([("2u", lambda s, t: 2), ("a % 3u", lambda s, t: s.variables["a"][t] % 3)])
        if is_inside:
            depth, deep = "depth - 1", lambda s, t: s.depth[t] - 1

        def run(lanes, state):
            outside = state.returned, state.away, state.left, state.depth
            lanes = [t for t in lanes if not is_inside or state.depth[t] > 0]
            state.depth = {t: deep(state, t) for t in lanes}
            called = {t: by_name or self.functions[chosen(state, t) % 2**32 % len(self.functions)] for t in lanes}
            for function in self.functions:
                state.returned = set()
                run_all(function[1], [t for t in lanes if called[t] is function], state)
            state.returned, state.away, state.left, state.depth = outside
        name = by_name[0] if by_name else f"table{self.seed}[({index}) % count{self.seed}]"
        call = f"{name}(t, flag, turns, x, {depth}, &a, &b);"
        return Statement(f"if (depth > 0) {{\n    {call}\n}}" if is_inside else call, run)

    def table(self):
        """The functions, which the table's elements point to."""
        parameters = "unsigned, unsigned, unsigned, const unsigned *, unsigned, unsigned *, unsigned *"
        names = [name for name, _ in self.functions]
        declarations = "".join(f"static void {name}({parameters});\n" for name in names)
        return declarations + f"enum {{ count{self.seed} = {len(names)} }};\n" \
            f"static void (*const table{self.seed}[count{self.seed}])({parameters}) = {{{', '.join(names)}}};"

    def call(self):
        """Of a function that may have been called before."""
        if len(self.functions) < 3 and "function" not in self.inside:
            inside, self.inside = self.inside, []
            body = self.body("function", 2)
            self.inside = inside
            name = f"f{self.seed}_{len(self.functions)}"
            attribute = self.random.choice(["", "__attribute__((noinline)) "])
            self.function_text += f"""
{attribute}static void {name}(unsigned t, unsigned flag, unsigned turns, const unsigned *x,
                    unsigned *to_a, unsigned *to_b) {{
    unsigned a = *to_a, b = *to_b;
    (void)flag, (void)turns;
{block(body)}    *to_a = a, *to_b = b;
}}"""
            self.functions.append((f"{name}(t, flag, turns, x, &a, &b);", body))
        text, body = self.random.choice(self.functions)

        def run(lanes, state):
            outside = state.returned, state.away, state.left
            state.returned = set()
            run_all(body, lanes, state)
            state.returned, state.away, state.left = outside
        return Statement(text, run)

    def body(self, place, depth):
        self.inside.append(place)
        result = self.statements(depth + 1)
        self.inside.pop()
        return result

    def end(self):
        text, condition = self.condition()
        self.may_end = False

        def run(lanes, state):
            state.ended.update(t for t in lanes if condition(state, t))
        return Statement(f"if ({text}) {{\n    y[2 * t] = a, y[2 * t + 1] = b;\n    return;\n}}", run)

    def can_leave(self):
        """The innermost of them but for switches, from which only a turn of a loop can be left."""
        around = [place for place in self.inside if place != "switch"]
        return bool(around) and (self.inside[-1] != "switch" or around[-1] == "loop")

    def statements(self, depth, least=1):
        result = []
        for _ in range(self.random.randrange(least, least + 3)):
            kinds = [self.assignment] + [self.exchange] * 4 + [self.masked]
            if depth == 0 and self.may_end:
                kinds.append(self.end)
            if JUMPS and self.can_leave():
                kinds += [self.leave] * 3
            if JUMPS and (self.functions or "function" not in self.inside):
                kinds += [self.call_deep] * (3 if self.calls < 2 else 0) if CALLS else [self.call]
            parts = [self.branch, self.branch, self.loop_alike, self.loop_apart] + [self.switch] * (depth < 2)
            if depth < 4 and self.random.random() < 0.6:
                result.append(self.random.choice(parts)(depth))
            else:
                result.append(self.random.choice(kinds)())
        return result


def block(statements):
    lines = "\n".join(s.text for s in statements).split("\n")
    return "".join(f"    {line}\n" for line in lines)


def kernel(seed):
    maker = Maker(seed)
    threads, flag, turns = maker.threads, maker.random.randrange(10), maker.random.randrange(4)
    body = maker.statements(0, least=3)
    state = State(threads, flag, turns)
    for first in range(0, threads, WARP):
        run_all(body, list(range(first, min(first + WARP, threads))), state)
    right = ", ".join(f"{a}u, {b}u" for a, b in zip(*state.variables.values()))
    table = maker.table() if CALLS and maker.functions else ""
    return f"""{table}{maker.function_text}
offload_kernel void k{seed}(unsigned flag, unsigned turns, const unsigned x[{threads}],
                    unsigned y[{2 * threads}]) {{
    unsigned t = (unsigned)offload_thread_id(0), a = x[t], b = 7 * t;
{block(body)}    y[2 * t] = a, y[2 * t + 1] = b;
}}
static void check{seed}(void) {{
    static const unsigned right[] = {{{right}}};
    unsigned x[{threads}], y[{2 * threads}];
    for (unsigned t = 0; t < {threads}; t++)
        x[t] = t * 2654435761u;
    offload(k{seed}, .blocks = {{1}}, .block_size = {{{threads}}})({flag}, {turns}, x, y);
    for (int i = 0; i < {2 * threads}; i++)
        if (y[i] != right[i]) {{
            printf("k{seed}: y[%d] is %u, not %u\\n", i, y[i], right[i]);
            wrong = 1;
            return;
        }}
}}
"""


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    seeds = range(first, first + count)
    print("#include <offload.h>\n#include <stdio.h>\nstatic int wrong;")
    print("".join(kernel(seed) for seed in seeds))
    calls = "".join(f"    check{seed}();\n" for seed in seeds)
    print(f'int main(void) {{\n{calls}    puts(wrong ? "FAIL" : "PASS");\n    return wrong;\n}}')


if __name__ == "__main__":
    main()
