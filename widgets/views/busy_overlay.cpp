// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/busy_overlay.h"

#include "widgets/style/appearance.h"
#include "widgets/style/colors.h"
#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace sandglass::widgets {

namespace {

constexpr std::chrono::milliseconds kDelay{200}; // shorter work shows nothing
constexpr std::chrono::milliseconds kBarDelay{1'000}; // a bar that flashes up is no help
constexpr std::chrono::milliseconds kTurn{80};
constexpr int kSpokes = 12;

} // namespace

BusyOverlay::BusyOverlay(QWidget* parent)
    : QWidget(parent)
    , m_spinnerRoom(new QWidget(this))
    , m_text(new QLabel(this))
    , m_bar(new QProgressBar(this))
    , m_cancel(new QPushButton(tr("&Cancel"), this))
{
    buildLayout();
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelay);
    m_barDelay.setSingleShot(true);
    m_barDelay.setInterval(kBarDelay);
    connect(&m_barDelay, &QTimer::timeout, this, &BusyOverlay::showBar);
    m_turning.setInterval(kTurn);
    connect(&m_delay, &QTimer::timeout, this, &BusyOverlay::appear);
    connect(&m_turning, &QTimer::timeout, this, &BusyOverlay::turn);
    connect(m_cancel, &QPushButton::clicked, this, &BusyOverlay::cancelRequested);
    // to follow the size of the parent
    parent->installEventFilter(this);
    hide();
}

void BusyOverlay::buildLayout()
{
    m_text->setObjectName(QStringLiteral("busyLabel"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setAlignment(Qt::AlignHCenter);
    m_bar->setObjectName(QStringLiteral("busyProgressBar"));
    m_bar->setAccessibleName(tr("Progress"));
    m_bar->setRange(0, 1000);
    m_bar->setMaximumWidth(emPixels(this, 20));
    m_bar->hide();
    m_cancel->setObjectName(QStringLiteral("cancelButton"));
    m_cancel->setAccessibleName(tr("Cancel"));
    setEmphasis(*m_cancel, Emphasis::Dismiss);
    m_cancel->hide();
    m_spinnerRoom->setFixedHeight(emPixels(this, 3));
    // paintEvent() draws the spinner there
    m_spinnerRoom->setAttribute(Qt::WA_TransparentForMouseEvents);

    auto* column = new QVBoxLayout(this);
    column->addStretch(1);
    column->addWidget(m_spinnerRoom);
    column->addWidget(m_text);
    column->addWidget(m_bar, 0, Qt::AlignHCenter);
    column->addWidget(m_cancel, 0, Qt::AlignHCenter);
    column->addStretch(1);
}

void BusyOverlay::start(const QString& text)
{
    // a second start() only changes the text: the delay must not begin again
    m_text->setText(text);
    setAccessibleName(text);
    if (!m_busy) {
        m_busy = true;
        setProgress(std::nullopt);
        m_delay.start();
        m_barDelay.start();
    }
}

void BusyOverlay::stop()
{
    m_busy = false;
    m_delay.stop();
    m_barDelay.stop();
    m_turning.stop();
    hide();
}

void BusyOverlay::setProgress(std::optional<double> fraction)
{
    m_measured = fraction.has_value();
    if (fraction) {
        m_bar->setValue(static_cast<int>(std::lround(std::clamp(*fraction, 0.0, 1.0) * 1000)));
    }
    showBar();
}

void BusyOverlay::showBar()
{
    m_bar->setVisible(m_measured && !m_barDelay.isActive());
}

void BusyOverlay::setCancellable(bool cancellable)
{
    m_cancel->setVisible(cancellable);
}

bool BusyOverlay::eventFilter(QObject* watched, QEvent* event)
{
    // the overlay is no part of the parent's layout
    if (watched == parent() && event->type() == QEvent::Resize && isVisible()) {
        setGeometry(parentWidget()->rect());
    }
    return QWidget::eventFilter(watched, event);
}

void BusyOverlay::appear()
{
    setGeometry(parentWidget()->rect());
    raise();
    show();
    if (isAnimated(*this)) {
        m_turning.start();
    }
}

void BusyOverlay::turn()
{
    m_step = (m_step + 1) % kSpokes;
    update(spinnerRect());
}

QRect BusyOverlay::spinnerRect() const
{
    QRect square(0, 0, m_spinnerRoom->height(), m_spinnerRoom->height());
    square.moveCenter(m_spinnerRoom->geometry().center());
    return square;
}

void BusyOverlay::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QColor veil = color(ColorRole::Base);
    // what is below stays readable; on a high-contrast desktop the text above it comes first
    veil.setAlpha(Appearance::instance().isHighContrast() ? 235 : 190);
    painter.fillRect(rect(), veil);

    const QRect square = spinnerRect();
    const double outer = square.width() * 0.42;
    const double inner = outer * 0.55;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(QRectF(square).center());
    QColor spoke = color(ColorRole::Accent);
    for (int i = 0; i < kSpokes; ++i) {
        // the newest spoke is opaque, the oldest nearly transparent; all are alike where nothing
        // moves, since a fixed newest one would look as if the work had stopped
        const int age = m_turning.isActive() ? (m_step - i + kSpokes) % kSpokes : 0;
        spoke.setAlphaF(1.0F - 0.85F * static_cast<float>(age) / kSpokes);
        painter.setPen(QPen(spoke, outer * 0.17, Qt::SolidLine, Qt::RoundCap));
        const double angle = i * 6.283185307179586 / kSpokes;
        const QPointF direction(std::sin(angle), -std::cos(angle));
        painter.drawLine(direction * inner, direction * outer);
    }
}

} // namespace sandglass::widgets

#include "moc_busy_overlay.cpp"
