// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/archive/layout.h"
#include "app/archive/manifest.h"

#include <functional>

namespace sandglass::archive {

/// Which files verify() reads: the partial ones or the finished ones.
enum class Stage { Partial, Finished };

/// Reads the archive back and compares counts, sizes, hashes and the manifest's text with
/// `expected`. Blocking. `keepGoing` is called before each document; false cancels. Errors:
/// Conflict for any difference, Storage, Cancelled.
Result<void> verify(const Layout& layout, const Manifest& expected, const DigestFactory& digests,
                    Stage stage, const std::function<bool()>& keepGoing);

/// Reads the manifest of a finished archive. Errors: Storage; Conflict as parseManifest().
Result<Manifest> readManifest(const std::filesystem::path& folder);

/// The hash of a text, as Digest::hex(). Pure.
std::string hashOf(const std::string& text, const DigestFactory& digests);

} // namespace sandglass::archive
