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
    /// checks. ShowDocuments opens the documents in question, ShowIndexes the indexes of the
    /// collection, ShowMembers the monitors of the server, Connect the dialog to connect.
    enum class Kind {
        CreateIndex,
        ChangeIndex,
        LookAgain,
        ShowDocuments,
        ShowIndexes,
        ShowMembers,
        Connect
    };
    Kind kind = Kind::LookAgain;
    ttl::IndexRef index; ///< of the finding; without a name: its collection. An empty namespace:
                         ///< the server. ChangeIndex without a name: the collection's own rule
    QString buttonText; ///< with an access key
    QString filter; ///< ShowDocuments: which ones, as a filter in JSON; empty: all
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
