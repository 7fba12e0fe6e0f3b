// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_pages.h"

#include <QCoreApplication>
#include <QFile>
#include <QHash>
#include <QWidget>

using namespace Qt::StringLiterals;

namespace sandglass::ui {

const QString kFirstHelpPage = u"index"_s;

namespace {

const QString kEnglish = u"en"_s;

/// The page of each screen and dialog, by object name.
const QHash<QString, QString>& pagesByName()
{
    static const QHash<QString, QString> kPages{
        {u"inventoryPage"_s, u"inventory"_s},
        {u"navigatorDock"_s, u"inventory"_s},
        {u"collectionPage"_s, u"collection"_s},
        {u"savePictureDialog"_s, u"collection"_s},
        {u"inspectorDock"_s, u"index"_s},
        {u"indexesTab"_s, u"create"_s},
        {u"createIndexDialog"_s, u"create"_s},
        {u"changeIndexDialog"_s, u"change"_s},
        {u"batchChangeDialog"_s, u"change"_s},
        {u"undoDialog"_s, u"journal"_s},
        {u"undoBar"_s, u"journal"_s},
        {u"doctorTab"_s, u"doctor"_s},
        {u"doctorDialog"_s, u"doctor"_s},
        {u"purgeDialog"_s, u"purge"_s},
        {u"purgeNotice"_s, u"purge"_s},
        {u"archiveFolderDialog"_s, u"purge"_s},
        {u"restorePointsDialog"_s, u"restore"_s},
        {u"restoreDataBox"_s, u"restore"_s},
        {u"deleteRestorePointBox"_s, u"restore"_s},
        {u"rehearsalBanner"_s, u"restore"_s},
        {u"documentsTab"_s, u"documents"_s},
        {u"documentEditor"_s, u"documents"_s},
        {u"expireAtDialog"_s, u"documents"_s},
        {u"deleteDocumentsBox"_s, u"documents"_s},
        {u"touchDocumentsBox"_s, u"documents"_s},
        {u"expireDocumentsBox"_s, u"documents"_s},
        {u"engineFolderDialog"_s, u"engine"_s},
        {u"activityDock"_s, u"journal"_s},
        {u"undoBox"_s, u"journal"_s},
        {u"connectDialog"_s, u"connections"_s},
        {u"engineLogDock"_s, u"engine"_s},
        {u"preferencesDialog"_s, u"preferences"_s},
        {u"shortcutsDialog"_s, u"shortcuts"_s},
        {u"aboutBox"_s, u"index"_s},
    };
    return kPages;
}

} // namespace

QStringList helpPages()
{
    return {kFirstHelpPage,   u"inventory"_s, u"collection"_s,   u"create"_s,
            u"change"_s,      u"documents"_s, u"doctor"_s,       u"purge"_s,
            u"restore"_s,     u"journal"_s,   u"connections"_s,  u"engine"_s,
            u"preferences"_s, u"shortcuts"_s, u"command-line"_s, u"ttl"_s};
}

QString helpLanguage()
{
    //: the folder of the help pages in this language: en or zh_CN
    // the translation of this text is the name of a folder, so the help follows the catalogue
    return QCoreApplication::translate("HelpPages", "en");
}

QString helpFile(const QString& page, const QString& language)
{
    for (const QString& folder : {language, kEnglish}) {
        QString file = u":/help/%1/%2.html"_s.arg(folder, page);
        if (QFile::exists(file)) {
            return file;
        }
    }
    return {};
}

QString helpTitle(const QString& file)
{
    QFile page(file);
    if (!page.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QString text = QString::fromUtf8(page.readAll());
    const qsizetype start = text.indexOf("<title>"_L1) + 7;
    const qsizetype end = text.indexOf("</title>"_L1, start);
    // -1 + 7 if there is no <title>
    return start < 7 || end < start ? QString() : text.mid(start, end - start);
}

QString helpPageOf(const QWidget* widget)
{
    for (const QWidget* each = widget; each; each = each->parentWidget()) {
        if (QString page = pagesByName().value(each->objectName()); !page.isEmpty()) {
            return page;
        }
    }
    return {};
}

} // namespace sandglass::ui
