// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explorer/navigator_view.h"

#include "app/presenters/explorer/navigator_model.h"
#include "app/presenters/explorer/navigator_presenter.h"
#include "ui/explorer/node_action_words.h"
#include "ui/explorer/node_delegate.h"
#include "ui/words/error_mapping.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/inner_buttons.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTimer>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace sandglass::ui {

using presenters::NavigatorModel;
using presenters::NodeKind;

namespace {

NodeKind kindOf(const QModelIndex& index)
{
    return static_cast<NodeKind>(index.data(NavigatorModel::KindRole).toInt());
}

int serverOf(const QModelIndex& index)
{
    return index.data(NavigatorModel::ServerRole).toInt();
}

} // namespace

NavigatorView::NavigatorView(presenters::NavigatorPresenter& presenter, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_filter(new QLineEdit(this))
    , m_tree(new QTreeView(this))
    , m_placeholder(new QLabel(this))
    , m_next(new QPushButton(this))
    , m_banner(new widgets::ErrorBanner(this))
{
    setObjectName(QStringLiteral("navigatorView"));
    m_filter->setObjectName(QStringLiteral("navigatorFilterEdit"));
    m_filter->setAccessibleName(tr("Filter the tree"));
    m_filter->setPlaceholderText(tr("Filter (Ctrl+F)"));
    widgets::addClearButton(*m_filter);
    m_placeholder->setObjectName(QStringLiteral("navigatorPlaceholderLabel"));
    m_placeholder->setTextFormat(Qt::PlainText);
    m_placeholder->setWordWrap(true);
    m_banner->setObjectName(QStringLiteral("navigatorErrorBanner"));
    buildTree();
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_filter);
    column->addWidget(m_banner);
    m_next->setObjectName(QStringLiteral("navigatorNextButton"));
    // outside dialogs Enter presses no other buttons
    m_next->setAutoDefault(true);
    column->addWidget(m_placeholder);
    column->addWidget(m_next, 0, Qt::AlignLeft);
    column->addWidget(m_tree, 1);
    connectSignals();
    showState();
    m_tree->expandToDepth(1);
}

void NavigatorView::buildTree()
{
    m_tree->setObjectName(QStringLiteral("navigatorTreeView"));
    m_tree->setAccessibleName(tr("Connection, databases, collections and indexes"));
    // the tree moves on from a row that is removed, which opens no page; so this comes before it
    const QAbstractItemModel& model = m_presenter.model();
    connect(&model, &QAbstractItemModel::rowsAboutToBeRemoved, this, [this] { m_removing = true; });
    m_tree->setModel(&m_presenter.model());
    connect(&model, &QAbstractItemModel::rowsRemoved, this, [this] { m_removing = false; });
    m_tree->setItemDelegate(new NodeDelegate(m_tree));
    m_tree->setHeaderHidden(true);
    // spares measuring every row of a server with many collections
    m_tree->setUniformRowHeights(true);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->setFrameShape(QFrame::NoFrame);
}

void NavigatorView::connectSignals()
{
    connect(&m_presenter, &presenters::NavigatorPresenter::stateChanged, this,
            &NavigatorView::showState);
    connect(m_next, &QPushButton::clicked, this, &NavigatorView::takeNextStep);
    connect(m_banner, &widgets::ErrorBanner::actionTriggered, &m_presenter,
            &presenters::NavigatorPresenter::refresh);
    connect(m_filter, &QLineEdit::textChanged, &m_presenter,
            &presenters::NavigatorPresenter::setFilterText);
    // Down goes on from the filter to what it has found
    m_filter->installEventFilter(this);
    connectChoices();
    connect(m_tree, &QTreeView::customContextMenuRequested, this, &NavigatorView::showMenu);
    connect(m_tree->model(), &QAbstractItemModel::rowsInserted, this, &NavigatorView::expandNew);
}

void NavigatorView::connectChoices()
{
    const QItemSelectionModel* selection = m_tree->selectionModel();
    connect(selection, &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                m_chosen = true;
                m_reselected = false;
                // until the selection has followed, which it may do before or after this
                m_following = true;
                QTimer::singleShot(0, this, [this] { m_following = false; });
                choose(index);
            });
    // what is selected already may not be what is in front
    m_tree->viewport()->installEventFilter(this);
    connect(m_tree, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        if (!std::exchange(m_chosen, false)) {
            choose(index);
        }
    });
    connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex& index) {
        if (index.data(NavigatorModel::ClosedRole).toBool()) {
            Q_EMIT connectAgainRequested(serverOf(index));
        } else {
            choose(index);
        }
    });
    connect(selection, &QItemSelectionModel::selectionChanged, this,
            &NavigatorView::followSelection);
}

// Assistive tools select a row, also the selected one again, and leave the current one where it is.
// What they call "toggle" of the selected row clears the selection.
void NavigatorView::followSelection(const QItemSelection& selected,
                                    const QItemSelection& deselected)
{
    if (m_quiet) {
        return;
    }
    const QModelIndexList rows = selected.indexes();
    if (rows.size() == 1 && rows.first() != m_tree->currentIndex()) {
        m_tree->setCurrentIndex(rows.first());
    } else if (rows.size() == 1 && !m_following) {
        // later: it may be about to become the current one, which chooses it
        m_reselected = true;
        QTimer::singleShot(0, this, [this] {
            if (std::exchange(m_reselected, false)) {
                choose(m_tree->currentIndex());
            }
        });
    } else if (!m_tree->selectionModel()->hasSelection()
               && deselected.contains(m_tree->currentIndex())) { // it was not removed
        // later: another row may be selected next
        QTimer::singleShot(0, this, &NavigatorView::restoreSelection);
    }
}

void NavigatorView::restoreSelection()
{
    const QModelIndex current = m_tree->currentIndex();
    if (current.isValid() && !m_tree->selectionModel()->hasSelection()) {
        // followSelection() opens its page
        m_tree->selectionModel()->select(current, QItemSelectionModel::Select);
    }
}

bool NavigatorView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_filter && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Down) {
        focusTree();
        return true;
    }
    if (watched == m_tree->viewport() && event->type() == QEvent::MouseButtonPress) {
        m_chosen = false;
    }
    return QWidget::eventFilter(watched, event);
}

void NavigatorView::showState()
{
    const presenters::NavigatorState& state = m_presenter.state();
    showPlaceholder();
    showPageFailure(*m_banner, state.failure, state.canRetry ? tr("&Retry") : QString());
    // otherwise matches would be hidden in closed branches
    if (!state.filterText.isEmpty()) {
        m_tree->expandAll();
    }
}

void NavigatorView::showPlaceholder()
{
    const presenters::NavigatorState& state = m_presenter.state();
    const bool nothingFits = !state.filterText.isEmpty() && m_tree->model()->rowCount() == 0
        && state.phase != presenters::Phase::Idle;
    m_placeholder->setText(nothingFits ? tr("Nothing matches the filter.") : state.placeholder);
    QString step;
    if (nothingFits) {
        step = tr("Clear the filter");
    } else if (state.phase == presenters::Phase::Idle) {
        step = tr("Connect…");
    } else if (state.canNameDatabases) {
        step = tr("Name databases…");
    } else if (!state.placeholder.isEmpty()) {
        step = tr("Read again");
    }
    m_next->setText(step);
    // a hidden button has a name too
    m_next->setAccessibleName(step.isEmpty() ? tr("Suggested action")
                                             : QString(step).remove(QChar(0x2026)));
    m_placeholder->setVisible(!m_placeholder->text().isEmpty());
    m_next->setVisible(!step.isEmpty());
}

void NavigatorView::takeNextStep()
{
    if (m_presenter.currentRoot().data(NavigatorModel::ClosedRole).toBool()) {
        Q_EMIT connectAgainRequested(m_presenter.current());
    } else if (m_presenter.state().phase == presenters::Phase::Idle) {
        Q_EMIT connectRequested();
    } else if (!m_filter->text().isEmpty()) {
        m_filter->clear();
    } else if (m_presenter.state().canNameDatabases) {
        Q_EMIT nameDatabasesRequested();
    } else {
        m_presenter.refresh();
    }
}

void NavigatorView::expandNew(const QModelIndex& parent, int first, int last)
{
    // connections and databases expand by themselves; collections stay closed, because indexes are
    // many
    for (int row = first; row <= last; ++row) {
        const QModelIndex index = m_tree->model()->index(row, 0, parent);
        const NodeKind kind = kindOf(index);
        if (kind != NodeKind::Connection && kind != NodeKind::Database) {
            continue;
        }
        m_tree->expand(index);
        if (const int children = m_tree->model()->rowCount(index); children > 0) {
            expandNew(index, 0, children - 1);
        }
    }
    if (parent.isValid() && kindOf(parent) != NodeKind::Collection) {
        m_tree->expand(parent);
    }
}

void NavigatorView::choose(const QModelIndex& index)
{
    if (!index.isValid() || m_quiet || m_removing) {
        return;
    }
    Q_EMIT serverChosen(serverOf(index));
    switch (kindOf(index)) {
    case NodeKind::Connection:
        Q_EMIT connectionChosen();
        break;
    case NodeKind::Database:
        Q_EMIT databaseChosen(
            index.data(NavigatorModel::NamespaceRole).value<protocol::Namespace>().database);
        break;
    case NodeKind::Collection:
        Q_EMIT collectionChosen(
            index.data(NavigatorModel::NamespaceRole).value<protocol::Namespace>());
        break;
    case NodeKind::Index:
        Q_EMIT indexChosen(index.data(NavigatorModel::IndexRefRole).value<ttl::IndexRef>());
        break;
    }
}

QAction* NavigatorView::addEntry(QMenu& menu, const QString& text, const char* objectName)
{
    QAction* entry = menu.addAction(text);
    entry->setObjectName(QLatin1String(objectName));
    return entry;
}

void NavigatorView::showMenu(const QPoint& where)
{
    const QModelIndex index = m_tree->indexAt(where);
    const NodeKind kind = index.isValid() ? kindOf(index) : NodeKind::Connection;
    if (index.isValid() && serverOf(index) != m_presenter.current()) {
        Q_EMIT serverChosen(serverOf(index));
    }
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("navigatorMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    // the reason why an entry is disabled
    menu->setToolTipsVisible(true);
    if (kind == NodeKind::Collection || kind == NodeKind::Index) {
        addNodeActions(*menu, index);
    }
    QAction* refresh = addEntry(*menu, tr("&Refresh"), "navigatorRefreshAction");
    connect(refresh, &QAction::triggered, &m_presenter, &presenters::NavigatorPresenter::refresh);
    if (index.isValid() && kind == NodeKind::Connection) {
        addServerActions(*menu, index);
    }
    if (index.isValid() && (kind == NodeKind::Connection || kind == NodeKind::Database)) {
        addCommonActions(*menu, index);
    }
    if (index.isValid()) {
        addCopyAddress(*menu, index);
    }
    menu->popup(m_tree->viewport()->mapToGlobal(where));
}

void NavigatorView::addNodeActions(QMenu& menu, const QModelIndex& row)
{
    auto target = row.data(NavigatorModel::IndexRefRole).value<ttl::IndexRef>();
    target.ns = row.data(NavigatorModel::NamespaceRole).value<protocol::Namespace>();
    for (const presenters::NodeOffer& offer : m_presenter.offers(serverOf(row), target)) {
        const NodeActionWords words = wordsOf(offer.action);
        QAction* entry = addEntry(menu, words.text, words.name);
        entry->setEnabled(offer.reason.isEmpty());
        // an empty one would repeat the text
        entry->setToolTip(offer.reason.isEmpty() ? words.text : offer.reason);
        const ttl::IndexRef meant{target.ns, offer.index.empty() ? target.name : offer.index};
        connect(entry, &QAction::triggered, this,
                [this, meant, action = offer.action] { Q_EMIT actionRequested(action, meant); });
    }
}

QModelIndex NavigatorView::rootOf(QModelIndex row)
{
    while (row.parent().isValid()) {
        row = row.parent();
    }
    return row;
}

void NavigatorView::addCommonActions(QMenu& menu, const QModelIndex& row)
{
    const QModelIndex root = rootOf(row);
    QAction* names = addEntry(menu, tr("Name &databases…"), "navigatorNameDatabasesAction");
    connect(names, &QAction::triggered, this, &NavigatorView::nameDatabasesRequested);
    QAction* doctor = addEntry(menu, tr("D&octor for this server…"), "navigatorServerDoctorAction");
    doctor->setEnabled(root.data(NavigatorModel::ConnectedRole).toBool());
    connect(doctor, &QAction::triggered, this, &NavigatorView::doctorRequested);
}

void NavigatorView::addCopyAddress(QMenu& menu, const QModelIndex& row)
{
    const QString address = rootOf(row).data(NavigatorModel::AddressRole).toString();
    QAction* copy = addEntry(menu, tr("Copy connection &string"), "navigatorCopyAddressAction");
    copy->setEnabled(!address.isEmpty());
    copy->setToolTip(address.isEmpty() ? tr("The server has no address for other programs.")
                                       : address);
    connect(copy, &QAction::triggered, this,
            [address] { QGuiApplication::clipboard()->setText(address); });
}

void NavigatorView::addServerActions(QMenu& menu, const QModelIndex& root)
{
    const int server = serverOf(root);
    const bool connected = root.data(NavigatorModel::ConnectedRole).toBool();
    const auto add = [&](const QString& text, const char* name, bool enabled, auto signal) {
        QAction* action = addEntry(menu, text, name);
        action->setEnabled(enabled);
        connect(action, &QAction::triggered, this, [this, server, signal] {
            Q_EMIT(this->*signal)(server);
        });
    };
    add(tr("&Connect again"), "navigatorConnectAgainAction",
        !connected && !root.data(NavigatorModel::ConnectingRole).toBool(),
        &NavigatorView::connectAgainRequested);
    add(tr("D&isconnect"), "navigatorDisconnectAction",
        !root.data(NavigatorModel::ClosedRole).toBool(), &NavigatorView::disconnectRequested);
    add(tr("Remove from &window"), "navigatorRemoveServerAction", m_presenter.state().several,
        &NavigatorView::removeRequested);
    if (root.data(NavigatorModel::LocalRole).toBool()) {
        QAction* address = addEntry(menu, tr("&Address and port…"), "navigatorEngineAddressAction");
        connect(address, &QAction::triggered, this, &NavigatorView::engineAddressRequested);
    }
}

void NavigatorView::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void NavigatorView::focusTree()
{
    m_tree->setFocus(Qt::OtherFocusReason);
    if (!m_tree->currentIndex().isValid()) {
        m_tree->setCurrentIndex(m_tree->model()->index(0, 0));
    }
}

void NavigatorView::selectQuietly(const protocol::Namespace& ns)
{
    const QModelIndex index = m_presenter.find(ns);
    // one of its indexes may be marked
    const QModelIndex marked = m_tree->currentIndex();
    const bool within = !ns.collection.empty() && marked.parent() == index;
    if (index.isValid() && !within) {
        setQuietly(index);
    }
}

void NavigatorView::selectServerQuietly()
{
    if (m_tree->currentIndex().isValid()) {
        setQuietly(m_presenter.currentRoot());
    }
}

void NavigatorView::setQuietly(const QModelIndex& index)
{
    const bool before = std::exchange(m_quiet, true);
    m_tree->setCurrentIndex(index);
    m_quiet = before;
}

bool NavigatorView::showServer()
{
    const QModelIndex selected = m_tree->currentIndex();
    const QModelIndex root = m_presenter.currentRoot();
    // with one server nothing is selected at first
    const bool elsewhere = selected.isValid() ? serverOf(selected) != m_presenter.current()
                                              : m_presenter.state().several;
    const bool moves = root.isValid() && elsewhere;
    if (moves) {
        setQuietly(root);
    }
    return moves;
}

} // namespace sandglass::ui

#include "moc_navigator_view.cpp"
