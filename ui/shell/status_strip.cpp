// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/status_strip.h"

#include "app/presenters/shell/status_presenter.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/behind_dialog.h"
#include "widgets/views/visible_text.h"

#include <QColor>
#include <QEvent>
#include <QIcon>
#include <QLayout>
#include <QPixmap>
#include <QResizeEvent>
#include <QToolButton>

#include <algorithm>

namespace sandglass::ui {

namespace {

// of the text of a part, in em
constexpr int kMostEms = 60; // where there is room
constexpr int kUsualEms = 22;
constexpr int kLeastEms = 6;

/// A part of a fixed size does not lay out the window when its text changes, as the countdown of
/// the TTL monitor does each second; only another size does.
void fitPart(QToolButton* part)
{
    const QSize wanted = part->sizeHint();
    if (part->minimumSize() != wanted || part->maximumSize() != wanted) {
        part->setFixedSize(wanted);
    }
}

/// Shows a part; without a text it is hidden. A long text is shortened, or the window could become
/// wider than the screen; the tool tip then begins with all of it.
void showPart(QToolButton* part, const QString& text, const QString& toolTip, int mostEms)
{
    const QString whole = widgets::visibleText(text);
    QString shown
        = part->fontMetrics().elidedText(whole, Qt::ElideMiddle, widgets::emPixels(part, mostEms));
    const QString inFull = shown == whole ? QString() : whole + u'\n';
    // a single & would be an access key
    shown.replace(u'&', QStringLiteral("&&"));
    const QString tip = widgets::toolTipText(inFull + toolTip);
    // called each second: what stays the same must not be laid out and painted again
    if (part->text() == shown && part->toolTip() == tip && part->isHidden() == text.isEmpty()) {
        return;
    }
    part->setText(shown);
    fitPart(part);
    part->setAccessibleName(text.isEmpty() ? toolTip : text); // a hidden part needs a name too
    part->setToolTip(tip);
    part->setVisible(!text.isEmpty());
}

/// What a click on the lock does.
QString lockToolTip(const presenters::StatusState& state)
{
    if (!state.lockable) {
        return state.locked ? StatusStrip::tr("This connection was saved as read-only. Nothing can "
                                              "be changed.")
                            : StatusStrip::tr("Changes are allowed.");
    }
    return state.locked
        ? StatusStrip::tr("Nothing can be changed. Click to unlock for ten minutes.")
        : StatusStrip::tr("Changes are allowed. Click to lock.");
}

QString protectionToolTip(const presenters::StatusState& state)
{
    return state.protectionText.isEmpty()
        ? StatusStrip::tr("The connection is protected.")
        : StatusStrip::tr("Others may read or change what is sent. The tab TLS of the connection "
                          "has the settings.");
}

/// The colour as an icon beside the tag, whose text stays readable in both themes.
void showTagColor(QToolButton* part, const presenters::StatusState& state)
{
    const QColor color(state.tagColor);
    if (!color.isValid()) {
        part->setIcon(QIcon());
        part->setToolButtonStyle(Qt::ToolButtonTextOnly);
        fitPart(part);
        return;
    }
    QPixmap swatch(part->iconSize());
    swatch.fill(color);
    part->setIcon(QIcon(swatch));
    part->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    fitPart(part);
}

} // namespace

StatusStrip::StatusStrip(presenters::StatusPresenter& presenter, QWidget* parent)
    : QStatusBar(parent)
    , m_presenter(&presenter)
    , m_connection(addPart(QStringLiteral("connectionStatusButton"), QStringLiteral("server")))
    , m_tag(addPart(QStringLiteral("tagStatusButton"), QString()))
    , m_protection(addPart(QStringLiteral("protectionStatusButton"), QStringLiteral("warning")))
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
    part->setProperty("flat", true);
    // by default Tab skips tool buttons
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
    connect(m_presenter, &presenters::StatusPresenter::stateChanged, this, &StatusStrip::showState);
    connect(m_connection, &QToolButton::clicked, this, &StatusStrip::connectionClicked);
    connect(m_tag, &QToolButton::clicked, this, &StatusStrip::connectionClicked);
    connect(m_protection, &QToolButton::clicked, this, &StatusStrip::connectionClicked);
    connect(m_server, &QToolButton::clicked, this, &StatusStrip::serverClicked);
    connect(m_clock, &QToolButton::clicked, this, &StatusStrip::clockClicked);
    connect(m_lock, &QToolButton::clicked, this, [this] {
        // a dialog offers to unlock, and locks nothing while it is answered
        if (!widgets::isBehindDialog(*this)) {
            m_presenter->toggleLock();
        }
    });
    connect(m_monitor, &QToolButton::clicked, this, &StatusStrip::monitorClicked);
    connect(m_tasks, &QToolButton::clicked, this, [this] {
        if (!widgets::isBehindDialog(*this)) {
            Q_EMIT tasksClicked();
        }
    });
    connect(m_zone, &QToolButton::clicked, this, &StatusStrip::zoneClicked);
}

void StatusStrip::setPresenter(presenters::StatusPresenter& presenter)
{
    m_presenter->disconnect(this);
    m_presenter->setVisible(false);
    m_presenter = &presenter;
    connect(m_presenter, &presenters::StatusPresenter::stateChanged, this, &StatusStrip::showState);
    m_presenter->setVisible(isVisible());
    showState();
}

std::vector<StatusStrip::PartText> StatusStrip::partTexts() const
{
    const presenters::StatusState& state = m_presenter->state();
    const QString connection = tr("The connection; click to choose another");
    return {
        {m_connection, state.connectionText,
         state.connectionWarning.isEmpty() ? connection
                                           : state.connectionWarning + u'\n' + connection},
        {m_tag, state.tagText, tr("The tag of this connection; click to choose another")},
        {m_protection, state.protectionText, protectionToolTip(state)},
        {m_lock, state.lockText, lockToolTip(state)},
        {m_server, state.serverText,
         tr("Product, version and topology of the server; click to see its members")},
        {m_clock, state.clockText,
         state.clockSuspicious
             ? tr("The server's clock differs by more than two seconds from this computer's.")
             : tr("The server's clock compared with this computer's; click to open the doctor")},
        {m_monitor, state.monitorText, state.monitorToolTip},
        {m_tasks, state.tasksText, tr("Running tasks; click to see them")},
        {m_zone, state.zoneText, tr("All times are shown in this zone; click to choose another")},
    };
}

int StatusStrip::mostEms(const std::vector<PartText>& texts) const
{
    struct Wanted
    {
        const QToolButton* part;
        int around; // icon, edges, gap; pixels
        int text; // pixels
    };
    std::vector<Wanted> wanted;
    for (const auto& [part, text, toolTip] : texts) {
        if (!text.isEmpty()) {
            const QFontMetrics metrics = part->fontMetrics();
            wanted.push_back({part,
                              part->sizeHint().width() - metrics.horizontalAdvance(part->text())
                                  + layout()->spacing(),
                              metrics.horizontalAdvance(widgets::visibleText(text))});
        }
    }
    const auto needed = [&](int ems) {
        int pixels = 0;
        for (const Wanted& each : wanted) {
            pixels += each.around + std::min(each.text, widgets::emPixels(each.part, ems));
        }
        return pixels;
    };
    if (!isVisible()) {
        return kUsualEms; // the bar has no width yet
    }
    const int room = width() - widgets::emPixels(this, 1); // its edges
    int ems = kMostEms;
    while (ems > kLeastEms && needed(ems) > room) {
        --ems;
    }
    return ems;
}

void StatusStrip::showState()
{
    // parts of two states together could make the window wider
    layout()->setEnabled(false);
    const presenters::StatusState& state = m_presenter->state();
    const std::vector<PartText> texts = partTexts();
    const int ems = mostEms(texts);
    for (const auto& [part, text, toolTip] : texts) {
        showPart(part, text, toolTip, ems);
    }
    if (m_tagColor != state.tagColor) {
        m_tagColor = state.tagColor;
        showTagColor(m_tag, state);
    }
    // otherwise it would be a button that does nothing
    m_lock->setEnabled(state.lockable);
    if (m_lockShown != state.locked) {
        m_lockShown = state.locked;
        m_lock->setIcon(
            widgets::icon(state.locked ? QStringLiteral("lock") : QStringLiteral("unlock")));
    }
    layout()->setEnabled(true);
}

QSize StatusStrip::minimumSizeHint() const
{
    return {widgets::emPixels(this, kUsualEms), QStatusBar::minimumSizeHint().height()};
}

void StatusStrip::resizeEvent(QResizeEvent* event)
{
    QStatusBar::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        showState();
    }
}

void StatusStrip::changeEvent(QEvent* event)
{
    QStatusBar::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        for (QToolButton* part : findChildren<QToolButton*>()) {
            fitPart(part);
        }
    }
}

void StatusStrip::showEvent(QShowEvent* event)
{
    QStatusBar::showEvent(event);
    // the presenter ticks once a second, only while visible
    m_presenter->setVisible(true);
}

void StatusStrip::hideEvent(QHideEvent* event)
{
    QStatusBar::hideEvent(event);
    m_presenter->setVisible(false);
}

} // namespace sandglass::ui

#include "moc_status_strip.cpp"
