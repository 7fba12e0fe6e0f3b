// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace sandglass::resources {

/// The languages there is a translation for, as codes: "en" and "zh_CN".
QStringList languages();

/// The language for a user's choice. `chosen` is one of languages(); anything else means the first
/// of `wanted` (as QLocale::uiLanguages() lists them, such as "zh-Hans-CN") that there is. English
/// when none fits. Traditional Chinese is not taken for simplified. Any thread.
QString languageFor(const QString& chosen, const QStringList& wanted);

/// Installs the texts of the program and of Qt in the chosen language, for the life of the
/// application. Numbers and dates follow it when the system's locale speaks another language. Once,
/// after initResources() and before the first window. Gives back the language in force. GUI thread.
QString installLanguage(const QString& chosen);

} // namespace sandglass::resources
