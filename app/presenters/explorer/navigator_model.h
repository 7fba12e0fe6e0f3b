// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ttl/types.h"

#include <QAbstractItemModel>
#include <QString>

#include <memory>
#include <vector>

namespace sandglass::presenters {

/// What a row of the navigator stands for.
enum class NodeKind { Connection, Database, Collection, Index };

/// One row with its children; a plain tree, built by NavigatorPresenter.
struct NavigatorNode
{
    NodeKind kind = NodeKind::Connection;
    QString name;
    QString durationWords; ///< "90 d", "at the stored date"; empty when it is no TTL index
    QString alert; ///< what is wrong, a sentence for each alert; connections and collections
    QString badge; ///< connection: "local" or its tag
    QString color; ///< connection: "#rrggbb" as it was saved, or empty
    bool isTtl = false; ///< collections: has a collection-level rule
    bool hidden = false;
    bool building = false;
    bool invalid = false; ///< TTL value unusable
    bool locked = false; ///< connection only
    bool connected = false; ///< connection only
    bool local = false; ///< connection only
    int ttlRules = 0; ///< rules below this row
    protocol::Namespace ns; ///< from Database on
    std::string indexName; ///< Index only
    std::vector<NavigatorNode> children;

    bool operator==(const NavigatorNode&) const = default;
};

/// The navigator's tree: connection → database → collection → index. setTree keeps what is the
/// same, so that expansion and selection survive a refresh. GUI thread.
class NavigatorModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    /// What a cell has for the page besides its text.
    enum Role {
        KindRole = Qt::UserRole + 1, ///< int of NodeKind
        DurationRole, ///< QString
        IsTtlRole, ///< bool
        HiddenRole, ///< bool
        BuildingRole, ///< bool
        InvalidRole, ///< bool
        BadgeRole, ///< QString: "local" or the tag
        ColorRole, ///< QString: "#rrggbb" of a connection, or empty
        LocalRole, ///< bool: a connection to our own engine
        AlertRole, ///< QString: what is wrong; empty when nothing is
        LockedRole, ///< bool
        ConnectedRole, ///< bool
        RuleCountRole, ///< int
        NamespaceRole, ///< protocol::Namespace
        IndexRefRole, ///< ttl::IndexRef
    };

    explicit NavigatorModel(QObject* parent = nullptr);
    ~NavigatorModel() override;

    /// Shows these connections; rows that are the same stay.
    void setTree(std::vector<NavigatorNode> roots);
    /// The row of a collection (or of its index), invalid when it is not there.
    QModelIndex find(const protocol::Namespace& ns, const std::string& indexName = {}) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Item;
    Item* itemAt(const QModelIndex& index) const;
    const Item* findCollection(const protocol::Namespace& ns) const;
    QModelIndex indexOf(const Item& item) const;
    void reconcile(Item& parent, std::vector<NavigatorNode> nodes);
    void takeOver(Item& item, NavigatorNode node);
    void insert(Item& parent, std::size_t at, NavigatorNode node);
    static QString spoken(const NavigatorNode& node);

    std::unique_ptr<Item> m_root;
};

} // namespace sandglass::presenters
