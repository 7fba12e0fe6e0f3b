// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/style/colors.h"

#include <QFrame>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace sandglass::widgets {

/// An error as shown to the user.
struct ErrorText
{
    QString what; ///< what failed, one sentence
    QString why; ///< the reason in words; may be empty
    QString advice; ///< what to do; may be empty
    QString details; ///< code name and the server's own text, shown folded away; may be empty
    QString actionText; ///< a button's text with access key, such as "&Retry"; empty for none
    Tone tone = Tone::Error; ///< Error or Warning
};

/// Shows an error next to what failed, never over it. Announced to screen readers when it appears.
class ErrorBanner : public QFrame
{
    Q_OBJECT

public:
    /// Hidden until showError().
    explicit ErrorBanner(QWidget* parent = nullptr);

    /// Shows the banner. All texts are plain text.
    void showError(const ErrorText& text);

    /// Hides it.
    void clear();

Q_SIGNALS:
    /// The button with ErrorText::actionText was used.
    void actionTriggered();
    /// The user closed the banner.
    void dismissed();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// Creates the children.
    void buildLayout();
    /// Creates the part with the details.
    void buildDetails();
    /// Connects the buttons.
    void connectSignals();
    /// Draws the icon in the colour of the tone.
    void showIcon();
    /// Folds the details in or out.
    void setDetailsShown(bool shown);
    /// Copies the details to the clipboard.
    void copyDetails() const;

    QLabel* m_icon;
    QLabel* m_what;
    QLabel* m_why;
    QLabel* m_advice;
    QPushButton* m_action;
    QToolButton* m_fold;
    QToolButton* m_close;
    QWidget* m_detailsBox;
    QPlainTextEdit* m_details;
    QPushButton* m_copy;
    ErrorText m_text;
};

} // namespace sandglass::widgets
