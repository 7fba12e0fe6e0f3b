// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz_target.h"

#include "tests/fuzz/targets.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

namespace sandglass::fuzz {

std::span<const Target> targets()
{
    static constexpr std::array kTargets{
        Target{"validate", validateBytes},
        Target{"json", readJson},
        Target{"index_key", orderKeys},
        Target{"column", unpackColumn},
        Target{"message", parseMessage},
        Target{"reply", checkReply},
        Target{"compressed", decompressMessage},
        Target{"filter", matchAsReference},
        Target{"filter_text", parseFilter},
        Target{"update", applyUpdate},
        Target{"expression", evaluateExpression},
        Target{"pipeline", parsePipeline},
        Target{"index_spec", parseIndexSpec},
        Target{"connection_string", readConnectionString},
        Target{"csv", writeCsv},
        Target{"manifest", readManifest},
        Target{"stored", readStored},
        Target{"login", tryLogin},
    };
    return kTargets;
}

const Target* findTarget(std::string_view name)
{
    const auto found = std::ranges::find(targets(), name, &Target::name);
    return found == targets().end() ? nullptr : &*found;
}

void require(bool holds, const char* what)
{
    if (!holds) {
        std::fprintf(stderr, "This does not hold: %s\n", what);
        std::abort();
    }
}

} // namespace sandglass::fuzz
