// Segmented scans on the device, element by element: every source of segments, type, operator, kind and direction.
#include "scan_check.h"

#include "segmented_impl.h"

#include <cmath>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr Type kTypes[] = {Type::U32, Type::I32, Type::F32, Type::U64, Type::I64, Type::F64};
constexpr Op kOps[] = {Op::Add, Op::Multiply, Op::Min, Op::Max, Op::And, Op::Or, Op::Xor};
constexpr Segments kSegments[] = {Segments::HeadBits, Segments::HeadFlags, Segments::Keys32, Segments::Keys64,
                                  Segments::Rows};
constexpr Strategy kStrategies[] = {Strategy::SingleWorkgroup, Strategy::FlatSum, Strategy::Spine,
                                    Strategy::ReduceThenScan};

// Where heads are; element 0 need not be among them.
enum class Shape { None, All, Sparse, Random, Dense, Edges };
constexpr Shape kShapes[] = {Shape::None, Shape::All, Shape::Sparse, Shape::Random, Shape::Dense, Shape::Edges};

std::vector<bool> headsOf(Shape shape, uint64_t count, uint64_t tile)
{
    std::minstd_rand random(static_cast<uint32_t>(count + 1));
    std::vector<bool> heads(count);
    for (uint64_t i = 0; i < count; ++i) {
        switch (shape) {
        case Shape::None: break;
        case Shape::All: heads[i] = true; break;
        case Shape::Sparse: heads[i] = random() % (2 * tile) == 0; break;
        case Shape::Random: heads[i] = random() % 37 == 0; break;
        case Shape::Dense: heads[i] = random() % 3 != 0; break;
        // Of vectors, tiles and windows of four tiles, and beside them.
        case Shape::Edges: heads[i] = i / tile % 2 == 0 ? i % (4 * tile) == 0 : (i % tile) % (tile - 1) == 0; break;
        }
    }
    return heads;
}

struct SegmentedCase {
    uint64_t count = 0;
    VkDeviceSize inputMisalignment = 0; // elements
    VkDeviceSize outputMisalignment = 0;
    VkDeviceSize segmentsMisalignment = 0; // words
    bool inPlace = false;
    bool ownScratch = false;
    std::optional<uint32_t> gpuCount;
    uint32_t rowLength = 0;
    unsigned submissions = 1;
};

// The segments as the operation reads them. Keys repeat in segments that are not neighbours.
std::vector<uint32_t> segmentWords(Segments segments, const std::vector<bool>& heads)
{
    std::vector<uint32_t> words;
    if (segments == Segments::HeadBits)
        words.assign((heads.size() + 31) / 32, 0);
    uint32_t key = 7;
    for (std::size_t i = 0; i < heads.size(); ++i) {
        key += heads[i] && i > 0 ? 1 : 0;
        const uint32_t half = key % 5;
        switch (segments) {
        case Segments::HeadBits: words[i / 32] |= heads[i] ? 1u << i % 32 : 0; break;
        case Segments::HeadFlags: words.push_back(heads[i] ? 1u << i % 32 : 0); break;
        case Segments::Keys32: words.push_back(half << 29); break;
        case Segments::Keys64: // neighbours differ in one half
            words.push_back(half / 2);
            words.push_back((half + 1) / 2);
            break;
        case Segments::Rows: break;
        }
    }
    return words;
}

template <class T, class Combine>
std::vector<T> referenceSegmentedScan(const std::vector<T>& input, const SegmentedScanDesc& desc,
                                      const std::vector<bool>& heads, T identityValue, const Combine& combineElements)
{
    std::vector<T> output(input.size());
    const bool backward = desc.direction == Direction::Backward;
    T running = identityValue;
    for (std::size_t step = 0; step < input.size(); ++step) {
        const std::size_t i = backward ? input.size() - 1 - step : step;
        if (backward ? i + 1 < input.size() && heads[i + 1] : heads[i])
            running = identityValue;
        const T next = combineElements(running, input[i]);
        output[i] = desc.kind == Kind::Exclusive ? running : next;
        running = next;
    }
    return output;
}

SegmentedScan createSegmented(const SegmentedScanDesc& desc, const Tuning& tuning, uint32_t operatorCode)
{
    SegmentedScan scan;
    const Status status = SegmentedScan::Impl::createTuned(context(), desc, tuning, operatorCode, &scan);
    EXPECT_EQ(status, Status::Success) << toString(status);
    return scan;
}

// Returns the output.
template <class T>
std::vector<T> scanOnDevice(const SegmentedScan& scan, const SegmentedScanDesc& desc,
                            const SegmentedCase& segmentedCase, const std::vector<T>& values,
                            const std::vector<uint32_t>& words)
{
    const Fence fence = desc.direction == Direction::Backward ? Fence::Before : Fence::Behind;
    const VkDeviceSize bytes = values.size() * sizeof(T);
    TestArray input(bytes, segmentedCase.inputMisalignment * sizeof(T) % 16, fence);
    TestArray separateOutput(segmentedCase.inPlace ? 0 : bytes, segmentedCase.outputMisalignment * sizeof(T) % 16,
                             fence);
    TestArray& output = segmentedCase.inPlace ? input : separateOutput;
    const VkDeviceSize segmentAlignment = desc.segments == Segments::Keys64 ? 8 : 4;
    TestArray segments(words.size() * 4, segmentedCase.segmentsMisalignment * segmentAlignment % 16, fence);
    TestArray countBuffer(sizeof(uint32_t));
    TestArray ownScratch(segmentedCase.ownScratch ? scan.scratchSize(values.size()) : 0);
    input.write(values.data(), bytes);
    if (!segmentedCase.inPlace)
        output.fill(0xcc);
    segments.write(words.data(), words.size() * 4);
    ownScratch.fill(0);

    SegmentedScanArgs args;
    args.input = input.range();
    args.output = output.range();
    args.segments = segments.range();
    args.rowLength = segmentedCase.rowLength;
    args.count = values.size();
    args.scratch = segmentedCase.ownScratch ? ownScratch.range() : sharedScratch(scan.scratchSize(args.count));
    if (segmentedCase.gpuCount) {
        countBuffer.write(&*segmentedCase.gpuCount, sizeof(uint32_t));
        args.countBuffer = countBuffer.range();
    }
    submit(scan, args, segmentedCase.submissions);
    std::vector<T> result(values.size());
    output.read(result.data(), bytes);
    EXPECT_TRUE(input.intact() && separateOutput.intact() && segments.intact() && ownScratch.intact());
    EXPECT_EQ(sharedScratchStatus(), ScratchStatus::Complete);
    return result;
}

template <class T, class Combine>
void checkSegmented(const SegmentedScan& scan, const SegmentedScanDesc& desc, const SegmentedCase& segmentedCase,
                    std::vector<bool> heads, const std::vector<T>& values, T identityValue,
                    const Combine& combineElements)
{
    if (desc.segments == Segments::Rows)
        for (std::size_t i = 0; i < heads.size(); ++i)
            heads[i] = i % segmentedCase.rowLength == 0;
    const std::vector<T> actual = scanOnDevice(scan, desc, segmentedCase, values, segmentWords(desc.segments, heads));
    const uint64_t count = std::min<uint64_t>(values.size(), segmentedCase.gpuCount.value_or(0xffffffffu));
    const std::vector<T> scanned(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
    const std::vector<T> expected = referenceSegmentedScan(scanned, desc, heads, identityValue, combineElements);
    const auto text = [&] {
        return std::string(toString(desc.type)) + " " + toString(desc.op) + " " + toString(desc.kind) + " " +
               toString(desc.direction) + " " + toString(desc.segments) + " " + toString(desc.strategy) + ", " +
               std::to_string(values.size()) + " elements, " + std::to_string(count) + " of them, rows of " +
               std::to_string(segmentedCase.rowLength) + ", misaligned by " +
               std::to_string(segmentedCase.inputMisalignment) + ", " +
               std::to_string(segmentedCase.outputMisalignment) + ", " +
               std::to_string(segmentedCase.segmentsMisalignment) + (segmentedCase.inPlace ? ", in place" : "");
    };
    for (uint64_t i = 0; i < count; ++i)
        ASSERT_EQ(actual[i], expected[i]) << "at " << i << ": " << text();
    std::vector<T> untouched(values);
    if (!segmentedCase.inPlace && !untouched.empty())
        std::memset(static_cast<void*>(untouched.data()), 0xcc, untouched.size() * sizeof(T));
    for (uint64_t i = count; i < values.size(); ++i)
        ASSERT_EQ(std::memcmp(&actual[i], &untouched[i], sizeof(T)), 0) << "at " << i << ": " << text();
}

class SegmentedTest : public testing::TestWithParam<std::tuple<Strategy, Type>> {};

// Each cell takes some pipelines, all cells together every source with every kind, direction and strategy, and every
// operator with every type.
TEST_P(SegmentedTest, SourcesAndShapes)
{
    const auto [strategy, type] = GetParam();
    const bool isFloat = type == Type::F32 || type == Type::F64;
    const unsigned cell = static_cast<unsigned>(strategy) * 5 + static_cast<unsigned>(type);
    unsigned variation = cell;
    for (const Segments segments : kSegments) {
        for (const Direction direction : {Direction::Forward, Direction::Backward}) {
            ++variation;
            SegmentedScanDesc desc;
            desc.type = type;
            desc.op = kOps[variation % (isFloat ? 4 : std::size(kOps))];
            desc.kind = (variation + variation / 8) % 2 == 0 ? Kind::Exclusive : Kind::Inclusive;
            desc.direction = direction;
            desc.segments = segments;
            desc.strategy = strategy;
            desc.assumeForwardProgress = true;
            const SegmentedScan scan = createSegmented(desc, smallTuning(), static_cast<uint32_t>(desc.op));
            const uint64_t tile = smallTuning().spine.tileElements(type);
            for (const Shape shape : kShapes) {
                for (uint64_t count : {uint64_t{1}, tile - 1, 3 * tile + 1, 13 * tile + 7}) {
                    SegmentedCase segmentedCase;
                    count = segmentedCase.count = std::min(count, scan.maxCount());
                    segmentedCase.inPlace = variation % 2 == 1;
                    segmentedCase.ownScratch = variation % 5 == 1;
                    segmentedCase.inputMisalignment = variation % 4;
                    segmentedCase.outputMisalignment =
                        segmentedCase.inPlace ? segmentedCase.inputMisalignment : variation % 7 % 4;
                    segmentedCase.segmentsMisalignment =
                        variation % 3 == 0 ? segmentedCase.outputMisalignment : variation % 5;
                    if (variation % 6 == 5)
                        segmentedCase.gpuCount = static_cast<uint32_t>(count * 3 / 4);
                    constexpr uint32_t kRowLengths[] = {1, 2, 3, 4, 5, 32, 100, 256, 1337, 0xffffffffu};
                    segmentedCase.rowLength = kRowLengths[variation % std::size(kRowLengths)];
                    ++variation;
                    withType(type, [&]<class T>() {
                        checkSegmented<T>(scan, desc, segmentedCase, headsOf(shape, count, tile),
                                          randomValues<T>(desc.op, count, variation), identity<T>(desc.op),
                                          [&](T earlier, T later) { return combine(desc.op, earlier, later); });
                    });
                    if (HasFatalFailure())
                        return;
                }
            }
        }
    }
}

std::string segmentedName(const testing::TestParamInfo<SegmentedTest::ParamType>& info)
{
    std::string name = std::string(toString(std::get<0>(info.param))) + "_" + toString(std::get<1>(info.param));
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Matrix, SegmentedTest,
                         testing::Combine(testing::ValuesIn(kStrategies), testing::ValuesIn(kTypes)), segmentedName);

} // namespace
