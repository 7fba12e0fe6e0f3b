// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/forecast/picture_caption.h"

#include "app/presenters/connections/connection_words.h"
#include "app/presenters/words/words.h"
#include "app/services/connections/connection_service.h"
#include "app/services/shell/link_list.h"
#include "app/services/shell/service_set.h"

#include <QCoreApplication>
#include <QDateTime>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

struct Caption
{
    Q_DECLARE_TR_FUNCTIONS(PictureCaption)
};

// Names of servers and collections may hold what a file name must not.
QString fileNamePart(const QString& text)
{
    constexpr int kLongest = 60; // file systems allow 255 bytes for the whole name
    QString part;
    for (const QChar unit : text.left(kLongest)) {
        const bool plain = unit.isLetterOrNumber() || unit == u'.' || unit == u'_' || unit == u'-';
        part += plain ? unit : QChar(u'-');
    }
    return part;
}

} // namespace

PictureCaption captionOf(const services::ServiceSet& services, const PictureSubject& subject)
{
    const QString server
        = serverTitle(services.connections.state(), services.links.known(services.linkId));
    PictureCaption caption;
    const QString name = subject.collection ? text(subject.collection->text()) : QString();
    caption.title = subject.rules
        ? Caption::tr("Expirations of %Ln rule(s) after the change", nullptr, *subject.rules)
        : !subject.collection ? Caption::tr("Expirations of all collections")
        : subject.isPreview   ? Caption::tr("Expirations of %1 after the change").arg(name)
                              : Caption::tr("Expirations of %1").arg(name);
    if (subject.perRule) {
        //: %1 is the title of a picture: "Expirations of shop.sessions"
        caption.title
            = Caption::tr("%1 (a document with dates for several rules counts once for each)")
                  .arg(caption.title);
    }
    caption.details = server;
    QString date;
    if (!subject.edges.empty()) {
        const QTimeZone& zone = subject.zone;
        //: server, from, to, time zone, moment; below the title of an exported picture
        caption.details
            = Caption::tr("%1 · %2 – %3 · time zone %4 · counted %5")
                  .arg(server, momentText(subject.edges.front(), zone),
                       momentText(subject.edges.back(), zone), QString::fromLatin1(zone.id()),
                       momentText(subject.countedAt, zone));
        date = u'-' + toDateTime(subject.countedAt, zone).toString(u"yyyyMMdd-HHmm"_s);
    }
    caption.fileName = u"expirations-"_s + fileNamePart(server) + u'-'
        + (subject.collection  ? fileNamePart(name)
               : subject.rules ? u"rules"_s
                               : u"all"_s)
        + (subject.isPreview ? u"-change"_s : QString()) + date;
    return caption;
}

} // namespace sandglass::presenters
