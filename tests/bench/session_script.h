// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <string>
#include <utility>
#include <vector>

class QDialog;

namespace sandglass::ui {
class MainWindow;
}

namespace sandglass::bench {

/// Uses a window as somebody does who watches a collection: pages, horizons, what-if, documents,
/// dialogs, over and over. One action every other second. GUI thread.
class SessionScript : public QObject
{
    Q_OBJECT

public:
    SessionScript(ui::MainWindow& window, QObject* parent = nullptr);

    void start();
    void stop();
    /// Names of what was done since start(), how often all of it.
    int actions() const { return m_actions; }

Q_SIGNALS:
    /// An action begins.
    void acting(const QString& name);

private:
    using Action = std::function<void()>;

    void addTimelineActions();
    void addTabActions();
    void addDialogActions();
    void act();
    void press(const QString& button);
    void showTab(int tab);
    void slide();
    void openDialog(const QString& button, const QString& name);
    void write(const QString& edit, const QString& text);
    void closeDialog();
    QWidget* page() const;

    ui::MainWindow& m_window;
    std::vector<std::pair<QString, Action>> m_script;
    std::size_t m_next = 0;
    int m_actions = 0;
    QTimer m_timer;
    QTimer m_slide; ///< moves the what-if slider as a hand does
    QPointer<QDialog> m_dialog;
};

} // namespace sandglass::bench
