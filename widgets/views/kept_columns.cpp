// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/kept_columns.h"

#include <QDataStream>
#include <QIODevice>

#include <cstddef>

namespace sandglass::widgets {

namespace {

constexpr quint32 kStateVersion = 2; // 1 did not know which columns the user asked for

} // namespace

QByteArray written(const KeptColumns& kept)
{
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out.setVersion(QDataStream::Qt_6_0);
    out << kStateVersion << static_cast<qint32>(kept.columns.size()) << kept.sorted
        << kept.descending << kept.chosen;
    for (const KeptColumn& each : kept.columns) {
        out << each.column << each.width << each.hidden << each.wanted;
    }
    return bytes;
}

KeptColumns readColumns(const QByteArray& bytes, int count)
{
    QDataStream in(bytes);
    in.setVersion(QDataStream::Qt_6_0);
    quint32 version = 0;
    qint32 columns = 0;
    KeptColumns kept;
    in >> version >> columns >> kept.sorted >> kept.descending >> kept.chosen;
    if (in.status() != QDataStream::Ok || version < 1 || version > kStateVersion || columns != count
        || kept.sorted >= count) {
        return {};
    }
    std::vector<bool> seen(static_cast<std::size_t>(count));
    bool anyVisible = false;
    for (int place = 0; place < count; ++place) {
        KeptColumn each;
        in >> each.column >> each.width >> each.hidden;
        if (version > 1) {
            in >> each.wanted;
        }
        // a NaN fails the comparison, too
        const bool usable = in.status() == QDataStream::Ok && each.column >= 0
            && each.column < count && each.width > 0 && each.width < 1'000
            && !seen[static_cast<std::size_t>(each.column)];
        if (!usable) {
            return {};
        }
        seen[static_cast<std::size_t>(each.column)] = true;
        anyVisible = anyVisible || !each.hidden;
        kept.columns.push_back(each);
    }
    return anyVisible ? kept : KeptColumns();
}

} // namespace sandglass::widgets
