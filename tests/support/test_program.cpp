// SPDX-License-Identifier: GPL-3.0-or-later
// usage: PROGRAM TEST [ARGUMENT…]
// Runs one of the tests that are linked into the program; the arguments are Qt Test's. Without a
// test it lists them.
#include "tests/support/test_program.h"

#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::map<std::string, sandglass::tests::TestRun, std::less<>>& tests()
{
    static std::map<std::string, sandglass::tests::TestRun, std::less<>> added;
    return added;
}

/// "coll_mod" of "/src/tests/app/engine/commands/tst_coll_mod.cpp".
std::string nameOf(std::string_view file)
{
    constexpr std::string_view kPrefix = "tst_";
    file.remove_prefix(file.rfind('/') + 1);
    file.remove_prefix(file.starts_with(kPrefix) ? kPrefix.size() : 0);
    return std::string(file.substr(0, file.rfind('.')));
}

} // namespace

bool sandglass::tests::addTest(const char* file, TestRun run)
{
    return ::tests().emplace(nameOf(file), run).second;
}

int main(int argc, char** argv)
{
    if (argc < 2) {
        for (const auto& [name, run] : tests()) {
            std::puts(name.c_str());
        }
        return 2;
    }
    const auto found = tests().find(std::string_view(argv[1]));
    if (found == tests().end()) {
        std::fprintf(stderr, "There is no test %s in this program.\n", argv[1]);
        return 2;
    }
    // Qt Test sees the program's name and its own arguments
    std::vector<char*> arguments(argv, argv + argc);
    arguments.erase(arguments.begin() + 1);
    arguments.push_back(nullptr);
    return found->second(argc - 1, arguments.data());
}
