// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/error.h"
#include "app/presenters/words/failure_rows.h"

#include <QString>

namespace sandglass::presenters {

/// An error in words, shown beside its cause.
struct FailureText
{
    QString sentence; ///< what went wrong and why, translated
    QString why; ///< what the server says about it, untranslated but for the introduction; only for
                 ///< a code without words of its own
    QString advice; ///< what to do about it, translated; may be empty
    QString codeName; ///< the server's code and name, "67 CannotCreateIndex"; empty for an error
                      ///< that is not from a server
    QString
        details; ///< the message of the server or the system, untranslated; folded away at first
    FailureRemedy remedy = FailureRemedy::None; ///< what a button beside it can do
    bool notPermitted = false; ///< a missing permission, shown as a state and not as a failure
    bool connectionLost = false; ///< the window says so once, for all its pages

    bool operator==(const FailureText&) const = default;
};

/// Returns the sentences for an error. GUI thread.
FailureText describe(const base::Error& error);
/// Sentence, reason and advice in one line, for places without folded details. Pure.
QString inOneLine(const FailureText& failure);

} // namespace sandglass::presenters
