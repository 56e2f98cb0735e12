#include "numbers.h"
#include "options.h"
#include "report.h"

#include <support/copy.h>
#include <support/file.h>
#include <support/json.h>
#include <support/operation.h>
#include <support/printable.h>
#include <support/program.h>

#include <vkscan/self_test.h>
#include <vkscan/types.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

namespace hello {
namespace {

// u32, f32 and u64: sums of signed integers take the instructions of unsigned ones, and few devices have fast f64.
bool isTried(const vkscan::ElementTypeRow& type)
{
    return type.isScanned && (type.isFloat ? type.bytes == 4 : !type.isSigned);
}

// One tile, some tiles, tiles of which the last is not full, and counts that show a GPU's bandwidth.
constexpr uint64_t kCounts[] = {uint64_t{1} << 10, uint64_t{1} << 16, 1000003, uint64_t{1} << 24, uint64_t{1} << 26};
constexpr uint64_t kMostOnCpu = uint64_t{1} << 20;

// A session ends with the first failure, since a lost device stays lost.
struct Session {
    explicit Session(const gpu::DeviceOptions& options)
        : device(options),
          context(gpu::createContext(device)),
          copy(device)
    {
    }

    gpu::Device device;
    vkscan::Context context;
    gpu::Copy copy;
};

std::vector<Case> casesOf(const gpu::Device& device)
{
    const vkscan::Context context = gpu::createPlanContext(device.contextDesc());
    std::vector<Case> cases;
    for (const Way& way : waysOfScanning()) {
        for (const vkscan::ElementTypeRow& type : vkscan::kElementTypes) {
            if (!isTried(type))
                continue;
            vkscan::Scan automatic;
            gpu::require(vkscan::Scan::create(context, {.type = type.value}, &automatic));
            ScanDesc desc = way.desc;
            desc.type = type.value;
            vkscan::Scan scan; // none if the way is not offered
            static_cast<void>(createScan(context, desc, &scan));
            for (const uint64_t count : kCounts) {
                if (device.isCpu() && count > kMostOnCpu)
                    continue;
                Case planned;
                planned.way = way.name;
                planned.type = type.value;
                planned.count = count;
                planned.isAuto = kernelsOf(scan, type.value, count) == kernelsOf(automatic, type.value, count);
                cases.push_back(planned);
            }
        }
    }
    return cases;
}

// Throws NotOffered unless arrays of `bytes` together leave half of the device's memory free.
void requireRoom(const gpu::Device& device, uint64_t bytes)
{
    const VkPhysicalDeviceMemoryProperties& memory = device.memoryProperties();
    VkDeviceSize most = 0;
    for (uint32_t i = 0; i < memory.memoryHeapCount; ++i)
        if ((memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0)
            most = std::max(most, memory.memoryHeaps[i].size / 2);
    if (bytes > most)
        throw NotOffered("the arrays take " + std::to_string(bytes >> 20) +
                         " MiB, more than half of the device's memory");
}

vkscan::Scan createOffered(const vkscan::Context& context, const ScanDesc& desc, uint64_t count)
{
    vkscan::Scan scan;
    const vkscan::Status status = createScan(context, desc, &scan);
    if (status.rule == vkscan::Rule::Unsupported || status.rule == vkscan::Rule::NotOffered)
        throw NotOffered(sentenceOf(status));
    gpu::require(status);
    if (count > scan.maxCount())
        throw NotOffered("this way takes at most " + std::to_string(scan.maxCount()) + " numbers");
    return scan;
}

// Medians of scans and copies in turn. Each pair is a submission, so that none runs long enough to look like a hang to
// the driver.
void measure(gpu::Device& device, unsigned repeats, const gpu::Device::Record& scan, const gpu::Device::Record& copy,
             Case* tried)
{
    if (!device.hasTimestamps())
        return;
    std::vector<double> scans;
    std::vector<double> copies;
    for (unsigned i = 0; i < repeats; ++i) {
        bool isCopy = false;
        const std::vector<double> times = device.timeMicroseconds(2, [&](VkCommandBuffer commandBuffer) {
            (isCopy ? copy : scan)(commandBuffer);
            isCopy = true;
        });
        scans.push_back(times[0]);
        copies.push_back(times[1]);
    }
    tried->microseconds = gpu::medianOf(scans);
    tried->copyMicroseconds = gpu::medianOf(copies);
}

template <class T>
void runCase(Session& session, unsigned repeats, Case* tried)
{
    gpu::Device& device = session.device;
    const uint64_t count = tried->count;
    const uint64_t bytes = count * sizeof(T);
    const std::vector<Way> ways = waysOfScanning();
    ScanDesc desc =
        std::find_if(ways.begin(), ways.end(), [&](const Way& way) { return tried->way == way.name; })->desc;
    desc.type = tried->type;
    const vkscan::Scan scan = createOffered(session.context, desc, count);
    requireRoom(device, 3 * bytes);

    const Numbers<T> numbers(desc.op, count);
    const gpu::Buffer input = device.createBuffer(bytes);
    const gpu::Buffer output = device.createBuffer(bytes);
    const gpu::Buffer copied = device.createBuffer((bytes + 15) / 16 * 16);
    const gpu::Buffer scratch = device.createBuffer(scan.scratchSize(count));
    upload(device, numbers, input);
    device.fill(output, 0xcdcdcdcd); // a missing result is not right by chance
    device.fill(scratch, 0);

    const vkscan::ScanArgs args = {
        .input = input.range(), .output = output.range(), .scratch = scratch.range(), .count = count};
    const auto record = [&](VkCommandBuffer commandBuffer) { gpu::require(scan.record(commandBuffer, args)); };
    const auto recordCopy = [&](VkCommandBuffer commandBuffer) {
        session.copy.record(commandBuffer, input.address(), copied.address(), bytes);
    };
    device.run(record);
    gpu::requireComplete(device, scratch);
    measure(device, repeats, record, recordCopy, tried);
    gpu::requireComplete(device, scratch);
    verify(device, output, numbers, desc, support::identity<T>(desc.op));
    gpu::requireSilence(device);
}

constexpr const char* kPassed = "passed";
constexpr const char* kNotOffered = "not offered"; // no 64-bit atomics

std::string selfTest(Session& session)
{
    vkscan::SelfTest test;
    const vkscan::Status created = vkscan::SelfTest::create(session.context, {}, &test);
    if (created.rule == vkscan::Rule::Unsupported)
        return kNotOffered;
    gpu::require(created);
    const gpu::Buffer result = session.device.createBuffer(vkscan::kSelfTestBytes);
    const gpu::Buffer scratch = session.device.createBuffer(test.scratchSize(0));
    session.device.fill(result, 0);
    session.device.fill(scratch, 0);
    session.device.run([&](VkCommandBuffer commandBuffer) {
        gpu::require(test.record(commandBuffer, {.result = result.range(), .scratch = scratch.range()}));
    });
    std::array<std::byte, vkscan::kSelfTestBytes> bytes = {};
    session.device.download(result, bytes);
    const vkscan::SelfTestResult found = vkscan::selfTestResult(bytes.data());
    return found != vkscan::SelfTestResult::Passed ? toString(found) : kPassed;
}

} // namespace

void testDevice(const Options& options)
{
    files::checkOutput(options.report, options.replaces);
    auto session = std::make_unique<Session>(options.device);
    gpu::reportDevice(session->device);
    Report report(session->device);
    report.repeats = options.repeats;
    report.cases = casesOf(session->device);
    files::writeText(options.report, toJson(report)); // a driver may crash in the self-test
    try {
        report.selfTest = selfTest(*session);
    } catch (const std::exception& error) {
        report.selfTest = error.what();
        session.reset();
    }
    std::printf("self-test: %s\n", files::printable(report.selfTest).c_str());
    printHeader();
    for (Case& tried : report.cases) {
        files::writeText(options.report, toJson(report)); // names the case in which a driver crashes
        attempt(&tried, [&] {
            if (session == nullptr)
                session = std::make_unique<Session>(options.device);
            support::withType(tried.type, [&]<class T>() { runCase<T>(*session, options.repeats, &tried); });
        });
        if (tried.outcome == Outcome::Failed)
            session.reset();
        print(tried);
    }
    files::writeText(options.report, toJson(report));
    std::printf("written:  %s\n", options.report.c_str());
    requireRight(report.cases);
    if (report.selfTest != kPassed && report.selfTest != kNotOffered)
        throw std::runtime_error("self-test: " + report.selfTest);
    std::printf("verified\n");
}

} // namespace hello
