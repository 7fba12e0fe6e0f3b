// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/namespace.h"

#include <QTabWidget>

#include <string>

namespace sandglass::presenters {
class Workspace;
}

namespace sandglass::ui {

class CollectionPage;
class InventoryPage;

/// The centre of the window: the inventory, one page that follows the selection in the navigator,
/// of a database or a collection, and pinned pages. The pages report what the user wants with
/// signals of their own.
class PageArea : public QTabWidget
{
    Q_OBJECT

public:
    /// The workspace must outlive the area.
    explicit PageArea(presenters::Workspace& workspace, QWidget* parent = nullptr);

    /// The inventory; always there.
    InventoryPage& inventory() { return *m_inventory; }
    /// Brings the inventory to the front.
    void showInventory();
    /// Brings the page of a collection to the front and returns it. The collection may have a page;
    /// otherwise a new one replaces the page that follows the selection.
    CollectionPage& showCollection(const protocol::Namespace& ns);
    /// Brings the page of a database to the front, as showCollection() does.
    void showDatabase(const std::string& database);
    /// The page in front if it is that of a collection; null otherwise.
    CollectionPage* currentCollection() const;
    /// The page in front if it is that of a database or the inventory; null otherwise.
    InventoryPage* currentInventory() const;
    /// Closes all pages but the inventory, pinned ones too: their data are gone.
    void closeAll();
    /// Pins the page in front: it stays when another collection is selected.
    void pinCurrent();
    /// Closes the page in front, unless it is the inventory.
    void closeCurrent();
    /// Says in the titles which server the pages are of; empty: there is only one.
    void showServerName(const QString& name);
    /// Whether the page in front shows its data, or is known to have none.
    bool settled() const;

Q_SIGNALS:
    /// A page was created; the window connects its signals.
    void collectionPageMade(sandglass::ui::CollectionPage* page);
    /// The page of a database was created.
    void databasePageMade(sandglass::ui::InventoryPage* page);
    /// A page shows other data.
    void stateShown();
    /// The chart of a page has painted a picture with at least one document.
    void chartPainted();

private:
    /// Adds a close button with an accessible name to the tab of a page.
    void addCloseButton(QWidget* page, const QString& title);
    /// Adds a page in place of the one that follows the selection.
    void addFollowing(QWidget* page, const QString& icon);
    /// What a page is about: "shop.carts", "shop", "TTL inventory".
    QString subjectOf(const QWidget* page) const;
    /// The title of a page, with the name of its server.
    QString titleOf(const QString& page) const;
    /// Sets the title of the tab of a page.
    void showTitle(QWidget* page);
    /// Deletes a page unless it is the inventory, and releases its presenters.
    void closeTab(int index);
    /// The page of a collection; null if there is none.
    CollectionPage* pageOf(const protocol::Namespace& ns) const;

    presenters::Workspace& m_workspace;
    QString m_serverName; // empty: there is only one
    InventoryPage* m_inventory;
    QWidget* m_following = nullptr; // not pinned: the next one replaces it; null if none
};

} // namespace sandglass::ui
