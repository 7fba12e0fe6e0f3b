// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/languages.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

using namespace Qt::StringLiterals;

namespace sandglass::resources {

namespace {

const QString kEnglish = u"en"_s;
const QString kSimplifiedChinese = u"zh_CN"_s;

/// The available language that a name such as "zh-Hans-CN" means; empty if there is none.
QString languageNamed(const QString& name)
{
    const QStringList parts = name.split(u'-');
    // these regions write Traditional Chinese unless the script says otherwise
    const bool traditional = parts.contains(u"Hant"_s) || parts.contains(u"TW"_s)
        || parts.contains(u"HK"_s) || parts.contains(u"MO"_s);
    if (parts.front() == "zh"_L1 && (!traditional || parts.contains(u"Hans"_s))) {
        return kSimplifiedChinese;
    }
    return parts.front() == "en"_L1 ? kEnglish : QString();
}

// Installs a catalogue. A missing one is no error: the texts then stay English.
void install(const QString& file, const QString& folder)
{
    auto* translator = new QTranslator(QCoreApplication::instance());
    if (translator->load(file, folder)) {
        QCoreApplication::installTranslator(translator);
    } else {
        delete translator;
    }
}

} // namespace

QStringList languages()
{
    return {kEnglish, kSimplifiedChinese};
}

QString languageFor(const QString& chosen, const QStringList& wanted)
{
    if (languages().contains(chosen)) {
        return chosen;
    }
    for (const QString& name : wanted) {
        if (QString found = languageNamed(name); !found.isEmpty()) {
            return found;
        }
    }
    return kEnglish;
}

QString installLanguage(const QString& chosen)
{
    const QLocale system = QLocale::system();
    QString language = languageFor(chosen, system.uiLanguages());
    const QLocale locale(language);
    if (language == chosen && locale.language() != system.language()) {
        QLocale::setDefault(locale);
    }
    // the texts of Qt, such as those of its dialogs; in the source they are English
    if (language != kEnglish) {
        install(u"qtbase_"_s + language, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    }
    // English has a catalogue too, for its plural forms
    install(u"sandglass_"_s + language, u":/i18n"_s);
    return language;
}

} // namespace sandglass::resources
