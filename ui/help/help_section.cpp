// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_section.h"

#include <QRegularExpression>
#include <QStringView>

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::ui {

namespace {

bool isHeading(QStringView tag)
{
    return tag.size() == 2 && tag.front() == u'h' && tag.back() >= u'1' && tag.back() <= u'6';
}

// Elements within a line; every other one ends a word.
bool isInline(QStringView tag)
{
    constexpr std::array kInline{"a", "b", "i", "code", "span"};
    for (const char* name : kInline) {
        if (tag == QLatin1String(name)) {
            return true;
        }
    }
    return false;
}

QString withoutEntities(QString text)
{
    constexpr std::array<std::pair<const char*, char>, 5> kEntities{
        {{"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&nbsp;", ' '}, {"&amp;", '&'}}};
    for (const auto& [entity, character] : kEntities) {
        text.replace(QLatin1String(entity), QString(QLatin1Char(character)));
    }
    return text;
}

/// Reads the sections from one page.
class SectionReader
{
public:
    explicit SectionReader(QStringView html)
        : m_html(html)
    {
    }

    std::vector<HelpSection> read()
    {
        while (!m_html.isEmpty()) {
            takeText();
            takeTag();
        }
        for (HelpSection& section : m_sections) {
            section.heading = withoutEntities(section.heading).simplified();
            section.text = withoutEntities(section.text).simplified();
        }
        return std::move(m_sections);
    }

private:
    void add(QStringView text)
    {
        if (!m_sections.empty() && !m_inHead) {
            (m_inHeading ? m_sections.back().heading : m_sections.back().text) += text;
        }
    }

    void takeText()
    {
        const qsizetype end = m_html.indexOf(u'<');
        add(end < 0 ? m_html : m_html.first(end));
        m_html = end < 0 ? QStringView() : m_html.sliced(end);
    }

    void takeTag()
    {
        if (m_html.isEmpty()) {
            return;
        }
        const bool comment = m_html.startsWith("<!--"_L1);
        const auto close = comment ? "-->"_L1 : ">"_L1;
        const qsizetype end = m_html.indexOf(close);
        if (end < 0) {
            add(m_html);
            m_html = {};
            return;
        }
        if (!comment) {
            handle(m_html.sliced(1, end - 1));
        }
        m_html = m_html.sliced(end + close.size());
    }

    void handle(QStringView tag)
    {
        const bool closing = tag.startsWith(u'/');
        static const QRegularExpression kName(u"^/?([A-Za-z0-9]+)"_s);
        const QString name = kName.match(tag.toString()).captured(1).toLower();
        if (name == "head"_L1) {
            m_inHead = !closing;
        } else if (isHeading(name)) {
            if (!closing) {
                static const QRegularExpression kId(u"\\sid=\"([^\"]*)\""_s);
                m_sections.push_back({kId.match(tag.toString()).captured(1), {}, {}});
            }
            m_inHeading = !closing;
        } else if (!isInline(name)) {
            add(u" ");
        }
    }

    QStringView m_html; // what is left to read
    std::vector<HelpSection> m_sections;
    bool m_inHead = false;
    bool m_inHeading = false;
};

} // namespace

std::vector<HelpSection> helpSections(const QString& html)
{
    return SectionReader(html).read();
}

} // namespace sandglass::ui
