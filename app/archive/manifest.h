// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/archive/archive_file.h"
#include "app/base/clock.h"
#include "app/protocol/namespace.h"

#include <optional>
#include <string>

namespace sandglass::archive {

/// The description of an archive: what it holds, and where it came from.
struct Manifest
{
    protocol::Namespace ns;
    Format format = Format::Bson;
    Contents contents;
    std::string metadataHash; ///< SHA-256 of the metadata file
    std::optional<bson::Date> oldest; ///< earliest date by which the documents expire; unset: there
                                      ///< are no documents
    std::optional<bson::Date> newest; ///< latest of these dates; set together with `oldest`
    bson::Document filter; ///< the query that selected the documents
    base::Time asOf; ///< the server's time at which they were selected
    std::string server; ///< the connection string without credentials
};

/// The manifest as pretty-printed canonical extended JSON.
std::string manifestText(const Manifest& manifest);

/// Parses such text. Errors: Conflict, with the field that is missing or invalid.
Result<Manifest> parseManifest(const std::string& text);

} // namespace sandglass::archive
