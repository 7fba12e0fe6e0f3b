// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/connection_string.h"

#include <mongoc/mongoc.h>

namespace sandglass::mongo {

namespace {

// the limit of protocol::readConnectionString()
constexpr std::size_t kMaxBytes = std::size_t{64} * 1024;
constexpr std::int32_t kSelectionTimeoutMs = 5'000;
constexpr std::int32_t kConnectTimeoutMs = 5'000;
constexpr std::int32_t kMaxClients = 16;

constexpr const char* kGeneralAdvice = "The connection string is not valid. Check the hosts and "
                                       "options, and that special characters in user "
                                       "and password (: / ? # [ ] @ %) are percent-encoded.";

void setIfAbsent(mongoc_uri_t* uri, const char* option, std::int32_t value)
{
    if (!mongoc_uri_has_option(uri, option)) {
        mongoc_uri_set_option_as_int32(uri, option, value);
    }
}

} // namespace

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
    parsed.setDefaults();
    parsed.readHosts();
    parsed.m_secrets = protocol::Secrets(text);
    return parsed;
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
