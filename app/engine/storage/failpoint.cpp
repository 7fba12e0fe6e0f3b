// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/storage/failpoint.h"

#ifdef SANDGLASS_FAILPOINTS

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <string>

namespace sandglass::engine::storage {

namespace {

// as after SIGKILL, so that scripts need not tell them apart
constexpr int kExitCode = 137;

struct Chosen
{
    std::string name; ///< empty: none
    int passes = 1;
};

Chosen chosenFailpoint()
{
    Chosen chosen;
    const char* text = std::getenv("SANDGLASS_FAIL");
    const std::string_view asked = text != nullptr ? text : "";
    chosen.name = asked.substr(0, asked.find(':'));
    if (const auto colon = asked.find(':'); colon != std::string_view::npos) {
        std::from_chars(asked.data() + colon + 1, asked.data() + asked.size(), chosen.passes);
    }
    return chosen;
}

} // namespace

void passFailpoint(std::string_view name)
{
    static const Chosen chosen = chosenFailpoint();
    static std::atomic<int> passed{0};
    if (name == chosen.name && ++passed == chosen.passes) {
        std::_Exit(kExitCode);
    }
}

bool hasFailpoints()
{
    return true;
}

} // namespace sandglass::engine::storage

#else

namespace sandglass::engine::storage {

void passFailpoint(std::string_view /*name*/) { }

bool hasFailpoints()
{
    return false;
}

} // namespace sandglass::engine::storage

#endif
