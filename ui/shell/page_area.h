// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/protocol/namespace.h"

#include <QTabWidget>

namespace sandglass::presenters {
class Workspace;
}

namespace sandglass::ui {

class CollectionPage;
class InventoryPage;

/// The centre of the window: the inventory, one page that follows the selection in the navigator,
/// and pinned pages. The pages report what the user wants with signals of their own.
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
    /// The page in front if it is that of a collection; null otherwise.
    CollectionPage* currentCollection() const;
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
    /// A page shows other data.
    void stateShown();
    /// The chart of a page has painted a picture with at least one document.
    void chartPainted();

private:
    /// Adds a close button with an accessible name to the tab of a page.
    void addCloseButton(CollectionPage* page, const QString& title);
    /// The title of a page, with the name of its server.
    QString titleOf(const QString& page) const;
    /// Sets the title of the tab of a collection's page.
    void showTitle(CollectionPage* page);
    /// Deletes a page, and releases the presenters of its collection.
    void closeTab(int index);
    /// The page of a collection; null if there is none.
    CollectionPage* pageOf(const protocol::Namespace& ns) const;

    presenters::Workspace& m_workspace;
    QString m_serverName; // empty: there is only one
    InventoryPage* m_inventory;
    CollectionPage* m_following
        = nullptr; // not pinned: the next collection replaces it; null if none
};

} // namespace sandglass::ui
