// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_pages.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;

namespace sandglass::ui {

const QString kFirstHelpPage = u"index"_s;

namespace {

const QString kEnglish = u"en"_s;

} // namespace

QStringList helpPages()
{
    QFile contents(u":/help/contents.txt"_s);
    QStringList pages;
    if (contents.open(QIODevice::ReadOnly)) {
        pages = QString::fromUtf8(contents.readAll()).split(u'\n', Qt::SkipEmptyParts);
    }
    QStringList others = QDir(u":/help/"_s + kEnglish).entryList();
    others.replaceInStrings(u".html"_s, QString());
    others.removeIf([&](const QString& page) { return pages.contains(page); });
    return pages + others;
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

} // namespace sandglass::ui
