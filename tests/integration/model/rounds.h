// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/integration/model/history.h"

#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace sandglass::tests::model {

/// The seeds of a run: SANDGLASS_TEST_SEED alone; or SANDGLASS_TEST_ROUNDS fresh ones; or 1 …
/// `rounds`.
std::vector<unsigned> seedsOf(int rounds);

/// Adds them as rows of the running test, each named so that its seed can be given again.
void addSeeds(int rounds);

/// Plays one history of `steps` steps and compares after each; "" when all agrees, else where it
/// differs, with the seed and the last steps in plain words. With SANDGLASS_TEST_SHRINK set, a
/// history that fails is made as short as can be, and shown whole; with SANDGLASS_TEST_TRACE each
/// step is printed before it is done.
std::string playHistory(unsigned seed, const Profile& profile, int steps);

/// One line about all histories that this program has played.
QString playedSoFar();

/// Prints a report and fails the running test with its first line; nothing for "".
void failWith(const std::string& report);

} // namespace sandglass::tests::model
