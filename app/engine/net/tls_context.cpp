// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/tls_context.h"

#include "app/engine/net/server.h"

#include <openssl/asn1.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <array>
#include <cerrno>
#include <ctime>
#include <fstream>
#include <string>

namespace sandglass::engine::net {

namespace {

constexpr const char* kOwnOption = "--tlsCertificateKeyFile";

Error unusable(const std::string& option, const std::string& file, const asio::error_code& code)
{
    return base::failure(Errc::InvalidInput,
                         "The file of " + option + ", " + file
                             + ", cannot be used: " + code.message() + ".");
}

// The library's own words for such a file say nothing.
Result<void> checkReadable(const std::string& option, const std::string& file)
{
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream || stream.peek() == std::ifstream::traits_type::eof()) {
        const int reason = errno != 0 ? errno : EINVAL;
        return unusable(option, file, asio::error_code(reason, std::generic_category()));
    }
    return {};
}

// "2026-11-26 21:04:00 UTC"
std::string textOf(const ASN1_TIME* time)
{
    std::tm parts{};
    std::array<char, 32> text{};
    if (::ASN1_TIME_to_tm(time, &parts) != 1
        || std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &parts) == 0) {
        return "an unknown time";
    }
    return text.data();
}

// No client would accept it. MongoDB does not start either.
Result<void> checkDates(const SSL_CTX* context, const std::string& file)
{
    const X509* own = ::SSL_CTX_get0_certificate(context);
    const ASN1_TIME* first = ::X509_get0_notBefore(own);
    const ASN1_TIME* last = ::X509_get0_notAfter(own);
    if (::X509_cmp_current_time(last) < 0) {
        return base::failure(Errc::InvalidInput,
                             std::string("The certificate of ") + kOwnOption + ", " + file
                                 + ", has expired: it was valid until " + textOf(last) + ".");
    }
    if (::X509_cmp_current_time(first) > 0) {
        return base::failure(Errc::InvalidInput,
                             std::string("The certificate of ") + kOwnOption + ", " + file
                                 + ", is not valid yet: it is from " + textOf(first) + " on.");
    }
    return {};
}

// The certificate with its chain, and the key, from one file.
Result<void> loadOwn(TlsContext& context, const std::string& file)
{
    TRY(checkReadable(kOwnOption, file));
    asio::error_code code;
    context.use_certificate_chain_file(file, code);
    if (!code) {
        context.use_private_key_file(file, TlsContext::pem, code);
    }
    const auto raw = static_cast<unsigned long>(code.value());
    if (code && ERR_GET_LIB(raw) == ERR_LIB_X509
        && ERR_GET_REASON(raw) == X509_R_KEY_VALUES_MISMATCH) {
        return base::failure(Errc::InvalidInput,
                             std::string("The key in the file of ") + kOwnOption + ", " + file
                                 + ", is not that of the certificate in it.");
    }
    if (code) {
        return unusable(kOwnOption, file, code);
    }
    return checkDates(context.native_handle(), file);
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
    TRY(loadOwn(*context, options.certificateKeyFile));
    if (options.caFile.empty()) {
        return context;
    }
    TRY(checkReadable("--tlsCAFile", options.caFile));
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
