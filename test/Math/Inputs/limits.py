# Which functions of scripts/ulp's tables are beyond limits, in any column.
import sys

EXACT = ("ceil copysign fabs fdim floor fma fmax fmin fmod frexp frexp_exponent ilogb ldexp llrint llround logb "
         "lrint lround modf modf_whole nearbyint nextafter remainder remquo remquo_quotient rint round "
         "scalbln scalbn sqrt trunc").split()
large, inexact = set(), set()
with open(sys.argv[1]) as file:
    for line in file:
        if not line.startswith("| `"):
            continue
        name, *errors = [cell.strip(" `") for cell in line.strip().strip("|").split("|")]
        worst = max(map(float, errors))
        if worst > 8:
            large.add(name)
        if name in EXACT and worst > 0:
            inexact.add(name)
print("more than 8 ulp:", ", ".join(sorted(large)) or "none")
print("not exact:", ", ".join(sorted(inexact)) or "none")
