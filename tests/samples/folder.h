// Tests that write files.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

// A test with a folder of its own, which goes with it unless it fails.
class TestInFolder : public testing::Test {
protected:
    void SetUp() override
    {
        const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
        m_folder = testing::TempDir() + "samples_" + test.test_suite_name() + "_" + test.name() + "/";
        std::filesystem::remove_all(m_folder);
        std::filesystem::create_directory(m_folder);
    }
    void TearDown() override
    {
        if (!HasFailure())
            std::filesystem::remove_all(m_folder);
    }

    [[nodiscard]] std::string path(const std::string& name) const { return m_folder + name; }

private:
    std::string m_folder;
};
