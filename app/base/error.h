// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace sandglass::base {

/// What kind of thing went wrong; programs decide by it, and presenters choose their sentence by
/// it.
enum class Errc {
    InvalidInput, ///< a value given by the caller is not usable
    NotFound, ///< the named thing does not exist
    Conflict, ///< it exists already, or differs from what was asked for
    NotPermitted, ///< the server or the system refuses access
    Unsupported, ///< this server or version cannot do it
    Server, ///< a server answered with an error: see serverCode
    Network, ///< no connection, or it was lost
    Timeout, ///< the time limit passed
    Cancelled, ///< somebody asked to stop
    Storage, ///< files could not be read or written
    Protocol, ///< the peer broke the wire protocol
    Internal, ///< a fault of our own
};

/// The English name of a code, for logs.
std::string_view name(Errc code);

/// A failure as a value: a code for programs and words for people.
struct Error
{
    Errc code = Errc::Internal;
    std::string message; ///< English, a whole sentence where possible; never holds a secret
    int serverCode = 0; ///< the server's numeric code, 0 when no server said so
    std::string serverCodeName; ///< the server's name of it, for example "CannotCreateIndex"

    /// The same error with what was being done put before its words: "listing indexes of a.b: …".
    Error&& during(std::string_view what) &&;
};

/// An error that a server sent, or that our engine sends: `code` and `codeName` as MongoDB names
/// them.
Error serverError(int code, std::string codeName, std::string message);

} // namespace sandglass::base
