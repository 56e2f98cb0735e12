"""The protocols of docs/memory_model.md as litmus tests, each beside a variant that breaks it."""

from litmus import add, barrier, executions, read, write

RUN = 1    # this run's tag; words begin with an older one
OLD = (9, 0)  # a word: payload, tag
failures = []


def check(name, threads, initial, is_sound, breaks=False):
    """All executions are sound and free of races; or, of a broken variant, one is not."""
    found = list(executions(threads, initial))
    wrong = [result for result, race in found if race or not is_sound(*result)]
    ok = bool(found) and bool(wrong) == breaks
    print(f"{'ok    ' if ok else 'FAILED'} {name}: {len(set(found))} outcomes, {len(set(wrong))} wrong")
    if not ok:
        failures.append(name)


def poll(location, tag=RUN):
    """The payload of a word, if it is this run's."""
    payload, found = yield read(location)
    return payload if found == tag else None


def publisher(*words):
    def thread():
        for location, payload in words:
            yield write(location, (payload, RUN))
    return thread


# A word carries its tag: the reader gets the payload, or knows that it has none.
def reader():
    return (yield from poll("slot"))


check("publish and poll", [publisher(("slot", 5)), reader], {"slot": OLD}, lambda _, got: got in (None, 5))


# A state of two words, each of which is valid on its own.
def reader_of_two():
    low = yield from poll("low")
    high = yield from poll("high")
    return None if low is None or high is None else (low, high)


def reader_of_one_tag():
    low, _ = yield read("low")
    high = yield from poll("high")
    return None if high is None else (low, high)


WORDS = {"low": OLD, "high": OLD}
TWO = publisher(("low", 5), ("high", 6))
check("states of several words", [TWO, reader_of_two], WORDS, lambda _, got: got in (None, (5, 6)))
check("broken: one tag for two words", [TWO, reader_of_one_tag], WORDS, lambda _, got: got in (None, (5, 6)), True)


# A flag beside a payload needs release and acquire.
def flagged(atomic, release):
    def thread():
        yield write("payload", 5, atomic)
        yield write("flag", 1, release=release)
    return thread


def reader_of_flag(atomic, acquire):
    def thread():
        if (yield read("flag", acquire=acquire)):
            return (yield read("payload", atomic))
        return None
    return thread


FLAG = {"payload": 0, "flag": 0}
for atomic, ordered in ((True, False), (False, False), (False, True)):
    check(f"{'' if ordered else 'broken: '}flag beside {'atomic' if atomic else 'plain'} payload",
          [flagged(atomic, ordered), reader_of_flag(atomic, ordered)], FLAG, lambda _, got: got in (None, 5), not ordered)


# A window's word holds its sum and then, with the next tag, what precedes the next window: never back.
def leader():
    yield write("window", (5, RUN))
    yield write("window", (7, RUN + 1))


def reader_twice():
    first = yield read("window")
    second = yield read("window")
    return first[1], second[1]


check("one word, two tags", [leader, reader_twice], {"window": OLD}, lambda _, tags: tags[0] <= tags[1])


# The spine: an aggregate goes to the spine, a carry comes back.
def spine():
    aggregate = yield from poll("aggregate")
    if aggregate is not None:
        yield write("carry", (aggregate + 1, RUN))


def tile():
    return (yield from poll("carry"))


check("aggregate and carry", [publisher(("aggregate", 5)), spine, tile], {"aggregate": OLD, "carry": OLD},
      lambda _a, _b, carry: carry in (None, 6))


# Tickets: each is drawn once; the last opens the next run, whose workgroups a barrier keeps back.
def workgroup(tickets, runs, orders=True):
    def thread():
        drawn = []
        for run in range(runs):
            ticket, epoch = yield add("ticket", lambda word: (min(word[0] + 1, tickets), word[1]))
            if ticket == tickets - 1:
                yield write("ticket", (0, min(epoch + 1, runs)))
            drawn.append((epoch, ticket))
            if orders and run + 1 < runs:
                yield barrier("between runs")
        return tuple(drawn)
    return thread


def are_drawn_once(*drawn):
    return all(sorted(run) == [(epoch, ticket) for ticket in range(len(run))] for epoch, run in enumerate(zip(*drawn)))


check("tickets", [workgroup(3, 1)] * 3, {"ticket": (0, 0)}, are_drawn_once)
check("tickets of two runs", [workgroup(2, 2)] * 2, {"ticket": (0, 0)}, are_drawn_once)
check("broken: no barrier between runs", [workgroup(2, 2, False)] * 2, {"ticket": (0, 0)}, are_drawn_once, True)


# Workgroups in order load the epoch. The last, which has all others' words, opens the next: none may see it in this run.
def first_in_order():
    epoch = yield read("epoch")
    yield write("slot", (5, epoch + 1) if epoch < 2 else OLD)
    return epoch


def last_in_order(waits):
    def thread():
        epoch = yield read("epoch")
        got = (yield from poll("slot", epoch + 1)) if waits else 5
        if got is not None and epoch < 2:
            yield write("epoch", epoch + 1)
        return epoch
    return thread


IN_ORDER = {"epoch": 0, "slot": OLD}
check("epochs without tickets", [first_in_order, last_in_order(True)], IN_ORDER, lambda a, b: a == b == 0)
check("broken: the last does not wait", [first_in_order, last_in_order(False)], IN_ORDER, lambda a, b: a == b == 0, True)


# Sums that meet in one word: the last to add has the sum of all.
def adder(value):
    def thread():
        count, total = yield add("sum", lambda word: (word[0] + 1, word[1] + value) if word[0] < 3 else word)
        return total + value if count == 2 else None
    return thread


check("sums in one word", [adder(1), adder(2), adder(4)], {"sum": (0, 0)},
      lambda *got: sorted(value for value in got if value is not None) == [7])


# Entries that workgroups leave before they are counted: the last one has all of them.
def leaver(own, value, ordered):
    def thread():
        yield write(own, value, atomic=False)
        if (yield add("left", lambda count: min(count + 1, 2), ordered)) == 1:
            return (yield read("first", atomic=False)), (yield read("second", atomic=False))
        return None
    return thread


for ordered in (True, False):
    check(f"{'' if ordered else 'broken: '}count behind plain entries", [leaver("first", 5, ordered), leaver("second", 6, ordered)],
          {"first": 0, "second": 0, "left": 0}, lambda *got: sorted(map(str, got)) == ["(5, 6)", "None"], not ordered)


# A look-back's fallback reads the input of a tile that has not published: out of place it only reads.
def owner(stores):
    def thread():
        value = yield read("input", False)
        if stores:
            yield write("input", 3, False)
        yield write("slot", (value, RUN))
    return thread


def fallback():
    got = yield from poll("slot")
    if got is None:
        got = yield read("input", False)
        yield write("slot", (got, RUN))
    return got


LOOK_BACK = {"slot": OLD, "input": 5}
check("fallback", [owner(False), fallback], LOOK_BACK, lambda _, got: got == 5)
check("broken: fallback in place", [owner(True), fallback], LOOK_BACK, lambda _, got: got == 5, True)


# Plain data of one dispatch, read by the next behind the derived barrier; also shared memory behind barrier().
def producer(orders):
    def thread():
        yield write("data", 5, False)
        if orders:
            yield barrier("between dispatches")
    return thread


def consumer(orders):
    def thread():
        if orders:
            yield barrier("between dispatches")
        return (yield read("data", False))
    return thread


for orders in (True, False):
    check(("" if orders else "broken: no ") + "barrier between dispatches", [producer(orders), consumer(orders)],
          {"data": 0}, lambda _, got: got == 5, not orders)


# Lanes of a subgroup that take turns at a word, by relaxed atomics in program order alone: the model orders nothing.
def lane_that_counts(orders):
    def thread():
        yield write("count", 1)
        if orders:
            yield barrier("of the subgroup")
    return thread


def lane_that_follows(orders):
    def thread():
        if orders:
            yield barrier("of the subgroup")
        return (yield read("count"))
    return thread


for orders in (True, False):
    check(("" if orders else "not by the model: ") + "ranks, lane after lane", [lane_that_counts(orders),
          lane_that_follows(orders)], {"count": 0}, lambda _, got: got == 1, not orders)

print(f"{len(failures)} failed")
raise SystemExit(bool(failures))
