// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QtGlobal>

#include <vector>

namespace sandglass::widgets {

/// What is saved of a column; `width` in ems, so that it fits another font.
struct KeptColumn
{
    qint32 column = 0;
    double width = 0;
    bool hidden = false;
    bool wanted = false; ///< shown even where there is no room
};

/// What is saved of a table, columns in the order shown.
struct KeptColumns
{
    std::vector<KeptColumn> columns;
    qint32 sorted = -1; ///< the column that sorts; -1: none
    bool descending = false;
    bool chosen = false; ///< the user has set a width
};

/// The bytes that are saved. Pure; any thread.
QByteArray written(const KeptColumns& kept);
/// What written() has saved, also an earlier version. Without columns unless the bytes describe
/// each of `count` columns once, one of them visible. Pure; any thread.
KeptColumns readColumns(const QByteArray& bytes, int count);

} // namespace sandglass::widgets
