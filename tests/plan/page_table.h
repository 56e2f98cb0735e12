// A table in a document that a program writes, and that a test compares.
#ifndef VKSCAN_TESTS_PAGE_TABLE_H
#define VKSCAN_TESTS_PAGE_TABLE_H

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

namespace testing_support {

[[noreturn]] inline void fail(const std::string& reason)
{
    std::cerr << reason << '\n';
    std::exit(1);
}

inline std::string readFile(const std::string& path)
{
    std::ifstream file(path);
    if (!file)
        fail("cannot read " + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Replaces the text between the lines `begin` and `end` of a page, or fails if it differs: `program --write <page>` or
// `program --check <page> ...`.
inline void writeOrCheck(const std::vector<std::string>& arguments, const std::string& begin, const std::string& end,
                         const std::string& text)
{
    if (arguments.size() < 2 || (arguments[0] != "--write" && arguments[0] != "--check"))
        fail("needs --write <page>, or --check <page>");
    const std::string page = readFile(arguments[1]);
    const std::size_t first = page.find(begin);
    const std::size_t last = page.find(end);
    if (first == std::string::npos || last == std::string::npos || first > last)
        fail(arguments[1] + " has no place for the table");
    const std::string expected = page.substr(0, first) + begin + text + page.substr(last);
    if (arguments[0] == "--write")
        std::ofstream(arguments[1]) << expected;
    else if (page != expected)
        fail(arguments[1] + " is not up to date: write it again with --write\n" + text);
}

} // namespace testing_support

#endif
