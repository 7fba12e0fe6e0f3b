// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/inner_buttons.h"

#include <QAbstractButton>
#include <QAction>
#include <QCoreApplication>
#include <QDockWidget>
#include <QLineEdit>
#include <QMainWindow>
#include <QTabBar>
#include <QToolBar>
#include <QWindow>

namespace sandglass::widgets {

namespace {

/// The translation context of this file.
struct ButtonWords
{
    Q_DECLARE_TR_FUNCTIONS(InnerButtons)
};

void name(QAbstractButton* button, const QString& text)
{
    // future versions of Qt may not have this button
    if (button) {
        button->setAccessibleName(text);
    }
}

} // namespace

void addClearButton(QLineEdit& edit)
{
    // Qt searches the desktop's icon themes for its picture. That delay is avoided until there is
    // text.
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
    // the object names are those of QDockWidget
    name(dock.findChild<QAbstractButton*>(QStringLiteral("qt_dockwidget_closebutton")),
         ButtonWords::tr("Close %1").arg(title));
    name(dock.findChild<QAbstractButton*>(QStringLiteral("qt_dockwidget_floatbutton")),
         ButtonWords::tr("Detach %1 or attach it again").arg(title));
}

void nameDockTabs(QMainWindow& window)
{
    for (QTabBar* tabs : window.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
        tabs->setAccessibleName(ButtonWords::tr("Docks in one place"));
    }
}

void letSwitchAct(QDockWidget& dock)
{
    QObject::connect(dock.toggleViewAction(), &QAction::toggled, &dock, [&dock](bool on) {
        // A window that is minimised hides its docks too, and the action follows. They stay as they
        // are.
        const QWidget* window = dock.parentWidget()->window();
        const bool seen = !window->isMinimized() && window->windowHandle()
            && window->windowHandle()->isExposed();
        if (seen && dock.isVisible() != on) {
            dock.setVisible(on);
        }
    });
}

void nameExtensionButton(QToolBar& bar)
{
    name(bar.findChild<QAbstractButton*>(QStringLiteral("qt_toolbar_ext_button")),
         ButtonWords::tr("More tools"));
}

} // namespace sandglass::widgets
