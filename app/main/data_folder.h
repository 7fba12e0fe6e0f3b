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
class FolderInUseBox;
}

namespace sandglass {

/// The data folder of this run. If another program uses the one that was asked for, the user brings
/// its window to the front or chooses another folder. GUI thread.
class DataFolder : public QObject
{
    Q_OBJECT

public:
    /// Claims `folder`, which must exist.
    explicit DataFolder(const QString& folder, QObject* parent = nullptr);
    ~DataFolder() override;

    /// The folder, absolute.
    QString path() const { return m_path; }
    /// Whether this program may use it.
    bool isOurs() const;
    /// Asks the user what to do; ours() or abandoned() follows.
    void ask();

    /// Creates a folder if it is missing, for its owner only, and returns its absolute path.
    static QString prepared(const QString& folder);

Q_SIGNALS:
    /// path() is this program's now.
    void ours();
    /// The user wants to see the other program's window, or to end.
    void abandoned();
    /// Another program asks for our window to come to the front. `activationToken`: of its start;
    /// may be empty.
    void windowRequested(const QString& activationToken);

private:
    /// Claims a folder.
    void claim(const QString& folder);
    /// Claims the folder that the user chose, and asks again if it is in use too.
    void take(const QString& folder);

    QString m_path;
    std::unique_ptr<services::FolderClaim> m_claim; // never null
    QPointer<ui::FolderInUseBox> m_box;
};

} // namespace sandglass
