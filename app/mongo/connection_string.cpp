// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/connection_string.h"

#include "app/protocol/connection_rules.h"
#include "app/protocol/connection_text.h"

#include <mongoc/mongoc.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <string_view>

namespace sandglass::mongo {

namespace {

// the limit of protocol::readConnectionString()
constexpr std::size_t kMaxBytes = std::size_t{64} * 1024;
constexpr std::int32_t kSelectionTimeoutMs = 5'000;
constexpr std::int32_t kConnectTimeoutMs = 5'000;
// the workers of a connection and those of its catalogue
constexpr std::int32_t kMaxClients = 24;

constexpr const char* kGeneralAdvice = "The connection string is not valid. Check the hosts and "
                                       "options, and that special characters in user "
                                       "and password (: / ? # [ ] @ %) are percent-encoded.";

// Whether the options of a connection string contain this one, whatever its case. `option`: lower
// case, with its equals sign.
bool namesOption(const std::string& text, std::string_view option)
{
    const auto options
        = text.begin() + static_cast<std::ptrdiff_t>(std::min(text.find('?'), text.size()));
    return std::search(options, text.end(), option.begin(), option.end(),
                       [](unsigned char left, char right) { return std::tolower(left) == right; })
        != text.end();
}

// Whether protocol::refusalOf() refuses the string. It cannot judge one that the driver reads and
// our reader does not; then PLAIN is always refused.
bool isRefused(const std::string& text, const mongoc_uri_t* uri)
{
    const protocol::ConnectionReading reading = protocol::readConnectionString(text);
    if (reading.good()) {
        return protocol::refusalOf(reading.parts) != protocol::ConnectionRefusal::None;
    }
    const char* mechanism = mongoc_uri_get_auth_mechanism(uri);
    return mechanism && protocol::isSameOption(mechanism, "PLAIN");
}

void setIfAbsent(mongoc_uri_t* uri, const char* option, std::int32_t value)
{
    if (!mongoc_uri_has_option(uri, option)) {
        mongoc_uri_set_option_as_int32(uri, option, value);
    }
}

} // namespace

Result<std::string> memberString(const std::string& text, const std::string& host,
                                 const std::string& loginDatabase)
{
    protocol::ConnectionReading reading = protocol::readConnectionString(text);
    const protocol::ConnectionReading member = protocol::readHosts(host, false);
    if (!reading.good() || !member.good() || member.parts.hosts.size() != 1) {
        return base::failure(Errc::InvalidInput, "The member cannot be reached directly.");
    }
    protocol::ConnectionParts& parts = reading.parts;
    if (parts.seeded) {
        // what the driver assumes with it, and what it takes from the TXT record
        if (!parts.hasOption("tls") && !parts.hasOption("ssl")) {
            parts.setOption("tls", "true");
        }
        if (!loginDatabase.empty() && !parts.user.empty() && !parts.hasOption("authSource")) {
            parts.setOption("authSource", loginDatabase);
        }
        parts.seeded = false;
    }
    parts.hosts = member.parts.hosts;
    for (const char* ofSets : {"replicaSet", "srvServiceName", "srvMaxHosts", "loadBalanced",
                               "readPreference", "readPreferenceTags", "maxStalenessSeconds"}) {
        parts.setOption(ofSets, {});
    }
    parts.setOption("directConnection", "true");
    return protocol::writeConnectionString(parts);
}

void ConnectionString::Free::operator()(DriverUri* uri) const
{
    mongoc_uri_destroy(uri);
}

ConnectionString::ConnectionString(ConnectionString&&) noexcept = default;
ConnectionString& ConnectionString::operator=(ConnectionString&&) noexcept = default;
ConnectionString::~ConnectionString() = default;

Result<ConnectionString> ConnectionString::parse(const std::string& text)
{
    if (!text.starts_with("mongodb://") && !text.starts_with("mongodb+srv://")) {
        return base::failure(Errc::InvalidInput,
                             "A connection string begins with mongodb:// or mongodb+srv://.");
    }
    // the driver would read only up to a NUL
    if (text.size() > kMaxBytes || text.find('\0') != std::string::npos) {
        return base::failure(Errc::InvalidInput, kGeneralAdvice);
    }

    bson_error_t error{};
    ConnectionString parsed;
    parsed.m_uri.reset(mongoc_uri_new_with_error(text.c_str(), &error));
    if (!parsed.m_uri) {
        // the driver's message may quote any part of the string
        if (protocol::mayHoldSecret(text)) {
            return base::failure(Errc::InvalidInput, kGeneralAdvice);
        }
        return base::failure(Errc::InvalidInput,
                             std::string("The connection string is not valid: ") + error.message);
    }
    if (isRefused(text, parsed.m_uri.get())) {
        return base::failure(Errc::InvalidInput,
                             "The connection string asks for what is not safe, so nothing was "
                             "sent: PLAIN without TLS, or a proxy that the driver cannot use.");
    }
    parsed.setDefaults();
    parsed.readHosts();
    const char* database = mongoc_uri_get_database(parsed.m_uri.get());
    parsed.m_database = database ? database : "";
    parsed.m_namesReadPreference = namesOption(text, "readpreference=");
    parsed.m_secrets = protocol::Secrets(text);
    return parsed;
}

ConnectionString ConnectionString::withoutSocketTimeout() const
{
    ConnectionString patient;
    patient.m_uri.reset(mongoc_uri_copy(m_uri.get()));
    setIfAbsent(patient.m_uri.get(), MONGOC_URI_SOCKETTIMEOUTMS,
                std::numeric_limits<std::int32_t>::max());
    patient.m_hosts = m_hosts;
    patient.m_database = m_database;
    patient.m_namesReadPreference = m_namesReadPreference;
    patient.m_secrets = m_secrets;
    return patient;
}

Result<ConnectionString> ConnectionString::forMember(const std::string& host,
                                                     const std::string& loginDatabase) const
{
    const auto text = memberString(mongoc_uri_get_string(m_uri.get()), host, loginDatabase);
    TRY(text);
    return parse(*text);
}

bool ConnectionString::isSeeded() const
{
    return mongoc_uri_get_srv_hostname(m_uri.get()) != nullptr;
}

void ConnectionString::setDefaults()
{
    setIfAbsent(m_uri.get(), MONGOC_URI_SERVERSELECTIONTIMEOUTMS, kSelectionTimeoutMs);
    setIfAbsent(m_uri.get(), MONGOC_URI_CONNECTTIMEOUTMS, kConnectTimeoutMs);
    setIfAbsent(m_uri.get(), MONGOC_URI_MAXPOOLSIZE, kMaxClients);
    // the name appears in the server's log and in currentOp
    if (!mongoc_uri_get_appname(m_uri.get())) {
        mongoc_uri_set_appname(m_uri.get(), "Sandglass");
    }

    // an unacknowledged write has no reply, so nothing could be reported about what it changed
    const mongoc_write_concern_t* concern = mongoc_uri_get_write_concern(m_uri.get());
    if (concern && !mongoc_write_concern_is_acknowledged(concern)) {
        mongoc_write_concern_t* acknowledged = mongoc_write_concern_new();
        mongoc_write_concern_set_w(acknowledged, 1);
        mongoc_uri_set_write_concern(m_uri.get(), acknowledged);
        mongoc_write_concern_destroy(acknowledged);
    }
}

void ConnectionString::readHosts()
{
    // with mongodb+srv the hosts are not known before the driver has looked them up
    if (const char* service = mongoc_uri_get_srv_hostname(m_uri.get())) {
        m_hosts.emplace_back(service);
    }
    for (const mongoc_host_list_t* host = mongoc_uri_get_hosts(m_uri.get()); host;
         host = host->next) {
        m_hosts.emplace_back(host->host[0] == '/' ? host->host : host->host_and_port);
    }
}

} // namespace sandglass::mongo
