// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main/data_folder.h"

#include "app/platform/files.h"
#include "app/services/settings/folder_claim.h"
#include "ui/shell/data_folder_box.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

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
    // one that exists keeps its permissions, if the user chose it
    if (!isThere || !m_box) {
        static_cast<void>(
            platform::makePrivate(QFile::encodeName(m_path).toStdString()).has_value());
    }
    m_claim = std::make_unique<services::FolderClaim>(m_path);
    m_state = m_claim->isOurs() ? State::Ours : State::InUse;
    connect(m_claim.get(), &services::FolderClaim::showRequested, this,
            &DataFolder::windowRequested);
}

void DataFolder::ask()
{
    using Trouble = ui::DataFolderBox::Trouble;
    m_box = new ui::DataFolderBox(m_path, m_claim ? Trouble::InUse : Trouble::NotWritable);
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
