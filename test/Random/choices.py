"""Choices that generators of random programs make, by a random.Random of their own, `random`."""


class Choices:
    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, items):
        return self.random.choice(items)

    def integer(self, low, high):
        return self.random.randint(low, high)
