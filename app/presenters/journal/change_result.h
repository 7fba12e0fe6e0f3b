// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass::presenters {

/// What a dialog has changed, for the message after it.
struct ChangeResult
{
    QString sentence; ///< a whole sentence; may have names from the server
    QString deletions; ///< "1,978 documents will go with the next pass", without a full stop;
                       ///< empty: it deletes nothing
    bool isOneEntry = true; ///< the last entry of the journal is all of the change, so that its
                            ///< undo takes it back
};

} // namespace sandglass::presenters
