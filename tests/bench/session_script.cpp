// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/session_script.h"

#include "tests/bench/live_load.h"
#include "ui/shell/main_window.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QDialog>
#include <QLineEdit>
#include <QTableView>
#include <QTabWidget>

using namespace Qt::StringLiterals;

namespace sandglass::bench {

namespace {

constexpr std::chrono::milliseconds kActionPause{1'500};
constexpr std::chrono::milliseconds kSlidePause{16};
constexpr int kSlideStep = 3;

} // namespace

SessionScript::SessionScript(ui::MainWindow& window, QObject* parent)
    : QObject(parent)
    , m_window(window)
{
    m_script.emplace_back(u"collection page"_s,
                          [this] { m_window.openPage(QString::fromStdString(kLiveNs.text())); });
    addTimelineActions();
    addTabActions();
    addDialogActions();
    m_script.emplace_back(u"inventory"_s, [this] { m_window.openPage(u"inventory"_s); });
    m_script.emplace_back(u"small window"_s, [this] { m_window.resize(1280, 800); });
    m_script.emplace_back(u"large window"_s, [this] { m_window.resize(1600, 1000); });
    connect(&m_timer, &QTimer::timeout, this, &SessionScript::act);
    connect(&m_slide, &QTimer::timeout, this, &SessionScript::slide);
}

void SessionScript::addTimelineActions()
{
    for (const char* horizon : {"horizon5MinutesButton", "horizon24HoursButton",
                                "horizon30DaysButton", "horizonAllButton", "horizon1HourButton"}) {
        m_script.emplace_back(QLatin1String(horizon),
                              [this, horizon] { press(QLatin1String(horizon)); });
    }
    m_script.emplace_back(u"table"_s, [this] { press(u"showAsTableButton"_s); });
    m_script.emplace_back(u"chart"_s, [this] { press(u"showAsTableButton"_s); });
    m_script.emplace_back(u"what-if"_s, [this] { press(u"whatIfButton"_s); });
    m_script.emplace_back(u"what-if slider"_s, [this] { m_slide.start(kSlidePause); });
    m_script.emplace_back(u"what-if off"_s, [this] {
        m_slide.stop();
        press(u"whatIfResetButton"_s);
    });
}

void SessionScript::addTabActions()
{
    m_script.emplace_back(u"documents"_s, [this] { showTab(1); });
    m_script.emplace_back(u"next documents"_s, [this] { press(u"nextPageButton"_s); });
    m_script.emplace_back(u"doctor"_s, [this] { showTab(2); });
    m_script.emplace_back(u"indexes"_s, [this] { showTab(0); });
}

void SessionScript::addDialogActions()
{
    m_script.emplace_back(u"create dialog"_s,
                          [this] { openDialog(u"createIndexButton"_s, u"createIndexDialog"_s); });
    m_script.emplace_back(u"effect without an index"_s, [this] {
        write(u"durationEdit"_s, u"10d"_s);
        if (auto* field = m_dialog ? m_dialog->findChild<QLineEdit*>(u"fieldEdit"_s) : nullptr) {
            field->setText(QLatin1String(kPlainField));
        }
    });
    m_script.emplace_back(u"close the dialog"_s, [this] { closeDialog(); });
    m_script.emplace_back(u"change dialog"_s, [this] {
        if (auto* table = page()->findChild<QTableView*>(u"indexesTableView"_s)) {
            table->selectRow(1);
        }
        openDialog(u"changeExpiryButton"_s, u"changeIndexDialog"_s);
    });
    m_script.emplace_back(u"effect by index"_s,
                          [this] { write(u"changeDurationEdit"_s, u"20d"_s); });
    m_script.emplace_back(u"close the dialog"_s, [this] { closeDialog(); });
}

void SessionScript::start()
{
    m_next = 0;
    m_actions = 0;
    act();
    m_timer.start(kActionPause);
}

void SessionScript::stop()
{
    m_timer.stop();
    m_slide.stop();
    closeDialog();
}

void SessionScript::act()
{
    const auto& [name, action] = m_script[m_next];
    m_next = (m_next + 1) % m_script.size();
    ++m_actions;
    Q_EMIT acting(name);
    action();
}

QWidget* SessionScript::page() const
{
    auto* pages = m_window.findChild<QTabWidget*>(u"pageArea"_s);
    return pages && pages->currentWidget() ? pages->currentWidget() : &m_window;
}

void SessionScript::press(const QString& button)
{
    auto* found = page()->findChild<QAbstractButton*>(button);
    if (found && found->isEnabled()) {
        found->click();
    }
}

void SessionScript::showTab(int tab)
{
    if (auto* tabs = page()->findChild<QTabWidget*>(u"collectionTabWidget"_s)) {
        tabs->setCurrentIndex(tab);
    }
}

void SessionScript::slide()
{
    auto* slider = page()->findChild<QAbstractSlider*>(u"whatIfSlider"_s);
    if (!slider || !slider->isEnabled()) {
        return;
    }
    const int next = slider->value() + kSlideStep;
    slider->setValue(next > slider->maximum() ? slider->minimum() : next);
}

void SessionScript::openDialog(const QString& button, const QString& name)
{
    press(button);
    m_dialog = m_window.findChild<QDialog*>(name);
}

void SessionScript::write(const QString& edit, const QString& text)
{
    auto* around = m_dialog ? m_dialog->findChild<QWidget*>(edit) : nullptr;
    auto* line = around ? around->findChild<QLineEdit*>(u"valueEdit"_s) : nullptr;
    if (line && line->isEnabled()) {
        line->setText(text);
    }
}

void SessionScript::closeDialog()
{
    if (m_dialog) {
        m_dialog->reject();
    }
}

} // namespace sandglass::bench

#include "moc_session_script.cpp"
