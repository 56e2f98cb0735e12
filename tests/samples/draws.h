// Samples that draw, as tests run them.
#pragma once

#include "drawn_picture.h"
#include "process.h"

#include <gtest/gtest.h>

#include <filesystem>

// Runs a command, which must succeed. Returns what it prints.
inline std::string run(const Words& command)
{
    Process process(command, testing::TempDir() + "drawn_picture.txt");
    EXPECT_EQ(process.wait(2 * kPatience), 0) << process.output();
    return process.output();
}

// The picture that the command draws.
[[nodiscard]] inline Picture draw(const Words& command)
{
    const std::string file = testing::TempDir() + "drawn_picture.png";
    std::filesystem::remove(file);
    run(command + Words{"--output", file});
    return readPicture(file);
}
