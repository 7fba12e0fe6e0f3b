// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/words/failure_rows.h"

#include <QtGlobal>

#include <array>
#include <cstddef>

namespace sandglass::presenters {

namespace {

constexpr FailureRow kInternal{
    QT_TRANSLATE_NOOP("FailureRow", "Something went wrong inside this program."),
    QT_TRANSLATE_NOOP("FailureRow", "Include the details when you report it."),
    FailureRemedy::None};

} // namespace

const FailureRow& rowOf(base::Errc code)
{
    // in the order of Errc
    static constexpr auto kRows = std::to_array<FailureRow>({
        {QT_TRANSLATE_NOOP("FailureRow", "A value is not valid."),
         QT_TRANSLATE_NOOP("FailureRow", "Correct the value and try again."), FailureRemedy::None},
        {QT_TRANSLATE_NOOP("FailureRow", "It no longer exists."),
         QT_TRANSLATE_NOOP("FailureRow", "Refresh to see the current state."),
         FailureRemedy::Refresh},
        {QT_TRANSLATE_NOOP("FailureRow", "The result is not what was requested."),
         QT_TRANSLATE_NOOP("FailureRow",
                           "Check the current state of the index before you try again."),
         FailureRemedy::Refresh},
        {QT_TRANSLATE_NOOP("FailureRow", "This is not permitted."),
         QT_TRANSLATE_NOOP("FailureRow",
                           "Unlock the connection, or ask for the missing privilege."),
         FailureRemedy::Unlock},
        {QT_TRANSLATE_NOOP("FailureRow", "This server does not support it."),
         QT_TRANSLATE_NOOP("FailureRow",
                           "What this server can do, in the menu Server, lists what it supports."),
         FailureRemedy::None},
        {QT_TRANSLATE_NOOP("FailureRow", "The server returned an error."),
         QT_TRANSLATE_NOOP("FailureRow", "The details contain the message of the server."),
         FailureRemedy::Retry},
        {QT_TRANSLATE_NOOP("FailureRow", "The server cannot be reached."),
         QT_TRANSLATE_NOOP("FailureRow",
                           "Check that it is running and that the address is correct."),
         FailureRemedy::Retry},
        {QT_TRANSLATE_NOOP("FailureRow", "The server took too long."),
         QT_TRANSLATE_NOOP("FailureRow", "Try again, or choose a smaller range."),
         FailureRemedy::Retry},
        {QT_TRANSLATE_NOOP("FailureRow", "It was cancelled."), nullptr, FailureRemedy::Retry},
        {QT_TRANSLATE_NOOP("FailureRow", "A file could not be read or written."),
         QT_TRANSLATE_NOOP("FailureRow",
                           "The details name it. Check the free space and the permissions of its "
                           "folder."),
         FailureRemedy::Retry},
        {QT_TRANSLATE_NOOP("FailureRow", "The reply of the server could not be understood."),
         QT_TRANSLATE_NOOP("FailureRow",
                           "Another program or a proxy may answer at this address. Check host and "
                           "port."),
         FailureRemedy::Retry},
        {QT_TRANSLATE_NOOP("FailureRow",
                           "The connection leads to another server now, so nothing was sent."),
         QT_TRANSLATE_NOOP("FailureRow",
                           "Check which server it is before you unlock the connection."),
         FailureRemedy::Refresh},
        {QT_TRANSLATE_NOOP("FailureRow",
                           "No answer arrived, so the server may have made the change."),
         QT_TRANSLATE_NOOP("FailureRow",
                           "The journal is completed as soon as the server can be asked."),
         FailureRemedy::Refresh},
        kInternal,
    });
    static_assert(kRows.size() == static_cast<std::size_t>(base::Errc::Internal) + 1);
    const auto place = static_cast<std::size_t>(code);
    return place < kRows.size() ? kRows[place] : kInternal;
}

} // namespace sandglass::presenters
