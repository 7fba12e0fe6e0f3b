// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/page_area.h"

#include "app/presenters/shell/workspace.h"
#include "app/presenters/words/words.h"
#include "ui/inventory/inventory_page.h"
#include "ui/shell/collection_page.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/visible_text.h"

#include <QTabBar>
#include <QToolButton>

namespace sandglass::ui {

PageArea::PageArea(presenters::Workspace& workspace, QWidget* parent)
    : QTabWidget(parent)
    , m_workspace(workspace)
    , m_inventory(new InventoryPage(workspace.inventory(), workspace.engine()))
{
    setObjectName(QStringLiteral("pageArea"));
    setAccessibleName(tr("Pages"));
    setDocumentMode(true);
    setMovable(true);
    // the inventory cannot be closed
    addTab(m_inventory, widgets::icon(QStringLiteral("chart")), tr("TTL inventory"));
    connect(this, &QTabWidget::tabBarDoubleClicked, this, &PageArea::pinCurrent);
    connect(m_inventory, &InventoryPage::stateShown, this, &PageArea::stateShown);
    connect(m_inventory, &InventoryPage::chartPainted, this, &PageArea::chartPainted);
}

void PageArea::showServerName(const QString& name)
{
    m_serverName = name;
    setTabText(indexOf(m_inventory), titleOf(tr("TTL inventory")));
    for (int i = 0; i < count(); ++i) {
        if (auto* page = qobject_cast<CollectionPage*>(widget(i))) {
            showTitle(page);
        }
    }
}

QString PageArea::titleOf(const QString& page) const
{
    QString title = page;
    if (!m_serverName.isEmpty()) {
        //: a page such as "shop.carts" and the name of its server
        title = tr("%1 – %2").arg(page, m_serverName);
    }
    // a single & would be an access key
    return title.replace(u'&', QStringLiteral("&&"));
}

void PageArea::showTitle(CollectionPage* page)
{
    setTabText(indexOf(page), titleOf(widgets::visibleText(presenters::text(page->ns().text()))));
}

void PageArea::showInventory()
{
    setCurrentWidget(m_inventory);
}

CollectionPage* PageArea::pageOf(const protocol::Namespace& ns) const
{
    for (int i = 0; i < count(); ++i) {
        auto* page = qobject_cast<CollectionPage*>(widget(i));
        if (page && page->ns() == ns) {
            return page;
        }
    }
    return nullptr;
}

CollectionPage& PageArea::showCollection(const protocol::Namespace& ns)
{
    CollectionPage* page = pageOf(ns);
    if (!page) {
        page = new CollectionPage(m_workspace, ns);
        Q_EMIT collectionPageMade(page);
        connect(page, &CollectionPage::stateShown, this, &PageArea::stateShown);
        connect(page, &CollectionPage::chartPainted, this, &PageArea::chartPainted);
        const QString title = widgets::visibleText(presenters::text(ns.text()));
        addTab(page, widgets::icon(QStringLiteral("collection")), QString());
        showTitle(page);
        addCloseButton(page, title);
        CollectionPage* replaced = m_following;
        m_following = page;
        // first show the new page: closing the old one would bring another one to the front for a
        // moment
        setCurrentWidget(page);
        if (replaced) {
            closeTab(indexOf(replaced));
        }
    }
    setCurrentWidget(page);
    return *page;
}

void PageArea::addCloseButton(CollectionPage* page, const QString& title)
{
    auto* button = new QToolButton;
    button->setObjectName(QStringLiteral("closePageButton"));
    button->setIcon(widgets::icon(QStringLiteral("close")));
    button->setIconSize(widgets::iconSize(this, 0.9));
    button->setAutoRaise(true);
    button->setAccessibleName(tr("Close %1").arg(title));
    button->setToolTip(tr("Close the page (Ctrl+W)"));
    connect(button, &QToolButton::clicked, this, [this, page] { closeTab(indexOf(page)); });
    tabBar()->setTabButton(indexOf(page), QTabBar::RightSide, button);
}

CollectionPage* PageArea::currentCollection() const
{
    return qobject_cast<CollectionPage*>(currentWidget());
}

void PageArea::pinCurrent()
{
    if (currentWidget() != m_following || !m_following) {
        return;
    }
    // from now on the next collection gets a page of its own
    setTabIcon(currentIndex(), widgets::icon(QStringLiteral("pin")));
    m_following = nullptr;
}

void PageArea::closeCurrent()
{
    closeTab(currentIndex());
}

void PageArea::closeTab(int index)
{
    auto* page = qobject_cast<CollectionPage*>(widget(index));
    if (!page) {
        return;
    }
    if (page == m_following) {
        m_following = nullptr;
    }
    const protocol::Namespace ns = page->ns();
    removeTab(index);
    // the page refers to the presenters, so it is deleted first
    delete page;
    m_workspace.closeCollection(ns);
}

bool PageArea::settled() const
{
    const CollectionPage* page = currentCollection();
    return page ? page->settled() : m_inventory->settled();
}

} // namespace sandglass::ui

#include "moc_page_area.cpp"
