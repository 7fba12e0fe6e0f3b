// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/driver/connect_stream.h"

#include "app/platform/local_socket.h"

#include <mongoc/mongoc.h> // and the system's sockets

#include <algorithm>
#include <cstring>
#include <string>

namespace sandglass::mongo {

namespace {

// What the driver waits for a connection unless the string says otherwise.
constexpr std::int32_t kDefaultConnectTimeoutMs = 10'000;

struct FreeAddresses
{
    void operator()(addrinfo* addresses) const { freeaddrinfo(addresses); }
};
struct FreeSocket
{
    void operator()(mongoc_socket_t* socket) const { mongoc_socket_destroy(socket); }
};
struct FreeStream
{
    void operator()(mongoc_stream_t* stream) const { mongoc_stream_destroy(stream); }
};
using SocketPtr = std::unique_ptr<mongoc_socket_t, FreeSocket>;
using StreamPtr = std::unique_ptr<mongoc_stream_t, FreeStream>;

std::int32_t connectTimeoutMs(const mongoc_uri_t* uri)
{
    const std::int32_t stated = mongoc_uri_get_option_as_int32(uri, MONGOC_URI_CONNECTTIMEOUTMS,
                                                               kDefaultConnectTimeoutMs);
    return stated > 0 ? stated : kDefaultConnectTimeoutMs;
}

// Null if it could not connect in time.
StreamPtr connected(int family, int protocol, const sockaddr* address, std::size_t length,
                    const mongoc_uri_t* uri)
{
    SocketPtr socket(mongoc_socket_new(family, SOCK_STREAM, protocol));
    const std::int64_t deadline
        = bson_get_monotonic_time() + std::int64_t{connectTimeoutMs(uri)} * 1'000;
    if (!socket
        || mongoc_socket_connect(socket.get(), address, static_cast<mongoc_socklen_t>(length),
                                 deadline)
            != 0) {
        return nullptr;
    }
    return StreamPtr(mongoc_stream_socket_new(socket.release()));
}

StreamPtr connectTcp(const mongoc_uri_t* uri, const mongoc_host_list_t* host, bson_error_t* error)
{
    addrinfo hints{};
    hints.ai_family = host->family;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (getaddrinfo(host->host, std::to_string(host->port).c_str(), &hints, &found) != 0) {
        bson_set_error(error, MONGOC_ERROR_STREAM, MONGOC_ERROR_STREAM_NAME_RESOLUTION,
                       "Failed to resolve %s", host->host);
        return nullptr;
    }
    const std::unique_ptr<addrinfo, FreeAddresses> addresses(found);
    for (const addrinfo* each = found; each; each = each->ai_next) {
        if (auto stream
            = connected(each->ai_family, each->ai_protocol, each->ai_addr, each->ai_addrlen, uri)) {
            return stream;
        }
    }
    bson_set_error(error, MONGOC_ERROR_STREAM, MONGOC_ERROR_STREAM_CONNECT,
                   "Failed to connect to target host: %s", host->host_and_port);
    return nullptr;
}

StreamPtr connectUnix(const mongoc_uri_t* uri, const mongoc_host_list_t* host, bson_error_t* error)
{
    if (const auto address = platform::localAddress(host->host)) {
        const auto* bytes = static_cast<const sockaddr*>(static_cast<const void*>(address->data()));
        if (auto stream = connected(AF_UNIX, 0, bytes, address->size(), uri)) {
            return stream;
        }
    }
    bson_set_error(error, MONGOC_ERROR_STREAM, MONGOC_ERROR_STREAM_CONNECT,
                   "Failed to connect to UNIX domain socket: %s", host->host);
    return nullptr;
}

StreamPtr connectPlain(const mongoc_uri_t* uri, const mongoc_host_list_t* host, bson_error_t* error)
{
    if (host->family == AF_UNIX) {
        return connectUnix(uri, host, error);
    }
    return connectTcp(uri, host, error);
}

bool needsTls(const mongoc_uri_t* uri)
{
    const char* mechanism = mongoc_uri_get_auth_mechanism(uri);
    return mongoc_uri_get_tls(uri) || (mechanism && std::strcmp(mechanism, "MONGODB-X509") == 0);
}

} // namespace

/// The driver's settings, and what their `internal` points to: the driver has no public type for
/// the two. Source: libmongoc, mongoc-ssl-private.h.
struct TlsSettings::Data
{
    struct Revocation
    {
        bool withoutCheck = false;
        bool withoutResponder = false;
    };

    mongoc_ssl_opt_t driver{};
    Revocation revocation;
};

TlsSettings::TlsSettings(const DriverUri* uri)
    : m_data(std::make_unique<Data>())
{
    const bool insecure = mongoc_uri_get_option_as_bool(uri, MONGOC_URI_TLSINSECURE, false);
    mongoc_ssl_opt_t& driver = m_data->driver;
    driver.pem_file = mongoc_uri_get_option_as_utf8(uri, MONGOC_URI_TLSCERTIFICATEKEYFILE, nullptr);
    driver.pem_pwd
        = mongoc_uri_get_option_as_utf8(uri, MONGOC_URI_TLSCERTIFICATEKEYFILEPASSWORD, nullptr);
    driver.ca_file = mongoc_uri_get_option_as_utf8(uri, MONGOC_URI_TLSCAFILE, nullptr);
    driver.weak_cert_validation
        = mongoc_uri_get_option_as_bool(uri, MONGOC_URI_TLSALLOWINVALIDCERTIFICATES, insecure);
    driver.allow_invalid_hostname
        = mongoc_uri_get_option_as_bool(uri, MONGOC_URI_TLSALLOWINVALIDHOSTNAMES, insecure);
    m_data->revocation.withoutCheck = mongoc_uri_get_option_as_bool(
        uri, MONGOC_URI_TLSDISABLECERTIFICATEREVOCATIONCHECK, insecure);
    m_data->revocation.withoutResponder
        = mongoc_uri_get_option_as_bool(uri, MONGOC_URI_TLSDISABLEOCSPENDPOINTCHECK, insecure);
    driver.internal = &m_data->revocation;
}

TlsSettings::~TlsSettings() = default;

DriverStream* connectStream(const DriverUri* uri, const DriverHost* host, const TlsSettings& tls,
                            DriverError* error)
{
    StreamPtr plain = connectPlain(uri, host, error);
    if (!plain || !needsTls(uri)) {
        return plain.release();
    }
    // a copy: the driver writes into it
    mongoc_ssl_opt_t options = tls.data().driver;
    StreamPtr secured(mongoc_stream_tls_new_with_hostname(plain.get(), host->host, &options, 1));
    if (!secured) {
        bson_set_error(error, MONGOC_ERROR_STREAM, MONGOC_ERROR_STREAM_SOCKET,
                       "Failed to initialize TLS state.");
        return nullptr;
    }
    // the new stream owns it now
    static_cast<void>(plain.release());
    if (!mongoc_stream_tls_handshake_block(secured.get(), host->host, connectTimeoutMs(uri),
                                           error)) {
        return nullptr;
    }
    return secured.release();
}

} // namespace sandglass::mongo
