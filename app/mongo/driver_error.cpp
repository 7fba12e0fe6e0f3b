// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/driver_error.h"

#include "app/base/result.h"
#include "app/protocol/server_code.h"
#include "app/ttl/privilege.h"

#include <mongoc/mongoc.h>

namespace sandglass::mongo {

namespace {

// Server codes for which there is a kind of error of our own.
constexpr int kAuthenticationFailed = 18;
constexpr int kMaxTimeMSExpired = 50;
constexpr int kExceededTimeLimit = 262;

// A server that sends no codeName gets MongoDB's name for the code.
base::Error fromServer(int code, std::string name, std::string message)
{
    if (name.empty()) {
        name = protocol::codeName(code);
    }
    base::Error error = base::serverError(code, std::move(name), std::move(message));
    if (code == kMaxTimeMSExpired || code == kExceededTimeLimit) {
        error.code = base::Errc::Timeout;
    }
    if (code == kAuthenticationFailed || ttl::refusalOf(error)) {
        error.code = base::Errc::NotPermitted;
    }
    return error;
}

base::Error fromServer(bson::DocumentView report)
{
    return fromServer(static_cast<std::int32_t>(report["code"].toInt64()),
                      std::string(report["codeName"].asString()),
                      std::string(report["errmsg"].asString()));
}

// Our kind for an error of the driver itself.
base::Errc kindOf(const bson_error_t& error)
{
    switch (error.domain) {
    case MONGOC_ERROR_STREAM:
    case MONGOC_ERROR_SERVER_SELECTION:
        // the server is too old or too new for the driver
        return error.code == MONGOC_ERROR_PROTOCOL_BAD_WIRE_VERSION ? base::Errc::Unsupported
                                                                    : base::Errc::Network;
    case MONGOC_ERROR_PROTOCOL:
        return error.code == MONGOC_ERROR_PROTOCOL_BAD_WIRE_VERSION ? base::Errc::Unsupported
                                                                    : base::Errc::Protocol;
    case MONGOC_ERROR_BSON:
        return base::Errc::Protocol;
    case MONGOC_ERROR_CLIENT:
        return error.code == MONGOC_ERROR_CLIENT_AUTHENTICATE ? base::Errc::NotPermitted
                                                              : base::Errc::Network;
    case MONGOC_ERROR_SASL:
    case MONGOC_ERROR_SCRAM:
        return base::Errc::NotPermitted;
    // the driver has refused the command before sending it
    case MONGOC_ERROR_COMMAND:
        return base::Errc::InvalidInput;
    default:
        return base::Errc::Internal;
    }
}

} // namespace

std::optional<base::Error> replyError(bson::DocumentView reply)
{
    const bson::ValueView ok = reply["ok"];
    if (!ok.isMissing() && !ok.toBool()) {
        return fromServer(reply);
    }
    const bson::DocumentView writeErrors = reply["writeErrors"].asDocument();
    if (!writeErrors.empty()) {
        return fromServer(writeErrors.begin()->value.asDocument());
    }
    // last: the write itself has succeeded
    const bson::ValueView concern = reply["writeConcernError"];
    if (!concern.asDocument().empty()) {
        return fromServer(concern.asDocument());
    }
    return std::nullopt;
}

base::Error driverError(const DriverError& error, bson::DocumentView reply)
{
    if (auto reported = replyError(reply)) {
        return std::move(*reported);
    }
    // the driver has the server's code, but passes no reply
    if (error.domain == MONGOC_ERROR_SERVER || error.domain == MONGOC_ERROR_WRITE_CONCERN) {
        return fromServer(static_cast<int>(error.code), {}, error.message);
    }
    // seen with handshakes whose fields are of other types
    if (error.domain == 0) {
        return base::failure(Errc::Protocol,
                             "The connection cannot be used, and the driver does not say why. The "
                             "server's handshake may not be valid.");
    }
    return base::failure(kindOf(error), error.message);
}

} // namespace sandglass::mongo
