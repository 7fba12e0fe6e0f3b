// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/command_language.h"

#include "app/services/settings/settings.h"

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

using ttl::CommandLanguage;

// names in settings.ini
constexpr std::array<std::pair<CommandLanguage, QLatin1StringView>, 5> kNames{{
    {CommandLanguage::Mongosh, "mongosh"_L1},
    {CommandLanguage::Node, "node"_L1},
    {CommandLanguage::Python, "python"_L1},
    {CommandLanguage::Java, "java"_L1},
    {CommandLanguage::CSharp, "csharp"_L1},
}};

const QString kKey = u"command/language"_s;

} // namespace

CommandLanguage commandLanguage(const services::Settings& settings)
{
    const QString chosen = settings.value(kKey).toString();
    const auto found = std::ranges::find_if(
        kNames, [&](const auto& language) { return language.second == chosen; });
    return found == kNames.end() ? CommandLanguage::Mongosh : found->first;
}

void rememberCommandLanguage(services::Settings& settings, CommandLanguage language)
{
    const auto found
        = std::ranges::find(kNames, language, [](const auto& pair) { return pair.first; });
    settings.setValue(kKey, QString(found->second));
}

} // namespace sandglass::presenters
