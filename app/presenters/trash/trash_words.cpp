// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/trash/trash_words.h"

#include "app/presenters/words/words.h"
#include "app/protocol/server_code.h"
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

// The codes that our engine gives; in words of ours, since a server's name what no user knows.
QString refusalWords(const services::PutBackRefusal& refusal)
{
    const QString ns = text(refusal.ns);
    switch (static_cast<protocol::ServerCode>(refusal.code)) {
    case protocol::ServerCode::NamespaceNotFound:
        //: %1: a collection
        return TrashWords::tr("%1 was dropped. What it held can go into a collection of the same "
                              "name, as soon as there is one.")
            .arg(ns);
    case protocol::ServerCode::IllegalOperation:
        //: %1: a collection
        return TrashWords::tr("%1 is capped now, and nothing can be put back into a capped "
                              "collection.")
            .arg(ns);
    case protocol::ServerCode::DuplicateKey:
        //: %1: a collection
        return TrashWords::tr("%1 has another document with the same _id, or with the same value "
                              "in a unique index.")
            .arg(ns);
    default:
        break;
    }
    // in one line: a server's text may hold line breaks
    return text(refusal.reason).simplified();
}

QStringList reasonsOf(const services::PutBackReply& reply)
{
    QStringList sentences;
    if (reply.refused > 0) {
        //: %1: "3 documents"
        sentences << TrashWords::tr("%1 cannot be put back:").arg(documents(reply.refused));
        for (const services::PutBackRefusal& reason : reply.reasons) {
            if (const QString words = refusalWords(reason); !sentences.contains(words)) {
                sentences << words;
            }
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
        .arg(zonedMomentText(pass.startedAt, zone), text(pass.ns), documents(pass.documents));
}

PutBackQuestion putBackQuestion(const services::PutBackReply& counted,
                                const services::PutBackReply& byName)
{
    const std::int64_t possible = counted.matched - counted.refused;
    const std::int64_t named = byName.matched - byName.refused;
    PutBackQuestion question;
    QStringList paragraphs;
    if (possible > 0 || named > possible) {
        paragraphs
            //: %1: "3 documents"
            << TrashWords::tr("Put %1 back?").arg(documents(std::max(possible, named))) + u' '
                + TrashWords::tr("Rules by which they are due are held until you confirm that they "
                                 "may delete again.");
    }
    if (possible > 0) {
        //: %1: "3 documents"; of a button
        question.confirm = TrashWords::tr("Put %1 &back").arg(documents(possible));
    }
    if (named > possible) {
        //: %1: "3 documents"
        paragraphs << TrashWords::tr(
                          "The collection of %1 was dropped, and there is another one of "
                          "the same name. They can go into that one.")
                          .arg(documents(named - possible));
        //: %1: "3 documents"; of a button: also into collections of the same name
        question.byName = TrashWords::tr("Put %1 back by &name").arg(documents(named));
    }
    if (const QStringList refused = reasonsOf(named > possible ? byName : counted);
        !refused.isEmpty()) {
        paragraphs << refused.join(u'\n');
    }
    question.text = paragraphs.join(u"\n\n"_s);
    return question;
}

QString putBackWords(const services::PutBackReply& done)
{
    //: %1: "3 documents"
    QStringList sentences{TrashWords::tr("%1 put back.").arg(documents(done.putBack))};
    return (sentences + reasonsOf(done)).join(u' ');
}

} // namespace sandglass::presenters
