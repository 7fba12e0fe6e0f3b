// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inputs/duration_slider.h"

#include "widgets/inputs/duration_slider_access.h"
#include "widgets/style/colors.h"
#include "widgets/style/metrics.h"

#include <QKeyEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace sandglass::widgets {

namespace {

constexpr int kPositions = 2'000;
constexpr int kSnapPositions = 20; // one per cent of the way, on either side
// In seconds: below it the scale is nearly linear, above it logarithmic.
constexpr double kEvenBelow = 60.0;

/// From `least` seconds on, chosen durations are multiples of `step` seconds.
struct Rounding
{
    qint64 least;
    qint64 step;
};

constexpr qint64 kDay = 86'400;
constexpr std::array kRoundings{Rounding{14 * kDay, kDay}, Rounding{2 * kDay, kDay / 4},
                                Rounding{7'200, 900}, Rounding{120, 60}, Rounding{0, 1}};

qint64 stepAt(qint64 seconds)
{
    for (const Rounding& rounding : kRoundings) {
        if (seconds >= rounding.least) {
            return rounding.step;
        }
    }
    return 1;
}

// Where a duration is on the scale: log(1 + t) has a value for 0, unlike log(t).
double onScale(qint64 seconds)
{
    return std::log1p(static_cast<double>(seconds) / kEvenBelow);
}

} // namespace

DurationSlider::DurationSlider(QWidget* parent)
    : QSlider(Qt::Horizontal, parent)
    , m_words(
          [](qint64 seconds) { return tr("%Ln second(s)", nullptr, static_cast<int>(seconds)); })
{
    installDurationSliderAccess();
    setRange(0, kPositions);
    setFocusPolicy(Qt::StrongFocus);
    setSeconds(m_least);
    connect(this, &QSlider::valueChanged, this, [this](int position) {
        // setSeconds() moves the handle as well; then its exact duration counts
        if (position != positionOf(m_seconds)) {
            take(snapped(position));
        }
    });
}

void DurationSlider::setSeconds(qint64 seconds)
{
    take(seconds);
}

void DurationSlider::take(qint64 seconds)
{
    const qint64 wanted = std::clamp(seconds, m_least, m_most);
    const bool other = wanted != m_seconds;
    // setValue() may emit valueChanged(), which must find the new duration
    m_seconds = wanted;
    setValue(positionOf(wanted));
    if (!other) {
        return;
    }
    setToolTip(valueText());
    QAccessibleValueChangeEvent event(this, valueText());
    QAccessible::updateAccessibility(&event);
    Q_EMIT secondsChanged(m_seconds);
}

void DurationSlider::setBounds(qint64 least, qint64 most)
{
    m_least = std::max<qint64>(least, 0);
    m_most = std::max(most, m_least + 1);
    take(std::clamp(m_seconds, m_least, m_most));
    update();
}

void DurationSlider::setMarks(std::vector<DurationMark> marks)
{
    m_marks = std::move(marks);
    updateGeometry();
    update();
}

void DurationSlider::setFormatter(std::function<QString(qint64)> words)
{
    m_words = std::move(words);
    setToolTip(valueText());
}

int DurationSlider::positionOf(qint64 seconds) const
{
    const double share
        = (onScale(seconds) - onScale(m_least)) / (onScale(m_most) - onScale(m_least));
    return static_cast<int>(std::lround(share * kPositions));
}

qint64 DurationSlider::secondsAt(int position) const
{
    const double share = static_cast<double>(position) / kPositions;
    const double scale = onScale(m_least) + share * (onScale(m_most) - onScale(m_least));
    return std::llround(std::expm1(scale) * kEvenBelow);
}

// The duration of a mark nearby, otherwise a round duration.
qint64 DurationSlider::snapped(int position) const
{
    for (const DurationMark& mark : m_marks) {
        if (mark.seconds >= m_least && mark.seconds <= m_most
            && std::abs(positionOf(mark.seconds) - position) <= kSnapPositions) {
            return mark.seconds;
        }
    }
    if (position <= 0 || position >= kPositions) {
        return position <= 0 ? m_least : m_most;
    }
    const qint64 seconds = secondsAt(position);
    const qint64 unit = stepAt(seconds);
    return (seconds + unit / 2) / unit * unit;
}

qint64 DurationSlider::step(int direction) const
{
    if (direction > 0) {
        const qint64 unit = stepAt(m_seconds);
        return (m_seconds / unit + 1) * unit;
    }
    // going down, the smaller unit counts at the border between two units
    const qint64 unit = stepAt(std::max<qint64>(m_seconds - 1, 0));
    return (m_seconds - 1) / unit * unit;
}

std::optional<qint64> DurationSlider::mark(int direction) const
{
    if (direction > 0) {
        for (const DurationMark& each : m_marks) {
            if (each.seconds > m_seconds) {
                return each.seconds;
            }
        }
        return {};
    }
    std::optional<qint64> below;
    for (const DurationMark& each : m_marks) {
        if (each.seconds < m_seconds) {
            below = each.seconds;
        }
    }
    return below;
}

void DurationSlider::keyPressEvent(QKeyEvent* event)
{
    const bool mirrored = layoutDirection() == Qt::RightToLeft;
    switch (event->key()) {
    case Qt::Key_Left:
        return take(step(mirrored ? 1 : -1));
    case Qt::Key_Right:
        return take(step(mirrored ? -1 : 1));
    case Qt::Key_Down:
        return take(step(-1));
    case Qt::Key_Up:
        return take(step(1));
    case Qt::Key_PageDown:
        return take(mark(-1).value_or(m_least));
    case Qt::Key_PageUp:
        return take(mark(1).value_or(m_most));
    case Qt::Key_Home:
        return take(m_least);
    case Qt::Key_End:
        return take(m_most);
    default:
        QSlider::keyPressEvent(event);
    }
}

void DurationSlider::wheelEvent(QWheelEvent* event)
{
    // QSlider would scroll by positions, which are uneven in seconds
    if (const int delta = event->angleDelta().y(); delta != 0) {
        take(step(delta > 0 ? 1 : -1));
    }
    event->accept();
}

int DurationSlider::marksHeight() const
{
    return m_marks.empty() ? 0 : fontMetrics().height() + emPixels(this, 0.3);
}

QSize DurationSlider::sizeHint() const
{
    return QSlider::sizeHint() + QSize(0, marksHeight());
}

QSize DurationSlider::minimumSizeHint() const
{
    return {emPixels(this, 12), QSlider::minimumSizeHint().height() + marksHeight()};
}

// The slider itself is drawn, and can be grabbed, above the marks.
void DurationSlider::initStyleOption(QStyleOptionSlider* option) const
{
    QSlider::initStyleOption(option);
    option->rect.setBottom(option->rect.bottom() - marksHeight());
}

int DurationSlider::pixelOf(int position) const
{
    QStyleOptionSlider option;
    initStyleOption(&option);
    const int handle
        = style()
              ->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this)
              .width();
    const int room = width() - handle;
    return handle / 2
        + QStyle::sliderPositionFromValue(0, kPositions, position, room, option.upsideDown);
}

void DurationSlider::paintEvent(QPaintEvent* event)
{
    QSlider::paintEvent(event);
    QPainter painter(this);
    painter.setPen(color(isEnabled() ? ColorRole::MutedText : ColorRole::ControlFrame));
    const QFontMetrics metrics = fontMetrics();
    const int tickTop = height() - marksHeight();
    int usedUpTo = -1; // names that would touch the previous one are omitted; their ticks stay
    for (const DurationMark& mark : m_marks) {
        if (mark.seconds < m_least || mark.seconds > m_most) {
            continue;
        }
        const int x = pixelOf(positionOf(mark.seconds));
        painter.drawLine(x, tickTop - emPixels(this, 0.2), x, tickTop);
        const int wide = metrics.horizontalAdvance(mark.name);
        const int left = std::clamp(x - wide / 2, 0, std::max(0, width() - wide));
        if (left <= usedUpTo) {
            continue;
        }
        painter.drawText(QRect(left, tickTop, wide, metrics.height()), Qt::AlignCenter, mark.name);
        usedUpTo = left + wide + emPixels(this, 0.4);
    }
}

} // namespace sandglass::widgets

#include "moc_duration_slider.cpp"
