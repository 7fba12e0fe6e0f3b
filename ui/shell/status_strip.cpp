// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/status_strip.h"

#include "app/presenters/shell/status_presenter.h"
#include "widgets/style/icon.h"
#include "widgets/views/visible_text.h"

#include <QToolButton>

namespace sandglass::ui {

namespace {

/// A part with nothing to say takes no room.
void showPart(QToolButton* part, const QString& text, const QString& toolTip)
{
    part->setText(widgets::visibleText(text));
    part->setAccessibleName(text.isEmpty() ? toolTip : text); // a hidden part has a name too
    part->setToolTip(toolTip.toHtmlEscaped());
    part->setVisible(!text.isEmpty());
}

} // namespace

StatusStrip::StatusStrip(presenters::StatusPresenter& presenter, QWidget* parent)
    : QStatusBar(parent)
    , m_presenter(presenter)
    , m_connection(addPart(QStringLiteral("connectionStatusButton"), QStringLiteral("server")))
    , m_lock(addPart(QStringLiteral("lockStatusButton"), QStringLiteral("unlock")))
    , m_server(addPart(QStringLiteral("serverStatusButton"), QString()))
    , m_clock(addPart(QStringLiteral("clockStatusButton"), QString()))
    , m_monitor(addPart(QStringLiteral("monitorStatusButton"), QStringLiteral("hourglass")))
    , m_tasks(addPart(QStringLiteral("tasksStatusButton"), QStringLiteral("activity")))
    , m_zone(addPart(QStringLiteral("zoneStatusButton"), QStringLiteral("clock")))
{
    setObjectName(QStringLiteral("statusStrip"));
    setSizeGripEnabled(false);
    connectSignals();
    showState();
}

QToolButton* StatusStrip::addPart(const QString& objectName, const QString& icon)
{
    auto* part = new QToolButton(this);
    part->setObjectName(objectName);
    part->setAutoRaise(true);
    part->setFocusPolicy(Qt::TabFocus);
    part->setToolButtonStyle(icon.isEmpty() ? Qt::ToolButtonTextOnly
                                            : Qt::ToolButtonTextBesideIcon);
    if (!icon.isEmpty()) {
        part->setIcon(widgets::icon(icon));
    }
    addWidget(part);
    return part;
}

void StatusStrip::connectSignals()
{
    connect(&m_presenter, &presenters::StatusPresenter::stateChanged, this,
            &StatusStrip::showState);
    connect(m_connection, &QToolButton::clicked, this, &StatusStrip::connectionClicked);
    connect(m_server, &QToolButton::clicked, this, &StatusStrip::serverClicked);
    connect(m_clock, &QToolButton::clicked, this, &StatusStrip::serverClicked);
    connect(m_lock, &QToolButton::clicked, &m_presenter, &presenters::StatusPresenter::toggleLock);
    connect(m_monitor, &QToolButton::clicked, this, &StatusStrip::monitorClicked);
    connect(m_tasks, &QToolButton::clicked, this, &StatusStrip::tasksClicked);
    connect(m_zone, &QToolButton::clicked, this, &StatusStrip::zoneClicked);
}

void StatusStrip::showState()
{
    const presenters::StatusState& state = m_presenter.state();
    showPart(m_connection, state.connectionText, tr("The connection; click to choose another"));
    showPart(m_lock, state.lockText,
             state.locked ? tr("Nothing can be changed. Click to unlock for ten minutes.")
                          : tr("Changes are allowed. Click to lock."));
    m_lock->setIcon(
        widgets::icon(state.locked ? QStringLiteral("lock") : QStringLiteral("unlock")));
    showPart(m_server, state.serverText,
             tr("Product, version and topology of the server; click to have it examined"));
    showPart(m_clock, state.clockText,
             state.clockSuspicious
                 ? tr("The server's clock differs by more than two seconds from this computer's.")
                 : tr("The server's clock against this computer's; click to have it examined"));
    showPart(m_monitor, state.monitorText, state.monitorToolTip);
    showPart(m_tasks, state.tasksText, tr("Running tasks; click to see them"));
    showPart(m_zone, state.zoneText,
             tr("All times are shown in this zone; click to choose another"));
}

void StatusStrip::showEvent(QShowEvent* event)
{
    QStatusBar::showEvent(event);
    m_presenter.setVisible(true);
}

void StatusStrip::hideEvent(QHideEvent* event)
{
    QStatusBar::hideEvent(event);
    m_presenter.setVisible(false);
}

} // namespace sandglass::ui

#include "moc_status_strip.cpp"
