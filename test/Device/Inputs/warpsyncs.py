"""Prints how many instructions of a cubin's kernel wait for lanes: `warpsyncs.py CUBIN KERNEL`."""
import struct
import sys

WARPSYNC = (0x348, 0x948)  # the low 12 bits of an instruction of 128 bits, from sm_70 on

with open(sys.argv[1], 'rb') as file:
    data = file.read()
table, count, names = (struct.unpack_from(kind, data, at)[0]
                       for kind, at in (('<Q', 40), ('<H', 60), ('<H', 62)))
sections = [struct.unpack_from('<IIQQQQ', data, table + 64 * i) for i in range(count)]
for name, _, _, _, offset, size in sections:
    start = sections[names][4] + name
    if data[start:data.index(b'\0', start)].decode() == f'.text.{sys.argv[2]}':
        code = struct.iter_unpack('<QQ', data[offset:offset + size])
        print('waits:', sum(low & 0xfff in WARPSYNC for low, high in code))
