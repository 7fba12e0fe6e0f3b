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

/// The centre of the window: the inventory, one page that follows the navigator's selection, and
/// the pages that were pinned. Pages tell the window what the user wants through their own signals.
class PageArea : public QTabWidget
{
    Q_OBJECT

public:
    /// The workspace outlives the area.
    explicit PageArea(presenters::Workspace& workspace, QWidget* parent = nullptr);

    InventoryPage& inventory() { return *m_inventory; }
    void showInventory();
    /// The collection's page: its pinned one, or the following page turned to it.
    CollectionPage& showCollection(const protocol::Namespace& ns);
    /// The page in front when it is a collection's; null otherwise.
    CollectionPage* currentCollection() const;
    /// Keeps the page in front when another collection is chosen.
    void pinCurrent();
    /// Closes the page in front; the inventory stays.
    void closeCurrent();
    /// Whether the page in front shows its data.
    bool settled() const;

Q_SIGNALS:
    /// A new page was made; the window connects to it.
    void collectionPageMade(sandglass::ui::CollectionPage* page);
    /// What the page in front shows has changed.
    void stateShown();
    /// The chart of a page put a picture with documents on the screen.
    void chartPainted();

private:
    void addCloseButton(CollectionPage* page, const QString& title);
    void closeTab(int index);
    CollectionPage* pageOf(const protocol::Namespace& ns) const;

    presenters::Workspace& m_workspace;
    InventoryPage* m_inventory;
    CollectionPage* m_following = nullptr; // not pinned; replaced by the next collection
};

} // namespace sandglass::ui
