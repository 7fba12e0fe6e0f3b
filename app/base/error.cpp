// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/error.h"

#include <utility>

namespace sandglass::base {

std::string_view name(Errc code)
{
    switch (code) {
    case Errc::InvalidInput:
        return "InvalidInput";
    case Errc::NotFound:
        return "NotFound";
    case Errc::Conflict:
        return "Conflict";
    case Errc::NotPermitted:
        return "NotPermitted";
    case Errc::Unsupported:
        return "Unsupported";
    case Errc::Server:
        return "Server";
    case Errc::Network:
        return "Network";
    case Errc::Timeout:
        return "Timeout";
    case Errc::Cancelled:
        return "Cancelled";
    case Errc::Storage:
        return "Storage";
    case Errc::Protocol:
        return "Protocol";
    case Errc::OtherServer:
        return "OtherServer";
    case Errc::OutcomeUnknown:
        return "OutcomeUnknown";
    case Errc::Internal:
        return "Internal";
    }
    return "Unknown";
}

Error&& Error::during(std::string_view what) &&
{
    message.insert(0, std::string(what) + ": ");
    return std::move(*this);
}

Error serverError(int code, std::string codeName, std::string message)
{
    return Error{Errc::Server, std::move(message), code, std::move(codeName)};
}

} // namespace sandglass::base
