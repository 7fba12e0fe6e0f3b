// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/archive/archive_file.h"
#include "app/base/clock.h"
#include "app/protocol/namespace.h"

#include <optional>
#include <string>

namespace sandglass::archive {

/// What an archive says of itself: enough to check it and to know where it came from.
struct Manifest
{
    protocol::Namespace ns;
    Format format = Format::Bson;
    Contents contents;
    std::string metadataHash; ///< SHA-256 of the metadata file
    std::optional<bson::Date> oldest; ///< deciding dates of the documents; unset: there are none
    std::optional<bson::Date> newest;
    bson::Document filter; ///< that the documents were chosen by
    base::Time asOf; ///< the server's time that they were judged by
    std::string server; ///< without credentials
};

/// The manifest as JSON for people and programs.
std::string manifestText(const Manifest& manifest);

/// Reads such text. Errors: Conflict when it is none.
Result<Manifest> parseManifest(const std::string& text);

} // namespace sandglass::archive
