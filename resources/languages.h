// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace sandglass::resources {

/// The languages with a translation, as codes: "en" and "zh_CN". Any thread.
QStringList languages();

/// The language to use for a choice of the user. If `chosen` is one of languages(), that one.
/// Otherwise the first one in `wanted` that is available; `wanted` has names such as "zh-Hans-CN",
/// as QLocale::uiLanguages() returns them. English if none is available. Traditional Chinese does
/// not count as Simplified Chinese. Any thread.
QString languageFor(const QString& chosen, const QStringList& wanted);

/// Installs the translations of the program and of Qt for the language of `chosen`, see
/// languageFor(). They stay until the application ends. If the user chose a language other than
/// that of the system, numbers and dates follow it. Call it once, after initResources() and before
/// the first window. Returns the language in use. GUI thread.
QString installLanguage(const QString& chosen);

} // namespace sandglass::resources
