// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"

#include "app/presenters/connections/connection_presenter.h"
#include "app/presenters/doctor/doctor_model.h"
#include "app/presenters/engine/engine_presenter.h"
#include "app/presenters/explorer/inspector_presenter.h"
#include "app/presenters/explorer/navigator_presenter.h"
#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/indexes/batch_change_presenter.h"
#include "app/presenters/indexes/create_index_presenter.h"
#include "app/presenters/indexes/undo_presenter.h"
#include "app/presenters/inventory/inventory_presenter.h"
#include "app/presenters/journal/activity_presenter.h"
#include "app/presenters/purge/purge_state.h"
#include "app/presenters/restore/rehearsal_presenter.h"
#include "app/presenters/settings/preferences_presenter.h"
#include "app/presenters/shell/status_presenter.h"
#include "app/presenters/shell/workspace.h"
#include "app/presenters/words/words.h"
#include "ui/connections/connect_dialog.h"
#include "ui/engine/engine_log_view.h"
#include "ui/engine/engine_notice.h"
#include "ui/explorer/inspector_view.h"
#include "ui/explorer/navigator_view.h"
#include "ui/help/help_desk.h"
#include "ui/indexes/batch_change_dialog.h"
#include "ui/indexes/change_index_dialog.h"
#include "ui/indexes/create_index_dialog.h"
#include "ui/indexes/undo_dialog.h"
#include "ui/inventory/inventory_page.h"
#include "ui/journal/activity_view.h"
#include "ui/journal/undo_bar.h"
#include "ui/members/expiry_pause_banner.h"
#include "ui/purge/purge_desk.h"
#include "ui/purge/purge_dialog.h"
#include "ui/purge/purge_notice.h"
#include "ui/restore/rehearsal_banner.h"
#include "ui/settings/preferences_dialog.h"
#include "ui/shell/collection_page.h"
#include "ui/shell/first_minutes.h"
#include "ui/shell/inventory_text.h"
#include "ui/shell/main_window_actions.h"
#include "ui/shell/page_area.h"
#include "ui/shell/status_strip.h"
#include "ui/shell/tour_guide.h"
#include "widgets/style/appearance.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/inner_buttons.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QFileDialog>
#include <QScreen>
#include <QSplitter>
#include <QVBoxLayout>

namespace sandglass::ui {

namespace {

const QString kGeometry = QStringLiteral("geometry");
const QString kDocks = QStringLiteral("docks");
const QString kInventorySplit = QStringLiteral("inventorySplitter");

} // namespace

MainWindow::MainWindow(presenters::Workspace& workspace, QWidget* parent)
    : QMainWindow(parent)
    , m_workspace(workspace)
    , m_pages(new PageArea(workspace))
    , m_help(new HelpDesk(*this, this))
    , m_purges(new PurgeDesk(workspace, *this))
    , m_undoBar(new UndoBar(workspace.activity()))
    , m_navigator(new NavigatorView(workspace.navigator()))
    , m_actions(std::make_unique<Actions>())
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(tr("Sandglass"));
    setWindowIcon(widgets::icon(QStringLiteral("sandglass")));
    buildCentre();
    // lets docks stand side by side at one edge
    setDockNestingEnabled(true);
    buildDocks();
    addFirstMinutes();
    buildActions();
    buildMenus();
    buildToolBar();
    setStatusBar(new StatusStrip(workspace.statusBar()));
    connectSignals();
    connectActions();
    connectServerActions();
    resize(firstSize());
    restoreLayout();
    updateActions();
}

MainWindow::~MainWindow() = default;

void MainWindow::buildCentre()
{
    auto* centre = new QWidget;
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* rehearsal = new RehearsalBanner(m_workspace.rehearsal());
    connect(rehearsal, &RehearsalBanner::endRequested, this, &QWidget::close);
    column->addWidget(rehearsal);
    column->addWidget(new EngineNotice(m_workspace.engine(), m_workspace.connection()));
    column->addWidget(new ExpiryPauseBanner(m_workspace.expiryPauses(), m_workspace.members()));
    auto* purgeNotice = new PurgeNotice(m_workspace.purgeNotice());
    column->addWidget(purgeNotice);
    connect(purgeNotice, &PurgeNotice::openRequested, m_purges, &PurgeDesk::openUnfinished);
    column->addWidget(m_pages, 1);
    column->addWidget(m_undoBar);
    connect(m_undoBar, &UndoBar::undoRequested, this, &MainWindow::undoChange);
    setCentralWidget(centre);
}

void MainWindow::addFirstMinutes()
{
    m_firstMinutes
        = new FirstMinutes(m_workspace, TourPlaces{*this, *m_pages, *m_activityDock}, this);
    auto* column = static_cast<QVBoxLayout*>(centralWidget()->layout());
    column->insertWidget(column->indexOf(m_pages), &m_firstMinutes->notice());
    connect(m_firstMinutes, &FirstMinutes::connectRequested, this,
            &MainWindow::offerKnownConnection);
    connect(m_firstMinutes, &FirstMinutes::helpRequested, m_help, &HelpDesk::openContents);
}

QSize MainWindow::firstSize() const
{
    // 1280 x 800 for a font of 12 pixels; more for a larger one, as far as the screen goes
    const QSize smallest(1280, 800);
    const QSize forFont(widgets::emPixels(this, smallest.width() / 12.0),
                        widgets::emPixels(this, smallest.height() / 12.0));
    return forFont.boundedTo(screen()->availableSize()).expandedTo(smallest);
}

QDockWidget* MainWindow::addDock(const QString& objectName, const QString& title, QWidget* content,
                                 Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(objectName);
    dock->setAccessibleName(title);
    dock->setWidget(content);
    widgets::nameTitleButtons(*dock);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::buildDocks()
{
    m_navigatorDock = addDock(QStringLiteral("navigatorDock"), tr("Navigator"), m_navigator,
                              Qt::LeftDockWidgetArea);
    auto* inspector = new InspectorView(m_workspace.inspector());
    connect(inspector, &InspectorView::navigatorRequested, this, &MainWindow::showNavigator);
    m_inspectorDock = addDock(QStringLiteral("inspectorDock"), tr("Inspector"), inspector,
                              Qt::RightDockWidgetArea);
    auto* activity = new ActivityView(m_workspace.activity());
    connect(activity, &ActivityView::undoRequested, this, &MainWindow::undoChange);
    connect(activity, &ActivityView::inventoryRequested, m_pages, &PageArea::showInventory);
    m_activityDock = addDock(QStringLiteral("activityDock"), tr("Activity"), activity,
                             Qt::BottomDockWidgetArea);
    m_logDock = addDock(QStringLiteral("engineLogDock"), tr("Engine log"),
                        new EngineLogView(m_workspace.engine()), Qt::BottomDockWidgetArea);
    // two tabs in one place at the bottom
    tabifyDockWidget(m_activityDock, m_logDock);
    // at 1280 × 800 the pages need the space; the menu View opens the docks
    m_activityDock->hide();
    m_logDock->hide();
    m_inspectorDock->hide();
    resizeDocks({m_navigatorDock}, {widgets::emPixels(this, 19)}, Qt::Horizontal);
    resizeDocks({m_inspectorDock}, {widgets::emPixels(this, 19)}, Qt::Horizontal);
    resizeDocks({m_activityDock}, {widgets::emPixels(this, 11)}, Qt::Vertical);
}

void MainWindow::connectSignals()
{
    connect(m_navigator, &NavigatorView::connectRequested, m_actions->connectServer,
            &QAction::trigger);
    connect(&m_pages->inventory(), &InventoryPage::collectionsRequested, this,
            &MainWindow::showNavigator);
    connect(m_navigator, &NavigatorView::connectionChosen, m_pages, &PageArea::showInventory);
    connect(m_navigator, &NavigatorView::collectionChosen, this, &MainWindow::openCollection);
    connect(m_navigator, &NavigatorView::indexChosen, this, &MainWindow::openIndex);
    connect(m_navigator, &NavigatorView::createIndexRequested, this, &MainWindow::createIndex);
    connect(m_navigator, &NavigatorView::changeIndexRequested, this,
            [this](const ttl::IndexRef& index) { changeIndex(index, std::nullopt); });
    connect(&m_pages->inventory(), &InventoryPage::collectionActivated, this,
            &MainWindow::openCollection);
    connect(&m_pages->inventory(), &InventoryPage::ruleSelected, this,
            [this](const ttl::IndexRef& index) {
                if (index.name.empty()) { // the collection's own rule
                    m_workspace.inspector().showCollection(index.ns);
                } else {
                    m_workspace.inspector().showIndex(index);
                }
            });
    connect(&m_pages->inventory(), &InventoryPage::changeRequested, this,
            &MainWindow::changeIndexes);
    connect(&m_pages->inventory(), &InventoryPage::selectionChanged, this,
            &MainWindow::updateActions);
    connect(m_pages, &PageArea::collectionPageMade, this, &MainWindow::connectPage);
    connect(m_pages, &QTabWidget::currentChanged, this, &MainWindow::updateActions);
    connect(m_pages, &PageArea::stateShown, this, [this] {
        updateActions();
        if (pageReady()) {
            Q_EMIT pageSettled();
        }
    });
    connect(m_pages, &PageArea::chartPainted, this, &MainWindow::chartPainted);
    connect(&m_workspace.preferences(), &presenters::PreferencesPresenter::stateChanged, this,
            &MainWindow::applyTheme);
    auto* strip = static_cast<StatusStrip*>(statusBar());
    connect(strip, &StatusStrip::tasksClicked, this, &MainWindow::showActivity);
    connect(strip, &StatusStrip::connectionClicked, m_actions->connectServer, &QAction::trigger);
    connect(strip, &StatusStrip::serverClicked, m_actions->members, &QAction::trigger);
    connect(strip, &StatusStrip::clockClicked, m_actions->doctor, &QAction::trigger);
    connect(strip, &StatusStrip::zoneClicked, m_actions->preferences, &QAction::trigger);
    connect(strip, &StatusStrip::monitorClicked, m_pages, &PageArea::showInventory);
}

void MainWindow::connectPage(CollectionPage* page)
{
    connect(page, &CollectionPage::connectRequested, m_actions->connectServer, &QAction::trigger);
    connect(page, &CollectionPage::createIndexRequested, this, &MainWindow::createIndex);
    connect(page, &CollectionPage::remedyRequested, this, &MainWindow::applyRemedy);
    connect(page, &CollectionPage::changeIndexRequested, this, &MainWindow::changeIndex);
    connect(page, &CollectionPage::changePeriodRequested, this, &MainWindow::changePeriod);
    connect(page, &CollectionPage::indexSelected, &m_workspace.inspector(),
            &presenters::InspectorPresenter::showIndex);
    connect(page, &CollectionPage::indexSelected, this, &MainWindow::updateActions);
    connect(page, &CollectionPage::purgeRequested, m_purges, &PurgeDesk::purgeIndex);
    connect(page, &CollectionPage::documentSelected, &m_workspace.inspector(),
            &presenters::InspectorPresenter::showDocument);
}

void MainWindow::applyTheme()
{
    using widgets::Theme;
    const presenters::Theme chosen = m_workspace.preferences().state().theme;
    // two enumerations, because widgets know no presenters
    const Theme theme = chosen == presenters::Theme::Light ? Theme::Light
        : chosen == presenters::Theme::Dark                ? Theme::Dark
                                                           : Theme::System;
    // a rehearsal has its own settings; unless a theme was chosen there, it keeps the look of the
    // window it was opened from
    if (!m_workspace.rehearsal().state().active || theme != Theme::System) {
        widgets::Appearance::instance().apply(theme);
    }
    m_actions->showTheme(chosen);
}

void MainWindow::openCollection(const protocol::Namespace& ns)
{
    m_pages->showCollection(ns);
    m_navigator->selectQuietly(ns);
    m_workspace.inspector().showCollection(ns);
}

void MainWindow::openIndex(const ttl::IndexRef& index)
{
    m_pages->showCollection(index.ns).selectIndex(index.name);
    m_workspace.inspector().showIndex(index);
}

void MainWindow::createIndex(const protocol::Namespace& ns)
{
    openCreateDialog(ns);
}

void MainWindow::chooseEngineFolder()
{
    presenters::EnginePresenter& engine = m_workspace.engine();
    auto* dialog
        = new QFileDialog(this, tr("Folder of the Local Engine's Data"), engine.state().folder);
    dialog->setObjectName(QStringLiteral("engineFolderDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, &engine,
            &presenters::EnginePresenter::chooseFolder);
    dialog->open();
}

void MainWindow::applyRemedy(const presenters::DoctorRemedy& remedy)
{
    if (remedy.kind == presenters::DoctorRemedy::Kind::CreateIndex) {
        createIndex(remedy.index.ns);
    } else if (remedy.kind == presenters::DoctorRemedy::Kind::ChangeIndex) {
        changeIndex(remedy.index, std::nullopt);
    }
}

void MainWindow::createBeside(const ttl::IndexRef& old, const ttl::TtlIndexDraft& draft)
{
    CreateIndexDialog* dialog = openCreateDialog(old.ns);
    dialog->fill(draft);
    // the second step, with a dialog of its own that asks for the name
    connect(dialog, &QDialog::accepted, this,
            [this, old] { changeIndex(old, presenters::ChangeKind::Drop); });
}

CreateIndexDialog* MainWindow::openCreateDialog(const protocol::Namespace& ns)
{
    presenters::CreateIndexPresenter& presenter = m_workspace.createIndex(ns);
    auto* dialog = new CreateIndexDialog(presenter, presenters::text(ns.text()), this);
    dialog->setTimeZone(m_workspace.statusBar().state().zone);
    connect(dialog, &CreateIndexDialog::existingIndexChosen, this, [this, ns](const QString& name) {
        changeIndex({ns, presenters::utf8(name)}, std::nullopt);
    });
    connect(dialog, &CreateIndexDialog::purgeRequested, this,
            [this, dialog, &presenter](const ttl::Rule& target, bool archiveFirst) {
                // after the purge there is less to delete: count again
                connect(m_purges->purge(target, archiveFirst, dialog), &QDialog::finished,
                        &presenter, &presenters::CreateIndexPresenter::count);
            });
    // The dialog uses its presenter until it is destroyed. The context is the workspace, because
    // the window may already be gone then.
    connect(dialog, &QObject::destroyed, &m_workspace,
            [&workspace = m_workspace, &presenter] { workspace.release(presenter); });
    dialog->open();
    return dialog;
}

ChangeIndexDialog* MainWindow::changeIndex(const ttl::IndexRef& index,
                                           std::optional<presenters::ChangeKind> kind)
{
    presenters::ChangeIndexPresenter& presenter = m_workspace.changeIndex(index);
    auto* dialog = new ChangeIndexDialog(presenter, kind, this);
    dialog->setTimeZone(m_workspace.statusBar().state().zone);
    connect(dialog, &ChangeIndexDialog::purgeRequested, this,
            [this, dialog, &presenter](const ttl::Rule& target, bool archiveFirst) {
                connect(m_purges->purge(target, archiveFirst, dialog), &QDialog::finished,
                        &presenter, &presenters::ChangeIndexPresenter::count);
            });
    connect(dialog, &ChangeIndexDialog::verified, m_undoBar, &UndoBar::showResult);
    connect(dialog, &ChangeIndexDialog::alternativeRequested, this,
            [this, index](const ttl::TtlIndexDraft& draft) { createBeside(index, draft); });
    connect(dialog, &QObject::destroyed, &m_workspace,
            [&workspace = m_workspace, &presenter] { workspace.release(presenter); });
    dialog->open();
    return dialog;
}

void MainWindow::changePeriod(const ttl::IndexRef& index, qint64 seconds)
{
    changeIndex(index, presenters::ChangeKind::Seconds)->proposeSeconds(seconds);
}

void MainWindow::changeIndexes(const std::vector<ttl::IndexRef>& indexes)
{
    // the dialog for one index offers more than a period
    if (indexes.size() == 1) {
        changeIndex(indexes.front(), std::nullopt);
        return;
    }
    presenters::BatchChangePresenter& presenter = m_workspace.batchChange(indexes);
    auto* dialog = new BatchChangeDialog(presenter, this);
    connect(dialog, &QObject::destroyed, &m_workspace,
            [&workspace = m_workspace, &presenter] { workspace.release(presenter); });
    dialog->open();
}

void MainWindow::undoChange(quint64 journalEntry)
{
    presenters::UndoPresenter& presenter = m_workspace.undo(journalEntry);
    auto* dialog = new UndoDialog(presenter, this);
    dialog->setTimeZone(m_workspace.statusBar().state().zone);
    connect(dialog, &QObject::destroyed, &m_workspace,
            [&workspace = m_workspace, &presenter] { workspace.release(presenter); });
    dialog->open();
}

void MainWindow::newIndexHere()
{
    if (const CollectionPage* page = m_pages->currentCollection()) {
        createIndex(page->ns());
    }
}

void MainWindow::changeExpiryHere()
{
    const CollectionPage* page = m_pages->currentCollection();
    const std::vector<ttl::IndexRef> rules = m_pages->inventory().selectedIndexes();
    if (!page && !rules.empty()) {
        changeIndexes(rules);
    } else if (const auto index = page ? page->selectedIndex() : std::nullopt) {
        changeIndex(*index, std::nullopt);
    }
}

void MainWindow::removeHere()
{
    if (CollectionPage* page = m_pages->currentCollection()) {
        page->requestRemoval();
    }
}

void MainWindow::showActivity()
{
    m_activityDock->show();
    m_activityDock->raise();
}

void MainWindow::showNavigator()
{
    m_navigatorDock->show();
    m_navigatorDock->raise();
    m_navigator->focusTree();
}

void MainWindow::greet(const QString& version)
{
    m_firstMinutes->greet(version);
}

bool MainWindow::openPage(const QString& page)
{
    if (page.isEmpty() || page == QLatin1String("inventory")) {
        m_pages->showInventory();
        return true;
    }
    const auto ns = protocol::Namespace::parse(presenters::utf8(page));
    if (!ns || ns->collection.empty()) {
        return false;
    }
    openCollection(*ns);
    return true;
}

bool MainWindow::pageReady() const
{
    // without a connection the welcome screen is complete, unless the engine is starting
    const bool idle
        = m_workspace.connection().state().phase == presenters::ConnectionPhase::Disconnected
        && m_workspace.engine().state().canStart;
    return (idle && !m_pages->currentCollection()) || m_pages->settled();
}

QStringList MainWindow::textSummary() const
{
    presenters::InventoryPresenter& inventory = m_workspace.inventory();
    return inventoryText(inventory.forecast().figures(), inventory.forecast().state(),
                         inventory.rules());
}

void MainWindow::restoreLayout()
{
    // resetLayout() returns to it
    m_initialLayout = saveState();
    restoreGeometry(m_workspace.preferences().layout(kGeometry));
    restoreState(m_workspace.preferences().layout(kDocks));
    inventorySplit()->restoreState(m_workspace.preferences().layout(kInventorySplit));
    // not earlier: it also checks the entry in the menu
    applyTheme();
}

void MainWindow::saveLayout()
{
    m_workspace.preferences().saveLayout(kGeometry, saveGeometry());
    m_workspace.preferences().saveLayout(kDocks, saveState());
    m_workspace.preferences().saveLayout(kInventorySplit, inventorySplit()->saveState());
}

QSplitter* MainWindow::inventorySplit() const
{
    return m_pages->inventory().findChild<QSplitter*>(QStringLiteral("inventorySplitter"));
}

void MainWindow::resetLayout()
{
    inventorySplit()->setSizes(
        {3'000, 2'000}); // the initial stretch factors; QSplitter scales them
    for (CollectionPage* page : m_pages->findChildren<CollectionPage*>()) {
        page->resetLayout();
    }
    restoreState(m_initialLayout);
    m_activityDock->hide();
    m_logDock->hide();
    m_inspectorDock->hide();
    m_navigatorDock->show();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    saveLayout();
    QMainWindow::closeEvent(event);
    // the help has no parent, and would keep the program running
    m_help->close();
    Q_EMIT closed();
}

} // namespace sandglass::ui

#include "moc_main_window.cpp"
