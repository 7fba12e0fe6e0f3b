// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/connection_rules.h"

#include "app/protocol/secrets.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace sandglass::protocol {

namespace {

// What the manual describes and libmongoc 1.23 takes, with the former names of options of TLS.
// proxyHost and its relatives are not among them: refusalOf() refuses those.
constexpr std::array<std::string_view, 51> kKnownOptions{"appName",
                                                         "authMechanism",
                                                         "authMechanismProperties",
                                                         "authSource",
                                                         "canonicalizeHostname",
                                                         "compressors",
                                                         "connectTimeoutMS",
                                                         "directConnection",
                                                         "gssapiServiceName",
                                                         "heartbeatFrequencyMS",
                                                         "journal",
                                                         "loadBalanced",
                                                         "localThresholdMS",
                                                         "maxIdleTimeMS",
                                                         "maxPoolSize",
                                                         "maxStalenessSeconds",
                                                         "minPoolSize",
                                                         "readConcernLevel",
                                                         "readPreference",
                                                         "readPreferenceTags",
                                                         "replicaSet",
                                                         "retryReads",
                                                         "retryWrites",
                                                         "safe",
                                                         "serverSelectionTimeoutMS",
                                                         "serverSelectionTryOnce",
                                                         "slaveOk",
                                                         "socketCheckIntervalMS",
                                                         "socketTimeoutMS",
                                                         "srvMaxHosts",
                                                         "srvServiceName",
                                                         "ssl",
                                                         "sslAllowInvalidCertificates",
                                                         "sslAllowInvalidHostnames",
                                                         "sslCertificateAuthorityFile",
                                                         "sslClientCertificateKeyFile",
                                                         "sslClientCertificateKeyPassword",
                                                         "tls",
                                                         "tlsAllowInvalidCertificates",
                                                         "tlsAllowInvalidHostnames",
                                                         "tlsCAFile",
                                                         "tlsCertificateKeyFile",
                                                         "tlsCertificateKeyFilePassword",
                                                         "tlsDisableCertificateRevocationCheck",
                                                         "tlsDisableOCSPEndpointCheck",
                                                         "tlsInsecure",
                                                         "w",
                                                         "waitQueueMultiple",
                                                         "waitQueueTimeoutMS",
                                                         "wTimeoutMS",
                                                         "zlibCompressionLevel"};

bool isOn(const ConnectionParts& parts, const char* name)
{
    return parts.option(name) == "true";
}

// TLS with the names of the options before and after MongoDB 4.2.
bool eitherIsOn(const ConnectionParts& parts, const char* name, const char* oldName)
{
    return isOn(parts, name) || isOn(parts, oldName);
}

bool usesProxy(const ConnectionParts& parts)
{
    return std::ranges::any_of(parts.options, [](const ConnectionOption& option) {
        return isSameOption(std::string_view(option.name).substr(0, 5), "proxy");
    });
}

bool startsWithOption(std::string_view name, std::string_view start)
{
    return name.size() >= start.size() && isSameOption(name.substr(0, start.size()), start);
}

// Each option of TLS but the switch itself weakens it or names a file, under its former name too.
bool isRisky(const ConnectionParts& parts, const ConnectionOption& option)
{
    const std::string_view name = option.name;
    if (isSameOption(name, "tls") || isSameOption(name, "ssl")) {
        return parts.seeded && option.rawValue != "true";
    }
    return startsWithOption(name, "tls") || startsWithOption(name, "ssl")
        || startsWithOption(name, "authMechanism") || startsWithOption(name, "proxy");
}

// X.509 takes the user from the certificate, AWS from the environment.
bool needsUser(const std::string& mechanism)
{
    return isSameOption(mechanism, "PLAIN") || isSameOption(mechanism, "GSSAPI")
        || isSameOption(mechanism, "SCRAM-SHA-1") || isSameOption(mechanism, "SCRAM-SHA-256");
}

} // namespace

bool wantsTls(const ConnectionParts& parts)
{
    for (const char* name : {"tls", "ssl"}) {
        if (parts.hasOption(name)) {
            return isOn(parts, name);
        }
    }
    // the driver takes every other option of TLS for a demand, too
    return parts.seeded || std::ranges::any_of(parts.options, [](const ConnectionOption& option) {
               const std::string_view start = std::string_view(option.name).substr(0, 3);
               return isSameOption(start, "tls") || isSameOption(start, "ssl");
           });
}

ConnectionRefusal refusalOf(const ConnectionParts& parts)
{
    if (usesProxy(parts)) {
        return ConnectionRefusal::Proxy;
    }
    const std::string mechanism = parts.option("authMechanism");
    const bool onSockets
        = !parts.seeded && std::ranges::all_of(parts.hosts, &ConnectionHost::isSocket);
    if (isSameOption(mechanism, "PLAIN") && !wantsTls(parts) && !onSockets) {
        return ConnectionRefusal::PlainWithoutTls;
    }
    return needsUser(mechanism) && parts.user.empty() ? ConnectionRefusal::UserMissing
                                                      : ConnectionRefusal::None;
}

std::vector<std::string> takeRiskyOptions(ConnectionParts& parts)
{
    const bool hadTls = wantsTls(parts);
    std::vector<std::string> taken;
    std::vector<ConnectionOption> kept;
    for (const ConnectionOption& option : parts.options) {
        const auto same
            = [&option](const std::string& name) { return isSameOption(name, option.name); };
        if (!isRisky(parts, option)) {
            kept.push_back(option);
        } else if (std::ranges::none_of(taken, same)) {
            taken.push_back(option.name);
        }
    }
    parts.options = std::move(kept);
    // an option of TLS demands TLS by being there
    if (hadTls && !wantsTls(parts)) {
        parts.setOption("tls", "true");
    }
    return taken;
}

bool isOwnHost(const ConnectionHost& host)
{
    return host.isSocket() || host.name == "localhost" || host.name == "::1"
        || (host.name.starts_with("127.")
            && host.name.find_first_not_of("0123456789.") == std::string::npos);
}

LinkProtection protectionOf(const ConnectionParts& parts)
{
    const bool own = !parts.seeded && std::ranges::all_of(parts.hosts, isOwnHost);
    if (!wantsTls(parts)) {
        return own ? LinkProtection::Sheltered : LinkProtection::None;
    }
    if (isOn(parts, "tlsInsecure")
        || eitherIsOn(parts, "tlsAllowInvalidCertificates", "sslAllowInvalidCertificates")) {
        return LinkProtection::AnyCertificate;
    }
    return eitherIsOn(parts, "tlsAllowInvalidHostnames", "sslAllowInvalidHostnames")
        ? LinkProtection::AnyHostName
        : LinkProtection::Verified;
}

std::string authenticationDatabase(const ConnectionParts& parts)
{
    if (parts.hasOption("authSource")) {
        return parts.option("authSource");
    }
    const std::string mechanism = parts.option("authMechanism");
    for (const char* external : {"PLAIN", "GSSAPI", "MONGODB-X509", "MONGODB-AWS"}) {
        if (isSameOption(mechanism, external)) {
            return "$external";
        }
    }
    return parts.database.empty() ? "admin" : parts.database;
}

std::vector<std::string> unknownOptions(const ConnectionParts& parts)
{
    std::vector<std::string> unknown;
    const auto same
        = [](std::string_view a) { return [a](std::string_view b) { return isSameOption(a, b); }; };
    for (const ConnectionOption& option : parts.options) {
        if (std::ranges::none_of(kKnownOptions, same(option.name))
            && std::ranges::none_of(unknown, same(option.name))) {
            unknown.push_back(option.name);
        }
    }
    return unknown;
}

} // namespace sandglass::protocol
