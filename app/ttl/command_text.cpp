// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/command_text.h"

#include "app/ttl/driver_texts.h"
#include "app/ttl/shell_text.h"

namespace sandglass::ttl {

namespace {

// For every language except mongosh, which mongoshText() writes.
const DriverText& driverText(CommandLanguage language)
{
    switch (language) {
    case CommandLanguage::Python:
        return kPythonText;
    case CommandLanguage::Java:
        return kJavaText;
    case CommandLanguage::CSharp:
        return kCSharpText;
    default:
        return kNodeText;
    }
}

} // namespace

std::string commandText(CommandLanguage language, const TtlIndexSpec& spec)
{
    if (language == CommandLanguage::Mongosh) {
        return mongoshText(spec);
    }
    // the drivers' texts of a creation always have a period
    return spec.ordinary ? driverText(language).run(spec.ns.database, createIndexesCommand(spec))
                         : driverText(language).create(spec);
}

std::string commandText(CommandLanguage language, const IndexChange& change)
{
    return language == CommandLanguage::Mongosh
        ? mongoshText(change)
        : driverText(language).run(change.index.ns.database, collModCommand(change));
}

std::string commandText(CommandLanguage language, const IndexRef& dropped)
{
    return language == CommandLanguage::Mongosh ? mongoshText(dropped)
                                                : driverText(language).drop(dropped);
}

std::string commandText(CommandLanguage language, const std::string& database,
                        const bson::Document& command)
{
    return language == CommandLanguage::Mongosh ? "db.getSiblingDB(" + javaScriptString(database)
            + ").runCommand(" + javaScriptObject(command) + ")"
                                                : driverText(language).run(database, command);
}

} // namespace sandglass::ttl
