// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/namespace.h"

#include "app/protocol/limits.h"
#include "app/protocol/server_code.h"

#include <algorithm>
#include <array>

namespace sandglass::protocol {

namespace {

Error invalidNamespace(const std::string& text)
{
    return commandError(ServerCode::InvalidNamespace, text);
}

} // namespace

std::string Namespace::text() const
{
    return collection.empty() ? database : database + "." + collection;
}

Result<Namespace> Namespace::parse(std::string_view text)
{
    const std::size_t dot = text.find('.');
    const std::string_view database = text.substr(0, dot);
    if (database.empty()) {
        return base::failure(Errc::InvalidInput, "A namespace begins with a database name.");
    }
    const std::string_view collection
        = dot == std::string_view::npos ? std::string_view() : text.substr(dot + 1);
    return Namespace{std::string(database), std::string(collection)};
}

// Rules, order and messages are MongoDB's.
Result<void> checkDatabaseName(std::string_view name)
{
    if (name.empty()) {
        return invalidNamespace("Database name cannot be empty");
    }
    if (name.size() > kMaxDatabaseNameBytes) {
        return invalidNamespace("Database name is too long: '" + std::string(name) + "'");
    }
    // the literal holds a NUL, hence the explicit length
    static constexpr std::string_view kForbidden("/\\. \"*<>:|?\0", 12);
    if (name.find_first_of(kForbidden) != std::string_view::npos
        || (name.find('$') != std::string_view::npos && name != "$external")) {
        return invalidNamespace("Invalid database name: '" + std::string(name) + "'");
    }
    return {};
}

// Rules and messages are MongoDB's here too.
Result<void> checkCollectionName(const Namespace& ns)
{
    const std::string& name = ns.collection;
    const std::string whole = ns.text();
    if (name.empty()) {
        return invalidNamespace("Invalid namespace specified '" + ns.database + ".'");
    }
    if (whole.size() > kMaxNamespaceBytes) {
        return invalidNamespace("Fully qualified namespace is too long. Namespace: " + whole
                                + " Max: " + std::to_string(kMaxNamespaceBytes));
    }
    if (name.find('\0') != std::string::npos) {
        return invalidNamespace("Collection names cannot contain the null character");
    }
    if (name.front() == '.' || name.back() == '.' || name.find("..") != std::string::npos) {
        return invalidNamespace("Collection names cannot start or end with '.' or hold '..': "
                                + whole);
    }
    if (name.find('$') != std::string::npos) {
        return invalidNamespace("Collection names cannot contain '$': " + whole);
    }
    return {};
}

Result<void> checkUserCollection(const Namespace& ns)
{
    TRY(checkCollectionName(ns));
    constexpr std::array<std::string_view, 6> kOfClients{"system.js",    "system.profile",
                                                         "system.users", "system.roles",
                                                         "system.views", "system.version"};
    constexpr std::string_view kBuckets = "system.buckets.";
    const std::string& name = ns.collection;
    if (!name.starts_with("system.") || name.starts_with(kBuckets)
        || std::ranges::find(kOfClients, name) != kOfClients.end()) {
        return {};
    }
    return invalidNamespace("Invalid system namespace: " + ns.text());
}

} // namespace sandglass::protocol
