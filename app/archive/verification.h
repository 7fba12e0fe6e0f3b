// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/archive/layout.h"
#include "app/archive/manifest.h"

#include <functional>

namespace sandglass::archive {

/// Which files verify() reads: those under their partial names, or the finished ones.
enum class Stage { Partial, Finished };

/// Reads the archive back from its files and compares counts, sizes and hashes with `expected`, the
/// manifest's own text too. `goesOn`: asked now and then; false ends it. Blocking. Errors: Conflict
/// for any difference, Storage, Cancelled.
Result<void> verify(const Layout& layout, const Manifest& expected, const DigestFactory& digests,
                    Stage stage, const std::function<bool()>& goesOn);

/// Reads the manifest of a finished archive. Errors: Storage, Conflict.
Result<Manifest> readManifest(const std::filesystem::path& folder);

/// The hash of a text. Pure.
std::string hashOf(const std::string& text, const DigestFactory& digests);

} // namespace sandglass::archive
