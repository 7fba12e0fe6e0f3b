// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/finding.h"
#include "app/ttl/types.h"

#include <QString>

#include <optional>

namespace sandglass::presenters {

/// A button that helps with a finding.
struct DoctorRemedy
{
    /// What the button does. CreateIndex and ChangeIndex open their dialog, LookAgain repeats all
    /// checks.
    enum class Kind { CreateIndex, ChangeIndex, LookAgain };
    Kind kind = Kind::LookAgain;
    ttl::IndexRef index; ///< CreateIndex: only its collection
    QString buttonText; ///< with an access key
};

/// The words of an action. The table of all actions is checked when it is compiled: none may be
/// missing.
struct ActionWords
{
    ttl::doctor::Action id;
    QString (*advice)(); ///< returns a whole sentence; an empty text only for Action::None
    std::optional<DoctorRemedy::Kind> remedy = std::nullopt; ///< unset: there is no button
    QString (*buttonText)() = nullptr; ///< with an access key; null without a remedy
};

/// Returns the words of an action, valid for ever. GUI thread.
const ActionWords& wordsOf(ttl::doctor::Action action);

} // namespace sandglass::presenters
