// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/error.h"

#include <QString>

namespace sandglass::presenters {

/// An error in words, shown beside its cause.
struct FailureText
{
    QString sentence; ///< what went wrong and why, translated
    QString advice; ///< what to do about it, translated; may be empty
    QString codeName; ///< the server's code and name, "67 CannotCreateIndex"; empty for an error
                      ///< that is not from a server
    QString
        details; ///< the message of the server or the system, untranslated; folded away at first
    bool notPermitted = false; ///< a missing permission, shown as a state and not as a failure
    bool connectionLost = false; ///< the window says so once, for all its pages

    bool operator==(const FailureText&) const = default;
};

/// Returns the sentences for an error. GUI thread.
FailureText describe(const base::Error& error);

} // namespace sandglass::presenters
