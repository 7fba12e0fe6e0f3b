// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/engine_log_view.h"

#include "app/presenters/engine/engine_presenter.h"
#include "app/presenters/engine/log_model.h"
#include "widgets/style/icon.h"
#include "widgets/views/inner_buttons.h"
#include "widgets/views/next_step.h"
#include "widgets/views/table_view.h"
#include "widgets/views/visible_text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QToolButton>
#include <QVBoxLayout>

namespace sandglass::ui {

using presenters::LogModel;

EngineLogView::EngineLogView(presenters::EnginePresenter& presenter, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_shown(new QSortFilterProxyModel(this))
    , m_table(new widgets::TableView(this))
    , m_filter(new QLineEdit(this))
    , m_phase(new QLabel(this))
    , m_start(addButton(QStringLiteral("startEngineButton"), QStringLiteral("play"),
                        tr("Start the local engine")))
    , m_stop(addButton(QStringLiteral("stopEngineButton"), QStringLiteral("stop"),
                       tr("Stop the local engine")))
{
    setObjectName(QStringLiteral("engineLogView"));
    buildTable();
    m_phase->setObjectName(QStringLiteral("enginePhaseLabel"));
    m_phase->setTextFormat(Qt::PlainText);
    // the connection string in it is meant to be copied
    m_phase->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_filter->setObjectName(QStringLiteral("logFilterEdit"));
    m_filter->setAccessibleName(tr("Filter the log"));
    m_filter->setPlaceholderText(tr("Filter the log"));
    widgets::addClearButton(*m_filter);
    m_next = new widgets::NextStep(QStringLiteral("logNextButton"), *m_table, this);

    auto* row = new QHBoxLayout;
    row->addWidget(m_start);
    row->addWidget(m_stop);
    row->addWidget(m_phase, 1);
    row->addWidget(m_filter);
    auto* column = new QVBoxLayout(this);
    column->addLayout(row);
    column->addWidget(m_table, 1);
    column->addWidget(m_next, 0, Qt::AlignHCenter);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_shown->setFilterFixedString(text);
        showPlaceholder();
    });
    connect(m_next, &QPushButton::clicked, this, &EngineLogView::takeNextStep);
    connect(m_start, &QToolButton::clicked, &m_presenter, &presenters::EnginePresenter::start);
    connect(m_stop, &QToolButton::clicked, &m_presenter, &presenters::EnginePresenter::stop);
    connect(&m_presenter, &presenters::EnginePresenter::stateChanged, this,
            &EngineLogView::showState);
    showState();
}

void EngineLogView::buildTable()
{
    m_shown->setSourceModel(&m_presenter.log());
    // all columns
    m_shown->setFilterKeyColumn(-1);
    m_shown->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_table->setObjectName(QStringLiteral("engineLogTableView"));
    m_table->setAccessibleName(tr("Log of the local engine"));
    m_table->setModel(m_shown);
    // a log is in the order of time
    m_table->setSortingEnabled(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setColumnWidth(LogModel::TimeColumn, fontMetrics().averageCharWidth() * 28);
    m_table->setColumnWidth(
        LogModel::SeverityColumn,
        std::max(fontMetrics().averageCharWidth() * 10,
                 m_table->horizontalHeader()->sectionSizeHint(LogModel::SeverityColumn)));
    m_table->setColumnWidth(LogModel::ComponentColumn, fontMetrics().averageCharWidth() * 14);
    connect(m_shown, &QAbstractItemModel::rowsInserted, this, &EngineLogView::follow);
}

QToolButton* EngineLogView::addButton(const QString& objectName, const QString& icon,
                                      const QString& text)
{
    auto* button = new QToolButton(this);
    button->setObjectName(objectName);
    button->setIcon(widgets::icon(icon));
    button->setToolTip(text);
    button->setAccessibleName(text);
    // by default Tab skips tool buttons
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

void EngineLogView::showState()
{
    const presenters::EngineState& state = m_presenter.state();
    m_start->setEnabled(state.canStart);
    m_stop->setEnabled(state.canStop);
    m_phase->setText(state.address.isEmpty()
                         ? state.phaseText
                         : state.phaseText + QStringLiteral(" · ") + state.address);
    m_phase->setToolTip(widgets::toolTipText(state.folder));
    showPlaceholder();
}

void EngineLogView::showPlaceholder()
{
    QString text = tr("The local engine has written nothing yet.");
    QString step;
    if (!m_filter->text().isEmpty()) {
        text = tr("There are no matching log lines.");
        step = tr("Clear the filter");
    } else if (m_presenter.state().canStart) {
        text = tr("The local engine is not running.");
        step = tr("Start the local engine");
    }
    m_table->setPlaceholderText(text);
    m_next->setStep(step);
}

void EngineLogView::takeNextStep()
{
    if (m_filter->text().isEmpty()) {
        m_presenter.start();
    } else {
        m_filter->clear();
    }
}

void EngineLogView::follow()
{
    // a user who has scrolled up is reading and must not lose the place
    QScrollBar* bar = m_table->verticalScrollBar();
    if (bar->value() >= bar->maximum() - 2) {
        m_table->scrollToBottom();
    }
}

} // namespace sandglass::ui

#include "moc_engine_log_view.cpp"
