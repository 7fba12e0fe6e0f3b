// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/spotlight.h"

#include "widgets/style/appearance.h"
#include "widgets/style/colors.h"
#include "widgets/style/metrics.h"
#include "widgets/views/wrapped_label.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace sandglass::widgets {

namespace {

constexpr double kCalloutEms = 26;

// a sliver at the edge of a scrolled page explains nothing
bool canBeMarked(const QRect& area)
{
    return area.width() > 4 && area.height() > 4;
}

} // namespace

/// The box with text and buttons.
class Spotlight::Callout : public QFrame
{
public:
    explicit Callout(QWidget* parent)
        : QFrame(parent)
    {
        setObjectName(QStringLiteral("spotlightCallout"));
    }

protected:
    /// The window behind is dimmed, so Tab must not lead there.
    bool focusNextPrevChild(bool next) override
    {
        QList<QPushButton*> stops = findChildren<QPushButton*>();
        stops.removeIf([](const QPushButton* button) { return !button->isVisible(); });
        if (stops.isEmpty()) {
            return false;
        }
        const auto at = stops.indexOf(qobject_cast<QPushButton*>(focusWidget()));
        const auto count = stops.size();
        const auto wanted = at < 0 ? 0 : (at + (next ? 1 : count - 1)) % count;
        stops.at(wanted)->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
        return true;
    }

    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const double radius = emPixels(this, 0.4);
        painter.setPen(QPen(color(ColorRole::Accent), 1));
        painter.setBrush(color(ColorRole::Raised));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    }
};

Spotlight::Spotlight(QWidget& window)
    : QWidget(&window)
    , m_window(window)
    , m_callout(new Callout(this))
    , m_title(new WrappedLabel(m_callout))
    , m_text(new WrappedLabel(m_callout))
    , m_progress(new QLabel(m_callout))
    , m_skip(new QPushButton(tr("S&kip"), m_callout))
    , m_back(new QPushButton(tr("&Back"), m_callout))
    , m_next(new QPushButton(tr("&Next"), m_callout))
{
    setObjectName(QStringLiteral("spotlight"));
    buildCallout();
    connectSignals();
    m_follow.setSingleShot(true);
    m_follow.setInterval(0);
    window.installEventFilter(this);
    hide();
}

Spotlight::~Spotlight() = default;

void Spotlight::buildCallout()
{
    m_title->setObjectName(QStringLiteral("spotlightTitleLabel"));
    m_text->setObjectName(QStringLiteral("spotlightTextLabel"));
    m_progress->setObjectName(QStringLiteral("spotlightProgressLabel"));
    m_progress->setTextFormat(Qt::PlainText);
    m_progress->setProperty("muted", true);
    m_skip->setObjectName(QStringLiteral("spotlightSkipButton"));
    m_skip->setToolTip(tr("Leave (Escape)"));
    m_back->setObjectName(QStringLiteral("spotlightBackButton"));
    m_back->setToolTip(tr("The step before (Left arrow)"));
    m_next->setObjectName(QStringLiteral("spotlightNextButton"));
    m_next->setToolTip(tr("The next step (Right arrow)"));
    // outside dialogs Enter presses no other buttons
    for (QPushButton* button : {m_skip, m_back, m_next}) {
        button->setAutoDefault(true);
    }
    m_next->setDefault(true);
    QFont heading = font();
    heading.setBold(true);
    heading.setPointSizeF(heading.pointSizeF() * 1.15);
    m_title->setFont(heading);
    auto* row = new QHBoxLayout;
    row->addWidget(m_progress, 1);
    row->addWidget(m_skip);
    row->addWidget(m_back);
    row->addWidget(m_next);
    auto* column = new QVBoxLayout(m_callout);
    const int gap = emPixels(this, 0.8);
    column->setContentsMargins(gap, gap, gap, gap);
    column->setSpacing(gap / 2);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addSpacing(gap / 2);
    column->addLayout(row);
}

void Spotlight::connectSignals()
{
    connect(&m_follow, &QTimer::timeout, this, &Spotlight::place);
    connect(m_next, &QPushButton::clicked, this, &Spotlight::nextRequested);
    connect(m_back, &QPushButton::clicked, this, &Spotlight::backRequested);
    connect(m_skip, &QPushButton::clicked, this, &Spotlight::skipRequested);
    const auto bind = [this](Qt::Key key, QPushButton* button, Qt::ShortcutContext where) {
        auto* shortcut = new QShortcut(key, this);
        shortcut->setContext(where);
        // a hidden Back does nothing
        connect(shortcut, &QShortcut::activated, button, [button] {
            if (button->isVisible()) {
                button->click();
            }
        });
    };
    // the explained widget needs the arrow keys for itself
    bind(Qt::Key_Right, m_next, Qt::WidgetWithChildrenShortcut);
    bind(Qt::Key_Left, m_back, Qt::WidgetWithChildrenShortcut);
    bind(Qt::Key_Escape, m_skip, Qt::WindowShortcut);
}

void Spotlight::explain(QWidget* target, const SpotlightText& text)
{
    if (!isVisible()) {
        m_focusBefore = m_window.focusWidget();
    }
    m_title->setText(text.title);
    m_text->setText(text.text);
    m_progress->setText(text.progress);
    m_back->setVisible(!text.first);
    m_next->setText(text.last ? tr("&Done") : tr("&Next"));
    m_next->setAccessibleDescription(text.text);
    m_target = target;
    watch(target);
    if (target) {
        connect(target, &QObject::destroyed, &m_follow, qOverload<>(&QTimer::start),
                Qt::UniqueConnection);
    }
    show();
    raise();
    place();
    m_next->setFocus(Qt::OtherFocusReason);
    announce();
}

void Spotlight::finish()
{
    if (!isVisible()) {
        return;
    }
    m_target.clear();
    watch(nullptr);
    hide();
    if (m_focusBefore && m_focusBefore->isVisible()) {
        m_focusBefore->setFocus(Qt::OtherFocusReason);
    }
}

void Spotlight::watch(QWidget* target)
{
    for (const QPointer<QObject>& watched : std::as_const(m_watched)) {
        if (watched) {
            watched->removeEventFilter(this);
        }
    }
    m_watched.clear();
    // a part around the target can be moved, scrolled or hidden as well
    for (QWidget* each = target; each && each != &m_window; each = each->parentWidget()) {
        each->installEventFilter(this);
        m_watched << each;
    }
}

bool Spotlight::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::ParentChange:
        if (isVisible()) {
            m_follow.start();
        }
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void Spotlight::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && isVisible()) {
        m_follow.start();
    }
}

QRect Spotlight::targetArea() const
{
    if (!m_target || !m_target->isVisible() || m_target->window() != &m_window) {
        return {};
    }
    QRect area = m_target->rect();
    for (const QWidget* each = m_target; each != &m_window; each = each->parentWidget()) {
        area = (area & each->rect()).translated(each->pos());
    }
    return area & m_window.rect();
}

void Spotlight::place()
{
    if (isHidden()) {
        return;
    }
    setGeometry(m_window.rect());
    const QRect area = targetArea();
    const int margin = emPixels(this, 0.3);
    m_marked
        = canBeMarked(area) ? area.adjusted(-margin, -margin, margin, margin) & rect() : QRect();
    // buttons with long words, as in Chinese with access keys, are never cut off
    const int needed = m_callout->layout()->minimumSize().width();
    const int width = std::min(std::max(emPixels(this, kCalloutEms), needed),
                               std::max(1, this->width() - 4 * margin));
    const QSize size(width, m_callout->layout()->totalHeightForWidth(width));
    m_callout->setGeometry(QRect(calloutPlace(size), size));
    // clicks on the explained widget reach it
    const int frame = emPixels(this, 0.2);
    const QRect hole = m_marked.adjusted(frame, frame, -frame, -frame);
    setMask((QRegion(rect()) - (m_marked.isEmpty() ? QRegion() : QRegion(hole)))
            | m_callout->geometry());
    update();
}

QPoint Spotlight::calloutPlace(QSize size) const
{
    const int gap = emPixels(this, 0.8);
    const QRect room = rect().adjusted(gap, gap, -gap, -gap);
    const auto within = [&room, size](QPoint at) {
        return QPoint(
            std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - size.width())),
            std::clamp(at.y(), room.top(), std::max(room.top(), room.bottom() - size.height())));
    };
    const QPoint middle = rect().center() - QPoint(size.width() / 2, size.height() / 2);
    if (m_marked.isEmpty()) {
        return within(middle);
    }
    const int x = m_marked.center().x() - size.width() / 2;
    const int y = m_marked.center().y() - size.height() / 2;
    if (m_marked.bottom() + gap + size.height() <= room.bottom()) {
        return within({x, m_marked.bottom() + gap});
    }
    if (m_marked.top() - gap - size.height() >= room.top()) {
        return within({x, m_marked.top() - gap - size.height()});
    }
    if (m_marked.right() + gap + size.width() <= room.right()) {
        return within({m_marked.right() + gap, y});
    }
    if (m_marked.left() - gap - size.width() >= room.left()) {
        return within({m_marked.left() - gap - size.width(), y});
    }
    // the widget fills the window: over its lower right corner
    return within({m_marked.right() - size.width() - gap, m_marked.bottom() - size.height() - gap});
}

void Spotlight::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = emPixels(this, 0.4);
    QPainterPath veil;
    veil.addRect(rect());
    if (!m_marked.isEmpty()) {
        QPainterPath hole;
        hole.addRoundedRect(m_marked, radius, radius);
        veil -= hole;
    }
    painter.fillPath(veil, QColor(0, 0, 0, Appearance::instance().isDark() ? 150 : 110));
    if (!m_marked.isEmpty()) {
        const double width = emPixels(this, 0.2);
        painter.setPen(QPen(color(ColorRole::Accent), width));
        painter.setBrush(Qt::NoBrush);
        const double inset = width / 2;
        painter.drawRoundedRect(QRectF(m_marked).adjusted(inset, inset, -inset, -inset), radius,
                                radius);
    }
}

void Spotlight::announce()
{
    m_callout->setAccessibleName(m_title->text());
    m_callout->setAccessibleDescription(m_text->text() + u' ' + m_progress->text());
    for (const QAccessible::Event event :
         {QAccessible::NameChanged, QAccessible::DescriptionChanged, QAccessible::Alert}) {
        QAccessibleEvent change(m_callout, event);
        QAccessible::updateAccessibility(&change);
    }
}

} // namespace sandglass::widgets

#include "moc_spotlight.cpp"
