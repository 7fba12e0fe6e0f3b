// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialogButtonBox>

class QPushButton;

namespace sandglass::widgets {

/// How a button stands out. Accent: filled, for what a dialog is for. Danger: outlined in red,
/// since it deletes. Dismiss: Cancel or Close, never filled, even if Enter presses it. Plain: the
/// same for a button beside what the dialog is for, such as that of a message.
enum class Emphasis { Accent, Danger, Dismiss, Plain };

/// Sets how a button stands out.
void setEmphasis(QPushButton& button, Emphasis emphasis);

/// The row of buttons at the bottom of every dialog: further buttons at the left; at the right
/// Cancel or Close, and last the button that does what the dialog is for. No button has an icon.
/// The signals accepted() and rejected() are those of the primary button and of Cancel or Close.
class DialogButtons : public QDialogButtonBox
{
    Q_OBJECT

public:
    explicit DialogButtons(QWidget* parent = nullptr);

    /// Adds the button that does what the dialog is for; once. Enter presses it until setDeletes().
    /// `text`: with an access key.
    QPushButton* addPrimary(const QString& text, const QString& objectName);
    /// Adds the Cancel button; once.
    QPushButton* addCancel(const QString& objectName);
    /// Adds the Close button of a dialog that has nothing to cancel; once. Enter does not press it.
    QPushButton* addClose(const QString& objectName);
    /// Adds a further button at the left. Enter does not press it. `text`: with an access key.
    QPushButton* addAside(const QString& text, const QString& objectName);
    /// Adds a button made elsewhere at the left.
    void addAside(QPushButton& button);
    /// Whether the primary button deletes: then it is outlined in red, and Enter presses Cancel.
    void setDeletes(bool deletes);

protected:
    void changeEvent(QEvent* event) override;

private:
    /// A button with that role. Screen readers read its text, which may change.
    QPushButton* add(const QString& text, ButtonRole role, const QString& objectName);
    /// Outlines and defaults by m_deletes.
    void showDeletes();
    /// Has Tab go through the buttons from left to right.
    void orderTabs();

    bool m_deletes = false;
    QList<QPushButton*> m_asides; // from left to right
    QPushButton* m_primary = nullptr; // null: there is none
    QPushButton* m_dismiss = nullptr; // null: there is none
};

} // namespace sandglass::widgets
