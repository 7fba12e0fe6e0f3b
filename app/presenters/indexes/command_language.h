// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/command_text.h"

namespace sandglass::services {
class Settings;
}

namespace sandglass::presenters {

/// The language that commands are shown in, as last chosen; mongosh to start with.
ttl::CommandLanguage commandLanguage(const services::Settings& settings);
/// Remembers a choice over runs.
void rememberCommandLanguage(services::Settings& settings, ttl::CommandLanguage language);

} // namespace sandglass::presenters
