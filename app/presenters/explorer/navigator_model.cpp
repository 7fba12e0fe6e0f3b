// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/explorer/navigator_model.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

// Servers may have the same name, and change theirs; the name of anything else identifies it.
bool isSameRow(const NavigatorNode& a, const NavigatorNode& b)
{
    return a.server == b.server && (a.server != 0 || a.name == b.name);
}

} // namespace

struct NavigatorModel::Item
{
    NavigatorNode node; // without its children, which are items
    Item* parent = nullptr; // null: the root
    std::vector<std::unique_ptr<Item>> children;

    int row() const
    {
        const auto at = std::ranges::find_if(
            parent->children, [this](const auto& child) { return child.get() == this; });
        return static_cast<int>(std::distance(parent->children.begin(), at));
    }
};

NavigatorModel::NavigatorModel(QObject* parent)
    : QAbstractItemModel(parent)
    , m_root(std::make_unique<Item>())
{
}

NavigatorModel::~NavigatorModel() = default;

void NavigatorModel::setRoot(NavigatorNode root)
{
    const auto place = std::ranges::find_if(
        m_root->children, [&root](const auto& child) { return child->node.server >= root.server; });
    if (place != m_root->children.end() && (*place)->node.server == root.server) {
        takeOver(**place, std::move(root));
        return;
    }
    insert(*m_root, static_cast<std::size_t>(std::distance(m_root->children.begin(), place)),
           std::move(root));
}

void NavigatorModel::removeRoot(int server)
{
    const QModelIndex index = findRoot(server);
    if (index.isValid()) {
        beginRemoveRows({}, index.row(), index.row());
        m_root->children.erase(m_root->children.begin() + index.row());
        endRemoveRows();
    }
}

QModelIndex NavigatorModel::findRoot(int server) const
{
    const auto found = std::ranges::find_if(
        m_root->children, [server](const auto& child) { return child->node.server == server; });
    return found == m_root->children.end() ? QModelIndex() : indexOf(**found);
}

// A model reset would collapse the tree in the view. Instead, rows that are gone are removed first;
// then the new order is walked, where each row is kept, moved up or inserted. The catalogue is
// sorted, so a row hardly ever moves.
void NavigatorModel::reconcile(Item& parent, std::vector<NavigatorNode> nodes)
{
    const QModelIndex parentIndex = indexOf(parent);
    const auto wanted = [&](const Item& item) {
        return std::ranges::any_of(
            nodes, [&](const NavigatorNode& node) { return isSameRow(node, item.node); });
    };
    for (int row = static_cast<int>(parent.children.size()) - 1; row >= 0; --row) {
        if (!wanted(*parent.children[static_cast<std::size_t>(row)])) {
            beginRemoveRows(parentIndex, row, row);
            parent.children.erase(parent.children.begin() + row);
            endRemoveRows();
        }
    }
    for (std::size_t at = 0; at < nodes.size(); ++at) {
        const auto found = std::find_if(
            parent.children.begin() + static_cast<std::ptrdiff_t>(at), parent.children.end(),
            [&](const auto& child) { return isSameRow(child->node, nodes[at]); });
        const auto place = parent.children.begin() + static_cast<std::ptrdiff_t>(at);
        if (found == place && found != parent.children.end()) {
            takeOver(**found, std::move(nodes[at]));
            continue;
        }
        if (found != parent.children.end()) {
            // It has moved up. That is rare, so it is removed here and inserted again below.
            const int row = static_cast<int>(std::distance(parent.children.begin(), found));
            beginRemoveRows(parentIndex, row, row);
            parent.children.erase(found);
            endRemoveRows();
        }
        insert(parent, at, std::move(nodes[at]));
    }
}

void NavigatorModel::insert(Item& parent, std::size_t at, NavigatorNode node)
{
    auto item = std::make_unique<Item>();
    item->parent = &parent;
    // children are inserted one by one afterwards, so that views are notified of each
    std::vector<NavigatorNode> children = std::exchange(node.children, {});
    item->node = std::move(node);
    Item& inserted = *item;
    beginInsertRows(indexOf(parent), static_cast<int>(at), static_cast<int>(at));
    parent.children.insert(parent.children.begin() + static_cast<std::ptrdiff_t>(at),
                           std::move(item));
    endInsertRows();
    reconcile(inserted, std::move(children));
}

void NavigatorModel::takeOver(Item& item, NavigatorNode node)
{
    std::vector<NavigatorNode> children = std::exchange(node.children, {});
    if (item.node != node) {
        item.node = std::move(node);
        const QModelIndex changed = indexOf(item);
        Q_EMIT dataChanged(changed, changed);
    }
    reconcile(item, std::move(children));
}

QModelIndex NavigatorModel::find(const protocol::Namespace& ns, const std::string& indexName,
                                 int server) const
{
    const Item* collection = findCollection(ns, server);
    if (!collection || indexName.empty()) {
        return collection ? indexOf(*collection) : QModelIndex();
    }
    for (const auto& index : collection->children) {
        if (index->node.indexName == indexName) {
            return indexOf(*index);
        }
    }
    return {};
}

const NavigatorModel::Item* NavigatorModel::findCollection(const protocol::Namespace& ns,
                                                           int server) const
{
    for (const auto& connection : m_root->children) {
        if (connection->node.server != server) {
            continue;
        }
        for (const auto& database : connection->children) {
            if (database->node.ns == ns) {
                return database.get(); // without a collection's name
            }
            const auto found = std::ranges::find_if(
                database->children, [&ns](const auto& item) { return item->node.ns == ns; });
            if (found != database->children.end()) {
                return found->get();
            }
        }
    }
    return nullptr;
}

NavigatorModel::Item* NavigatorModel::itemAt(const QModelIndex& index) const
{
    return index.isValid() ? static_cast<Item*>(index.internalPointer()) : m_root.get();
}

QModelIndex NavigatorModel::indexOf(const Item& item) const
{
    return item.parent ? createIndex(item.row(), 0, &item) : QModelIndex();
}

QModelIndex NavigatorModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column, itemAt(parent)->children[static_cast<std::size_t>(row)].get());
}

QModelIndex NavigatorModel::parent(const QModelIndex& child) const
{
    return child.isValid() ? indexOf(*itemAt(child)->parent) : QModelIndex();
}

int NavigatorModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(itemAt(parent)->children.size());
}

int NavigatorModel::columnCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : 1;
}

QVariant NavigatorModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Item& item = *itemAt(index);
    const NavigatorNode& node = item.node;
    switch (role) {
    case Qt::DisplayRole:
        return node.name;
    case Qt::ToolTipRole:
        return node.address.isEmpty() ? spoken(node) : spoken(node) + u" · "_s + node.address;
    case Qt::AccessibleTextRole:
        return spoken(node);
    case ServerRole:
        return serverOf(item);
    default:
        return ownRole(node, role);
    }
}

QVariant NavigatorModel::ownRole(const NavigatorNode& node, int role)
{
    switch (role) {
    case KindRole:
        return static_cast<int>(node.kind);
    case DurationRole:
        return node.durationWords;
    case IsTtlRole:
        return node.isTtl;
    case HiddenRole:
        return node.hidden;
    case BuildingRole:
        return node.building;
    case InvalidRole:
        return node.invalid;
    case BadgeRole:
        return node.badge;
    case ColorRole:
        return node.color;
    case LocalRole:
        return node.local;
    case ProblemRole:
        return node.problem;
    case RefusedRole:
        return node.refused;
    case AlertRole:
        return node.alert;
    case LockedRole:
        return node.locked;
    case ConnectedRole:
        return node.connected;
    case ConnectingRole:
        return node.connecting;
    case ClosedRole:
        return node.closed;
    case StateRole:
        return node.stateWords;
    case AddressRole:
        return node.address;
    case RuleCountRole:
        return node.ttlRules;
    case PartialRole:
        return node.partial;
    case NamespaceRole:
        return QVariant::fromValue(node.ns);
    case IndexRefRole:
        return QVariant::fromValue(ttl::IndexRef{node.ns, node.indexName});
    default:
        return {};
    }
}

int NavigatorModel::serverOf(const Item& item)
{
    const Item* at = &item;
    while (at->parent && at->parent->parent) {
        at = at->parent;
    }
    return at->node.server;
}

QString NavigatorModel::spoken(const NavigatorNode& node)
{
    QStringList parts{node.name};
    if (!node.durationWords.isEmpty()) {
        //: %1 is a duration such as "90 d"
        parts << tr("expires %1").arg(node.durationWords);
    }
    if (node.invalid) {
        parts << tr("unusable TTL index");
    }
    if (!node.problem.isEmpty()) {
        parts << node.problem;
    }
    if (!node.alert.isEmpty()) {
        parts << node.alert;
    }
    if (node.hidden) {
        parts << tr("hidden");
    }
    if (node.building) {
        parts << tr("being built");
    }
    if (node.kind != NodeKind::Index && node.ttlRules > 0) {
        parts << (node.partial ? tr("at least %Ln TTL rule(s)", nullptr, node.ttlRules)
                               : tr("%Ln TTL rule(s)", nullptr, node.ttlRules));
    } else if (node.kind == NodeKind::Collection && node.partial && node.problem.isEmpty()) {
        parts << tr("not read yet");
    }
    if (node.kind == NodeKind::Connection) {
        if (!node.badge.isEmpty()) {
            parts << node.badge;
        }
        if (!node.stateSpoken.isEmpty()) {
            parts << node.stateSpoken;
        }
        if (!node.closed) {
            parts << (node.locked ? tr("locked") : tr("changes allowed"));
        }
    }
    return parts.join(u", "_s);
}

} // namespace sandglass::presenters

#include "moc_navigator_model.cpp"
