// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>

#include <memory>

namespace sandglass::services {
class FolderClaim;
}

namespace sandglass::ui {
class DataFolderBox;
}

namespace sandglass {

/// The data folder of this run. If the one that was asked for cannot be used, the user chooses
/// another one, or brings the window of the program that uses it to the front. GUI thread.
class DataFolder : public QObject
{
    Q_OBJECT

public:
    /// Whether the folder can be used.
    enum class State {
        Ours, ///< this program has it
        InUse, ///< another Sandglass has it
        NotWritable, ///< it cannot be made, or nothing can be written in it
        Shared, ///< other users may read or write in it
    };

    /// Creates `folder` for its owner only and claims it. An existing folder must be private or
    /// empty; an empty one is made private.
    explicit DataFolder(const QString& folder, QObject* parent = nullptr);
    ~DataFolder() override;

    /// The folder, absolute.
    QString path() const { return m_path; }
    /// Whether this program may use it.
    State state() const { return m_state; }
    /// Asks the user what to do; ours() or abandoned() follows.
    void ask();

Q_SIGNALS:
    /// The folder at path() now belongs to this program.
    void ours();
    /// The user wants to see the other program's window, or to end.
    void abandoned();
    /// Another program asks for our window to come to the front. `activationToken`: of its start;
    /// may be empty.
    void windowRequested(const QString& activationToken);

private:
    /// Makes a folder and claims it.
    void claim(const QString& folder);
    /// Whether nobody else may open the folder, which is made private if it is new, empty, or a
    /// data folder already. `isThere`: it existed before.
    bool isPrivate(bool isThere) const;
    /// Connects the dialog to the program that uses the folder: the dialog can ask it to show its
    /// window.
    void askOther();
    /// Claims the folder that the user chose, and asks again if it cannot be used either.
    void take(const QString& folder);

    QString m_path;
    State m_state = State::NotWritable;
    std::unique_ptr<services::FolderClaim> m_claim; // null: not writable, or shared
    QPointer<ui::DataFolderBox> m_box;
};

} // namespace sandglass
