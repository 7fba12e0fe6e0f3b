// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/window_gestures.h"

#include "ui/shell/main_window.h"

#include <QCoreApplication>
#include <QTabWidget>
#include <QWheelEvent>

#include <chrono>

using namespace Qt::StringLiterals;

namespace sandglass::bench {

namespace {

constexpr std::chrono::milliseconds kPause{16};
constexpr int kNotch = 120; // eighths of a degree
constexpr int kLeg = 8; // turns in one direction
constexpr int kRest = 60; // pauses without a turn: longer than a zoom waits for its buckets

/// One turn of a round.
struct Turn
{
    int eighths = 0; // 0: none
    Qt::KeyboardModifiers keys;
};

Turn turnAt(int step)
{
    switch (step / kLeg) {
    case 0:
        return {kNotch, Qt::NoModifier};
    case 1:
        return {kNotch, Qt::ShiftModifier};
    case 2:
        return {-kNotch, Qt::ShiftModifier};
    case 3:
        return {-kNotch, Qt::NoModifier};
    default:
        return {};
    }
}

} // namespace

WindowGestures::WindowGestures(ui::MainWindow& window, QObject* parent)
    : QObject(parent)
    , m_window(window)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(kPause);
    connect(&m_timer, &QTimer::timeout, this, &WindowGestures::turn);
}

void WindowGestures::start()
{
    m_step = 0;
    m_turns = 0;
    m_timer.start();
}

void WindowGestures::stop()
{
    m_timer.stop();
}

void WindowGestures::turn()
{
    const Turn now = turnAt(m_step);
    m_step = (m_step + 1) % (4 * kLeg + kRest);
    const auto* pages = m_window.findChild<QTabWidget*>(u"pageArea"_s);
    auto* chart = pages && pages->currentWidget()
        ? pages->currentWidget()->findChild<QWidget*>(u"timelineChart"_s)
        : nullptr;
    if (now.eighths == 0 || !chart || !chart->isVisible()) {
        return;
    }
    const QPointF at = chart->rect().center();
    QWheelEvent wheel(at, chart->mapToGlobal(at), {}, {0, now.eighths}, Qt::NoButton, now.keys,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(chart, &wheel);
    ++m_turns;
}

} // namespace sandglass::bench

#include "moc_window_gestures.cpp"
