// Scans inside one subgroup, by shuffles of words: any monoid, any subgroup width. All lanes must be active.

// Kogge & Stone, "A Parallel Algorithm for the Efficient Solution of a General Class of Recurrence
// Equations", 1973: log2(width) steps.
Element subgroupScanInclusive(Element value)
{
    [[unroll]] for (uint distance = 1; distance < gl_SubgroupSize; distance *= 2) {
        const Element earlier = fromWords(subgroupShuffleUp(toWords(value), distance));
        if (gl_SubgroupInvocationID >= distance)
            value = combine(earlier, value);
    }
    return value;
}

// The value of the lane before, the identity in the first.
Element subgroupShiftUp(Element value)
{
    const Element before = fromWords(subgroupShuffleUp(toWords(value), 1));
    return gl_SubgroupInvocationID == 0 ? identity() : before;
}

Element subgroupAt(Element value, uint lane) { return fromWords(subgroupShuffle(toWords(value), lane)); }

Element subgroupLast(Element value) { return subgroupAt(value, gl_SubgroupSize - 1); }

Element subgroupReduce(Element value) { return subgroupLast(subgroupScanInclusive(value)); }
