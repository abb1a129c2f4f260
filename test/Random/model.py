"""What the host and the device have of the arrays of a random program about mapping (mapping.py)."""


class Mapped:
    """A stretch of a buffer that is mapped. `whole` counts the holders that map all of it, `parts`
    those that map a part."""

    def __init__(self, low, high):
        self.low, self.high, self.whole, self.parts = low, high, 0, 0

    def references(self):
        return self.whole + self.parts


class Buffer:
    def __init__(self, number, t, size, place):
        self.number, self.type, self.size, self.place = number, t, size, place
        self.host = [place != 'device'] * size  # fresh
        self.device = [False] * size
        self.mapped = []
        self.values = []  # of structs with pointers

    def name(self, model=False):
        return f'{"m" if model else "b"}{self.number}'

    def over(self, low, high):
        """The mapped stretches that overlap with this."""
        return [one for one in self.mapped if one.low < high and low < one.high]

    def holder(self, low, high):
        """The mapped stretch that holds this, or None."""
        found = self.over(low, high)
        return found[0] if found and low < high else None

    def can_map(self, low, high):
        found = self.over(low, high)
        return not found or (len(found) == 1 and found[0].low <= low and high <= found[0].high)

    def is_device(self, low, high):
        return self.place == 'device' or self.holder(low, high) is not None

    def come_back(self, low, high):
        """The device's elements become the host's, but for the host's own pointers in structs."""
        self.host[low:high] = self.device[low:high]

    def stale(self, low, high):
        fresh = self.device if self.is_device(low, high) else self.host
        return not all(fresh[low:high])


def fill(values, low, high, value):
    values[low:high] = [value] * (high - low)


class Entry:
    """A stretch of a buffer in a launch."""

    def __init__(self, buffer, low, high, key, mark='', const=False, restrict=False):
        self.buffer, self.low, self.high, self.key = buffer, low, high, key
        self.mark, self.const, self.restrict = mark, const, restrict

    def overlaps(self, other, end, end_of_other):
        return self.buffer is other.buffer and self.low < end_of_other and other.low < end

    def end(self, accesses, scalars):
        """Behind the last element that is accessed."""
        if all(access[0] == 'below' for access in accesses):
            return min(self.high, self.low + max(scalars[access[1]] for access in accesses))
        return self.high
