"""Cuts a random program into several files, which share device code.

The kernels, their references and main stay in one file. Each device function goes to one of the others, and a header
declares all of them. Some of the files may come from an archive.
"""

import os
import random
import re

import tree

TABLE = re.compile(r'^(offload_global )?((?:static )?(?:const )?)(\w[\w ]*\w) (table\w+\[\d+\]) = (.*);$', re.MULTILINE)


def head_of(program):
    """The text of the header, and the definitions of the device variables."""
    definitions = []

    def declare(match):
        if not match[1]:
            return f'static const {match[3].replace("const ", "")} {match[4]} = {match[5]};'
        definitions.append(f'offload_global {match[3]} {match[4]} = {match[5]};')
        return f'extern offload_global {match[3]} {match[4]};'

    return TABLE.sub(declare, program.head), definitions


def cut(program, seed):
    """The files of a program, by their names; main.c is one of them."""
    pick = random.Random(f'cut/{seed}')
    head, variables = head_of(program)
    parts = [[] for _ in range(pick.randint(1, 5))]
    prototypes, main = [], []
    for function in program.functions:
        text = function.text().removeprefix('static ')
        prototypes.append('offload_device ' + text.split('\n')[0] + ';')
        pick.choice(parts).append(text)
        if isinstance(function, tree.Function) and re.search(r'\bfn_\w+\(', function.head):
            main.append(function.text(True))
    for variable in variables:
        pick.choice(parts).append(variable)
    files = {'all.h': head + '\n' + '\n'.join(prototypes) + '\n'}
    for number, part in enumerate(parts):
        files[f'part{number}.c'] = '#include "all.h"\n' + '\n\n'.join(part) + '\n'
    whole = program.text()
    start = whole.index(program.kernels[0].text())
    files['main.c'] = '#include "all.h"\n' + '\n\n'.join(main) + '\n' + whole[start:]
    return files


def commands(compiler, libraries, files, output, seed):
    """The commands that make the program of its files: all at once, or by objects and an archive."""
    sources = [name for name in files if name.endswith('.c')]
    if seed % 2:
        return [[*compiler, *sources, '-o', output, *libraries]]
    objects = [name.replace('.c', '.o') for name in sources]
    members = [name for name in objects if name != 'main.o'][seed % 3 == 0:]
    others = [name for name in objects if name not in members]
    archive = [['ar', 'rcs', 'libparts.a', *members]] if members else []
    linked = ['libparts.a'] if members else []
    return [[*compiler, '-c', *sources], *archive, [*compiler, *others, *linked, '-o', output, *libraries]]
