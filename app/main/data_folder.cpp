// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main/data_folder.h"

#include "app/platform/files.h"
#include "app/services/settings/folder_claim.h"
#include "ui/shell/folder_in_use_box.h"

#include <QDir>
#include <QFile>

namespace sandglass {

DataFolder::DataFolder(const QString& folder, QObject* parent)
    : QObject(parent)
{
    claim(folder);
}

DataFolder::~DataFolder() = default;

QString DataFolder::prepared(const QString& folder)
{
    QString absolute = QDir(folder).absolutePath();
    QDir().mkpath(absolute);
    static_cast<void>(platform::makePrivate(QFile::encodeName(absolute).toStdString()).has_value());
    return absolute;
}

bool DataFolder::isOurs() const
{
    return m_claim->isOurs();
}

void DataFolder::claim(const QString& folder)
{
    m_path = folder;
    m_claim = std::make_unique<services::FolderClaim>(folder);
    connect(m_claim.get(), &services::FolderClaim::showRequested, this,
            &DataFolder::windowRequested);
}

void DataFolder::ask()
{
    m_box = new ui::FolderInUseBox(m_path);
    connect(m_claim.get(), &services::FolderClaim::otherFound, m_box,
            &ui::FolderInUseBox::setOtherAnswers);
    connect(m_claim.get(), &services::FolderClaim::otherShown, m_box, [this](bool shown) {
        // one that hangs cannot be shown
        m_box->setOtherAnswers(false);
        if (shown) {
            m_box->reject();
        }
    });
    connect(m_box, &ui::FolderInUseBox::otherRequested, m_claim.get(), [claim = m_claim.get()] {
        claim->showOther(qEnvironmentVariable("XDG_ACTIVATION_TOKEN"));
    });
    // later: the box is still in the signal of a dialog of its own
    connect(m_box, &ui::FolderInUseBox::folderChosen, this, &DataFolder::take,
            Qt::QueuedConnection);
    connect(m_box, &QDialog::rejected, this, &DataFolder::abandoned);
    m_box->show();
    m_claim->findOther();
}

void DataFolder::take(const QString& folder)
{
    if (m_box) {
        m_box->disconnect(this);
        m_box->close();
    }
    // one that exists keeps its permissions
    claim(QDir(folder).absolutePath());
    if (isOurs()) {
        Q_EMIT ours();
    } else {
        ask();
    }
}

} // namespace sandglass

#include "moc_data_folder.cpp"
