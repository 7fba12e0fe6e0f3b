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

#include <utility>

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
    addTab(m_inventory, widgets::icon(QStringLiteral("chart")), QString());
    showTitle(m_inventory);
    connect(this, &QTabWidget::tabBarDoubleClicked, this, &PageArea::pinCurrent);
    connect(m_inventory, &InventoryPage::stateShown, this, &PageArea::stateShown);
    connect(m_inventory, &InventoryPage::chartPainted, this, &PageArea::chartPainted);
}

void PageArea::showServerName(const QString& name)
{
    m_serverName = name;
    for (int i = 0; i < count(); ++i) {
        showTitle(widget(i));
    }
}

QString PageArea::subjectOf(const QWidget* page) const
{
    if (const auto* collection = qobject_cast<const CollectionPage*>(page)) {
        return widgets::visibleText(presenters::text(collection->ns().text()));
    }
    const auto* inventory = qobject_cast<const InventoryPage*>(page);
    return inventory && inventory != m_inventory
        ? widgets::visibleText(presenters::text(inventory->database()))
        : tr("TTL inventory");
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

void PageArea::showTitle(QWidget* page)
{
    setTabText(indexOf(page), titleOf(subjectOf(page)));
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
        addFollowing(page, QStringLiteral("collection"));
    }
    setCurrentWidget(page);
    return *page;
}

void PageArea::showDatabase(const std::string& database)
{
    InventoryPage* page = nullptr;
    for (int i = 0; i < count(); ++i) {
        auto* candidate = qobject_cast<InventoryPage*>(widget(i));
        if (candidate && candidate != m_inventory && candidate->database() == database) {
            page = candidate;
        }
    }
    if (!page) {
        page = new InventoryPage(m_workspace.databasePage(database), m_workspace.engine());
        Q_EMIT databasePageMade(page);
        connect(page, &InventoryPage::stateShown, this, &PageArea::stateShown);
        connect(page, &InventoryPage::chartPainted, this, &PageArea::chartPainted);
        addFollowing(page, QStringLiteral("database"));
    }
    setCurrentWidget(page);
}

void PageArea::addFollowing(QWidget* page, const QString& icon)
{
    addTab(page, widgets::icon(icon), QString());
    showTitle(page);
    addCloseButton(page, subjectOf(page));
    QWidget* replaced = std::exchange(m_following, page);
    // first show the new page: closing the old one would bring another one to the front for a
    // moment
    setCurrentWidget(page);
    if (replaced) {
        closeTab(indexOf(replaced));
    }
}

void PageArea::addCloseButton(QWidget* page, const QString& title)
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

InventoryPage* PageArea::currentInventory() const
{
    return qobject_cast<InventoryPage*>(currentWidget());
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

void PageArea::closeAll()
{
    showInventory();
    for (int i = count() - 1; i >= 0; --i) {
        closeTab(i);
    }
}

void PageArea::closeTab(int index)
{
    QWidget* page = widget(index);
    if (!page || page == m_inventory) {
        return;
    }
    if (page == m_following) {
        m_following = nullptr;
    }
    const auto* collection = qobject_cast<CollectionPage*>(page);
    const auto* database = qobject_cast<InventoryPage*>(page);
    const protocol::Namespace ns = collection ? collection->ns() : protocol::Namespace();
    const std::string name = database ? database->database() : std::string();
    removeTab(index);
    // the page refers to the presenters, so it is deleted first
    delete page;
    if (collection) {
        m_workspace.closeCollection(ns);
    } else {
        m_workspace.closeDatabase(name);
    }
}

bool PageArea::settled() const
{
    const CollectionPage* page = currentCollection();
    return page ? page->settled() : currentInventory()->settled();
}

} // namespace sandglass::ui

#include "moc_page_area.cpp"
