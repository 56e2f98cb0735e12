// Order statistics on the device, against a sort on the CPU.
#include "device_call.h"
#include "sample.h"

#include "top_k_abi.h"

#include <algorithm>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint64_t kSampled = (uint64_t{1} << 22) + 3;

struct QuantilesCase {
    uint32_t quantileCount = 1;
    bool areRanks = false;
    unsigned place = 0;
    std::optional<uint32_t> gpuCount = std::nullopt;
    uint32_t rowLength = 0;
    uint32_t rowPitch = 0;
};

Quantiles createQuantiles(const QuantilesDesc& desc, const Tuning& tuning = tuningFor(capabilities()))
{
    Quantiles quantiles;
    const Status status = createTuned(context(), desc, tuning, &quantiles);
    EXPECT_EQ(status, Status::Success) << toString(status);
    return quantiles;
}

template <class T>
void checkQuantiles(const Quantiles& quantiles, const QuantilesDesc& desc, const QuantilesCase& c,
                    const std::vector<T>& keys)
{
    SCOPED_TRACE(std::string(toString(desc.type)) + ", " + std::to_string(c.quantileCount) +
                 (c.areRanks ? " ranks of " : " quantiles of ") + std::to_string(keys.size()) + ", rows of " +
                 std::to_string(c.rowLength) + " of " + std::to_string(c.rowPitch));
    Form<Quantiles> form = {.desc = desc};
    form.change = [&](QuantilesArgs& args) {
        args.quantileCount = c.quantileCount;
        args.areRanks = c.areRanks;
        args.rowLength = c.rowLength;
        args.rowPitch = c.rowPitch;
    };
    form.draw = [&](QuantilesArgs&, CallMemory* memory) { memory->write(Argument::Input, keys); };
    checkCall(quantiles, form, {.count = keys.size(), .gpuCount = c.gpuCount, .place = c.place});
}

// Keys of many kinds: random, few different ones, all equal, in order, and of a narrow range.
template <class T>
std::vector<std::vector<T>> arraysOf(uint64_t count)
{
    std::vector<std::vector<T>> arrays = {randomKeys<T>(count), randomKeys<T>(count, 5), std::vector<T>(count, T{7})};
    std::vector<T> ascending(count);
    for (uint64_t i = 0; i < count; ++i)
        ascending[i] = static_cast<T>(i);
    std::vector<T> narrow = ascending;
    for (T& key : narrow)
        key = static_cast<T>(1 + static_cast<double>(key) / static_cast<double>(8 * count)); // in [1, 1.125) of floats
    arrays.insert(arrays.end(), {ascending, std::vector<T>(ascending.rbegin(), ascending.rend()), narrow});
    return arrays;
}

class QuantilesTypesTest : public testing::TestWithParam<ElementType> {};

TEST_P(QuantilesTypesTest, ArraysAndRows)
{
    withType(GetParam(), []<class T>() {
        const QuantilesDesc desc = {GetParam()};
        const Quantiles quantiles = createQuantiles(desc);
        unsigned run = static_cast<unsigned>(GetParam());
        for (const uint64_t count : {1u, 2u, 1000u, 70001u}) {
            for (const std::vector<T>& keys : arraysOf<T>(count)) {
                QuantilesCase c = {.quantileCount = 1 + run % kMaxQuantiles, .areRanks = run % 3 == 0, .place = run};
                checkQuantiles(quantiles, desc, c, keys);
                c.rowLength = 1 + run * 37 % 5000;
                c.rowPitch = run % 2 == 0 ? 0 : c.rowLength + run;
                checkQuantiles(quantiles, desc, c, keys);
                ++run;
            }
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Types, QuantilesTypesTest, testing::ValuesIn(kTypes),
                         [](const auto& info) { return toString(info.param); });

// Long arrays, of which a sample is taken: those whose bins are found at once, and those of which a list is read on.
TEST(QuantilesTest, Samples)
{
    const QuantilesDesc floats = {ElementType::F32};
    const QuantilesDesc longKeys = {ElementType::U64};
    const Quantiles ofFloats = createQuantiles(floats);
    const Quantiles ofLongKeys = createQuantiles(longKeys);
    unsigned run = 0;
    Sample sample(0, 3);
    for (const uint32_t quantileCount : {1u, 8u}) {
        for (const std::vector<float>& keys : arraysOf<float>(kSampled))
            if (++run; sample.takes())
                checkQuantiles(ofFloats, floats, {.quantileCount = quantileCount, .place = run}, keys);
        checkQuantiles(ofLongKeys, longKeys, {.quantileCount = quantileCount, .place = run},
                       randomKeys<uint64_t>(kSampled));
    }
}

// Keys within the sample's intervals that are more than the list holds: half of them are equal, and the others near.
TEST(QuantilesTest, FullLists)
{
    std::vector<uint64_t> keys = randomKeys<uint64_t>(kSampled);
    for (std::size_t i = 0; i < keys.size(); i += 2)
        keys[i] = uint64_t{1} << 63;
    const QuantilesDesc desc = {ElementType::U64};
    for (const uint32_t quantileCount : {1u, 3u})
        checkQuantiles(createQuantiles(desc), desc, {.quantileCount = quantileCount}, keys);
}

// Samples whose intervals do not have the keys: these are after them, or before.
TEST(QuantilesTest, MisleadingSamples)
{
    Tuning tuning = tuningFor(capabilities());
    tuning.testHooks = vkscan::abi::kHookLowBounds;
    withType(ElementType::U32, [&]<class T>() {
        const QuantilesDesc desc;
        const Quantiles quantiles = createQuantiles(desc, tuning);
        std::vector<T> keys = randomKeys<T>(kSampled);
        checkQuantiles(quantiles, desc, {.quantileCount = 4}, keys);
        // The sample's first key is as it is, and is greater than many others.
        std::sort(keys.begin(), keys.end());
        for (std::size_t i = 0; i < keys.size(); ++i)
            keys[i] = i % 4096 == 0 ? 0 : 1 + keys[i] / 2;
        checkQuantiles(quantiles, desc, {.quantileCount = 4}, keys);
    });
}

TEST(QuantilesTest, CountsReadOnTheDevice)
{
    const QuantilesDesc desc;
    const Quantiles quantiles = createQuantiles(desc);
    for (const uint32_t gpuCount : {0u, 1u, 5u, 20010u, 20011u, 0xffffffffu})
        for (const uint32_t rowLength : {0u, 3001u})
            checkQuantiles(quantiles, desc, {.quantileCount = 3, .gpuCount = gpuCount, .rowLength = rowLength},
                           randomKeys<uint32_t>(20011));
    for (const uint32_t gpuCount : {0u, 7u, 100000u})
        checkQuantiles(quantiles, desc, {.quantileCount = 2, .gpuCount = gpuCount}, randomKeys<uint32_t>(kSampled));
}

} // namespace
