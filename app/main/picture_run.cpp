// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main/picture_run.h"

#include "ui/shell/main_window.h"
#include "ui/shell/saved_columns.h"

#include <QPixmap>

#include <chrono>
#include <cstdio>
#include <utility>

namespace sandglass {

namespace {

// long enough for a second answer to follow the first one, so that rates and tables are filled
constexpr std::chrono::milliseconds kSettleTime{2500};
constexpr std::chrono::minutes kLimit{2};

} // namespace

PictureRun::PictureRun(GuiOptions options, ui::MainWindow& window, QObject* parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_window(window)
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettleTime);
    m_limit.setSingleShot(true);
    m_limit.start(kLimit);
    connect(&m_settle, &QTimer::timeout, this, &PictureRun::take);
    connect(&m_limit, &QTimer::timeout, this, &PictureRun::giveUp);
    connect(&m_window, &ui::MainWindow::pageSettled, this, [this] {
        // the first page that settles starts the wait; later ones do not prolong it
        if (m_armed && !m_settle.isActive()) {
            m_settle.start();
        }
    });
}

void PictureRun::arm()
{
    m_armed = true;
    if (m_window.pageReady() && !m_settle.isActive()) {
        m_settle.start();
    }
}

void PictureRun::take()
{
    m_limit.stop();
    m_armed = false;
    m_ended = true;
    ui::settleColumns(m_window);
    if (!m_window.grab().save(m_options.screenshotFile)) {
        std::fprintf(stderr, "sandglass: the picture %s could not be written.\n",
                     qPrintable(m_options.screenshotFile));
        Q_EMIT done(1);
        return;
    }
    if (m_options.print) {
        std::printf("%s\n", m_window.textSummary().join(QLatin1Char('\n')).toUtf8().constData());
    }
    Q_EMIT done(0);
}

void PictureRun::giveUp()
{
    fail(QStringLiteral("the page did not show its data within two minutes."));
}

void PictureRun::fail(const QString& why)
{
    if (std::exchange(m_ended, true)) {
        return;
    }
    m_limit.stop();
    m_settle.stop();
    m_armed = false;
    std::fprintf(stderr, "sandglass: %s\n", qPrintable(why));
    // later: done() ends the program, which may not have begun to run
    QMetaObject::invokeMethod(
        this, [this] { Q_EMIT done(1); }, Qt::QueuedConnection);
}

} // namespace sandglass

#include "moc_picture_run.cpp"
