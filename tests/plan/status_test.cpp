// Statuses and their sentences, composed of the argument and the rule.
#include "statuses.h"

#include <vkscan/study.h>

#include <filesystem>
#include <fstream>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr int kArguments = static_cast<int>(study::kMethod) + 1;
constexpr int kRules = static_cast<int>(Rule::ExtentTooLarge) + 1;

Argument argumentAt(int i)
{
    return static_cast<Argument>(i);
}

Rule ruleAt(int i)
{
    return static_cast<Rule>(i);
}

TEST(Status, IsTwoBytesAndComparesBoth)
{
    static_assert(sizeof(Status) == 2);
    static_assert(Status() == Status::Success);
    static_assert(Status(Argument::Input, Rule::Null) == Status{Argument::Input, Rule::Null});
    static_assert(Status(Argument::Input, Rule::Null) != Status(Argument::Input, Rule::Misaligned));
    static_assert(Status(Argument::Input, Rule::Null) != Status(Argument::Output, Rule::Null));
    EXPECT_STREQ(toString(Status::Success), "success");
    EXPECT_STREQ(toString(Status(Argument::None, Rule::OutOfDeviceMemory)), "out of device memory");
    EXPECT_STREQ(toString(Status(Argument::CountBuffer, Rule::Misaligned)),
                 "countBuffer: the address must be a multiple of 4");
}

TEST(StatusText, NamesTheArgumentAndTheRule)
{
    std::set<std::string> sentences = {"", "not a vkscan::Status"};
    for (int i = 0; i < kArguments; ++i) {
        for (int j = 0; j < kRules; ++j) {
            const Status status(argumentAt(i), ruleAt(j));
            if (!hasSentence(status))
                continue;
            const std::string sentence = study::sentenceOf(status);
            EXPECT_TRUE(sentences.insert(sentence).second) << sentence;
            EXPECT_EQ(sentence.find("  "), std::string::npos) << sentence;
            EXPECT_EQ(sentence.find_last_of(" .,:;"), sentence.find_last_of(" .,:;", sentence.size() - 2)) << sentence;
            if (argumentAt(i) == Argument::None)
                continue;
            const std::string beginning = sentence.substr(0, sentence.find(": "));
            EXPECT_TRUE(i >= kFirstFurtherArgument || beginning == toString(argumentAt(i))) << sentence;
            EXPECT_GT(sentence.size(), beginning.size() + 12) << sentence;
        }
    }
}

TEST(StatusText, IsThereForEveryArgumentAndEveryRule)
{
    std::set<std::string> names;
    for (int i = 0; i < kArguments; ++i) {
        int rules = 0;
        for (int j = 0; j < kRules; ++j)
            rules += hasSentence(Status(argumentAt(i), ruleAt(j))) ? 1 : 0;
        EXPECT_GT(rules, 0) << i;
        EXPECT_TRUE(i >= kFirstFurtherArgument || names.insert(toString(argumentAt(i))).second) << i;
    }
    for (int j = 0; j < kRules; ++j) {
        int arguments = 0;
        for (int i = 0; i < kArguments; ++i)
            arguments += hasSentence(Status(argumentAt(i), ruleAt(j))) ? 1 : 0;
        EXPECT_GT(arguments, 0) << j;
    }
}

// The files of fuzz/sentences have what each operation's statuses say, as reviewed: a sentence for each argument and
// rule that the fuzz test of that name provokes, and in Elsewhere.txt those that other tests provoke.
TEST(StatusText, HasReviewedSentencesAlone)
{
    std::set<std::string> reviewed;
    for (const auto& entry : std::filesystem::directory_iterator(SENTENCES)) {
        std::ifstream file(entry.path());
        for (std::string line; std::getline(file, line);)
            reviewed.insert(line);
    }
    std::set<std::string> said;
    for (int i = 0; i < kArguments; ++i)
        for (int j = 1; j < kRules; ++j)
            if (const Status status(argumentAt(i), ruleAt(j)); hasSentence(status))
                said.insert(study::sentenceOf(status));
    EXPECT_EQ(said, reviewed);
}

TEST(StatusText, OfWhatIsNoneSaysSo)
{
    for (int i = 0; i < 256; ++i) {
        const bool isArgument = i < kArguments;
        EXPECT_EQ(toString(argumentAt(i)) == std::string("not a vkscan::Argument"), i >= kFirstFurtherArgument) << i;
        for (int j = isArgument ? kRules : 0; j < 256; ++j)
            EXPECT_EQ(study::sentenceOf(Status(argumentAt(i), ruleAt(j))), std::string("not a vkscan::Status"))
                << i << ' ' << j;
    }
}

} // namespace
