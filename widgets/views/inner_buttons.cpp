// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/inner_buttons.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QDockWidget>
#include <QLineEdit>
#include <QToolBar>

namespace sandglass::widgets {

namespace {

/// Gives the texts of this file their context.
struct ButtonWords
{
    Q_DECLARE_TR_FUNCTIONS(InnerButtons)
};

void name(QAbstractButton* button, const QString& text)
{
    // a later Qt may make the widget without it
    if (button) {
        button->setAccessibleName(text);
    }
}

} // namespace

void addClearButton(QLineEdit& edit)
{
    // its picture is looked for in the desktop's themes: nobody waits for that before there is text
    const auto add = [&edit] {
        edit.setClearButtonEnabled(true);
        name(edit.findChild<QAbstractButton*>(), ButtonWords::tr("Clear"));
    };
    if (edit.text().isEmpty()) {
        QObject::connect(&edit, &QLineEdit::textChanged, &edit, add, Qt::SingleShotConnection);
    } else {
        add();
    }
}

void nameTitleButtons(QDockWidget& dock)
{
    const QString title = dock.windowTitle();
    name(dock.findChild<QAbstractButton*>(QStringLiteral("qt_dockwidget_closebutton")),
         ButtonWords::tr("Close %1").arg(title));
    name(dock.findChild<QAbstractButton*>(QStringLiteral("qt_dockwidget_floatbutton")),
         ButtonWords::tr("Detach %1 or attach it again").arg(title));
}

void nameExtensionButton(QToolBar& bar)
{
    name(bar.findChild<QAbstractButton*>(QStringLiteral("qt_toolbar_ext_button")),
         ButtonWords::tr("More tools"));
}

} // namespace sandglass::widgets
