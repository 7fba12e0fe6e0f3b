// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandglass::widgets {

/// Text from a server in a form that is safe to show. Control, bidirectional, zero-width and
/// unassigned characters become visible marks such as "‹U+202E›", so that a name cannot imitate
/// another one. Line feed and tab become "↵" and "⇥". Everything else stays, in any language. Pure;
/// any thread.
QString visibleText(const QString& text);
/// As visibleText(), but line breaks stay: for a text of several paragraphs, whose parts from
/// outside hold none.
QString visibleParagraphs(const QString& text);

/// A tool tip that shows exactly `text`, line feeds included. Qt would guess whether a plain text
/// is HTML, so this returns escaped HTML; empty for an empty text. Pure; any thread.
QString toolTipText(const QString& text);

} // namespace sandglass::widgets
