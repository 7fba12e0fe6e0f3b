// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace sandglass::ui {

/// The document as another client has left it, beside what is being edited, and what can be done
/// about it.
class ConflictView : public QWidget
{
    Q_OBJECT

public:
    explicit ConflictView(QWidget* parent = nullptr);

    /// Shows their version; lines that `mine` does not have are marked.
    void setVersions(const QString& theirs, const QString& mine);
    /// Disables the buttons while a change is in progress.
    void setBusy(bool busy);

Q_SIGNALS:
    /// What is in the editor shall replace their version.
    void keepMineRequested();
    /// Their version shall be edited instead.
    void takeTheirsRequested();
    /// Back to the editor, nothing is decided.
    void left();

private:
    QLabel* m_sentence;
    QPlainTextEdit* m_theirs;
    QPushButton* m_leave;
    QPushButton* m_take;
    QPushButton* m_keep;
};

} // namespace sandglass::ui
