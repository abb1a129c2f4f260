"""Runs a program once for each message that its source expects: check-all.py PROGRAM SOURCE [COMMAND...].

`EXPECT kernel: text` at a line of the source: the message names this line, and the kernel as the function. `EXPECT HERE
kernel: text`: it names the line that ends in HERE, and the text has the function. COMMAND comes before the program. One core runs
the blocks, so the first of them that is outside ends the program.
"""
import os
import re
import subprocess
import sys

program, source, *command = sys.argv[1:]
failed = count = 0
lines = open(source).read().split('\n')
here = next((number for number, line in enumerate(lines, 1) if line.endswith('// HERE')), None)
for number, line in enumerate(lines, 1):
    found = re.search(r'// EXPECT (HERE )?(\w+): (.*)', line)
    if not found:
        continue
    at, kernel, text = found.groups()
    count += 1
    run = subprocess.run([*command, program, kernel], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         env={**os.environ, 'OMP_NUM_THREADS': '1'})
    where = f'{here if at else number}: '
    function = '' if at else f'{kernel}: '
    parts = re.match(r'(.*?block: \S+ thread: \S+) (.*)', function + text)
    message = re.compile(re.escape(where + parts[1]) + r' (Assertion `)?' + re.escape(parts[2]))
    if run.returncode == 0 or not message.search(run.stdout):
        failed += 1
        print(f'{kernel}: exit code {run.returncode}, without "{where}{function}{text}":\n{run.stdout}')
print(f'{count - failed} of {count} messages')
sys.exit(failed > 0 or count == 0)
