// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/shortcut_list.h"

#include <QAction>
#include <QRegularExpression>
#include <QWidget>

using namespace Qt::StringLiterals;

namespace sandglass::widgets {

QString plainText(const QAction& action)
{
    // Chinese has the access key in brackets after the text: "连接(&C)…"
    static const QRegularExpression kKeyInBrackets(u"\\s*\\(&\\w\\)"_s);
    static const QRegularExpression kKey(u"&(.)"_s);
    return action.text().remove(kKeyInBrackets).replace(kKey, u"\\1"_s).remove(u'…');
}

std::vector<Shortcut> shortcutsOf(const QWidget& window)
{
    std::vector<Shortcut> shortcuts;
    const auto actions = window.findChildren<QAction*>(Qt::FindDirectChildrenOnly);
    for (const QAction* action : actions) {
        if (!action->shortcut().isEmpty()) {
            shortcuts.push_back({action->shortcuts(), plainText(*action)});
        }
    }
    return shortcuts;
}

} // namespace sandglass::widgets
