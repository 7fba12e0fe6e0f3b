// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/explorer/navigator_presenter.h"
#include "tests/ui/shop.h"
#include "tests/ui/widget_access.h"
#include "ui/explorer/navigator_view.h"
#include "widgets/style/appearance.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QTreeView>

#include <memory>

namespace sandglass::tests {

/// The navigator over a fake server, and what it says. For private inheritance by a test.
class NavigatorFixture
{
protected:
    /// Makes the view and shows it.
    void setUp()
    {
        widgets::Appearance::instance().apply(widgets::Theme::Light);
        m_said.clear();
        m_fixture = std::make_unique<ServiceFixture>();
        m_presenter = std::make_unique<presenters::NavigatorPresenter>(m_fixture->set);
        m_view = std::make_unique<ui::NavigatorView>(*m_presenter);
        m_view->resize(360, 600);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        using ui::NavigatorView;
        QObject::connect(m_view.get(), &NavigatorView::connectionChosen, m_view.get(),
                         [this] { m_said << QStringLiteral("connection"); });
        QObject::connect(m_view.get(), &NavigatorView::databaseChosen, m_view.get(),
                         [this](const std::string& name) { say(name); });
        QObject::connect(m_view.get(), &NavigatorView::collectionChosen, m_view.get(),
                         [this](const protocol::Namespace& ns) { say(ns.text()); });
        QObject::connect(m_view.get(), &NavigatorView::indexChosen, m_view.get(),
                         [this](const ttl::IndexRef& ref) { say(ref.ns.text() + "/" + ref.name); });
    }

    /// Destroys it.
    void tearDown()
    {
        m_view.reset();
        m_presenter.reset();
        m_fixture.reset();
    }

    /// Connects to the shop and waits for its rows.
    bool connectShop(bool local = true)
    {
        fillShop(*m_fixture);
        return m_fixture->connect(local) && row(QStringLiteral("sessions")).isValid();
    }

    QTreeView* tree() const
    {
        return need<QTreeView>(m_view.get(), QStringLiteral("navigatorTreeView"));
    }
    QLineEdit* filter() const
    {
        return need<QLineEdit>(m_view.get(), QStringLiteral("navigatorFilterEdit"));
    }
    QModelIndex row(const QString& name) const { return rowNamed(tree(), name); }

    /// Asks for the menu at a point of the tree; null if none came.
    QMenu* openMenu(const QPoint& where, QContextMenuEvent::Reason reason)
    {
        QContextMenuEvent asked(reason, where, tree()->mapToGlobal(where));
        QApplication::sendEvent(reason == QContextMenuEvent::Keyboard
                                    ? static_cast<QWidget*>(tree())
                                    : tree()->viewport(),
                                &asked);
        return m_view->findChild<QMenu*>(QStringLiteral("navigatorMenu"));
    }

    /// The same on a row.
    QMenu* openMenuOn(const QString& name)
    {
        tree()->expandAll();
        return openMenu(tree()->visualRect(row(name)).center(), QContextMenuEvent::Mouse);
    }

    /// The object names of a menu's entries.
    static QStringList entries(const QMenu& menu)
    {
        QStringList names;
        for (const QAction* action : menu.actions()) {
            names << action->objectName();
        }
        return names;
    }

    /// How a row is drawn.
    QImage picture(const QModelIndex& index) const
    {
        return tree()->viewport()->grab(tree()->visualRect(index)).toImage();
    }

    std::unique_ptr<ServiceFixture> m_fixture;
    std::unique_ptr<presenters::NavigatorPresenter> m_presenter;
    std::unique_ptr<ui::NavigatorView> m_view;
    QStringList m_said; // what the view has signalled, in order

private:
    void say(const std::string& text) { m_said << QString::fromStdString(text); }
};

} // namespace sandglass::tests
