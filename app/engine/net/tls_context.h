// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <asio/ssl/context.hpp>

#include <memory>

namespace sandglass::engine::net {

struct TlsOptions;

/// The server's certificate, its key, and what it accepts.
using TlsContext = asio::ssl::context;

/// Reads the files of `options`. TLS 1.2 and later, without renegotiation. Errors: InvalidInput
/// with a sentence that names the file.
Result<std::unique_ptr<TlsContext>> makeTlsContext(const TlsOptions& options);

} // namespace sandglass::engine::net
