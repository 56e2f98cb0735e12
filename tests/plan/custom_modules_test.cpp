// Modules of kernels of the user's that are cut, damaged or named after another entry point.
#include "custom_modules.h"

#include "operations/custom_kernels.h"

#include "last.h"

#include <gtest/gtest.h>

using namespace testing_support;
using namespace vkscan;

namespace {

// The modules of a real kernel, and some that are made up.
std::vector<std::vector<CustomKernel>> wholeKernels(const CustomModules& modules)
{
    return {{last.items, last.items + last.count}, {modules.kernels().items, modules.kernels().items + 4}};
}

Status take(const std::vector<CustomKernel>& kernels)
{
    ScheduleDesc schedule;
    return takeKernels({kernels.data(), static_cast<uint32_t>(kernels.size())}, KernelUse::Scan, &schedule);
}

constexpr Status kNotWhole(Argument::Kernels, Rule::Invalid);

TEST(CustomModule, IsRefusedUnderAnothersName)
{
    const CustomModules modules(customStamp(2));
    for (const std::vector<CustomKernel>& kernels : wholeKernels(modules)) {
        ASSERT_EQ(take(kernels), Status::Success);
        for (std::size_t i = 0; i < kernels.size(); ++i) {
            for (std::size_t j = 0; j < kernels.size(); ++j) {
                std::vector<CustomKernel> mislabelled = kernels;
                mislabelled[i].name = kernels[j].name;
                EXPECT_EQ(take(mislabelled), i == j ? Status::Success : kNotWhole)
                    << kernels[i].name << " as " << kernels[j].name;
            }
        }
    }
}

TEST(CustomModule, IsRefusedWhereItIsCut)
{
    const CustomModules modules(customStamp(2));
    for (const std::vector<CustomKernel>& kernels : wholeKernels(modules)) {
        for (const CustomKernel& kernel : kernels) {
            const std::size_t words = kernel.codeBytes / sizeof(uint32_t);
            std::size_t cuts = 0;
            for (std::size_t end = 5; end < words; end += kernel.code[end] >> 16, ++cuts) {
                CustomKernel cut = kernel;
                cut.codeBytes = end * sizeof(uint32_t);
                ASSERT_EQ(take({cut}), kNotWhole) << kernel.name << " before word " << end << " of " << words;
                cut.codeBytes += sizeof(uint32_t); // within the next instruction, unless it has one word
                if (kernel.code[end] >> 16 > 1) {
                    ASSERT_EQ(take({cut}), kNotWhole) << kernel.name << " behind word " << end << " of " << words;
                }
            }
            EXPECT_GE(cuts, 8u);
        }
    }
}

TEST(CustomModule, IsRefusedWithAWrongHeader)
{
    const CustomModules modules(customStamp(2));
    for (std::vector<CustomKernel>& kernels : wholeKernels(modules)) {
        for (uint32_t word = 0; word < 5; ++word) {
            std::vector<uint32_t> code(kernels[1].code, kernels[1].code + kernels[1].codeBytes / sizeof(uint32_t));
            for (const uint32_t wrong : {~code[word], code[word] ^ 0x80000000u, code[word] ^ 1u}) {
                std::vector<CustomKernel> flipped = kernels;
                code[word] = wrong;
                flipped[1].code = code.data();
                // The tool that made it is anybody's, and the bound may be larger than need be.
                const bool isFree = word == 2 || (word == 3 && (wrong ^ kernels[1].code[3]) == 1);
                EXPECT_EQ(take(flipped), isFree ? Status::Success : kNotWhole) << "word " << word << ": " << wrong;
                code[word] = kernels[1].code[word];
            }
        }
        std::vector<uint32_t> longer(kernels[1].code, kernels[1].code + kernels[1].codeBytes / sizeof(uint32_t));
        kernels[1].codeBytes += sizeof(uint32_t);
        for (const uint32_t beyond : {0u, 1u << 16 | 57, 2u << 16 | 56}) { // no words, a call, and an end of two words
            longer.push_back(beyond);
            kernels[1].code = longer.data();
            EXPECT_EQ(take(kernels), kNotWhole) << beyond;
            longer.pop_back();
        }
    }
}

} // namespace
