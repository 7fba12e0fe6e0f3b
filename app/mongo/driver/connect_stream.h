// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/mongo/driver/checked_stream.h"
#include "app/mongo/driver/driver_types.h"

#include <memory>

// The driver's own name of its type.
struct _mongoc_host_list_t; // NOLINT(bugprone-reserved-identifier)

namespace sandglass::mongo {

/// A server of a connection string, as the driver names it.
using DriverHost = ::_mongoc_host_list_t;

/// What a connection string says about TLS, as the driver's connections need it. The driver keeps
/// pointers into it.
class TlsSettings
{
public:
    /// The settings of a connection string, which must outlive them.
    explicit TlsSettings(const DriverUri* uri);
    TlsSettings(const TlsSettings&) = delete;
    TlsSettings& operator=(const TlsSettings&) = delete;
    ~TlsSettings();

    struct Data;
    /// In the driver's own form.
    Data& data() const { return *m_data; }

private:
    std::unique_ptr<Data> m_data;
};

/// Connects to a server by TCP, or to a unix socket, with TLS if the string asks for it, within
/// connectTimeoutMS for each of its addresses. Blocks. Returns null, and the driver's error in
/// `error`, when it fails.
DriverStream* connectStream(const DriverUri* uri, const DriverHost* host, const TlsSettings& tls,
                            DriverError* error);

} // namespace sandglass::mongo
