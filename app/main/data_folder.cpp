// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main/data_folder.h"

#include "app/platform/files.h"
#include "app/services/settings/folder_claim.h"
#include "ui/shell/data_folder_box.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <string>

namespace sandglass {

DataFolder::DataFolder(const QString& folder, QObject* parent)
    : QObject(parent)
{
    claim(folder);
}

DataFolder::~DataFolder() = default;

void DataFolder::claim(const QString& folder)
{
    m_path = QDir(folder).absolutePath();
    m_claim.reset();
    m_state = State::NotWritable;
    const bool isThere = QDir(m_path).exists();
    if (!QDir().mkpath(m_path) || !QFileInfo(m_path).isWritable()) {
        return;
    }
    if (!isPrivate(isThere)) {
        m_state = State::Shared;
        return;
    }
    m_claim = std::make_unique<services::FolderClaim>(m_path);
    m_state = m_claim->isOurs() ? State::Ours : State::InUse;
    connect(m_claim.get(), &services::FolderClaim::showRequested, this,
            &DataFolder::windowRequested);
}

// Makes it private where that is ours to do. A folder that is neither new nor empty nor our own may
// be /tmp, or hold files that others need.
bool DataFolder::isPrivate(bool isThere) const
{
    const std::string path = QFile::encodeName(m_path).toStdString();
    if (!isThere) {
        static_cast<void>(platform::makePrivate(path).has_value());
        return true;
    }
    const auto access = platform::tightenIfEmpty(path);
    if (!access || *access == platform::FolderAccess::Public) {
        return false;
    }
    // a copy of a data folder, such as one unpacked from a backup, may have lost its permissions
    return *access == platform::FolderAccess::Private
        || (QFile::exists(m_path + QStringLiteral("/settings.ini"))
            && platform::makePrivate(path).has_value());
}

void DataFolder::ask()
{
    using Trouble = ui::DataFolderBox::Trouble;
    m_box = new ui::DataFolderBox(m_path,
                                  m_state == State::InUse        ? Trouble::InUse
                                      : m_state == State::Shared ? Trouble::Shared
                                                                 : Trouble::NotWritable);
    // later: the box is still in the signal of a dialog of its own
    connect(m_box, &ui::DataFolderBox::folderChosen, this, &DataFolder::take, Qt::QueuedConnection);
    connect(m_box, &QDialog::rejected, this, &DataFolder::abandoned);
    m_box->show();
    if (m_claim) {
        askOther();
    }
}

void DataFolder::askOther()
{
    connect(m_claim.get(), &services::FolderClaim::otherFound, m_box,
            &ui::DataFolderBox::setOtherAnswers);
    connect(m_claim.get(), &services::FolderClaim::otherShown, m_box, [this](bool shown) {
        // one that hangs cannot be shown
        m_box->setOtherAnswers(false);
        if (shown) {
            m_box->reject();
        }
    });
    connect(m_box, &ui::DataFolderBox::otherRequested, m_claim.get(), [claim = m_claim.get()] {
        claim->showOther(qEnvironmentVariable("XDG_ACTIVATION_TOKEN"));
    });
    m_claim->findOther();
}

void DataFolder::take(const QString& folder)
{
    claim(folder);
    if (m_box) {
        m_box->disconnect(this);
        m_box->close();
    }
    if (m_state == State::Ours) {
        Q_EMIT ours();
    } else {
        ask();
    }
}

} // namespace sandglass

#include "moc_data_folder.cpp"
