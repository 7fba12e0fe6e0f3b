// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace sandglass::base {

/// The kind of failure. Programs branch on it; presenters pick their sentence by it.
enum class Errc {
    InvalidInput, ///< a value given by the caller is not usable
    NotFound, ///< the named thing does not exist
    Conflict, ///< it exists already, or differs from what was asked for
    NotPermitted, ///< the server or the operating system refused access
    Unsupported, ///< this server or version cannot do it
    Server, ///< a server answered with an error: see serverCode
    Network, ///< no connection, or it was lost
    Timeout, ///< the time limit passed
    Cancelled, ///< the caller cancelled the operation
    Storage, ///< files could not be read or written
    Protocol, ///< the peer broke the wire protocol
    OtherServer, ///< the connection leads to another server than before; nothing was sent
    OutcomeUnknown, ///< a change was sent and no answer arrived: it may have been made
    Internal, ///< a fault of our own
};

/// The code's own name, for example "InvalidInput"; for logs.
std::string_view name(Errc code);

/// A failure as a value: a code for programs, a message for people.
struct Error
{
    Errc code = Errc::Internal;
    std::string message; ///< English, a whole sentence where possible; never holds a secret
    int serverCode = 0; ///< the server's numeric code, 0 when the error does not come from a server
    std::string
        serverCodeName; ///< the server's name for that code, for example "CannotCreateIndex"
    std::string serverDetails
        = {}; ///< further fields of the server's error as BSON, such as keyValue; empty: none

    /// Puts the failed action before the message: "listing indexes of a.b: …". `what` has no colon
    /// at its end.
    Error&& during(std::string_view what) &&;
};

/// An error as a MongoDB server reports it, received or about to be sent. `code`, `codeName`:
/// MongoDB's own.
Error serverError(int code, std::string codeName, std::string message);

} // namespace sandglass::base
