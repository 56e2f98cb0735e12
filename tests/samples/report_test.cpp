// hello_scan's self-test of a device: its report, and that nothing wrong passes.
#include "process.h"

#include <samples/hello_scan/numbers.h>
#include <samples/hello_scan/report.h>
#include <support/command_line.h>
#include <support/operation.h>
#include <vkscan/study.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>

namespace {

using hello::Case;
using hello::Outcome;
using nlohmann::json;

// The value of the file; a discarded one if it is not JSON.
json readJson(const std::string& file)
{
    std::ifstream stream(file);
    return json::parse(stream, nullptr, false);
}

class ReportTest : public testing::Test {
protected:
    void SetUp() override
    {
        const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
        m_file = testing::TempDir() + "report_" + name + ".json";
        std::filesystem::remove(m_file);
        // With one thread, workgroups run in order on a CPU device, so that none waits for another that a busy machine
        // has stopped.
        setenv("LP_NUM_THREADS", "1", 1);
    }
    void TearDown() override
    {
        std::filesystem::remove(m_file);
        std::filesystem::remove(log());
    }

    [[nodiscard]] const std::string& file() const { return m_file; }
    [[nodiscard]] std::string log() const { return m_file + ".log"; }

private:
    std::string m_file;
};

TEST_F(ReportTest, HasTheDeviceAndEveryStrategy)
{
    Process process({HELLO_SCAN, "--report", file(), "--repeats", "1", "--validate"}, log());
    ASSERT_EQ(process.wait(), 0) << process.output();
    EXPECT_NE(process.output().find("verified"), std::string::npos) << process.output();

    const json report = readJson(file());
    ASSERT_TRUE(report.is_object());
    for (const char* text : {"vkscan_version", "device", "device_type", "vendor_id", "device_id", "driver_name",
                             "driver_info", "driver_version", "api_version"})
        EXPECT_TRUE(report.at(text).is_string() && report.at(text) != "") << text;
    EXPECT_GE(report.at("subgroup_size"), 4);
    if (report.at("min_subgroup_size").is_number()) {
        EXPECT_LE(report.at("min_subgroup_size"), report.at("subgroup_size"));
        EXPECT_GE(report.at("max_subgroup_size"), report.at("subgroup_size"));
    }
    for (const char* feature : {"shaderFloat64", "shaderBufferInt64Atomics", "subgroupSizeControl"})
        EXPECT_TRUE(report.at("features").at(feature).is_boolean()) << feature;
    EXPECT_TRUE(report.at("driver_is_listed").is_boolean());
    EXPECT_EQ(report.at("self_test"), "passed");
    EXPECT_EQ(report.at("repeats"), 1);

    std::set<std::string> right;
    std::set<std::pair<std::string, uint64_t>> automatic;
    for (const json& tried : report.at("cases")) {
        const std::string& status = tried.at("status").get_ref<const std::string&>();
        if (status == "right") {
            right.insert(tried.at("way").get<std::string>() + ' ' + tried.at("type").get<std::string>());
            EXPECT_FALSE(tried.contains("reason")) << tried;
            if (!tried.at("microseconds").is_null()) {
                EXPECT_GT(tried.at("microseconds"), 0) << tried;
                EXPECT_GT(tried.at("copy_microseconds"), 0) << tried;
            }
        } else {
            EXPECT_EQ(status, "not offered") << tried;
            EXPECT_NE(tried.at("reason"), "") << tried;
        }
        if (tried.at("is_auto") == true) {
            EXPECT_EQ(status, "right") << tried;
            EXPECT_TRUE(automatic.emplace(tried.at("type"), tried.at("count")).second) << tried;
        }
    }
    const bool waits = report.at("features").at("shaderBufferInt64Atomics");
    for (const std::string type : {"u32", "f32", "u64"}) {
        for (const vkscan::study::StrategyRow& strategy : vkscan::study::kStrategies) {
            const bool isTried =
                strategy.isOwn && strategy.value != vkscan::Strategy::Auto && (waits || !strategy.waits);
            EXPECT_EQ(right.count(strategy.name + (' ' + type)), isTried ? 1 : 0) << strategy.name << ' ' << type;
        }
        EXPECT_EQ(automatic.count({type, 1000003}), 1);
    }
}

TEST_F(ReportTest, IsThereWhereTheProgramIsEnded)
{
    json report;
    {
        Process process({HELLO_SCAN, "--report", file(), "--repeats", "10000"}, log());
        EXPECT_TRUE(within(kPatience, [&] {
            report = readJson(file());
            return report.is_object() || process.poll();
        })) << process.output();
        EXPECT_FALSE(process.poll()) << process.output();
    }
    ASSERT_TRUE(report.is_object());
    EXPECT_EQ(report.at("cases").at(0).at("status"), "did not end");
}

class Outcomes : public testing::Test {
protected:
    // The outcome of the case; checks that it reaches the exit code and the JSON.
    Case tryTo(const std::function<void()>& run, Outcome expected)
    {
        Case tried;
        hello::attempt(&tried, run);
        EXPECT_EQ(tried.outcome, expected) << tried.reason;
        hello::Report report(m_device);
        report.cases = {rightCase(), tried};
        const bool passes = expected == Outcome::Right || expected == Outcome::NotOffered;
        EXPECT_EQ(gpu::mainOf("test", [&] { hello::requireRight(report.cases); }), passes ? 0 : 1) << tried.reason;
        const json parsed = json::parse(hello::toJson(report), nullptr, false);
        EXPECT_TRUE(parsed.is_object()) << hello::toJson(report);
        EXPECT_EQ(parsed.at("cases").at(0).at("status"), "right");
        const json& written = parsed.at("cases").at(1);
        EXPECT_EQ(written.at("status"), hello::toString(expected));
        EXPECT_EQ(written.value("reason", ""), tried.reason);
        EXPECT_EQ(written.contains("wrong_index"), tried.wrongIndex.has_value());
        return tried;
    }

    gpu::Device& device() { return m_device; }

private:
    static Case rightCase()
    {
        Case right;
        hello::attempt(&right, [] {});
        return right;
    }

    gpu::Device m_device;
};

TEST_F(Outcomes, OfWrongResultsNameTheFirst)
{
    const hello::Numbers<uint32_t> numbers(std::vector<uint32_t>(1000, 3));
    const gpu::Buffer output = device().createBuffer(numbers.size() * sizeof(uint32_t));
    const auto verify = [&](std::vector<uint32_t> results) {
        device().upload(output, results);
        hello::verify<uint32_t>(device(), output, numbers, {}, 0);
    };
    std::vector<uint32_t> sums(numbers.size());
    std::iota(sums.begin(), sums.end(), 1);
    for (uint32_t& sum : sums)
        sum *= 3;
    tryTo([&] { verify(sums); }, Outcome::Right);
    sums[777] += 1;
    sums[900] = 0;
    const Case wrong = tryTo([&] { verify(sums); }, Outcome::Wrong);
    EXPECT_EQ(wrong.wrongIndex, 777);
    EXPECT_EQ(wrong.reason, "result 777 is 2335 and should be 2334");
}

TEST_F(Outcomes, OfRunsThatGaveUpSaySo)
{
    const gpu::Buffer scratch = device().createBuffer(64);
    device().fill(scratch, 0);
    tryTo([&] { gpu::requireComplete(device(), scratch); }, Outcome::Right);
    std::vector<vkscan::ScratchStatus> status = {vkscan::ScratchStatus::GaveUp};
    device().upload(scratch, status, vkscan::kScratchStatusOffset);
    tryTo([&] { gpu::requireComplete(device(), scratch); }, Outcome::GaveUp);
}

TEST_F(Outcomes, OfErrorsHaveTheirSentence)
{
    tryTo([] { throw hello::NotOffered("this strategy takes at most 5 numbers"); }, Outcome::NotOffered);
    const Case failed = tryTo([] { gpu::check(VK_ERROR_DEVICE_LOST, "vkQueueSubmit"); }, Outcome::Failed);
    EXPECT_EQ(failed.reason, "vkQueueSubmit failed: the device was lost");
    tryTo([] { throw std::runtime_error("a \"quoted\" \\ sentence"); }, Outcome::Failed);
}

TEST(Outcome, OfACaseThatDidNotEndFails)
{
    EXPECT_THROW(hello::requireRight({Case()}), std::runtime_error);
}

} // namespace
