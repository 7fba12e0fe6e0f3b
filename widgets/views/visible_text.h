// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass::widgets {

/// Longer texts, in UTF-16 units, are not shown whole.
inline constexpr qsizetype kMostShown = 8000;

/// Text from a server in a form that is safe to show. Control, bidirectional, zero-width and
/// unassigned characters become visible marks such as "‹U+202E›", so that a name cannot imitate
/// another one. Line feed and tab become "↵" and "⇥". Everything else stays, in any language. Of a
/// text that is longer than kMostShown the middle is left out: "… (16,777,216 characters in all)
/// …" stands there. So what is shown is not what commands and comparisons take. Pure; any thread.
QString visibleText(const QString& text);
/// As visibleText(), but line breaks stay: for a text of several paragraphs, whose parts from
/// outside hold none.
QString visibleParagraphs(const QString& text);

/// What a user means who types a name to confirm something: `name`, if `typed` is what
/// visibleText() shows for it, as no keyboard has the characters that its marks stand for, and a
/// line cannot hold some of them. Otherwise what was typed. Pure; any thread.
QString meantName(const QString& typed, const QString& name);

/// A tool tip that shows exactly `text`, line feeds included. Qt would guess whether a plain text
/// is HTML, so this returns escaped HTML; empty for an empty text. Pure; any thread.
QString toolTipText(const QString& text);

} // namespace sandglass::widgets
