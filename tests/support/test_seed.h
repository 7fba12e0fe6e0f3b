// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <random>

namespace sandglass::tests {

/// The seed of this run: SANDGLASS_TEST_SEED, or a fresh one. Tests print it.
inline unsigned testSeed()
{
    bool given = false;
    const int seed = qEnvironmentVariableIntValue("SANDGLASS_TEST_SEED", &given);
    return given ? static_cast<unsigned>(seed) : std::random_device()() >> 1U;
}

} // namespace sandglass::tests
