// Lists of rows to measure.
#include "../bytes.h"

#include <sat_viewer/frame_rows.h>

#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>

namespace {

using viewer::FrameRows;
using viewer::Technique;

std::vector<FrameRows> read(const std::string& text)
{
    const std::string file = testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name();
    std::ofstream(file) << text;
    return viewer::readRows(file);
}

TEST(FrameRows, AreGroupedByTheirFrames)
{
    const std::vector<FrameRows> frames = read("viewer/dof/64x32/shadow_table\n\nviewer/box/3840x2160/colour_table\n"
                                               "viewer/dof/64x32/effect");
    ASSERT_EQ(frames.size(), 2U);
    EXPECT_EQ(frames[0].name, "viewer/dof/64x32");
    EXPECT_EQ(frames[0].technique, Technique::DepthOfField);
    EXPECT_EQ(frames[0].size.width, 64U);
    EXPECT_EQ(frames[0].size.height, 32U);
    ASSERT_EQ(frames[0].rows.size(), 2U);
    EXPECT_EQ(frames[0].rows[0].name, "viewer/dof/64x32/shadow_table");
    EXPECT_EQ(frames[0].rows[0].stage, "shadow table");
    EXPECT_EQ(frames[0].rows[1].stage, "effect");
    EXPECT_EQ(frames[1].technique, Technique::BoxBlur);
    EXPECT_EQ(frames[1].size.width, 3840U);
}

TEST(FrameRows, AreRefusedByASentence)
{
    for (const char* line : {"viewer/none of these/64x64/effect", "viewer/blur/64x64/effect", "viewer/dof/64/effect",
                             "viewer/dof/64x64", "scan/u32/add"}) {
        const std::string refusal = refusalOf([&] { read(std::string("viewer/dof/64x64/effect\n") + line); });
        EXPECT_NE(refusal.find(line + std::string(" is no viewer/")), refusal.npos) << refusal;
    }
    EXPECT_THROW(read("\n"), std::runtime_error);
}

} // namespace
