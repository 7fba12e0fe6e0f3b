// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/words/failure_text.h"

#include "app/presenters/words/failure_rows.h"
#include "app/presenters/words/refusal_text.h"
#include "app/presenters/words/words.h"
#include "app/ttl/privilege.h"

#include <QCoreApplication>
#include <QStringList>

#include <cstdint>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct Failure
{
    Q_DECLARE_TR_FUNCTIONS(Failure)
};

// More of a server's text is in the details only.
constexpr qsizetype kLongestReason = 300;

QString translated(const char* source)
{
    return source ? QCoreApplication::translate("FailureRow", source) : QString();
}

void useRow(const FailureRow& row, FailureText& failure)
{
    failure.sentence = translated(row.sentence);
    failure.advice = translated(row.advice);
    failure.remedy = row.remedy;
}

// A code without words of its own: what the server says is the best there is.
QString serverSays(const QString& message)
{
    const QString line = message.simplified();
    if (line.isEmpty()) {
        return {};
    }
    //: %1 is the message of a server, in English
    return Failure::tr("It says: %1")
        .arg(line.size() <= kLongestReason ? line : line.first(kLongestReason) + u'…');
}

// What is gone: by the commands before the one that failed, or by all of them.
QString deletedText(base::LocalReason reason, std::int64_t deleted)
{
    const int count = pluralCount(deleted);
    return reason == base::LocalReason::DeletionCut
        ? Failure::tr("%Ln document(s) were deleted, as reading back shows.", nullptr, count)
        : Failure::tr("Before that, %Ln document(s) were deleted.", nullptr, count);
}

// Whether the server's code says more than our kind of the error. A lost answer, for one, is more
// important than the code with which it was lost.
bool codeDecides(Errc kind)
{
    return kind == Errc::Server || kind == Errc::NotPermitted || kind == Errc::Timeout
        || kind == Errc::NotFound || kind == Errc::Unsupported;
}

} // namespace

FailureText describe(const base::Error& error)
{
    FailureText failure;
    useRow(rowOf(error.code), failure);
    failure.details = text(error.message);
    const FailureRow* row = rowOfServerCode(error.serverCode);
    if (const FailureRow* reason = rowOf(error.reason)) {
        useRow(*reason, failure);
    } else if (row && codeDecides(error.code)) {
        useRow(*row, failure);
    } else if (error.code == Errc::Server && error.serverCode != 0) {
        failure.why = serverSays(failure.details);
    }
    failure.notPermitted = ttl::isRefusal(error);
    failure.connectionLost = error.code == base::Errc::Network;
    if (const std::optional<ttl::Refusal> refusal = ttl::refusalOf(error)) {
        describeRefusal(*refusal, failure);
    }
    if (error.deleted.value_or(0) > 0) {
        failure.sentence += u' ' + deletedText(error.reason, *error.deleted);
    }
    // 0: the error is not from a server, so there is no code to show
    if (error.serverCode != 0) {
        failure.codeName
            = (QString::number(error.serverCode) + u' ' + text(error.serverCodeName)).trimmed();
    }
    return failure;
}

QString inOneLine(const FailureText& failure)
{
    QStringList parts{failure.sentence, failure.why, failure.advice};
    parts.removeAll(QString());
    return parts.join(u' ');
}

} // namespace sandglass::presenters
