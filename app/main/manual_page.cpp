// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main/manual_page.h"

#include <QXmlStreamReader>

namespace sandglass {

namespace {

using namespace Qt::StringLiterals;

// A dash is a hyphen to roff unless it is escaped, and then cannot be copied to a command line; a
// dot or quote that begins a line would be a request.
QString escaped(QString text)
{
    text.replace(u'\\', u"\\e"_s).replace(u'-', u"\\-"_s);
    for (const QChar first : {u'.', u'\''}) {
        text.replace(u"\n"_s + first, u"\n\\&"_s + first);
        if (text.startsWith(first)) {
            text.prepend(u"\\&"_s);
        }
    }
    return text;
}

/// Turns the body of a help page into sections of a manual page.
class PageReader
{
public:
    PageReader(const QByteArray& page, QString program)
        : m_xml(withoutMeta(page))
        , m_program(std::move(program))
    {
    }

    Result<QString> read()
    {
        while (!m_xml.atEnd()) {
            m_xml.readNext();
            if (m_xml.isStartElement()) {
                begin(m_xml.name().toString());
            } else if (m_xml.isEndElement()) {
                end(m_xml.name().toString());
            } else if (m_xml.isCharacters()) {
                addText();
            }
        }
        if (m_xml.hasError()) {
            return base::failure(
                Errc::InvalidInput,
                u"line %1: %2"_s.arg(m_xml.lineNumber()).arg(m_xml.errorString()).toStdString());
        }
        return m_out;
    }

private:
    // the pages are HTML, where <meta> has no end
    static QByteArray withoutMeta(QByteArray page)
    {
        return page.replace("<meta charset=\"utf-8\">", "");
    }

    void begin(const QString& name)
    {
        if (name == u"body"_s) {
            m_inBody = true;
        } else if (name == u"h1"_s) {
            m_out += u".SH DESCRIPTION\n"_s;
            m_skippedElement = name;
        } else if (name == u"h2"_s) {
            const QString only = m_xml.attributes().value(u"class"_s).toString();
            m_skipped = !only.isEmpty() && only != m_program;
            add(u".SH "_s);
            m_heading = true;
        } else if (name == u"p"_s) {
            add(u".PP\n"_s);
        } else if (name == u"li"_s) {
            add(u".IP \\(bu 2\n"_s);
        } else if (name == u"pre"_s) {
            add(u".PP\n.nf\n.RS\n"_s);
            m_preformatted = true;
        } else if (name == u"b"_s || name == u"code"_s) {
            add(u"\\fB"_s);
        } else if (name == u"i"_s) {
            add(u"\\fI"_s);
        } else if (m_inBody && name != u"ul"_s && name != u"a"_s) {
            m_xml.raiseError(u"<%1> is not known to manual pages"_s.arg(name));
        }
    }

    void end(const QString& name)
    {
        if (name == m_skippedElement) {
            m_skippedElement.clear();
        } else if (name == u"h2"_s) {
            m_heading = false;
            add(u"\n"_s);
        } else if (name == u"pre"_s) {
            add(u"\n.RE\n.fi\n"_s);
            m_preformatted = false;
        } else if (name == u"p"_s || name == u"li"_s) {
            add(u"\n"_s);
        } else if (name == u"b"_s || name == u"code"_s || name == u"i"_s) {
            add(u"\\fR"_s);
        }
    }

    void addText()
    {
        if (!m_inBody || !m_skippedElement.isEmpty()) {
            return;
        }
        QString text = m_xml.text().toString();
        if (!m_preformatted) {
            const bool spaceBefore = text.at(0).isSpace();
            const bool spaceAfter = text.back().isSpace();
            text = text.simplified();
            if (text.isEmpty()) {
                return;
            }
            text = (spaceBefore && !m_out.endsWith(u'\n') ? u" "_s : QString()) + text
                + (spaceAfter ? u" "_s : QString());
        }
        add(escaped(m_heading ? text.toUpper() : text));
    }

    void add(const QString& text)
    {
        if (!m_skipped && m_skippedElement.isEmpty()) {
            m_out += text;
        }
    }

    QXmlStreamReader m_xml;
    const QString m_program;
    QString m_out;
    QString m_skippedElement; // whose text is left out; empty: none
    bool m_inBody = false;
    bool m_skipped = false; // in a section of the other program
    bool m_heading = false;
    bool m_preformatted = false;
};

QString optionSection(std::span<const base::OptionRow> rows)
{
    QString section = u".SH OPTIONS\n"_s;
    for (const base::OptionRow& row : rows) {
        section += u".TP\n"_s;
        if (row.shortName != 0) {
            section += u"\\fB\\-%1\\fR, "_s.arg(QLatin1Char(row.shortName));
        }
        section += u"\\fB\\-\\-%1\\fR"_s.arg(escaped(QString::fromUtf8(row.name)));
        if (!row.value.empty()) {
            section += u" \\fI%1\\fR"_s.arg(escaped(QString::fromUtf8(row.value)));
        }
        section += u'\n' + escaped(QString::fromUtf8(row.text)) + u'\n';
    }
    return section;
}

} // namespace

Result<QByteArray> manualPage(const ManualSource& source)
{
    const auto body = PageReader(source.page, source.program).read();
    TRY(body);
    const qsizetype sections = body->indexOf(u".SH "_s, 1);
    const QString introduction = sections < 0 ? *body : body->left(sections);
    const QString rest = sections < 0 ? QString() : body->mid(sections);
    const QString name = escaped(source.program);
    const QString page = u".TH "_s + name.toUpper() + u" 1 \""_s + source.date
        + u"\" \"Sandglass "_s + source.version + u"\" \"User Commands\"\n.SH NAME\n"_s + name
        + u" \\- "_s + escaped(source.summary) + u"\n.SH SYNOPSIS\n\\fB"_s + name + u"\\fR "_s
        + escaped(source.usage) + u'\n' + introduction + optionSection(source.options) + rest;
    return page.toUtf8();
}

} // namespace sandglass
