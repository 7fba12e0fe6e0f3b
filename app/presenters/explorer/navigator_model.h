// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <QAbstractItemModel>
#include <QString>

#include <memory>
#include <vector>

namespace sandglass::presenters {

/// What a row of the navigator represents.
enum class NodeKind { Connection, Database, Collection, Index };

/// One row with its children. NavigatorPresenter builds the tree.
struct NavigatorNode
{
    NodeKind kind = NodeKind::Connection;
    int server = 0; ///< connection: its number in the window
    QString name;
    QString durationWords; ///< "90 d", "at the stored date"; empty without a rule
    QString alert; ///< a sentence for each alert; only connections and collections
    QString problem; ///< why the children could not be read, a sentence; otherwise empty
    bool refused = false; ///< problem: the user lacks a privilege
    QString badge; ///< connection: "local" or its tag
    QString color; ///< connection: "#rrggbb" as it was saved, or empty
    QString address; ///< connection: its connection string without secrets; empty: not known
    QString stateWords; ///< connection: "connecting", "lost at 14:03:07"; empty while connected
    QString stateSpoken; ///< the same with the time zone, for tool tip and screen readers
    bool isTtl = false; ///< a TTL index, or a collection with a rule of its own
    bool hidden = false; ///< index: queries do not use it
    bool building = false; ///< index: it is still being built
    bool invalid = false; ///< index: its TTL value is unusable
    bool locked = false; ///< connection: changes are refused
    bool connected = false; ///< connection
    bool connecting = false; ///< connection: the first attempt is being made
    bool closed = false; ///< connection: not connected, and no attempt is made
    bool local = false; ///< connection: the bundled engine
    int ttlRules = 0; ///< number of rules in this row and below it
    bool partial = false; ///< not all of it is read: there may be more rules
    protocol::Namespace ns; ///< all but connections; databases without a collection
    std::string indexName; ///< index
    std::vector<NavigatorNode> children;

    bool operator==(const NavigatorNode&) const = default;
};

/// The tree of the navigator, with a root for each server: connection → database → collection →
/// index. Rows that stay the same are kept, so that views keep expansion and selection after a
/// refresh. GUI thread.
class NavigatorModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    /// Roles of the rows; the fields of NavigatorNode.
    enum Role {
        KindRole = Qt::UserRole + 1, ///< int of NodeKind
        DurationRole, ///< QString
        IsTtlRole, ///< bool
        HiddenRole, ///< bool
        BuildingRole, ///< bool
        InvalidRole, ///< bool
        BadgeRole, ///< QString: "local" or the tag
        ColorRole, ///< QString: "#rrggbb" of a connection, or empty
        LocalRole, ///< bool: a connection to the bundled engine
        ProblemRole, ///< QString: why the children could not be read, or empty
        RefusedRole, ///< bool: the user lacks the privilege to read the children
        AlertRole, ///< QString: a sentence for each alert, or empty
        LockedRole, ///< bool
        ConnectedRole, ///< bool
        ConnectingRole, ///< bool: the first attempt is being made
        ClosedRole, ///< bool: not connected, and no attempt is made
        StateRole, ///< QString: "connecting"; empty while connected
        ServerRole, ///< int: number of the server, of any row below it
        AddressRole, ///< QString: connection string of a connection, without secrets; or empty
        RuleCountRole, ///< int
        PartialRole, ///< bool: not all of it is read, so RuleCountRole is the least
        NamespaceRole, ///< protocol::Namespace
        IndexRefRole, ///< ttl::IndexRef
    };

    explicit NavigatorModel(QObject* parent = nullptr);
    ~NavigatorModel() override;

    /// Replaces the root with the same server, or inserts it after those with smaller numbers. Rows
    /// with the same name below the same parent stay and are updated.
    void setRoot(NavigatorNode root);
    /// Removes the root of a server, if there is one.
    void removeRoot(int server);
    /// The row of a collection, of its index if `indexName` is given, or of a database if `ns` has
    /// no collection; invalid when there is none. `server`: NavigatorNode::server of its root.
    QModelIndex find(const protocol::Namespace& ns, const std::string& indexName = {},
                     int server = 0) const;
    /// The root of a server; invalid when there is none.
    QModelIndex findRoot(int server) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Item;
    /// The item of an index; the root for an invalid one.
    Item* itemAt(const QModelIndex& index) const;
    /// The item of a collection or a database; null when there is none.
    const Item* findCollection(const protocol::Namespace& ns, int server) const;
    /// The index of an item; invalid for the root.
    QModelIndex indexOf(const Item& item) const;
    /// Makes the children of `parent` those of `nodes`, with as few changes as possible.
    void reconcile(Item& parent, std::vector<NavigatorNode> nodes);
    /// Updates an item and its children.
    void takeOver(Item& item, NavigatorNode node);
    /// Inserts an item and its children at position `at`.
    void insert(Item& parent, std::size_t at, NavigatorNode node);
    /// The value of a node for a role of this model.
    static QVariant ownRole(const NavigatorNode& node, int role);
    /// The number of the server that an item belongs to.
    static int serverOf(const Item& item);
    /// The row in words, for tooltip and screen readers.
    static QString spoken(const NavigatorNode& node);

    std::unique_ptr<Item> m_root; // never null; it has no row
};

} // namespace sandglass::presenters
