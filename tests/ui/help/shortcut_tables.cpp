// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/help/shortcut_tables.h"

#include "tests/ui/window_fixture.h"
#include "ui/help/help_window.h"
#include "widgets/views/shortcut_list.h"

using namespace Qt::StringLiterals;

namespace sandglass::tests {

namespace {

/// A row for each shortcut of a window.
QString rowsOf(const QWidget& window, const QString& language)
{
    QString rows;
    for (const widgets::Shortcut& shortcut : widgets::shortcutsOf(window)) {
        QString keys = shortcut.keys.front().toString(QKeySequence::PortableText);
        if (language == u"zh_CN"_s) {
            keys.replace(u"Left"_s, u"左"_s).replace(u"Right"_s, u"右"_s);
        }
        rows += u"<tr><td>%1</td><td>%2</td></tr>\n"_s.arg(keys.toHtmlEscaped(),
                                                           shortcut.text.toHtmlEscaped());
    }
    return rows;
}

void setRows(QString& page, const QString& table, const QString& rows)
{
    const QString start = u"<table id=\"%1\">\n"_s.arg(table);
    const qsizetype from = page.indexOf(start);
    const qsizetype to = page.indexOf(u"</table>"_s, from);
    if (from >= 0 && to >= 0) {
        page.replace(from + start.size(), to - from - start.size(), rows);
    }
}

} // namespace

QString withShortcutTables(QString page, const QString& language)
{
    const WindowFixture fixture;
    setRows(page, u"window-keys"_s, rowsOf(*fixture.window, language));
    setRows(page, u"help-keys"_s, rowsOf(ui::HelpWindow(), language));
    return page;
}

} // namespace sandglass::tests
