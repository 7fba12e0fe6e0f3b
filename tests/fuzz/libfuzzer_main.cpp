// SPDX-License-Identifier: GPL-3.0-or-later
// The program that libFuzzer runs: SANDGLASS_FUZZ_TARGET names one of the targets.
#include "tests/fuzz/fuzz_target.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

const sandglass::fuzz::Target* chosen = nullptr;

} // namespace

// NOLINTBEGIN(readability-identifier-naming): libFuzzer calls them by these names
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/)
{
    const char* name = std::getenv("SANDGLASS_FUZZ_TARGET");
    chosen = name ? sandglass::fuzz::findTarget(name) : nullptr;
    if (!chosen) {
        std::fputs("SANDGLASS_FUZZ_TARGET must name one of these:\n", stderr);
        for (const sandglass::fuzz::Target& target : sandglass::fuzz::targets()) {
            std::fprintf(stderr, "  %s\n", target.name.data());
        }
        std::exit(2);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    chosen->run({data, size});
    return 0;
}
// NOLINTEND(readability-identifier-naming)
