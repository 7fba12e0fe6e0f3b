// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/restore/restore_words.h"

#include "app/presenters/words/failure_text.h"
#include "app/presenters/words/words.h"
#include "app/protocol/server_code.h"
#include "app/services/restore/restore_folder.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct RestoreWords
{
    Q_DECLARE_TR_FUNCTIONS(RestoreWords)
};

// A full disk is the usual reason, so it has a translated sentence. Our own message about a file
// names it; what the server says is in words already.
QString cause(const Error& error)
{
    if (error.serverCode == static_cast<int>(protocol::ServerCode::OutOfDiskSpace)) {
        return RestoreWords::tr("The disk is full.");
    }
    return error.code == Errc::Storage && error.serverCode == 0 ? text(error.message)
                                                                : inOneLine(describe(error));
}

} // namespace

QString restoreProblem(const Error& error)
{
    return RestoreWords::tr("No restore point could be made, and nothing was changed.") + u' '
        + cause(error);
}

QString rehearsalProblem(const Error& error)
{
    return RestoreWords::tr("The rehearsal could not be prepared.") + u' ' + cause(error);
}

QString causeWords(const services::RestoreCause& cause)
{
    const QString ns = text(cause.ns.text());
    switch (cause.reason) {
    case services::RestoreReason::ByHand:
        return RestoreWords::tr("made manually");
    case services::RestoreReason::BeforeChange:
        return ns.isEmpty() ? RestoreWords::tr("before a change of several rules")
                            : RestoreWords::tr("before a change of %1").arg(ns);
    case services::RestoreReason::BeforePurge:
        return RestoreWords::tr("before a purge of %1").arg(ns);
    case services::RestoreReason::BeforeRestore:
        break;
    }
    return RestoreWords::tr("the data before a restore");
}

} // namespace sandglass::presenters
