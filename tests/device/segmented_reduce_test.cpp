// Segmented reductions on the device, beside the matrix: empty segments, ends of segments beside those of spans, wrong
// offsets, and large arrays.
#include "device_call.h"

#include <random>

using namespace testing_support;
using namespace vkscan;

namespace {

SegmentedReduce create(const SegmentedReduceDesc& desc, Strategy strategy, const Tuning& tuning = smallTuning(),
                       uint32_t operatorCode = vkscan::abi::kOpAdd)
{
    SegmentedReduce reduce;
    EXPECT_EQ(createTuned(context(), Forced<SegmentedReduceDesc>{desc, strategy}, tuning, operatorCode, &reduce),
              Status::Success);
    return reduce;
}

Form<SegmentedReduce> ofRows(Form<SegmentedReduce> form, uint32_t length, uint32_t pitch = 0)
{
    form.change = [=](SegmentedReduceArgs& args) {
        args.rowLength = length;
        args.rowPitch = pitch;
    };
    return form;
}

// Far more segments than elements: before, between and behind the elements, and without any.
TEST(SegmentedReduceEdgesTest, ManyEmptySegments)
{
    constexpr uint32_t kMany = 200000;
    for (const Strategy strategy : {Strategy::Spine, Strategy::ReduceThenScan}) {
        const SegmentedReduceDesc desc = {.op = Op::Min};
        const SegmentedReduce reduce = create(desc, strategy, smallTuning(), vkscan::abi::kOpMin);
        for (const uint32_t count : {0u, 1u, 1000u}) {
            for (const uint32_t at : {0u, count / 2, count}) {
                for (const std::optional<uint32_t> gpuCount : {std::optional<uint32_t>(), {count / 3}, {0u}}) {
                    std::vector<uint32_t> offsets = {0, count / 4, count / 2, count};
                    offsets.insert(std::upper_bound(offsets.begin(), offsets.end(), at), kMany, at);
                    checkSegments(reduce, {.desc = desc}, {.count = count, .gpuCount = gpuCount}, offsets);
                }
            }
        }
    }
}

// Results are undefined then, but memory outside the arguments, which are fenced, stays as it is.
TEST(SegmentedReduceEdgesTest, OffsetsThatDoNotAscendHarmNothing)
{
    std::minstd_rand random(1);
    for (const Strategy strategy : {Strategy::Spine, Strategy::ReduceThenScan}) {
        const SegmentedReduce reduce = create({}, strategy);
        for (unsigned run = 0; run < 20; ++run) {
            std::vector<uint32_t> offsets(2 + random() % 3000);
            const auto next = [&] { return static_cast<uint32_t>(random()); };
            const uint32_t most = next() % 3000 + 1;
            for (uint32_t& offset : offsets)
                offset = run % 2 == 0 ? next() : next() % most / 7 * 7;
            Form<SegmentedReduce> form;
            form.twin = [](const auto&, uint64_t, CallMemory* memory) { memory->leaveOpen(Argument::Result); };
            checkSegments(reduce, form, {.count = 2500, .place = run}, offsets);
        }
    }
}

// Where segments end beside the ends of parts, of tiles and of spans, and reach over several of them: one tile a span,
// or many. Order matters to the composition of maps.
TEST(SegmentedReduceSpansTest, SegmentsEndBesideSpansAndReachOverThem)
{
    for (const Strategy strategy : ownStrategies()) {
        for (const uint32_t gridWidth : {~0u, 3u, 1u}) {
            auto tuning = smallTuning();
            tuning.maxGridWidth = gridWidth;
            const auto tile = static_cast<uint32_t>(tuning.reduceSegments.tileElements(ElementType::U32));
            const uint32_t count = 14 * tile + 5;
            const uint32_t part = tile / tuning.reduceSegments.workgroupSize * capabilities().subgroupSize;
            const SegmentedReduceDesc rowsDesc = {.segments = Segments::Rows};
            const SegmentedReduce byOffsets = create({}, strategy, tuning, vkscan::abi::kOpTestAffine);
            const SegmentedReduce byRows = create(rowsDesc, strategy, tuning, vkscan::abi::kOpTestAffine);
            const auto checkOffsets = [&](const std::vector<uint32_t>& offsets, unsigned place,
                                          std::optional<uint32_t> gpuCount = std::nullopt) {
                checkSegments(byOffsets, formOfMaps<SegmentedReduce>({}),
                              {.count = count, .gpuCount = gpuCount, .place = place}, offsets);
            };
            const auto checkRows = [&](uint32_t length, uint32_t pitch, unsigned place,
                                       std::optional<uint32_t> gpuCount = std::nullopt) {
                checkCall(byRows, ofRows(formOfMaps<SegmentedReduce>(rowsDesc), length, pitch),
                          {.count = count, .gpuCount = gpuCount, .place = place});
            };
            for (const uint32_t every : {part, tile, 2 * tile, 5 * tile}) {
                std::vector<uint32_t> exact;
                std::vector<uint32_t> beside;
                for (uint32_t at = 0; at <= count; at += every) {
                    exact.insert(exact.end(), 1 + at / every % 3, at);
                    for (const uint32_t offset : {at - 1, at, at + 1})
                        if (offset <= count)
                            beside.push_back(offset);
                }
                for (const unsigned place : {0u, 1u, 3u}) {
                    checkOffsets(exact, place);
                    checkOffsets(beside, place);
                    for (const uint32_t length : {every - 1, every, every + 1}) {
                        checkRows(length, 0, place);
                        checkRows(length / 2, length, place);
                    }
                }
            }
            checkOffsets({0, count}, 0);
            checkOffsets({tile - 1, 9 * tile + 1}, 0);
            checkOffsets({count - 1, count}, 0, count - 1);
            checkOffsets({1, 4 * tile, count}, 0, 4 * tile);
            checkRows(5 * tile, 0, 0, 10 * tile);
            checkRows(5 * tile, 6 * tile, 0, 6 * tile - 1);
        }
    }
}

// Runs of equal offsets that are long enough to be left out, of every length around that, between dense segments.
TEST(SegmentedReduceSpansTest, RunsOfEmptySegmentsOfAnyLength)
{
    for (const Strategy strategy : {Strategy::Spine, Strategy::ReduceThenScan}) {
        for (const uint32_t gridWidth : {~0u, 2u}) {
            auto tuning = smallTuning();
            tuning.maxGridWidth = gridWidth;
            const SegmentedReduce reduce = create({}, strategy, tuning);
            std::minstd_rand random(7);
            for (const uint32_t run : {255u, 256u, 511u, 600u, 769u, 1100u, 3001u}) {
                std::vector<uint32_t> offsets;
                uint32_t at = 0;
                for (unsigned i = 0; i < 40; ++i) {
                    offsets.insert(offsets.end(), i % 3 == 0 ? run + i : 1 + i % 2, at);
                    at += static_cast<uint32_t>(random() % 90);
                }
                checkSegments(reduce, {}, {.count = at, .place = run}, offsets);
            }
        }
    }
}

// One offset has no segment between itself and a next one: elements before and behind it give no result.
TEST(SegmentedReduceEdgesTest, OneOffsetHasNoResults)
{
    const SegmentedReduce reduce = create({}, Strategy::Auto);
    constexpr uint32_t kCount = 1000;
    TestArray input(kCount * 4);
    TestArray result(4);
    TestArray offset(4);
    const uint32_t cut = 500;
    offset.write(&cut, sizeof(cut));
    input.fill(1);
    SegmentedReduceArgs args;
    args.input = input.range();
    args.scratch = sharedScratch(reduce.scratchSize(kCount));
    args.count = kCount;
    submit(reduce, args); // without either
    args.segments = offset.range();
    args.result = result.range();
    submit(reduce, args);
    const auto word = result.value<uint32_t>();
    EXPECT_EQ(word, 0xccccccccu);
    DispatchList list;
    EXPECT_EQ(reduce.plan(args, &list), Status::Success);
    EXPECT_EQ(list.count, 0u);
}

// The library's own tuning and choice; one segment, and offsets beyond the array.
TEST(SegmentedReduceEdgesTest, AnyCount)
{
    for (const Segments segments : {Segments::Offsets, Segments::Rows}) {
        const SegmentedReduceDesc desc = {.segments = segments};
        SegmentedReduce reduce;
        ASSERT_EQ(SegmentedReduce::create(context(), desc, &reduce), Status::Success);
        EXPECT_GT(reduce.maxCount(), 0xffffffffu);
        EXPECT_EQ(strategyFor(reduce, 1), Strategy::SingleWorkgroup);
        for (const uint32_t count : {1u, 3u, 4097u, 65521u, 1000003u}) {
            for (const uint32_t length : {1u, 7u, 1024u, 1000003u, 0xffffffffu}) {
                std::vector<uint32_t> offsets;
                for (uint64_t begin = count / 5; begin < count; begin += length)
                    offsets.push_back(static_cast<uint32_t>(begin));
                offsets.push_back(std::max(count, length));
                if (segments == Segments::Rows)
                    checkCall(reduce, ofRows({.desc = desc}, length), {.count = count, .place = length});
                else
                    checkSegments(reduce, {.desc = desc}, {.count = count, .place = length}, offsets);
            }
        }
    }
}

} // namespace
