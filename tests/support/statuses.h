// Statuses in tests: printed as sentences, kept in sets, and checked to have been provoked.
#ifndef VKSCAN_TESTS_STATUSES_H
#define VKSCAN_TESTS_STATUSES_H

#include <gtest/gtest.h>

#include <vkscan/study.h>

#include <initializer_list>
#include <ostream>
#include <set>
#include <string>
#include <utility>

namespace vkscan {

inline void PrintTo(Status status, std::ostream* out)
{
    *out << '"' << study::sentenceOf(status) << '"';
}

} // namespace vkscan

namespace testing_support {

struct EarlierStatus {
    bool operator()(vkscan::Status a, vkscan::Status b) const
    {
        return std::pair(a.argument, a.rule) < std::pair(b.argument, b.rule);
    }
};
using StatusSet = std::set<vkscan::Status, EarlierStatus>;

// Whether the pair has a sentence; meaningless pairs have none.
inline bool hasSentence(vkscan::Status status)
{
    static const std::string unknown =
        vkscan::study::sentenceOf(vkscan::Status(vkscan::Argument::Input, vkscan::Rule::None));
    return vkscan::study::sentenceOf(status) != unknown;
}

// Expects that each of these arguments was provoked with each of these rules, if the pair is meaningful.
inline void expectProvoked(const StatusSet& provoked, std::initializer_list<vkscan::Argument> arguments,
                           std::initializer_list<vkscan::Rule> rules)
{
    for (const vkscan::Argument argument : arguments) {
        for (const vkscan::Rule rule : rules) {
            const vkscan::Status status(argument, rule);
            EXPECT_TRUE(!hasSentence(status) || provoked.count(status) == 1) << vkscan::study::sentenceOf(status);
        }
    }
}

} // namespace testing_support

#endif
