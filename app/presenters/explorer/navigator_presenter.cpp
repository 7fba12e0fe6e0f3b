// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/explorer/navigator_presenter.h"

#include "app/services/shell/link_list.h"
#include "app/services/shell/service_set.h"

#include <algorithm>

namespace sandglass::presenters {

NavigatorPresenter::NavigatorPresenter(services::ServiceSet& services, QObject* parent)
    : QObject(parent)
    , m_links(services.links)
{
    m_filtered.setSourceModel(&m_model);
    // a match keeps its parents (recursive) and its children (auto-accept)
    m_filtered.setRecursiveFilteringEnabled(true);
    m_filtered.setAutoAcceptChildRows(true);
    m_filtered.setFilterCaseSensitivity(Qt::CaseInsensitive);
    connect(&m_links, &services::LinkList::changed, this, &NavigatorPresenter::followLinks);
    followLinks();
}

NavigatorPresenter::~NavigatorPresenter() = default;

void NavigatorPresenter::followLinks()
{
    for (services::ServiceSet* link : m_links.all()) {
        if (!treeOf(link->linkId)) {
            m_trees.push_back(std::make_unique<ServerTree>(*link));
            const ServerTree& tree = *m_trees.back();
            connect(&tree, &ServerTree::changed, this, [this, &tree] { rebuild(tree); });
        }
    }
    if (!treeOf(m_current)) {
        m_current = m_trees.front()->server();
    }
    m_state.several = m_links.size() > 1;
    for (const auto& tree : m_trees) {
        rebuild(*tree);
    }
}

ServerTree* NavigatorPresenter::treeOf(int server) const
{
    const auto found = std::ranges::find_if(
        m_trees, [server](const auto& tree) { return tree->server() == server; });
    return found == m_trees.end() ? nullptr : found->get();
}

void NavigatorPresenter::rebuild(const ServerTree& tree)
{
    NavigatorNode root = tree.root();
    const bool shown = tree.isShown();
    if (tree.server() == m_current) {
        describe(root);
    }
    if (shown) {
        m_model.setRoot(std::move(root));
    } else {
        m_model.removeRoot(tree.server());
    }
    Q_EMIT stateChanged();
}

void NavigatorPresenter::describe(const NavigatorNode& root)
{
    static_cast<ServerTreeState&>(m_state) = treeOf(m_current)->describe(root);
}

QModelIndex NavigatorPresenter::find(const protocol::Namespace& ns,
                                     const std::string& indexName) const
{
    return m_filtered.mapFromSource(m_model.find(ns, indexName, m_current));
}

QModelIndex NavigatorPresenter::currentRoot() const
{
    return m_filtered.mapFromSource(m_model.findRoot(m_current));
}

QString NavigatorPresenter::address() const
{
    const ServerTree* tree = treeOf(m_current);
    return tree ? tree->address() : QString();
}

std::vector<NodeOffer> NavigatorPresenter::offers(int server, const ttl::IndexRef& target) const
{
    const ServerTree* tree = treeOf(server);
    return tree ? tree->offers(target) : std::vector<NodeOffer>();
}

void NavigatorPresenter::setCurrent(int server)
{
    const ServerTree* tree = treeOf(server);
    if (tree && server != m_current) {
        m_current = server;
        describe(tree->root());
        Q_EMIT stateChanged();
    }
}

void NavigatorPresenter::forget(int server)
{
    std::erase_if(m_trees, [server](const auto& tree) { return tree->server() == server; });
    m_model.removeRoot(server);
}

void NavigatorPresenter::setFilterText(const QString& text)
{
    m_state.filterText = text;
    m_filtered.setFilterFixedString(text.trimmed());
    Q_EMIT stateChanged();
}

void NavigatorPresenter::refresh()
{
    if (ServerTree* tree = treeOf(m_current)) {
        tree->refresh();
    }
}

} // namespace sandglass::presenters

#include "moc_navigator_presenter.cpp"
