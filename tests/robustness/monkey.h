// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <deque>
#include <random>
#include <utility>

namespace sandglass::tests {

/// Uses a window at random: clicks, keys, wheel, sizes. The same seed does the same to a window
/// that answers the same. It uses what a person could: enabled widgets of the dialog in front. It
/// often opens the dialogs that ask before documents are deleted, and fills in and confirms two of
/// three: by mere chance it would hardly ever. GUI thread.
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
    /// How many dialogs it has confirmed since the last call.
    int takeConfirmed() { return std::exchange(m_confirmed, 0); }
    /// A number below `limit`, for what the test itself does at random.
    int below(int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(m_random); }

private:
    /// A visible, enabled widget of `root`, each third time a button or a field; null when there is
    /// none.
    QWidget* anyWidget(QWidget& root);
    /// Chooses an entry of the window's menus, each second time one that opens an asking dialog.
    void trigger(QWidget& window);
    /// Chooses a row of a table below `root`, and then presses a button that opens an asking
    /// dialog.
    void ask(QWidget& root);
    /// A row of one of the tables that are seen; none when there is none.
    void chooseRow(QWidget& root);
    /// Decides once for each asking dialog whether to confirm it, then fills it in, waits until it
    /// can be confirmed, types the name that it wants, and confirms. False when nothing was done.
    bool confirm(QWidget& dialog);
    /// Gives the fields of an asking dialog values that it takes.
    void fillIn(const QWidget& dialog);
    void click(QWidget& target);
    void press(QWidget& root);
    void write(QWidget& root);
    void turnWheel(QWidget& target);
    void resize(QWidget& root);
    void note(const QString& what);

    std::mt19937 m_random;
    std::deque<QString> m_events;
    QPointer<QWidget> m_asking; // the dialog that was decided about
    int m_confirmed = 0;
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
