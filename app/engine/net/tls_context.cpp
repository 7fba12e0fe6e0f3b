// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/tls_context.h"

#include "app/engine/net/server.h"

#include <openssl/ssl.h>

#include <string>

namespace sandglass::engine::net {

namespace {

Error unusable(const std::string& option, const std::string& file, const asio::error_code& code)
{
    return base::failure(Errc::InvalidInput,
                         "The file of " + option + ", " + file
                             + ", cannot be used: " + code.message() + ".");
}

} // namespace

Result<std::unique_ptr<TlsContext>> makeTlsContext(const TlsOptions& options)
{
    auto context = std::make_unique<TlsContext>(TlsContext::tls_server);
    SSL_CTX* native = context->native_handle();
    asio::error_code code;
    context->set_options(TlsContext::default_workarounds | TlsContext::no_compression
                             | static_cast<TlsContext::options>(SSL_OP_NO_RENEGOTIATION),
                         code);
    if (code || ::SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION) != 1) {
        return base::failure(Errc::Internal, "TLS cannot be set up: " + code.message());
    }
    // without it a client with a certificate could not resume a session
    static constexpr unsigned char kName[] = "sandglass";
    ::SSL_CTX_set_session_id_context(native, kName, sizeof(kName) - 1);
    // an encrypted key would make the library ask on the terminal
    context->set_password_callback(
        [](std::size_t /*most*/, TlsContext::password_purpose /*purpose*/) {
            return std::string();
        },
        code);
    context->use_certificate_chain_file(options.certificateKeyFile, code);
    if (!code) {
        context->use_private_key_file(options.certificateKeyFile, TlsContext::pem, code);
    }
    if (code) {
        return unusable("--tlsCertificateKeyFile", options.certificateKeyFile, code);
    }
    if (options.caFile.empty()) {
        return context;
    }
    context->load_verify_file(options.caFile, code);
    if (code) {
        return unusable("--tlsCAFile", options.caFile, code);
    }
    context->set_verify_mode(options.clientsNeedNone ? TlsContext::verify_peer
                                                     : TlsContext::verify_peer
                                     | TlsContext::verify_fail_if_no_peer_cert,
                             code);
    return context;
}

} // namespace sandglass::engine::net
