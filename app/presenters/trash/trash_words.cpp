// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/trash/trash_words.h"

#include "app/presenters/words/words.h"
#include "app/services/trash/trash_commands.h"

#include <QCoreApplication>
#include <QStringList>

#include <limits>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct TrashWords
{
    Q_DECLARE_TR_FUNCTIONS(TrashWords)
};

int pluralOf(std::int64_t count)
{
    return static_cast<int>(std::min<std::int64_t>(count, std::numeric_limits<int>::max()));
}

// A number that the catalogue's plural forms can use.
QString documents(std::int64_t count)
{
    return TrashWords::tr("%Ln document(s)", nullptr, pluralOf(count));
}

QStringList reasonsOf(const services::PutBackReply& reply)
{
    QStringList sentences;
    if (reply.refused > 0) {
        //: %1: "3 documents"
        sentences << TrashWords::tr("%1 cannot be put back:").arg(documents(reply.refused));
        for (const std::string& reason : reply.reasons) {
            // in one line: a server's text may hold line breaks
            sentences << text(reason).simplified();
        }
    }
    return sentences;
}

} // namespace

QString trashLimitWords(const services::TrashLimits& limits)
{
    if (!limits.keeps()) {
        return TrashWords::tr("What expires is deleted for good.");
    }
    if (limits.bytes == 0) {
        return TrashWords::tr("What expires is kept here for %Ln day(s).", nullptr,
                              pluralOf(limits.days));
    }
    if (limits.days == 0) {
        //: %1: a size such as "1.0 GiB"
        return TrashWords::tr("What expires is kept here, up to %1.").arg(bytesText(limits.bytes));
    }
    //: %1: a size such as "1.0 GiB"
    return TrashWords::tr("What expires is kept here for %Ln day(s), up to %1.", nullptr,
                          pluralOf(limits.days))
        .arg(bytesText(limits.bytes));
}

QString trashPassWords(const services::TrashPass& pass, const QTimeZone& zone)
{
    //: %1: a time; %2: a collection; %3: "3 documents"
    return TrashWords::tr("%1 – %2, %3")
        .arg(momentText(pass.startedAt, zone), text(pass.ns), documents(pass.documents));
}

QString putBackQuestion(const services::PutBackReply& counted)
{
    const std::int64_t possible = counted.matched - counted.refused;
    //: %1: "3 documents"
    QStringList sentences{TrashWords::tr("Put %1 back?").arg(documents(possible))};
    sentences << TrashWords::tr(
        "Rules by which they are due are held until you confirm that they may delete again.");
    const QStringList refused = reasonsOf(counted);
    return refused.isEmpty() ? sentences.join(u' ')
                             : sentences.join(u' ') + u"\n\n"_s + refused.join(u'\n');
}

QString putBackWords(const services::PutBackReply& done)
{
    //: %1: "3 documents"
    QStringList sentences{TrashWords::tr("%1 put back.").arg(documents(done.putBack))};
    return (sentences + reasonsOf(done)).join(u' ');
}

} // namespace sandglass::presenters
