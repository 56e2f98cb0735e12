// Scans numbers on the GPU, checks every result on the CPU, and prints the time.
#include "numbers.h"
#include "options.h"

#include <support/operation.h>
#include <support/program.h>
#include <support/progress.h>

#include <cstdio>

namespace hello {
namespace {

template <class T>
Numbers<T> numbersFor(const Options& options)
{
    return options.file.empty() ? Numbers<T>(options.scan.op, options.count)
                                : Numbers<T>(readNumbers<T>(options.file, vkscan::toString(options.scan.type)));
}

template <class T>
void scanNumbers(const Options& options)
{
    const Numbers<T> numbers = numbersFor<T>(options);
    const uint64_t count = numbers.size();
    T start = support::identity<T>(options.scan.op);
    vkscan::ScanArgs args;
    if (!options.initial.empty()) {
        start = parseNumber<T>(options.initial, vkscan::toString(options.scan.type));
        args.initial = start;
    }
    const bool printResults = options.print || (!options.file.empty() && count <= 64);
    // Printed results use standard output alone.
    std::FILE* report = printResults ? stderr : stdout;

    gpu::Device device(options.device);
    gpu::reportDevice(device, report);

    const vkscan::Context context = gpu::createContext(device);
    gpu::Progress progress;
    progress.begin("compiling kernels and scanning");
    vkscan::Scan scan;
    const vkscan::Status created = createScan(context, options.scan, &scan);
    gpu::requireOffered(created, hello::sentenceOf(created));
    std::fprintf(report, "scan:     %s %s of %llu %s, %s\n", toString(options.scan.kind), toString(options.scan.op),
                 static_cast<unsigned long long>(count), toString(options.scan.type), toString(options.scan.direction));
    if (count > scan.maxCount())
        throw std::runtime_error("this scan takes at most " + std::to_string(scan.maxCount()) + " numbers");
    std::fprintf(report, "kernels:  %s\n", kernelsOf(scan, options.scan.type, count).c_str());

    const gpu::Buffer input = device.createBuffer(count * sizeof(T));
    const gpu::Buffer output = device.createBuffer(count * sizeof(T));
    const gpu::Buffer scratch = device.createBuffer(scan.scratchSize(count));
    upload(device, numbers, input);
    device.fill(output, 0xcdcdcdcd); // a missing result is not right by chance
    device.fill(scratch, 0);

    args.input = input.range();
    args.output = output.range();
    args.scratch = scratch.range();
    args.count = count;
    const auto record = [&](VkCommandBuffer commandBuffer) { gpu::requireOffered(scan.record(commandBuffer, args)); };
    device.run(record);
    progress.begin("timing");
    gpu::reportTime(device, options.repeats, record, 2 * count * sizeof(T), "GB/s read and written", report);

    gpu::requireComplete(device, scratch);
    progress.begin("checking on the CPU");
    if (printResults)
        print<T>(device, output, count);
    verify(device, output, numbers, options.scan, start);
    gpu::requireSilence(device);
    std::fprintf(report, "verified\n");
}

void run(const Options& options)
{
    if (!options.report.empty()) {
        testDevice(options);
        return;
    }
    support::withType(options.scan.type, [&]<class T>() { scanNumbers<T>(options); });
}

} // namespace
} // namespace hello

int main(int argc, char** argv)
{
    return gpu::mainOf("hello_scan", [&] { hello::run(hello::parseOptions(argc, argv)); });
}
