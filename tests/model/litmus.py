"""Litmus tests of the protocols in docs/memory_model.md: all executions of small programs, by the Vulkan memory model.

A program is a list of threads, each a generator that yields accesses and receives what they read. An execution gives each
read a write to read from, and each location a modification order. It is allowed if, for each location, the union of
happens-before, modification order, reads-from and from-reads has no cycle: the model's acyclicity axiom, in which all
relations join accesses of one location. Relaxed atomics order nothing else. Values may even come from thin air, as far as
some write stores them, so what is shown to be absent is absent from stronger models, too.
"""

import collections
import itertools

Access = collections.namedtuple("Access", "kind location value atomic release acquire name",
                                defaults=(True, False, False, None))


def read(location, atomic=True, acquire=False):
    return Access("R", location, None, atomic, False, acquire)


def write(location, value, atomic=True, release=False):
    return Access("W", location, value, atomic, release)


def add(location, change, ordered=False):
    """A read-modify-write: `change` makes the new value of the old one. Ordered: with release and acquire."""
    return Access("U", location, change, release=ordered, acquire=ordered)


def barrier(name):
    """A control barrier, or a barrier between dispatches, with all threads that pass the same name."""
    return Access("B", None, None, name=name)


def traces(thread, domain):
    """All runs of a thread in which each read returns one of the location's values: lists of (access, read, written)."""
    found = []

    def run(choices):
        trace = []
        generator = thread()
        answer = None
        remaining = list(choices)
        try:
            while True:
                access = generator.send(answer)
                answer = None
                old = new = None
                if access.kind in "RU":
                    if not remaining:
                        return access.location
                    answer = old = remaining.pop(0)
                if access.kind in "WU":
                    new = access.value(old) if access.kind == "U" else access.value
                trace.append((access, old, new))
        except StopIteration as stop:
            found.append((trace, stop.value))
            return None

    stack = [()]
    while stack:
        choices = stack.pop()
        location = run(choices)
        if location is not None:
            stack.extend(choices + (value,) for value in sorted(domain[location], key=repr))
    return found


def domains(threads, initial):
    """The values that each location may hold: those that some run writes, of reads of such values."""
    domain = {location: {value} for location, value in initial.items()}
    while True:
        size = sum(map(len, domain.values()))
        for thread in threads:
            for trace, _ in traces(thread, domain):
                for access, _, new in trace:
                    if new is not None:
                        domain[access.location].add(new)
        if sum(map(len, domain.values())) == size:
            return domain
        if size > 60:
            raise ValueError("a program with too many values")


def closure(edges, count):
    reach = [set() for _ in range(count)]
    for a, b in edges:
        reach[a].add(b)
    for k in range(count):
        for a in range(count):
            if k in reach[a]:
                reach[a] |= reach[k]
    return reach


def executions(threads, initial):
    """Yields what each thread returned, and whether there was a data race, of each allowed execution."""
    domain = domains(threads, initial)
    for combination in itertools.product(*(traces(thread, domain) for thread in threads)):
        events = [(None, Access("W", location, value), None, value) for location, value in sorted(initial.items())]
        for index, (trace, _) in enumerate(combination):
            events += [(index, access, old, new) for access, old, new in trace]
        count = len(events)
        ordered = {(a, b) for a in range(len(initial)) for b in range(len(initial), count)}
        ordered |= {(a, b) for a in range(count) for b in range(a + 1, count)
                    if events[a][0] is not None and events[a][0] == events[b][0]}
        ordered |= barrier_order(events)
        reads = [i for i in range(count) if events[i][1].kind in "RU"]
        writes = collections.defaultdict(list)
        for i in range(count):
            if events[i][1].kind in "WU":
                writes[events[i][1].location].append(i)
        sources = [[w for w in writes[events[r][1].location] if w != r and events[w][3] == events[r][2]] for r in reads]
        for chosen in itertools.product(*sources):
            source = dict(zip(reads, chosen))
            happens = closure(ordered | synchronizes_with(events, source), count)
            if any(a in happens[a] for a in range(count)):
                continue
            for orders in itertools.product(*(list(modification_orders(own, events, source, happens))
                                              for own in writes.values())):
                if is_allowed(events, source, happens, orders):
                    yield tuple(result for _, result in combination), races(events, happens)
                    break  # other orders of the same values have the same results


def synchronizes_with(events, source):
    """Edges from a release to an acquire whose read returns the write."""
    return {(w, r) for r, w in source.items() if events[w][1].release and events[r][1].acquire}


def modification_orders(writes, events, source, happens, order=()):
    """Orders of a location's writes that contain happens-before, and in which a read-modify-write follows what it read."""
    if len(order) == len(writes):
        yield order
    for w in writes:
        if w in order:
            continue
        if any(other not in order and w in happens[other] for other in writes if other != w):
            continue
        if events[w][1].kind == "U" and (not order or order[-1] != source[w]):
            continue
        yield from modification_orders(writes, events, source, happens, order + (w,))


def barrier_order(events):
    """All that threads do before a barrier happens before all that any of them does behind it."""
    at = [(i, thread, access.name) for i, (thread, access, _, _) in enumerate(events) if access.kind == "B"]
    return {(i, j) for a, own, name in at for b, other, behind in at if name == behind and a != b
            for i in range(a) if events[i][0] == own for j in range(b + 1, len(events)) if events[j][0] == other}


def is_allowed(events, source, happens, orders):
    edges = set()
    for order in orders:
        edges |= {(a, b) for i, a in enumerate(order) for b in order[i + 1:]}
        for r, w in source.items():
            if w in order:
                later = [b for b in order[order.index(w) + 1:] if b != r]
                edges.add((w, r))
                edges |= {(r, b) for b in later}
    count = len(events)
    edges |= {(a, b) for a in range(count) for b in happens[a]
              if events[a][1].location is not None and events[a][1].location == events[b][1].location}
    reach = closure(edges, count)
    return all(a not in reach[a] for a in range(count))


def races(events, happens):
    for a, b in itertools.combinations(range(len(events)), 2):
        first, second = events[a][1], events[b][1]
        if (first.location is not None and first.location == second.location and (first.kind + second.kind) != "RR" and
                not (first.atomic and second.atomic) and events[a][0] != events[b][0] and
                b not in happens[a] and a not in happens[b]):
            return True
    return False
