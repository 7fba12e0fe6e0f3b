// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <QString>

#include <string>
#include <string_view>

namespace sandglass::services {

/// A text from a driver or a server, fit to be written down: connection strings in it lose their
/// credentials and secret options, and the password of `uri` (raw or percent-decoded) is replaced
/// by "***". Passwords below four characters are looked for only inside connection strings: in
/// ordinary words their replacement would give them away. Any text; pure; any thread.
std::string withoutSecrets(std::string_view text, const QString& uri);

/// A document whose string values, nested ones too, have passed withoutSecrets().
bson::Document withoutSecrets(bson::DocumentView document, const QString& uri);

} // namespace sandglass::services
