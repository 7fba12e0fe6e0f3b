// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/archive/manifest.h"
#include "app/engine/catalog/catalog_codec.h"
#include "app/engine/catalog/dead_lists.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/targets.h"
#include "widgets/views/csv_text.h"

#include <QLocale>
#include <QString>

#include <algorithm>
#include <string>

namespace sandglass::fuzz {

namespace {

/// The text of a CSV cell, as a spreadsheet reads it. RFC 4180.
QString textOfCell(const QString& cell)
{
    if (!cell.startsWith(u'"')) {
        return cell;
    }
    require(cell.size() >= 2 && cell.endsWith(u'"'), "a quoted cell ends with its quote");
    QString text = cell.mid(1, cell.size() - 2);
    const qsizetype quotes = text.count(u'"');
    text.replace(QStringLiteral("\"\""), QStringLiteral("\""));
    require(text.count(u'"') * 2 == quotes, "quotes in a cell are doubled");
    return text;
}

} // namespace

void writeCsv(bson::Bytes input)
{
    const std::string_view bytes = textOf(input);
    const QString text = QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
    const QString safe = widgets::spreadsheetSafe(text);
    require(safe == text || safe == u'\'' + text, "a text is kept, or has an apostrophe before it");
    bool number = false;
    QLocale::c().toDouble(safe, &number);
    require(safe.isEmpty() || number || !QStringLiteral("=+-@\t\r\n").contains(safe.front()),
            "no cell is a formula");
    const QString cell = widgets::csvCell(text);
    const bool quoted = cell.startsWith(u'"');
    require(quoted
                || std::ranges::none_of(
                    cell, [](QChar unit) { return QStringLiteral(",\"\r\n").contains(unit); }),
            "what ends a cell is quoted");
    require(textOfCell(cell) == safe, "a cell is read as it was written");
}

void readManifest(bson::Bytes input)
{
    const auto manifest = archive::parseManifest(std::string(textOf(input)));
    if (!manifest) {
        return;
    }
    const std::string written = archive::manifestText(*manifest);
    const auto again = archive::parseManifest(written);
    require(again.has_value(), "a written manifest can be read");
    require(archive::manifestText(*again) == written, "a written manifest keeps every field");
}

void readStored(bson::Bytes input)
{
    const std::string_view bytes = textOf(input);
    if (const auto collection = engine::catalog::decodeCollection(1, bytes)) {
        const std::string written = engine::catalog::encodeCollection(*collection);
        const auto again = engine::catalog::decodeCollection(1, written);
        require(again.has_value(), "a stored collection can be read");
        require(engine::catalog::encodeCollection(*again) == written,
                "a stored collection keeps every field");
    }
    if (const auto figures = engine::catalog::decodeFigures(bytes)) {
        const std::string written = engine::catalog::encodeFigures(*figures);
        require(engine::catalog::decodeFigures(written).has_value(), "figures can be read");
    }
    if (const auto ids = engine::catalog::decodeNextIds(bytes)) {
        const std::string written = engine::catalog::encodeNextIds(*ids);
        require(engine::catalog::decodeNextIds(written).has_value(), "the next ids can be read");
    }
    if (const auto ids = engine::catalog::decodeRecordIds(bytes)) {
        require(std::ranges::is_sorted(*ids), "a dead list ascends");
        const auto again = engine::catalog::decodeRecordIds(engine::catalog::encodeRecordIds(*ids));
        require(again.has_value() && *again == *ids, "a dead list keeps every id");
    }
}

} // namespace sandglass::fuzz
