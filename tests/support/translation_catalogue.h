// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QString>
#include <QStringList>
#include <QXmlStreamReader>

#include <optional>
#include <vector>

namespace sandglass::tests {

/// One text of a catalogue of translations.
struct CatalogueText
{
    QString context; ///< the class, with its namespace
    QString source; ///< as in the program
    QStringList forms; ///< one translation, or the plural forms
    bool plural = false;
    bool finished = true;
};

namespace detail {

inline CatalogueText readCatalogueText(QXmlStreamReader& xml, const QString& context)
{
    CatalogueText text;
    text.context = context;
    text.plural = xml.attributes().value(QLatin1StringView("numerus")) == QLatin1StringView("yes");
    while (xml.readNextStartElement()) {
        if (xml.name() == QLatin1StringView("source")) {
            text.source = xml.readElementText();
        } else if (xml.name() != QLatin1StringView("translation")) {
            xml.skipCurrentElement();
        } else {
            text.finished = !xml.attributes().hasAttribute(QLatin1StringView("type"));
            if (!text.plural) {
                text.forms << xml.readElementText();
                continue;
            }
            while (xml.readNextStartElement()) {
                text.forms << xml.readElementText();
            }
        }
    }
    return text;
}

} // namespace detail

/// Every text of a catalogue (".ts"); nothing when it cannot be read to its end.
inline std::optional<std::vector<CatalogueText>> readCatalogue(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return std::nullopt;
    }
    QXmlStreamReader xml(&file);
    std::vector<CatalogueText> texts;
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        if (xml.name() == QLatin1StringView("name")) {
            context = xml.readElementText();
        } else if (xml.name() == QLatin1StringView("message")) {
            texts.push_back(detail::readCatalogueText(xml, context));
        }
    }
    return xml.hasError() ? std::nullopt : std::optional(texts);
}

} // namespace sandglass::tests
