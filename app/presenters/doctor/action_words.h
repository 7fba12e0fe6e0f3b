// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/doctor/finding.h"
#include "app/ttl/types.h"

#include <QString>

#include <optional>

namespace sandglass::presenters {

/// What one press of a button does about a finding.
struct DoctorRemedy
{
    /// What the button does; LookAgain examines everything once more.
    enum class Kind { CreateIndex, ChangeIndex, LookAgain };
    Kind kind = Kind::LookAgain;
    ttl::IndexRef index; ///< CreateIndex: only its collection
    QString buttonText; ///< with an access key
};

/// The words of one action, and what a button can do for it. An action without a row does not
/// compile.
struct ActionWords
{
    ttl::doctor::Action id;
    QString (*advice)(); ///< a whole sentence; none only for Action::None
    std::optional<DoctorRemedy::Kind> remedy = std::nullopt; ///< none: the words alone must do
    QString (*buttonText)() = nullptr; ///< with an access key; where there is a remedy
};

/// The words of an action. GUI thread.
const ActionWords& wordsOf(ttl::doctor::Action action);

} // namespace sandglass::presenters
