#version 460
#extension GL_GOOGLE_include_directive : require
// A reduction in one dispatch: each workgroup reduces its span. Sums of 32-bit integers then take one atomic addition
// for each workgroup. The workgroup that adds last stores the total.
//
// For other types and operators, each workgroup publishes the aggregate of its span. The last one waits for all words,
// sums them and stores the result. If workgroups do not start in the order of their indices, a ticket, taken after
// publishing, determines the last. Then no progress guarantee is needed.
//
// All operators commute, so invocations take elements and slots in an order that suits memory. It never changes, so
// that floats have the same bits in every run.
//
// The last workgroup works like NVIDIA's sample threadFenceReduction. Words with the tag of the run replace its fence.
#include "tile/interface.glsl"
#include "core/spans.glsl"
#include "core/single_pass.glsl"

// Sums of integers are exact in any order. A 64-bit word holds a 32-bit sum and the number of workgroups that have
// added. It needs no tag: it is zero between runs.
#if defined(ELEMENT_B32) && !defined(TILE_SELECT) && !defined(TILE_INDICES)
const bool kAddsSpans = kIsFloat ? false : kOperator == kOpAdd;

// Adds the sum of a span. Returns whether it was the last; `sum` is then the sum of all spans.
bool addSpan(inout State sum)
{
    AtomicAt spans = AtomicAt(push.scratchAddress + kScratchSum);
    const uvec2 before = unpackUint2x32(atomicAdd(spans.word, packUint2x32(uvec2(1u, toWords(sum))), gl_ScopeDevice,
                                                  gl_StorageSemanticsNone, gl_SemanticsRelaxed));
    checkTicket(before.x, push.gridWidth);
    if (before.x != push.gridWidth - 1)
        return false;
    sum = combine(fromWords(before.y), sum);
    atomicStore(spans.word, 0ul, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    return true;
}
#else
const bool kAddsSpans = false;
bool addSpan(inout State sum) { return false; }
#endif

const uint kSlotsAtOnce = 4;

// The sum of the aggregates of all spans. Waits for each slot.
State sumSlots(uint spans)
{
    State sum = emptyState();
    for (uint first = gl_LocalInvocationIndex; first - gl_LocalInvocationIndex < spans; first += kSlotsAtOnce * kWorkgroupSize) {
        State values[kSlotsAtOnce];
        bool missing[kSlotsAtOnce];
        [[unroll]] for (uint i = 0; i < kSlotsAtOnce; ++i) {
            const uint slot = first + i * kWorkgroupSize;
            values[i] = emptyState();
            missing[i] = slot < spans && !tryLoad(slot, values[i]);
        }
        [[unroll]] for (uint i = 0; i < kSlotsAtOnce; ++i) {
            waitForSlot(missing[i], first + i * kWorkgroupSize, values[i]);
            sum = combine(sum, values[i]);
        }
    }
    return workgroupReduce(sum);
}

// Publishes the aggregate of the span. Returns whether this workgroup is the last.
bool publishSpan(State aggregate, uint epoch)
{
    const uint span = gl_WorkGroupID.x;
    if (gl_LocalInvocationIndex == 0) {
        runTag = epoch + 1;
        if (mayPublish(span))
            publish(span, aggregate);
        sharedTag = runTag;
        if (!kInOrder) {
            sharedTicket = takeTicket().x;
            checkTicket(sharedTicket, push.gridWidth);
        }
    }
    barrier();
    runTag = sharedTag;
    return (kInOrder ? span : sharedTicket) == push.gridWidth - 1;
}

void main()
{
    const bool publishes = push.gridWidth > 1 && !kAddsSpans;
    // The epoch is loaded first, so that it arrives with the next loads. It does not change until all have published.
    const uint epoch = publishes && gl_LocalInvocationIndex == 0 ? loadEpoch() : 0;
    const Span span = ownSpan(openArray());
    State sum = emptyState();
    for (uint tile = span.firstTile; tile < span.endTile; ++tile)
        takeTile(tile, sum);
    sum = workgroupReduce(sum);
    if (publishes) {
        if (!publishSpan(sum, epoch))
            return;
        sum = sumSlots(push.gridWidth);
    }
    if (gl_LocalInvocationIndex == 0) {
        if (kAddsSpans && push.gridWidth > 1 && !addSpan(sum))
            return;
        storeTotal(combine(initialState(), sum));
        if (publishes)
            openEpoch(runTag);
    }
}
