#version 460
// Fills arrays with numbers and checks all results of an operation, without code of the library. Scans: each result is
// compared with the one before. Selections: an invocation walks through a block; the host adds up the blocks' places.
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int32 : require
#extension GL_GOOGLE_include_directive : require
#include "check_push.h"

layout(local_size_x = 256) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer WordAt { uint word; };
layout(push_constant) uniform Push { CheckPush push; };

uint wordAt(uint64_t address, uint64_t index) { return WordAt(address + index * 4).word; }

uint64_t bitsAt(uint64_t address, uint64_t index, uint bytes)
{
    if (bytes == 8)
        return wordAt(address, index * 2) | uint64_t(wordAt(address, index * 2 + 1)) << 32;
    const uint64_t first = index * bytes;
    const uint word = wordAt(address, first / 4) >> uint(first % 4) * 8;
    return bytes == 4 ? word : word & ((1u << bytes * 8) - 1);
}

uint64_t trimmed(uint64_t bits) { return push.numbers.bytes == 8 ? bits : bits & ((1UL << push.numbers.bytes * 8) - 1); }

#if defined(CHECK_FILL) || defined(CHECK_SORT)
uint64_t number(uint64_t index) { return trimmed(numberAt(push.numbers, index)); }
#else
uint64_t number(uint64_t index) { return trimmed(simpleNumberAt(push.numbers, index)); }
#endif

void report(bool isRight, uint64_t index)
{
    if (isRight)
        return;
    atomicMin(WordAt(push.report).word, uint(index));
    atomicAdd(WordAt(push.report + 4).word, 1);
}

uint64_t combine(uint op, uint64_t earlier, uint64_t later)
{
    const float a = uintBitsToFloat(uint(earlier));
    const float b = uintBitsToFloat(uint(later));
    const bool isFloat = (push.flags & kIsFloat) != 0;
    switch (op) {
    case 0: return !isFloat ? earlier + later
                            : floatBits(integerOf(earlier, push.numbers.bytes) + integerOf(later, push.numbers.bytes),
                                        push.numbers.bytes);
    case 1: return isFloat ? floatBitsToUint(a * b) : earlier * later;
    case 2: return isFloat ? floatBitsToUint(min(a, b)) : min(earlier, later);
    case 3: return isFloat ? floatBitsToUint(max(a, b)) : max(earlier, later);
    case 4: return earlier & later;
    case 5: return earlier | later;
    default: return earlier ^ later;
    }
}

#if defined(CHECK_FILL)
// An array's words.
void visit(uint64_t index)
{
    const uint bytes = push.numbers.bytes;
    uint word = 0;
    if (bytes == 8)
        word = uint(number(index / 2) >> uint(index % 2) * 32);
    else
        for (uint i = 0; i < 4 / bytes; ++i)
            word |= uint(number(index * (4 / bytes) + i)) << i * bytes * 8;
    if ((push.flags & kIsFilled) != 0)
        WordAt(push.results + index * 4).word = word;
    else
        report(wordAt(push.results, index) == word, index);
}
#elif defined(CHECK_SCAN)
// Results of a scan, in its order: each is the one before, combined with its number. Differences undo sums of orders
// and tuples, and must be the numbers.
uint64_t placeOf(uint64_t index) { return (push.flags & kIsBackward) != 0 ? push.count - 1 - index : index; }

uint64_t resultAt(uint64_t index) { return bitsAt(push.results, placeOf(index), push.numbers.bytes); }

bool isHead(uint64_t index)
{
    if (push.segment == 0)
        return index < push.tupleSize;
    const uint64_t place = placeOf(index);
    return index == 0 || ((push.flags & kIsBackward) != 0 ? place + 1 : place) % push.segment < push.tupleSize;
}

uint64_t expectedSum(uint64_t index)
{
    uint64_t rest = 0;
    uint64_t coefficient = 1; // binomial
    for (uint i = 1; i <= push.order && i * push.tupleSize <= index; ++i) {
        coefficient = coefficient * (push.order - i + 1) / i;
        const uint64_t term = coefficient * resultAt(index - i * push.tupleSize);
        rest += i % 2 == 1 ? term : -term;
    }
    return number(index) + rest;
}

void visit(uint64_t index)
{
    uint64_t expected;
    if (push.order > 1)
        expected = expectedSum(index);
    else if ((push.flags & kIsExclusive) == 0)
        expected = combine(push.operation, isHead(index) ? push.initial : resultAt(index - push.tupleSize),
                           number(placeOf(index)));
    else
        expected = isHead(index) ? push.initial
                                 : combine(push.operation, resultAt(index - 1), number(placeOf(index - 1)));
    report(resultAt(index) == trimmed(expected), index);
}
#elif defined(CHECK_CUSTOM)
// Words of results of custom kernels.
uint before(uint64_t element, uint word, uint identity)
{
    return element == 0 ? identity : wordAt(push.results, (element - 1) * push.tupleSize + word);
}

void visit(uint64_t index)
{
    const uint words = push.tupleSize;
    const uint64_t element = index / words;
    const uint word = uint(index % words);
    const uint here = uint(number(index));
    uint expected = 0;
    if (push.operation == kBoundsOp) {
        const uint bound = before(element, word, word < 3 ? 0x7f800000 : 0xff800000);
        const float a = uintBitsToFloat(bound);
        const float b = uintBitsToFloat(here);
        expected = floatBitsToUint(word < 3 ? min(a, b) : max(a, b));
    } else if (push.operation == kAffineOp) {
        expected = uint(number(element * 2)) * before(element, word, 1 - word) + (word == 0 ? 0 : here);
    } else {
        const uint row = word / 4;
        for (uint k = 0; k < 4; ++k)
            expected += before(element, row * 4 + k, k == row ? 1 : 0) * uint(number(element * 16 + k * 4 + word % 4));
    }
    report(wordAt(push.results, index) == expected, index);
}
#elif defined(CHECK_SORT)
// Sorted keys, and values that begin with the index each key had. Sorted keys of an array are known. Keys of segments
// are random: they must ascend, and Fold compares their hashes.
uint valueAt(uint64_t place) { return wordAt(push.others, place * push.tupleSize); }

void visit(uint64_t place)
{
    const uint64_t key = bitsAt(push.results, place, push.numbers.bytes);
    bool isRight = push.segment > 0 || key == trimmed(sortedKey(push.numbers, place));
    if (place > 0 && (push.segment == 0 || place % push.segment > 0)) {
        const uint64_t before = bitsAt(push.results, place - 1, push.numbers.bytes);
        isRight = isRight && before <= key;
        if (push.others != 0 && before == key)
            isRight = isRight && valueAt(place - 1) < valueAt(place);
    }
    if (push.others != 0) {
        const uint64_t value = valueAt(place);
        isRight = isRight && value < push.count && number(value) == key;
        if (push.segment > 0)
            isRight = isRight && value / push.segment == place / push.segment;
    }
    report(isRight, place);
}
#elif defined(CHECK_BINS)
// Counts numbers in bins of the width `initial`.
void visit(uint64_t index)
{
    const uint64_t bin = number(index) / push.initial;
    if (bin < push.order)
        atomicAdd(WordAt(push.others + bin * 4).word, 1);
}
#elif defined(CHECK_FOLD)
// Combines each block of numbers, floats as integers, and writes 64 bits a block, or compares them with the results.
uint64_t foldedAt(uint64_t index)
{
    if (push.operation == kHashOp) {
        const uint64_t key =
            push.results != 0 ? bitsAt(push.results, index, push.numbers.bytes) : number(index);
        return randomBits(key ^ index / push.segment << 32);
    }
    const uint64_t bits = number(index);
    return (push.flags & kIsFloat) != 0 ? uint64_t(integerOf(bits, push.numbers.bytes)) : bits;
}

uint64_t combineIntegers(uint64_t earlier, uint64_t later)
{
    switch (push.operation) {
    case 1: return earlier * later;
    case 2: return min(earlier, later);
    case 3: return max(earlier, later);
    case 4: return earlier & later;
    case 5: return earlier | later;
    case 6: return earlier ^ later;
    default: return earlier + later;
    }
}

void visit(uint64_t block)
{
    const uint64_t first = block * push.block;
    const uint64_t end = min(first + push.block, push.count);
    uint64_t all = foldedAt(first);
    // Two numbers an iteration: llvmpipe stops loops after 65,535.
    for (uint64_t i = first + 1; i < end; i += 2) {
        all = combineIntegers(all, foldedAt(i));
        if (i + 1 < end)
            all = combineIntegers(all, foldedAt(i + 1));
    }
    if ((push.flags & kIsFilled) == 0) {
        const uint64_t bits = (push.flags & kIsFloat) != 0 ? floatBits(int64_t(all), push.numbers.bytes) : all;
        report(wordAt(push.results, block) == uint(bits), block);
        return;
    }
    WordAt(push.others + block * 8).word = uint(all);
    WordAt(push.others + block * 8 + 4).word = uint(all >> 32);
}
#elif defined(CHECK_PLACES)
// Walks through blocks of elements, `tupleSize` words each. First run: counts each bucket's elements in `others`.
// Second run: `others` has the place of each block's first element in each bucket. Checks the results of the buckets in
// the mask `order`: elements or, if `tupleSize` is 0, indices. Squares: checks half floats of their sums, from the sum
// before the block on.
uint bucketOf(uint64_t index)
{
    const uint bits = uint(number(index * max(push.tupleSize, 1)));
    return push.operation == kByOddness ? 1 - (bits & 1) : bits & (push.operation == kByOneBit ? 1 : 15);
}

void checkSquares(uint64_t block, uint64_t first, uint64_t end)
{
    uint sum = wordAt(push.others, block);
    for (uint64_t i = first; i < end; ++i) {
        sum += uint(number(i));
        const float scaled = float(sum) * uintBitsToFloat(uint(push.initial));
        report(uint(bitsAt(push.results, i, 2)) == halfOf(floatBitsToUint(scaled)), i);
    }
}

bool isPlaced(uint64_t index, uint64_t place)
{
    if (push.tupleSize == 0)
        return wordAt(push.results, place) == uint(index);
    bool isRight = true;
    for (uint i = 0; i < push.tupleSize; ++i)
        isRight = isRight && wordAt(push.results, place * push.tupleSize + i) == uint(number(index * push.tupleSize + i));
    return isRight;
}

void visit(uint64_t block)
{
    const uint64_t first = block * push.block;
    const uint64_t end = min(first + push.block, push.count);
    if ((push.flags & kIsSquared) != 0) {
        checkSquares(block, first, end);
        return;
    }
    const uint64_t counts = push.others + block * kMaxBuckets * 4;
    uint places[kMaxBuckets];
    for (uint i = 0; i < kMaxBuckets; ++i)
        places[i] = (push.flags & kIsFilled) != 0 ? 0 : wordAt(counts, i);
    for (uint64_t i = first; i < end; ++i) {
        const uint bucket = bucketOf(i);
        const uint place = places[bucket]++;
        if ((push.flags & kIsFilled) == 0 && (push.order >> bucket & 1) != 0)
            report(isPlaced(i, place), i);
    }
    if ((push.flags & kIsFilled) != 0)
        for (uint i = 0; i < kMaxBuckets; ++i)
            WordAt(counts + i * 4).word = places[i];
}
#elif defined(CHECK_ROW_SUMS)
// Running sums of a row of texels, one channel an invocation, in 32 bits each of `others`.
void visit(uint64_t index)
{
    const uint64_t row = index / push.block;
    const uint channel = uint(index % push.block);
    uint sum = 0;
    for (uint column = 0; column < push.order; ++column) {
        const uint64_t texel = row * push.order + column;
        const uint64_t bits = number(texel * push.tupleSize + channel);
        const uint component = (push.flags & kIsFloat) != 0 ? uint(integerOf(bits, push.numbers.bytes)) : uint(bits);
        sum += (push.flags & kIsSquared) != 0 ? component * component : component;
        WordAt(push.others + (texel * push.block + channel) * 4).word = sum;
    }
}
#elif defined(CHECK_TABLE)
// A column of entries: the rows' sums add up to them. Floats are exact, except squares and texels less a bias, which
// have a relative tolerance.
bool isEntry(uint64_t index, int64_t sum, float texels, float bias)
{
    const uint64_t entry = bitsAt(push.results, index, (push.flags & kIsDouble) != 0 ? 8 : 4);
    if ((push.flags & kIsFloat) == 0)
        return uint(entry) == uint(sum);
    const bool isSquared = (push.flags & kIsSquared) != 0;
    if (!isSquared && push.initial == 0)
        return entry == floatBits(sum, (push.flags & kIsDouble) != 0 ? 8 : 4);
    const float exact = float(sum) - bias * texels;
    const float tolerance = 1e-5 * (isSquared ? exact : bias != 0 ? texels : 0);
    return abs(uintBitsToFloat(uint(entry)) - exact) <= tolerance;
}

void visit(uint64_t index)
{
    const uint border = (push.flags & kIsBordered) != 0 ? 1 : 0;
    const uint64_t column = index / push.block;
    const uint channel = uint(index % push.block);
    const float bias = push.initial == 0 ? 0 : uintBitsToFloat(wordAt(push.initial, channel));
    int64_t sum = 0;
    for (uint row = 0; row < push.segment + border; ++row) {
        const bool isInside = column >= border && row >= border;
        if (isInside) {
            const uint64_t texel = uint64_t(row - border) * push.order + column - border;
            sum += int(wordAt(push.others, texel * push.block + channel));
        }
        const float texels = isInside ? float(column + 1 - border) * float(row + 1 - border) : 0;
        const uint64_t entry = (row * uint64_t(push.order + border) + column) * push.block + channel;
        report(isEntry(entry, sum, texels, bias), entry);
    }
}
#elif defined(CHECK_EXPAND)
// The source of each element, and in `others` its rank there, by offsets of `order` sources.
void visit(uint64_t index)
{
    const uint source = wordAt(push.results, index);
    bool isRight = source < push.order;
    if (isRight) {
        const uint begin = wordAt(push.initial, source);
        const uint end = wordAt(push.initial, uint64_t(source) + 1);
        isRight = begin <= index && index < end && wordAt(push.others, index) == uint(index) - begin;
    }
    report(isRight, index);
}
#endif

void main()
{
    const uint64_t group = uint64_t(gl_WorkGroupID.y) * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint64_t index = group * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
#if defined(CHECK_FOLD) || defined(CHECK_PLACES)
    const uint64_t invocations = (push.count + push.block - 1) / push.block;
#else
    const uint64_t invocations = push.count;
#endif
    if (index < invocations)
        visit(index);
}
