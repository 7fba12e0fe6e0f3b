// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/server_desk.h"

#include "app/presenters/connections/connection_presenter.h"
#include "app/presenters/documents/bar_documents.h"
#include "app/presenters/engine/engine_presenter.h"
#include "app/presenters/explorer/inspector_presenter.h"
#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/inventory/inventory_presenter.h"
#include "app/presenters/restore/rehearsal_presenter.h"
#include "app/presenters/shell/status_presenter.h"
#include "app/presenters/shell/workspace.h"
#include "ui/connections/unlock_dialog.h"
#include "ui/engine/engine_log_view.h"
#include "ui/engine/engine_notice.h"
#include "ui/engine/server_health_notice.h"
#include "ui/explorer/inspector_view.h"
#include "ui/indexes/confirm_row.h"
#include "ui/inventory/inventory_page.h"
#include "ui/journal/activity_view.h"
#include "ui/journal/undo_bar.h"
#include "ui/members/expiry_pause_banner.h"
#include "ui/members/ttl_hold_banner.h"
#include "ui/purge/purge_desk.h"
#include "ui/purge/purge_notice.h"
#include "ui/restore/rehearsal_banner.h"
#include "ui/shell/collection_page.h"
#include "ui/shell/first_minutes.h"
#include "ui/shell/inventory_text.h"
#include "ui/shell/main_window.h"
#include "ui/shell/page_area.h"
#include "ui/shell/tour_guide.h"
#include "widgets/views/floating_stack.h"
#include "widgets/views/visible_text.h"

#include <QDialog>
#include <QDockWidget>
#include <QSplitter>
#include <QVBoxLayout>

#include <functional>
#include <utility>

namespace sandglass::ui {

template <typename Slot>
auto ServerDesk::unlessBlocked(Slot slot)
{
    return [this, slot](const auto&... values) {
        if (!m_window.isBlocked()) {
            std::invoke(slot, this, values...);
        }
    };
}

ServerDesk::ServerDesk(presenters::Workspace& workspace, const Frame& frame, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_window(frame.window)
    , m_pages(new PageArea(workspace))
    , m_purges(new PurgeDesk(workspace, *this))
    , m_undoBar(new UndoBar(workspace.activity()))
    , m_inspector(new InspectorView(workspace.inspector()))
    , m_activity(new ActivityView(workspace.activity()))
    , m_log(new EngineLogView(workspace.engine()))
{
    setObjectName(QStringLiteral("serverDesk"));
    buildLayout(frame);
    connectSignals();
    connectPresenters();
}

ServerDesk::~ServerDesk()
{
    delete m_inspector;
    delete m_activity;
    delete m_log;
}

void ServerDesk::buildLayout(const Frame& frame)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* rehearsal = new RehearsalBanner(m_workspace.rehearsal());
    connect(rehearsal, &RehearsalBanner::endRequested, &frame.window, &QWidget::close);
    column->addWidget(rehearsal);
    m_notice = new EngineNotice(m_workspace.engine(), m_workspace.connection());
    connect(m_notice, &EngineNotice::folderRequested, this,
            unlessBlocked(&ServerDesk::chooseEngineFolder));
    connect(m_notice, &EngineNotice::portRequested, this,
            unlessBlocked(&ServerDesk::openEngineAddress));
    column->addWidget(m_notice);
    column->addWidget(new ServerHealthNotice(m_workspace.serverHealth()));
    column->addWidget(new TtlHoldBanner(m_workspace.ttlHold()));
    column->addWidget(new ExpiryPauseBanner(m_workspace.expiryPauses(), m_workspace.members()));
    auto* purgeNotice = new PurgeNotice(m_workspace.purgeNotice());
    connect(purgeNotice, &PurgeNotice::openRequested, this, [this] {
        if (!m_window.isBlocked()) {
            m_purges->openUnfinished();
            nameDialogs();
        }
    });
    m_firstMinutes
        = new FirstMinutes(m_workspace, TourPlaces{frame.window, *m_pages, frame.activity}, this);
    column->addWidget(&m_firstMinutes->notice());
    column->addWidget(m_pages, 1);
    // over the pages: what comes and goes must not move what the user is about to click
    auto* messages = new widgets::FloatingStack(*this);
    messages->setObjectName(QStringLiteral("floatingMessages"));
    messages->add(purgeNotice);
    messages->add(m_undoBar);
}

QWidget& ServerDesk::inspector()
{
    return *m_inspector;
}

QWidget& ServerDesk::activity()
{
    return *m_activity;
}

QWidget& ServerDesk::engineLog()
{
    return *m_log;
}

void ServerDesk::connectSignals()
{
    connect(m_undoBar, &UndoBar::undoRequested, this, unlessBlocked(&ServerDesk::undoChange));
    connect(m_firstMinutes, &FirstMinutes::connectRequested, this,
            [this](const QString& id, const QString& uri) {
                // among several servers, "connect" without a name means this one
                if (id.isEmpty() && uri.isEmpty()) {
                    Q_EMIT connectRequested();
                } else if (!m_window.isBlocked()) {
                    offerConnection(id, uri);
                }
            });
    connect(m_firstMinutes, &FirstMinutes::helpRequested, this, &ServerDesk::helpRequested);
    connect(m_inspector, &InspectorView::navigatorRequested, this, &ServerDesk::navigatorRequested);
    connect(m_activity, &ActivityView::undoRequested, this, unlessBlocked(&ServerDesk::undoChange));
    connect(m_activity, &ActivityView::inventoryRequested, m_pages, &PageArea::showInventory);
    connectInventory(&m_pages->inventory());
    connect(m_pages, &PageArea::databasePageMade, this, &ServerDesk::connectInventory);
    connect(m_purges, &PurgeDesk::unlockRequested, this, &ServerDesk::unlock);
    connect(m_pages, &PageArea::collectionPageMade, this, &ServerDesk::connectPage);
    connect(m_pages, &QTabWidget::currentChanged, this, [this] {
        Q_EMIT changed();
        announceFront();
    });
    connect(m_pages, &PageArea::stateShown, this, &ServerDesk::stateShown);
    connect(m_pages, &PageArea::chartPainted, this, &ServerDesk::chartPainted);
}

void ServerDesk::connectInventory(InventoryPage* inventory)
{
    connect(inventory, &InventoryPage::collectionsRequested, this, &ServerDesk::navigatorRequested);
    connect(inventory, &InventoryPage::collectionActivated, this, &ServerDesk::openCollection);
    connect(inventory, &InventoryPage::documentsRequested, this,
            [this](const presenters::BarDocuments& documents) {
                openCollection(documents.ns);
                m_pages->showCollection(documents.ns).showDocuments(documents);
            });
    connect(inventory, &InventoryPage::ruleSelected, this, [this](const ttl::IndexRef& index) {
        if (index.name.empty()) { // the collection's own rule
            m_workspace.inspector().showCollection(index.ns);
        } else {
            m_workspace.inspector().showIndex(index);
        }
    });
    connect(inventory, &InventoryPage::changeRequested, this,
            unlessBlocked(&ServerDesk::changeIndexes));
    connect(inventory, &InventoryPage::selectionChanged, this, &ServerDesk::changed);
}

void ServerDesk::connectPresenters()
{
    connect(&m_workspace.statusBar(), &presenters::StatusPresenter::nameWanted, this, [this] {
        (new UnlockDialog(m_workspace.connection(), this))->open();
        nameDialogs();
    });
    connect(&m_workspace.engine(), &presenters::EnginePresenter::stateChanged, this,
            &ServerDesk::changed);
    connect(&m_workspace.connection(), &presenters::ConnectionPresenter::stateChanged, this,
            &ServerDesk::changed);
    connect(&m_workspace.connection(), &presenters::ConnectionPresenter::stateChanged, this,
            &ServerDesk::followData);
    followData();
}

void ServerDesk::followData()
{
    const QString identity = m_workspace.dataIdentity();
    // the same data come back after a loss
    if (identity.isEmpty() || identity == m_data) {
        return;
    }
    if (!std::exchange(m_data, identity).isEmpty()) {
        m_pages->closeAll();
    }
}

void ServerDesk::connectPage(CollectionPage* page)
{
    connect(page, &CollectionPage::connectRequested, this, &ServerDesk::connectRequested);
    connect(page, &CollectionPage::createIndexRequested, this,
            unlessBlocked(&ServerDesk::createIndex));
    connect(page, &CollectionPage::remedyRequested, this, unlessBlocked(&ServerDesk::applyRemedy));
    connect(page, &CollectionPage::changeIndexRequested, this,
            unlessBlocked(&ServerDesk::changeIndex));
    connect(page, &CollectionPage::changePeriodRequested, this,
            unlessBlocked(&ServerDesk::changePeriod));
    connect(page, &CollectionPage::indexSelected, &m_workspace.inspector(),
            &presenters::InspectorPresenter::showIndex);
    connect(page, &CollectionPage::indexSelected, this, &ServerDesk::changed);
    connect(page, &CollectionPage::purgeRequested, this, [this](const ttl::IndexRef& index) {
        if (!m_window.isBlocked()) {
            act(presenters::NodeAction::Purge, index);
        }
    });
    connect(page, &CollectionPage::documentSelected, &m_workspace.inspector(),
            &presenters::InspectorPresenter::showDocument);
}

void ServerDesk::showServerName(const QString& name)
{
    const QString shown = widgets::visibleText(name);
    if (m_serverName != shown) {
        m_serverName = shown;
        m_pages->showServerName(shown);
    }
}

void ServerDesk::prepare(QDialog* dialog, QObject* presenter)
{
    keepPresenter(dialog, presenter);
    dialog->open();
    nameDialogs();
}

void ServerDesk::keepPresenter(QDialog* dialog, QObject* presenter)
{
    // The dialog uses its presenter until it is destroyed. The context is the workspace, because
    // the desk may already be gone then.
    connect(dialog, &QObject::destroyed, &m_workspace,
            [&workspace = m_workspace, presenter] { workspace.release(*presenter); });
    if (const auto* confirm = dialog->findChild<ConfirmRow*>()) {
        connect(confirm, &ConfirmRow::unlockRequested, this, &ServerDesk::unlock);
    }
}

void ServerDesk::nameDialogs()
{
    static constexpr const char* kNamed = "serverNamed";
    for (QDialog* dialog : findChildren<QDialog*>()) {
        if (!m_serverName.isEmpty() && !dialog->property(kNamed).toBool()) {
            dialog->setProperty(kNamed, true);
            //: the title of a dialog and the name of its server
            dialog->setWindowTitle(tr("%1 – %2").arg(dialog->windowTitle(), m_serverName));
        }
    }
}

bool ServerDesk::pageReady() const
{
    // without a connection the welcome screen is complete, unless the engine is starting
    const bool idle
        = m_workspace.connection().state().phase == presenters::ConnectionPhase::Disconnected
        && m_workspace.engine().state().canStart;
    return (idle && !m_pages->currentCollection()) || m_pages->settled();
}

QStringList ServerDesk::textSummary() const
{
    presenters::InventoryPresenter& inventory = m_workspace.inventory();
    return inventoryText(inventory.forecast().figures(), inventory.forecast().state(),
                         inventory.rules());
}

QSplitter* ServerDesk::inventorySplit() const
{
    return m_pages->inventory().findChild<QSplitter*>(QStringLiteral("inventorySplitter"));
}

void ServerDesk::openCollection(const protocol::Namespace& ns)
{
    m_pages->showCollection(ns);
    announceFront();
    m_workspace.inspector().showCollection(ns);
}

void ServerDesk::openDatabase(const std::string& database)
{
    m_pages->showDatabase(database);
    announceFront();
}

void ServerDesk::announceFront()
{
    const InventoryPage* inventory = m_pages->currentInventory();
    if (const CollectionPage* page = m_pages->currentCollection()) {
        Q_EMIT collectionInFront(page->ns());
    } else if (inventory && !inventory->database().empty()) {
        Q_EMIT databaseInFront(inventory->database());
    } else {
        Q_EMIT inventoryInFront();
    }
}

void ServerDesk::openIndex(const ttl::IndexRef& index)
{
    m_pages->showCollection(index.ns).selectIndex(index.name);
    m_workspace.inspector().showIndex(index);
}

void ServerDesk::newIndexHere()
{
    if (const std::optional<ttl::IndexRef> here = target()) {
        createIndex(here->ns);
    }
}

void ServerDesk::changeExpiryHere()
{
    const CollectionPage* page = m_pages->currentCollection();
    const InventoryPage* inventory = m_pages->currentInventory();
    const auto rules = inventory ? inventory->selectedIndexes() : std::vector<ttl::IndexRef>();
    if (!page && !rules.empty()) {
        changeIndexes(rules);
    } else if (const auto index = page ? page->selectedIndex() : std::nullopt) {
        changeIndex(*index, std::nullopt);
    }
}

std::optional<ttl::IndexRef> ServerDesk::target() const
{
    if (const CollectionPage* page = m_pages->currentCollection()) {
        return page->selectedIndex().value_or(ttl::IndexRef{page->ns(), {}});
    }
    const InventoryPage* inventory = m_pages->currentInventory();
    const auto rules = inventory ? inventory->selectedIndexes() : std::vector<ttl::IndexRef>();
    return rules.size() == 1 ? std::optional(rules.front()) : std::nullopt;
}

void ServerDesk::removeHere()
{
    if (CollectionPage* page = m_pages->currentCollection()) {
        page->requestRemoval();
    } else if (const std::optional<ttl::IndexRef> rule = target()) {
        act(presenters::NodeAction::Drop, *rule);
    }
}

} // namespace sandglass::ui

#include "moc_server_desk.cpp"
