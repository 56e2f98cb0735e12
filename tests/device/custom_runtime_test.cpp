// Kernels of the user's as docs/kernels.md has them: compiled by its commands while the program runs, loaded as data
// and scanned with, and compiled anew.
#include "custom_monoids.h"
#include "submit.h"
#include "test_array.h"

#include "smooth.h"

#include <vkscan/reference.h>
#include <vkscan/study.h>

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr const char* kNames[] = {"scan_spans", "reduce_spans", "scan_spine"};

// A directory in which the page's commands run.
class Workshop {
public:
    Workshop() : m_directory(testing::TempDir() + "vkscan_custom_" + std::to_string(std::random_device()()))
    {
        std::filesystem::create_directories(m_directory);
        std::filesystem::create_directory_symlink(KERNELS_PAGE "/release", m_directory / "vkscan");
    }
    ~Workshop() { std::filesystem::remove_all(m_directory); }
    Workshop(const Workshop&) = delete;
    Workshop& operator=(const Workshop&) = delete;

    // Compiles a file by the name that the page has for one.
    [[nodiscard]] bool compile(const std::string& text) const
    {
        std::ofstream(m_directory / "affine.glsl") << text;
        const std::string command = "cd '" + m_directory.string() +
                                    "' && PATH='" KERNELS_PAGE "/tools':$PATH sh -eu '" KERNELS_PAGE
                                    "/compile.sh' >compiler.log 2>&1";
        return std::system(command.c_str()) == 0;
    }

    [[nodiscard]] Scan createScan() const
    {
        std::array<std::vector<uint32_t>, std::size(kNames)> modules;
        std::array<CustomKernel, std::size(kNames)> kernels;
        for (std::size_t i = 0; i < modules.size(); ++i) {
            const std::filesystem::path file = m_directory / "affine" / (kNames[i] + std::string(".spv"));
            modules[i].resize(std::filesystem::file_size(file) / sizeof(uint32_t));
            std::ifstream(file, std::ios::binary)
                .read(reinterpret_cast<char*>(modules[i].data()),
                      static_cast<std::streamsize>(modules[i].size() * sizeof(uint32_t)));
            kernels[i] = {kNames[i], modules[i].data(), modules[i].size() * sizeof(uint32_t)};
        }
        study::ScanDesc desc;
        desc.kernels = {kernels.data(), static_cast<uint32_t>(kernels.size())};
        Scan scan;
        EXPECT_EQ(study::create(context(), desc, &scan), Status::Success);
        return scan;
    }

private:
    std::filesystem::path m_directory;
};

std::string readFile(const char* path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

template <class Monoid>
void checkScan(const Scan& scan, uint64_t count)
{
    using State = typename Monoid::State;
    std::mt19937 random;
    std::vector<State> values(count);
    for (State& state : values)
        for (uint32_t& word : state)
            word = static_cast<uint32_t>(random());
    TestArray input(values);
    TestArray output(count * sizeof(State));
    ScanArgs args;
    args.input = input.range();
    args.output = output.range();
    args.scratch = sharedScratch(scan.scratchSize(count));
    args.count = count;
    submit(scan, args);
    std::vector<State> expected(count);
    reference::scan(values.begin(), values.end(), expected.begin(), Monoid());
    const auto actual = output.values<State>();
    EXPECT_EQ(actual, expected) << count << " elements";
}

// The last element, which has another state.
struct Last {
    using State = std::array<uint32_t, 1>;
    [[nodiscard]] State identity() const { return {0}; }
    [[nodiscard]] State combine(const State& earlier, const State& later) const
    {
        return later[0] != 0 ? later : earlier;
    }
};

constexpr const char* kLast = R"(#define STATE(FIELD) FIELD(int, word)
#include "vkscan/kernel.glsl"
State identity() { return State(0); }
State combine(State earlier, State later)
{
    if (later.word != 0)
        return later;
    return earlier;
}
)";

TEST(CustomRuntimeTest, CompilesWhileTheProgramRuns)
{
    if (!std::filesystem::exists(KERNELS_PAGE "/tools"))
        GTEST_SKIP() << "no shell";
    const Workshop workshop;
    ASSERT_TRUE(workshop.compile(readFile(KERNELS_PAGE "/affine.glsl")));
    const Scan affine = workshop.createScan();
    checkScan<Affine>(affine, 3);
    checkScan<Affine>(affine, 50'000);

    // Reloaded: another operation, beside which the first one lives on.
    ASSERT_TRUE(workshop.compile(kLast));
    const Scan last = workshop.createScan();
    checkScan<Last>(last, 50'000);
    checkScan<Affine>(affine, 50'000);

    EXPECT_FALSE(
        workshop.compile("#define STATE(FIELD) FIELD(uint, word)\n#include \"vkscan/kernel.glsl\"\nState combin"));
    checkScan<Last>(last, 3);
}

TEST(CustomRuntimeTest, SmoothsAsThePageDoes)
{
    study::ScanDesc desc;
    desc.kernels = smooth;
    Scan scan;
    ASSERT_EQ(study::create(context(), desc, &scan), Status::Success);
    constexpr uint64_t kCount = 10'000;
    std::mt19937 random;
    std::vector<float> samples(kCount);
    for (float& sample : samples)
        sample = static_cast<float>(random() % 1000);
    TestArray input(samples);
    TestArray output(kCount * sizeof(float));
    const struct {
        VkDeviceAddress samples;
        VkDeviceAddress smoothed;
        float decay;
        uint32_t padding;
    } smoothing = {input.range().address, output.range().address, 0.9f, 0};
    ScanArgs args;
    args.input = input.range();
    args.output = output.range();
    args.parameters = {&smoothing, sizeof(smoothing)};
    args.scratch = sharedScratch(scan.scratchSize(kCount));
    args.count = kCount;
    submit(scan, args);
    const auto actual = output.values<float>();
    double expected = 0;
    for (uint64_t i = 0; i < kCount; ++i) {
        expected = double{0.9f} * expected + double{1 - 0.9f} * double{samples[i]};
        ASSERT_NEAR(double{actual[i]}, expected, 1e-2) << i;
    }
}

} // namespace
