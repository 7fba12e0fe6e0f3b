// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace sandglass::widgets {

/// A message over a page: a sentence, buttons, and Dismiss, which Escape presses too. It is hidden
/// while it has no text, and announced to screen readers when it gets one. Where it lies is up to
/// FloatingStack.
class FloatingMessage : public QFrame
{
    Q_OBJECT

public:
    /// The object names of the label and of Dismiss.
    struct Names
    {
        QString label;
        QString dismiss;
    };

    FloatingMessage(const QString& objectName, const Names& names, QWidget* parent = nullptr);
    /// A child that has the focus loses it when it is destroyed, after this class has ended, and
    /// must not be heard then.
    ~FloatingMessage() override;

    /// Shows a sentence: plain text, shown through visibleText(). Empty: hides the message.
    void setText(const QString& text);
    /// Adds a button before Dismiss. `text`: with an access key.
    QPushButton* addButton(const QString& text, const QString& objectName);
    /// Whether the user is at it, with the pointer or the keyboard, so that it must not vanish.
    bool isHeld() const;

Q_SIGNALS:
    /// The user dismissed it; it is not hidden by that.
    void dismissed();
    /// isHeld() has changed.
    void heldChanged();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Emits heldChanged() if it has.
    void noteHeld();

    QHBoxLayout* m_row;
    QLabel* m_text;
    QPushButton* m_dismiss;
    bool m_pointed = false; // the pointer is over it
    bool m_held = false; // as last announced
};

} // namespace sandglass::widgets
