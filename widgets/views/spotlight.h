// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QList>
#include <QPointer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;

namespace sandglass::widgets {

/// The texts of one stop of a Spotlight.
struct SpotlightText
{
    QString title;
    QString text;
    QString progress; ///< "Step 2 of 5"
    bool first = false; ///< there is no stop before it: no Back
    bool last = false; ///< Next says Done
};

/// Explains the widgets of a window one after the other: dims the window but for the explained
/// widget, which stays usable, and shows a text with Back, Next and Skip beside it. Follows the
/// window and the widget when they move, change size, or are hidden. Without a visible widget the
/// text is in the middle of the window. The keys Right, Left and Escape do the same as the buttons;
/// Tab stays among the buttons. Screen readers announce each text. GUI thread.
class Spotlight : public QWidget
{
    Q_OBJECT

public:
    /// Hidden until explain(). `window`: covered by it.
    explicit Spotlight(QWidget& window);
    ~Spotlight() override;

    /// Explains `target`, a widget of the window. Null, hidden, or in another window: nothing is
    /// marked. The focus goes to Next.
    void explain(QWidget* target, const SpotlightText& text);
    /// Hides it and gives the focus back to the widget that had it before the first explain().
    void finish();
    /// The marked part of the window; empty if nothing is marked.
    QRect marked() const { return m_marked; }

Q_SIGNALS:
    /// The user wants the next stop, or is done after the last one.
    void nextRequested();
    /// The user wants the stop before.
    void backRequested();
    /// The user leaves.
    void skipRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    class Callout;

    /// Makes the box with the text and the buttons.
    void buildCallout();
    /// Connects buttons and keys.
    void connectSignals();
    /// Observes `target` and all widgets around it; null: none.
    void watch(QWidget* target);
    /// The visible part of the target, in coordinates of the window; empty if it is not visible.
    QRect targetArea() const;
    /// Covers the window, marks the target, and puts the callout beside it.
    void place();
    /// Where a callout of this size goes.
    QPoint calloutPlace(QSize size) const;
    /// Tells screen readers the new text.
    void announce();

    QWidget& m_window;
    QPointer<QWidget> m_target;
    QList<QPointer<QObject>> m_watched;
    QPointer<QWidget> m_focusBefore;
    Callout* m_callout;
    QLabel* m_title;
    QLabel* m_text;
    QLabel* m_progress;
    QPushButton* m_skip;
    QPushButton* m_back;
    QPushButton* m_next;
    QRect m_marked;
    QTimer m_follow; // places it once after several changes
};

} // namespace sandglass::widgets
