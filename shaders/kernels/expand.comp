#version 460
#extension GL_GOOGLE_include_directive : require
// Finds the source of each element of an array, and the element's rank there.
//
// Each subgroup takes consecutive steps of elements. It searches for the source of the first element, and reads the
// offsets from there on once. In each step, offsets mark in shared memory where sources begin; empty sources leave no
// mark. An element belongs to the last mark at or before it: the load-balancing search of Baxter, "Modern GPU", 2013,
// with marks instead of merges. Subgroups do not wait.
#define VKSCAN_ENTRY_POINT vkscan_kEntryExpand
#include "tile/sources.glsl"
#include "tile/indirect.glsl"
#include "core/subgroup_order.glsl"

const uint kChunksPerStep = 64; // in steps with more chunks, elements search for their sources one by one

// For each element of a step, 1 + the source that begins there, or 0. Each subgroup has a part, with a plane for each
// component of a vector; with STORE, in the order of elements.
shared uint sharedMarks[kWorkgroupSize * kRows * kVector];

uint stepLength() { return gl_SubgroupSize * kRows * kVector; } // elements
uint planeLength() { return gl_SubgroupSize * kRows; }          // marks
uint markBegin() { return gl_SubgroupID * stepLength(); }

// The elements of a step, by their places in it.
struct Step {
    uint begin; // the element at place 0; in the first step, it may wrap around
    uint first; // the place of the first element that exists
    uint end;   // the place after the last
};

uint takeMark(uint at)
{
    const uint mark = sharedMarks[at];
    sharedMarks[at] = 0;
    return mark;
}

// Returns the marks of a vector and clears them.
uvec4 takeMarks(uint vector)
{
    const uint x = markBegin() + vector;
    return uvec4(takeMark(x), takeMark(x + planeLength()), takeMark(x + 2 * planeLength()), takeMark(x + 3 * planeLength()));
}

// How elements are stored: by a user's kernel, or in vectors. MARK_AT is the mark at a place.
#if defined(STORE)
#define MARK_AT(place) place

void storeElement(Step at, uint place, uint source, uint begin)
{
    const uint element = at.begin + place;
    if (place >= at.first && place < at.end)
        store(uint64_t(element), source, element - begin);
}

void storeElements(Step at, uint place, uvec4 sources, uvec4 begins)
{
    storeElement(at, place, sources.x, begins.x);
    storeElement(at, place + 1, sources.y, begins.y);
    storeElement(at, place + 2, sources.z, begins.z);
    storeElement(at, place + 3, sources.w, begins.w);
}

// Neighbouring lanes have neighbouring elements, so that store accesses neighbouring memory in any layout.
void expandMarks(inout Cursor cursor, Step at)
{
    for (uint first = 0; first < stepLength(); first += gl_SubgroupSize) {
        const uint place = first + gl_SubgroupInvocationID;
        const uint mark = takeMark(markBegin() + place);
        const uvec4 marked = subgroupBallot(mark != 0) & gl_SubgroupLeMask;
        const bool isMarked = marked != uvec4(0);
        const uint lane = isMarked ? subgroupBallotFindMSB(marked) : 0;
        const uint shuffled = subgroupShuffle(mark, lane);
        const uint source = isMarked ? shuffled - 1 : cursor.source;
        const uint begin = isMarked ? at.begin + first + lane : cursor.begin;
        cursor.source = subgroupShuffle(source, gl_SubgroupSize - 1);
        cursor.begin = subgroupShuffle(begin, gl_SubgroupSize - 1);
        storeElement(at, place, source, begin);
    }
}
#else
#define MARK_AT(place) place % kVector * planeLength() + place / kVector

void storeElement(uint64_t array, Step at, uint place, uint word)
{
    if (place >= at.first && place < at.end)
        WordAt(array + uint64_t(at.begin + place) * 4).word = word;
}

void storeVector(uint64_t array, Step at, uint place, uvec4 words)
{
    const uint64_t address = array + uint64_t(at.begin + place) * 4;
    if (array != 0ul && place >= at.first && place + kVector <= at.end && (uint(address) & 15) == 0) {
        VectorAt(address).words = words;
    } else if (array != 0ul) {
        storeElement(array, at, place, words.x);
        storeElement(array, at, place + 1, words.y);
        storeElement(array, at, place + 2, words.z);
        storeElement(array, at, place + 3, words.w);
    }
}

void storeElements(Step at, uint place, uvec4 sources, uvec4 begins)
{
    storeVector(push.outputAddress, at, place, sources);
    storeVector(push.ranksAddress, at, place, at.begin + place + uvec4(0, 1, 2, 3) - begins);
}

// The source of an element, plus 1, and its first element: those of its mark, or of the run before.
uvec2 runAt(uint mark, uint element, uvec2 before) { return mark != 0 ? uvec2(mark, element) : before; }

void expandMarks(inout Cursor cursor, Step at)
{
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint vector = row * gl_SubgroupSize + gl_SubgroupInvocationID;
        const uint element = at.begin + vector * kVector;
        const uvec4 marks = takeMarks(vector);
        uvec2 own = runAt(marks.x, element, uvec2(0)); // the last run that begins in this lane's vector
        own = runAt(marks.y, element + 1, own);
        own = runAt(marks.z, element + 2, own);
        own = runAt(marks.w, element + 3, own);
        const uvec4 earlier = subgroupBallot(own.x != 0) & gl_SubgroupLtMask;
        const bool hasEarlier = earlier != uvec4(0);
        const uvec2 shuffled = subgroupShuffle(own, hasEarlier ? subgroupBallotFindMSB(earlier) : 0);
        const uvec2 before = hasEarlier ? shuffled : uvec2(cursor.source + 1, cursor.begin);
        const uvec2 x = runAt(marks.x, element, before);
        const uvec2 y = runAt(marks.y, element + 1, x);
        const uvec2 z = runAt(marks.z, element + 2, y);
        const uvec2 w = runAt(marks.w, element + 3, z);
        cursor.source = subgroupShuffle(w.x, gl_SubgroupSize - 1) - 1;
        cursor.begin = subgroupShuffle(w.y, gl_SubgroupSize - 1);
        storeElements(at, vector * kVector, uvec4(x.x, y.x, z.x, w.x) - 1, uvec4(x.y, y.y, z.y, w.y));
    }
}
#endif

void markSource(Step at, uint source, uint offset, bool isEmpty)
{
    const uint place = offset - at.begin;
    if (!isEmpty && place - at.first < at.end - at.first)
        sharedMarks[markBegin() + MARK_AT(place)] = source + 1;
}

// Marks where the sources of a chunk begin, except the last one: only the next chunk shows whether that is empty.
void markChunk(Cursor cursor, Step at)
{
    const uint source = cursor.chunk + gl_SubgroupInvocationID * kVector;
    const uint next = subgroupShuffleDown(cursor.offsets.x, 1);
    const bool isLast = gl_SubgroupInvocationID == gl_SubgroupSize - 1;
    markSource(at, source, cursor.offsets.x, cursor.offsets.x == cursor.offsets.y);
    markSource(at, source + 1, cursor.offsets.y, cursor.offsets.y == cursor.offsets.z);
    markSource(at, source + 2, cursor.offsets.z, cursor.offsets.z == cursor.offsets.w);
    markSource(at, source + 3, cursor.offsets.w, cursor.offsets.w == next && !isLast);
}

// Marks the sources of a step. Returns false if it has too many sources.
bool markStep(inout Cursor cursor, Step at)
{
    const uint end = at.begin + at.end;
    bool complete = false;
    for (uint i = 0; i < kChunksPerStep && !complete; ++i) {
        markChunk(cursor, at);
        complete = subgroupShuffle(cursor.offsets.w, gl_SubgroupSize - 1) >= end;
        if (!complete) {
            orderSubgroup();
            openNextChunk(cursor);
        }
    }
    return complete;
}

// Expands a step with many empty sources: each element searches for its source.
void searchStep(inout Cursor cursor, Step at)
{
    for (uint row = 0; row < kRows; ++row) {
        const uint vector = row * gl_SubgroupSize + gl_SubgroupInvocationID;
        const uvec4 places = clamp(vector * kVector + uvec4(0, 1, 2, 3), uvec4(at.first), uvec4(at.end - 1));
        uvec4 low = uvec4(cursor.source);
        uvec4 high = uvec4(sourceCount);
        for (uint i = 0; i < 32; ++i) {
            const uvec4 middle = low + (high - low) / 2;
            const bvec4 isBelow = lessThanEqual(offsetsOf(middle), at.begin + places);
            low = mix(low, middle, isBelow);
            high = mix(middle, high, isBelow);
        }
        const uvec4 begins = offsetsOf(low);
        storeElements(at, vector * kVector, low, begins);
        takeMarks(vector);
        cursor.source = subgroupShuffle(low.w, gl_SubgroupSize - 1);
        cursor.begin = subgroupShuffle(begins.w, gl_SubgroupSize - 1);
    }
    openChunk(cursor, cursor.source);
}

// The number of elements of the sources that fit: the beginning of the last source that begins within the capacity.
// Offsets that do not ascend give wrong elements, but none beyond the capacity.
uint countElements(uint total)
{
    uint elements = total;
    if (total > push.capacity)
        elements = min(seek(push.capacity, float(push.capacity) / float(total)).begin, push.capacity);
    return elements;
}

void main()
{
    sourceCount = uint(push.maxCount);
    if (isPresent(push.countAddress))
        sourceCount = min(sourceCount, WordAt(readable(push.countAddress)).word);
    uint64_t sumAddress = offsetAddress(sourceCount);
    if (push.sumAddress != 0ul)
        sumAddress = push.sumAddress;
    uint total = 0;
    if (sourceCount > 0)
#if defined(LOAD)
        total = kLoadsOffsets ? load(sourceCount) : WordAt(sumAddress).word;
#else
        total = WordAt(sumAddress).word;
#endif
    USE_STAMP(total)
    [[unroll]] for (uint i = 0; i < kRows * kVector; ++i)
        sharedMarks[markBegin() + i * gl_SubgroupSize + gl_SubgroupInvocationID] = 0;
    const uint firstStep = (workgroupIndex() * gl_NumSubgroups + gl_SubgroupID) * push.steps;
    const uint first = firstStep == 0 ? 0 : firstStep * stepLength() - push.head;
    // A guess for a total of `capacity`, while the total is loaded.
    Cursor cursor = seek(first, float(first) / float(max(push.capacity, 1)));
    const uint elements = countElements(total);
    if (workgroupIndex() == 0 && gl_LocalInvocationIndex == 0) {
        if (push.totalAddress != 0ul)
            WordAt(push.totalAddress).word = total;
        storeIndirectCount(push.indirectAddress, elements, push.divisor, push.rounding);
    }
    const uint64_t places = uint64_t(elements) + push.head;
    const uint steps = elements > 0 ? uint((places + stepLength() - 1) / stepLength()) : 0; // steps of all subgroups
    orderSubgroup();
    for (uint i = firstStep; i < min(firstStep + push.steps, steps); ++i) {
        Step at;
        at.begin = i * stepLength() - push.head;
        at.first = i == 0 ? push.head : 0;
        at.end = uint(min(places - uint64_t(i) * stepLength(), uint64_t(stepLength())));
        const bool marked = markStep(cursor, at);
        orderSubgroup();
        if (marked)
            expandMarks(cursor, at);
        else
            searchStep(cursor, at);
        orderSubgroup();
    }
}
