// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/error.h"

#include <QString>

namespace sandglass::presenters {

/// A failure in words, to stand beside its cause.
struct FailureText
{
    QString sentence; ///< what went wrong and why, translated
    QString advice; ///< what to do about it, translated; may be empty
    QString codeName; ///< the server's code and name, "67 CannotCreateIndex"; empty when no server
                      ///< said so
    QString details; ///< the words of the server or the system, untranslated; to be folded away
    bool notPermitted = false; ///< a missing permission: a state of the figure, not an accident
};

/// The words for an error. GUI thread.
FailureText describe(const base::Error& error);

} // namespace sandglass::presenters
