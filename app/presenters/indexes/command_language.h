// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/command_text.h"

namespace sandglass::services {
class Settings;
}

namespace sandglass::presenters {

/// The language in which commands are shown, as last chosen. Default: mongosh. GUI thread.
ttl::CommandLanguage commandLanguage(const services::Settings& settings);
/// Saves the chosen language. GUI thread.
void rememberCommandLanguage(services::Settings& settings, ttl::CommandLanguage language);

} // namespace sandglass::presenters
