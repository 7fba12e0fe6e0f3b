// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace sandglass::tests {

/// Whether a text has all of these parts, one behind the other. Tests of sentences look for the
/// numbers and names in them, so that better words do not break them.
inline bool hasInOrder(const QString& text, const QStringList& parts)
{
    qsizetype from = 0;
    for (const QString& part : parts) {
        const qsizetype at = text.indexOf(part, from);
        if (at < 0) {
            return false;
        }
        from = at + part.size();
    }
    return true;
}

} // namespace sandglass::tests
