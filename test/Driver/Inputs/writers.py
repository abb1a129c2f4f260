"""Prints each file that two jobs of a command would write, by -ccc-print-phases, for many commands."""

import itertools
import re
import subprocess
import sys

offloadcc, source = sys.argv[1:]
LEVELS = [['-O0'], ['-O2'], ['-O2', '-g'], ['-O3', '-fsanitize=address']]
MORE = [['-c'], ['-c', '-save-temps', '-MD'], ['-o', 'k']]
ARCHS = ['none', 'sm_90,gfx90a,x86-64']

count = 0
for level, more, archs in itertools.product(LEVELS, MORE, ARCHS):
    command = [offloadcc, '-ccc-print-phases', f'--offload-arch={archs}', *level, *more, source]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f'{" ".join(command)}\n{done.stderr}')
    count += 1
    written = [name for line in done.stderr.splitlines() if ' -> ' in line
               for name in re.findall(r'"([^"]*)"', line.split(' -> ')[1])]
    if not written:
        sys.exit(f'{" ".join(command)} writes nothing')
    for name in sorted({name for name in written if written.count(name) > 1}):
        print(f'{" ".join(command[1:])}: {name} is written twice')
print(f'{count} commands')
