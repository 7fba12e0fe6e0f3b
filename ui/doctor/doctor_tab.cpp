// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/doctor/doctor_tab.h"

#include "app/presenters/doctor/doctor_presenter.h"
#include "ui/doctor/finding_icons.h"
#include "ui/words/error_mapping.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/busy_overlay.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/elided_label.h"
#include "widgets/views/empty_state.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/focus_refuge.h"
#include "widgets/views/table_view.h"
#include "widgets/views/visible_text.h"

#include <QClipboard>
#include <QComboBox>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWhatsThisClickedEvent>

namespace sandglass::ui {

using presenters::DoctorModel;
using presenters::DoctorPresenter;
using presenters::Phase;

namespace {

QString headlineIcon(presenters::Tone tone)
{
    switch (tone) {
    case presenters::Tone::Bad:
        return QStringLiteral("error");
    case presenters::Tone::Warning:
        return QStringLiteral("warning");
    case presenters::Tone::Good:
    case presenters::Tone::Plain:
        break;
    }
    return QStringLiteral("ok");
}

} // namespace

DoctorTab::DoctorTab(DoctorPresenter& presenter, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_lines(new FindingIcons(this))
    , m_target(new QComboBox(this))
    , m_check(new QPushButton(widgets::icon(QStringLiteral("doctor")), tr("&Check"), this))
    , m_copy(new QPushButton(widgets::icon(QStringLiteral("copy")), tr("Co&py report"), this))
    , m_explain(new QToolButton(this))
    , m_headlineIcon(new QLabel(this))
    , m_headline(new QLabel(this))
    , m_asOf(new widgets::ElidedLabel(this))
    , m_banner(new widgets::ErrorBanner(this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new widgets::EmptyState(this))
    , m_waiting(new QWidget(this))
    , m_table(new widgets::TableView(this))
    , m_lineIcon(new QLabel(this))
    , m_lineTitle(new QLabel(this))
    , m_line(new QPlainTextEdit(this))
    , m_remedy(new QPushButton(this))
    , m_focus(std::make_unique<widgets::FocusRefuge>(*m_target))
{
    setObjectName(QStringLiteral("doctorTab"));
    setFocusProxy(m_target);
    m_banner->setObjectName(QStringLiteral("doctorErrorBanner"));
    m_stack->setObjectName(QStringLiteral("doctorStack"));
    m_empty->setObjectName(QStringLiteral("doctorEmptyState"));
    m_empty->setTitle(tr("Why is this not expiring?"));
    m_empty->setText(tr("Check every known cause, in order. Nothing is changed on the server."));
    // the first part to shrink on a low page
    m_empty->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    m_empty->setMinimumHeight(widgets::emPixels(this, 4.5));
    m_stack->addWidget(m_empty);
    m_waiting->setObjectName(QStringLiteral("doctorWaiting"));
    m_stack->addWidget(m_waiting);
    m_list = buildList();
    m_stack->addWidget(m_list);
    auto* column = new QVBoxLayout(this);
    column->addWidget(buildActions());
    column->addWidget(buildHeadline());
    column->addWidget(m_banner);
    column->addWidget(m_stack, 1);
    // covers the results only; the choice of the target stays usable
    m_busy = new widgets::BusyOverlay(m_stack);
    m_busy->setObjectName(QStringLiteral("doctorBusyOverlay"));
    m_busy->setCancellable(true);
    connectSignals();
    showState();
    showLine();
}

DoctorTab::~DoctorTab() = default;

QWidget* DoctorTab::buildActions()
{
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    auto* caption = new QLabel(tr("Loo&k at:"), bar);
    caption->setTextFormat(Qt::PlainText);
    caption->setBuddy(m_target);
    m_target->setObjectName(QStringLiteral("doctorTargetComboBox"));
    m_target->setAccessibleName(tr("What to look at"));
    m_target->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_target->setMaximumWidth(widgets::emPixels(this, 24));
    m_check->setObjectName(QStringLiteral("doctorCheckButton"));
    m_check->setAccessibleName(tr("Check"));
    // in the dialog of the server, Enter in the list must neither check nor copy
    m_check->setAutoDefault(false);
    m_copy->setAutoDefault(false);
    m_copy->setObjectName(QStringLiteral("copyDoctorReportButton"));
    m_copy->setAccessibleName(tr("Copy report"));
    row->addWidget(caption);
    row->addWidget(m_target);
    row->addWidget(m_check);
    row->addStretch(1);
    row->addWidget(m_asOf);
    row->addWidget(m_copy);
    m_explain->setObjectName(QStringLiteral("explainCheckButton"));
    m_explain->setIcon(widgets::icon(QStringLiteral("help")));
    m_explain->setToolTip(tr("Help on the selected check"));
    m_explain->setAccessibleName(tr("Help on the selected check"));
    m_explain->setAutoRaise(true);
    m_explain->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(m_explain);
    return bar;
}

QWidget* DoctorTab::buildHeadline()
{
    auto* line = new QWidget(this);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    m_headlineIcon->setObjectName(QStringLiteral("doctorHeadlineIconLabel"));
    m_headlineIcon->setTextFormat(Qt::PlainText);
    m_headline->setObjectName(QStringLiteral("doctorHeadlineLabel"));
    m_headline->setTextFormat(Qt::PlainText);
    m_headline->setWordWrap(true);
    m_asOf->setObjectName(QStringLiteral("doctorAsOfLabel"));
    m_asOf->setProperty("muted", true);
    row->addWidget(m_headlineIcon);
    row->addWidget(m_headline, 1);
    return line;
}

QWidget* DoctorTab::buildList()
{
    constexpr int kWide = 1'000; // the splitter makes it fit
    buildTable();
    auto* list = new QSplitter(Qt::Horizontal, this);
    list->setObjectName(QStringLiteral("doctorSplitter"));
    list->setChildrenCollapsible(false);
    list->addWidget(m_table);
    list->addWidget(buildCard());
    // names of places are long, and the sentences of the card can wrap
    constexpr int kListShare = 3;
    constexpr int kCardShare = 2;
    list->setStretchFactor(0, kListShare);
    list->setStretchFactor(1, kCardShare);
    list->setSizes({kListShare * kWide, kCardShare * kWide});
    // a low page leaves them hardly any height; both scroll
    m_table->setMinimumHeight(1);
    m_line->setMinimumHeight(1);
    return list;
}

QWidget* DoctorTab::buildCard()
{
    auto* card = new QFrame(this);
    card->setObjectName(QStringLiteral("doctorCard"));
    card->setFrameShape(QFrame::StyledPanel);
    // read by the style sheet
    card->setProperty("card", true);
    m_lineIcon->setObjectName(QStringLiteral("doctorLineIconLabel"));
    m_lineTitle->setObjectName(QStringLiteral("doctorLineTitleLabel"));
    m_lineTitle->setTextFormat(Qt::PlainText);
    m_lineTitle->setWordWrap(true);
    QFont bold = font();
    bold.setBold(true);
    m_lineTitle->setFont(bold);
    m_line->setObjectName(QStringLiteral("doctorLineEdit"));
    m_line->setAccessibleName(tr("The selected check in full"));
    m_line->setReadOnly(true);
    m_line->setTabChangesFocus(true);
    m_line->setProperty("flat", true);
    m_line->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_remedy->setObjectName(QStringLiteral("doctorRemedyButton"));
    widgets::setEmphasis(*m_remedy, widgets::Emphasis::Accent);
    m_remedy->setAutoDefault(false);
    m_remedy->hide();
    auto* head = new QHBoxLayout;
    head->addWidget(m_lineIcon);
    head->addWidget(m_lineTitle, 1);
    auto* column = new QVBoxLayout(card);
    column->addLayout(head);
    column->addWidget(m_line, 1);
    column->addWidget(m_remedy, 0, Qt::AlignLeft);
    setTabOrder(m_line, m_remedy);
    return card;
}

void DoctorTab::buildTable()
{
    m_lines->setSourceModel(&m_presenter.model());
    m_table->setObjectName(QStringLiteral("doctorTableView"));
    m_table->setAccessibleName(tr("Checks and their results"));
    m_table->setModel(m_lines);
    // the presenter has the order. Source: ui/DESIGN.md, Doctor.
    m_table->setSortingEnabled(false);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    // evidence and advice are sentences, for which the card has the room
    m_table->setColumnHidden(DoctorModel::EvidenceColumn, true);
    m_table->setColumnHidden(DoctorModel::AdviceColumn, true);
    m_table->setNameColumn(DoctorModel::PlaceColumn);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QHeaderView* header = m_table->horizontalHeader();
    // two rules for the last column would leave it as wide as it was before the scroll bar came
    header->setStretchLastSection(false);
    header->setSectionResizeMode(DoctorModel::StateColumn, QHeaderView::ResizeToContents);
    header->setSectionResizeMode(DoctorModel::CheckColumn, QHeaderView::ResizeToContents);
    header->setSectionResizeMode(DoctorModel::PlaceColumn, QHeaderView::Stretch);
}

void DoctorTab::selectFirst()
{
    if (!m_table->selectionModel()->hasSelection() && m_lines->rowCount() > 0) {
        m_table->selectRow(0);
    }
}

void DoctorTab::connectSignals()
{
    connect(&m_presenter, &DoctorPresenter::stateChanged, this, &DoctorTab::showState);
    connect(m_target, &QComboBox::activated, &m_presenter, &DoctorPresenter::setTarget);
    connect(m_check, &QPushButton::clicked, &m_presenter, &DoctorPresenter::check);
    connect(m_banner, &widgets::ErrorBanner::actionTriggered, &m_presenter,
            &DoctorPresenter::check);
    connect(m_busy, &widgets::BusyOverlay::cancelRequested, &m_presenter, &DoctorPresenter::cancel);
    connect(m_copy, &QPushButton::clicked, this, &DoctorTab::copyReport);
    connect(m_remedy, &QPushButton::clicked, this, &DoctorTab::applyRemedy);
    connect(m_explain, &QToolButton::clicked, this, &DoctorTab::explain);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &DoctorTab::showLine);
    const auto showLines = [this] {
        selectFirst();
        showLine();
    };
    connect(m_lines, &QAbstractItemModel::modelReset, this, showLines);
    connect(m_lines, &QAbstractItemModel::dataChanged, this, showLines);
}

void DoctorTab::showState()
{
    const presenters::DoctorState& state = m_presenter.state();
    showTargets();
    // the button of the help would otherwise get the keyboard, and a second press of the key
    m_focus->setEnabled(*m_check, state.canCheck);
    if (!state.busy) {
        m_focus->forget();
    }
    m_copy->setEnabled(m_lines->rowCount() > 0);
    m_headline->setText(widgets::visibleText(state.headline));
    m_asOf->setText(state.asOfText);
    const int side = widgets::emPixels(this, 1.2);
    m_headlineIcon->setPixmap(state.headline.isEmpty()
                                  ? QPixmap()
                                  : widgets::icon(headlineIcon(state.headlineTone))
                                        .pixmap(QSize(side, side), devicePixelRatioF()));
    m_headline->parentWidget()->setVisible(!state.headline.isEmpty());
    // stale results stay readable, but cannot be selected
    m_list->setEnabled(state.phase != Phase::Stale);
    // the notice that it is being checked would lie over the text
    QWidget* withoutLines = state.busy ? m_waiting : m_empty;
    m_stack->setCurrentWidget(m_lines->rowCount() > 0 ? m_list : withoutLines);
    showPageFailure(*m_banner, state.failure, tr("&Retry"));
    if (state.busy) {
        m_busy->start(tr("Checking…"));
    } else {
        m_busy->stop();
    }
}

void DoctorTab::showTargets()
{
    const presenters::DoctorState& state = m_presenter.state();
    QStringList targets;
    for (const QString& target : state.targets) {
        targets << widgets::visibleText(target);
    }
    QStringList shown;
    for (int i = 0; i < m_target->count(); ++i) {
        shown << m_target->itemText(i);
    }
    // filling the list again would close it while it is open
    if (shown != targets) {
        m_target->clear();
        m_target->addItems(targets);
    }
    m_target->setCurrentIndex(state.target);
}

void DoctorTab::showLine()
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    const auto remedy = chosenRemedy();
    m_remedy->setVisible(remedy.has_value());
    m_remedy->setText(remedy ? remedy->buttonText : QString());
    // a hidden button has a name too
    m_remedy->setAccessibleName(remedy ? QString(remedy->buttonText).remove(u'&').remove(u'…')
                                       : tr("Fix what the selected check found"));
    if (rows.isEmpty()) {
        m_lineIcon->clear();
        m_lineTitle->clear();
        m_line->setPlainText(tr("Select a check to read it in full."));
    } else {
        const QModelIndex& row = rows.front();
        const auto cell = [&row](int column) {
            return widgets::visibleText(row.siblingAtColumn(column).data().toString());
        };
        const int side = widgets::emPixels(this, 1.2);
        m_lineIcon->setPixmap(row.siblingAtColumn(DoctorModel::StateColumn)
                                  .data(Qt::DecorationRole)
                                  .value<QIcon>()
                                  .pixmap(QSize(side, side), devicePixelRatioF()));
        //: a check, its result, and where: "Field present: failed (lastSeen_1)"
        m_lineTitle->setText(tr("%1: %2 (%3)")
                                 .arg(cell(DoctorModel::CheckColumn),
                                      cell(DoctorModel::StateColumn),
                                      cell(DoctorModel::PlaceColumn)));
        QStringList paragraphs{cell(DoctorModel::EvidenceColumn), cell(DoctorModel::AdviceColumn)};
        paragraphs.removeAll(QString());
        m_line->setPlainText(paragraphs.join(u'\n'));
    }
    // F1 opens the help there
    setProperty("helpPlace",
                rows.isEmpty() ? QStringLiteral("doctor")
                               : QStringLiteral("not-expiring#")
                        + rows.front().data(DoctorModel::CheckNameRole).toString());
}

std::optional<presenters::DoctorRemedy> DoctorTab::chosenRemedy() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? std::nullopt
                          : m_presenter.model().remedy(m_lines->mapToSource(rows.front()).row());
}

void DoctorTab::applyRemedy()
{
    const auto remedy = chosenRemedy();
    if (remedy && remedy->kind == presenters::DoctorRemedy::Kind::LookAgain) {
        m_presenter.check();
    } else if (remedy) {
        Q_EMIT remedyRequested(*remedy);
    }
}

void DoctorTab::explain()
{
    // the help of the main window listens
    QWhatsThisClickedEvent wanted(property("helpPlace").toString());
    QCoreApplication::sendEvent(this, &wanted);
}

void DoctorTab::copyReport() const
{
    QGuiApplication::clipboard()->setText(m_presenter.reportText());
}

void DoctorTab::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_presenter.setVisible(true);
}

void DoctorTab::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_presenter.setVisible(false);
}

} // namespace sandglass::ui

#include "moc_doctor_tab.cpp"
