// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <deque>
#include <random>

namespace sandglass::tests {

/// Uses a window at random: clicks, keys, wheel, sizes. The same seed does the same to a window
/// that answers the same. It uses what a person could: enabled widgets of the dialog in front. It
/// often opens the dialogs that ask before documents are deleted, and often confirms them: by mere
/// chance it would hardly ever. GUI thread.
class Monkey
{
public:
    explicit Monkey(unsigned seed)
        : m_random(seed)
    {
    }

    /// One event on `window`, or on the dialog above it. Then lets the event loop run.
    void act(QWidget& window);
    /// The last events in words, for the report of a failure.
    QStringList lastEvents() const { return {m_events.begin(), m_events.end()}; }
    /// A number below `limit`, for what the test itself does at random.
    int below(int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(m_random); }

private:
    /// A visible, enabled widget of `root`, each third time a button or a field; null when there is
    /// none.
    QWidget* anyWidget(QWidget& root);
    /// Chooses an entry of the window's menus, each second time one that opens an asking dialog.
    void trigger(QWidget& window);
    /// Confirms what an asking dialog asks, and types the name that it wants before. False when
    /// `dialog` is none, or cannot be confirmed now.
    bool confirm(QWidget& dialog);
    void click(QWidget& target);
    void press(QWidget& root);
    void write(QWidget& root);
    void turnWheel(QWidget& target);
    void resize(QWidget& root);
    void note(const QString& what);

    std::mt19937 m_random;
    std::deque<QString> m_events;
};

/// What no person may reach: dialogs that would write real files. Closes them.
void closeFileDialogs();

/// Notes the dialogs that ran an event loop inside another one, and closes them. Menus may: Qt's
/// own tool buttons do it. Make it in the event loop to watch.
class NestedLoops
{
public:
    NestedLoops();
    /// Class and name of each dialog.
    const QStringList& found() const { return m_found; }

private:
    QObject m_context;
    QStringList m_found;
};

} // namespace sandglass::tests
