// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/style/colors.h"

#include <QFrame>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace sandglass::widgets {

/// An error as a person needs it.
struct ErrorText
{
    QString what; ///< what failed, one sentence
    QString why; ///< the reason in words; may be empty
    QString advice; ///< what to do; may be empty
    QString details; ///< code name and the server's own text, shown folded away; may be empty
    QString actionText; ///< a button's text with access key, such as "&Retry"; empty for none
    Tone tone = Tone::Error; ///< Error or Warning
};

/// Stands beside what failed, never over it. Announced to screen readers when it appears.
class ErrorBanner : public QFrame
{
    Q_OBJECT

public:
    /// Hidden until there is something to say.
    explicit ErrorBanner(QWidget* parent = nullptr);

    /// Shows the banner. Every text is taken as plain text.
    void showError(const ErrorText& text);

    /// Hides it.
    void clear();

Q_SIGNALS:
    /// The button of ErrorText::actionText was used.
    void actionTriggered();
    /// The user closed the banner.
    void dismissed();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void buildLayout();
    void buildDetails();
    void connectSignals();
    void showIcon();
    void setDetailsShown(bool shown);
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
