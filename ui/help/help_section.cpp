// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_section.h"

#include <QTextBlock>
#include <QTextDocument>

namespace sandglass::ui {

namespace {

QString anchorOf(const QTextBlock& heading)
{
    for (auto part = heading.begin(); !part.atEnd(); ++part) {
        if (const QStringList names = part.fragment().charFormat().anchorNames();
            !names.isEmpty()) {
            return names.front();
        }
    }
    return {};
}

QString textOf(const QTextBlock& block)
{
    // what stands for a picture
    return block.text().remove(QChar::ObjectReplacementCharacter);
}

} // namespace

std::vector<HelpSection> helpSections(const QString& html)
{
    QTextDocument page;
    page.setUndoRedoEnabled(false);
    page.setHtml(html);
    std::vector<HelpSection> sections;
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() > 0) {
            sections.push_back({anchorOf(block), textOf(block).simplified(), {}});
        } else if (!sections.empty()) {
            sections.back().text += u' ' + textOf(block);
        }
    }
    for (HelpSection& section : sections) {
        section.text = section.text.simplified();
    }
    return sections;
}

} // namespace sandglass::ui
