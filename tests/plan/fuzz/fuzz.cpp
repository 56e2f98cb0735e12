#include "fuzz.h"

#include <cstdlib>
#include <fstream>

using namespace vkscan;

namespace testing_support {

namespace {

uint64_t fromEnvironment(const char* name, uint64_t otherwise)
{
    const char* value = std::getenv(name);
    return value != nullptr ? std::strtoull(value, nullptr, 10) : otherwise;
}

} // namespace

FuzzSettings fuzzSettings()
{
    return {fromEnvironment("VKSCAN_FUZZ_SETS", FUZZ_SETS), fromEnvironment("VKSCAN_FUZZ_SEED", 1)};
}

MockDevice fuzzDevice(uint64_t seed)
{
    MockDevice device;
    const auto setSubgroupSize = [&](uint32_t size) {
        device.subgroupSize = device.minSubgroupSize = device.maxSubgroupSize = size;
    };
    switch (seed % 3) {
    case 0: // everything, and large grids
        device.maxSharedBytes = 49152;
        device.maxGroupCount[0] = 0x7fffffff;
        break;
    case 1: // lavapipe
        device.driver = VK_DRIVER_ID_MESA_LLVMPIPE;
        setSubgroupSize(8);
        break;
    default: // the least that the library takes, and the narrowest or wide subgroups
        device.driver = VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA;
        setSubgroupSize(seed % 2 == 0 ? 4 : 64);
        device.float64 = device.int64Atomics = false;
        device.maxSharedBytes = 16384;
        device.maxWorkgroupInvocations = 256;
        break;
    }
    return device;
}

const char* findDispatchFault(const MockDevice& device, KernelList kernels, const DispatchList& list, bool ordersImages)
{
    if (list.count > kMaxDispatches)
        return "too many dispatches";
    for (const Dispatch& dispatch : list) {
        if (dispatch.kernel >= kernels.count)
            return "a dispatch of no kernel";
        if (dispatch.pushConstantBytes > kMaxPushConstantBytes ||
            dispatch.pushConstantBytes > kernels.items[dispatch.kernel].pushConstantBytes)
            return "too many push constants";
        const uint32_t* groups = dispatch.groupCount;
        if (groups[0] == 0 || groups[1] == 0 || groups[0] > device.maxGroupCount[0] ||
            groups[1] > device.maxGroupCount[1] || groups[2] != 1)
            return "a grid of no workgroups, or beyond the device's limits";
    }
    if (findHazard(list).has_value())
        return "dispatches that conflict are not ordered";
    return !ordersImages && hasSuperfluousBarrier(list) ? "a barrier orders nothing" : nullptr;
}

const char* findRecordFault(const MockPipeline* pipelines, const DispatchList& list, unsigned otherBarriers)
{
    const CommandLog& log = commandLog();
    if (log.dispatches.size() != list.count)
        return "not as many dispatches are recorded as planned";
    if (log.otherBarriers != otherBarriers)
        return "barriers before and behind are not as asked for";
    for (uint32_t i = 0; i < list.count; ++i)
        if (log.dispatches[i].pipeline != pipelines[list.items[i].kernel].handle ||
            !isRecordedAs(list.items[i], log.dispatches[i]))
            return "what is recorded is not what is planned";
    return nullptr;
}

bool isNamed(const MemoryArgument& argument, Status status)
{
    const std::string sentence = study::sentenceOf(status);
    return sentence.substr(0, sentence.find(':')).find(argument.name) != std::string::npos;
}

void expectEveryRule(const StatusSet& provoked)
{
    bool overlaps = false;
    bool isNull = false;
    const auto has = [&](Argument argument, Rule rule) { return provoked.count({argument, rule}) == 1; };
    for (const Status status : provoked) {
        overlaps = overlaps || status.rule == Rule::Overlaps;
        if (status.rule != Rule::Null)
            continue;
        isNull = true;
        EXPECT_TRUE(has(status.argument, Rule::Misaligned)) << toString(status.argument);
        EXPECT_TRUE(has(status.argument, Rule::TooSmall) || has(status.argument, Rule::TooLarge))
            << toString(status.argument);
    }
    EXPECT_TRUE(isNull && overlaps);
}

void expectSentences(const StatusSet& statuses, bool areAll)
{
    const std::string operation = testing::UnitTest::GetInstance()->current_test_info()->name();
    std::ifstream file(SENTENCES "/" + operation + ".txt");
    std::set<std::string> listed;
    for (std::string line; std::getline(file, line);)
        listed.insert(line);
    for (const Status status : statuses)
        if (status != Status::Success && listed.erase(study::sentenceOf(status)) == 0)
            ADD_FAILURE() << "not in sentences/" << operation << ".txt:\n" << study::sentenceOf(status);
    for (const std::string& sentence : listed)
        EXPECT_FALSE(areAll) << "in sentences/" << operation << ".txt, but never said:\n" << sentence;
}

void Tally::expectBoth(const char* what) const
{
    const uint64_t all = accepted + refused;
    if (all < 1000) // of runs that repeat a failure
        return;
    EXPECT_GE(accepted * 20, all) << what << " that are accepted are too few";
    EXPECT_GE(refused * 20, all) << what << " that are refused are too few";
    std::printf("%llu %s, %llu accepted\n", static_cast<unsigned long long>(all), what,
                static_cast<unsigned long long>(accepted));
}

} // namespace testing_support
