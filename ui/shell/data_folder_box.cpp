// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/data_folder_box.h"

#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/visible_text.h"

#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandglass::ui {

namespace {

QString dataFolderTitle(DataFolderBox::Trouble trouble)
{
    switch (trouble) {
    case DataFolderBox::Trouble::InUse:
        return DataFolderBox::tr("Another Sandglass uses this data folder");
    case DataFolderBox::Trouble::Shared:
        return DataFolderBox::tr("Other users can open this data folder");
    case DataFolderBox::Trouble::NotWritable:
        break;
    }
    return DataFolderBox::tr("Sandglass cannot write in its data folder");
}

// With a place for the folder.
QString dataFolderReason(DataFolderBox::Trouble trouble)
{
    switch (trouble) {
    case DataFolderBox::Trouble::InUse:
        return DataFolderBox::tr("%1\n\nOnly one Sandglass at a time can use its settings, its "
                                 "journal and the data of the local engine.");
    case DataFolderBox::Trouble::Shared:
        //: %1: a folder
        return DataFolderBox::tr("%1\n\nSettings, the journal and the data of the local engine "
                                 "must be readable for you alone. If the folder is only for "
                                 "Sandglass, run chmod 700 on it; otherwise choose another one.");
    case DataFolderBox::Trouble::NotWritable:
        break;
    }
    return DataFolderBox::tr("%1\n\nSettings, the journal and the data of the local engine are "
                             "stored there. Check the permissions and the free space, or choose "
                             "another folder.");
}

} // namespace

DataFolderBox::DataFolderBox(const QString& folder, Trouble trouble, QWidget* parent)
    : QDialog(parent)
    , m_folder(folder)
{
    setObjectName(QStringLiteral("dataFolderBox"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Sandglass"));
    setWindowIcon(widgets::icon(QStringLiteral("sandglass")));
    auto* title = new QLabel(dataFolderTitle(trouble), this);
    title->setObjectName(QStringLiteral("dataFolderTitleLabel"));
    title->setTextFormat(Qt::PlainText);
    QFont heading = font();
    heading.setBold(true);
    title->setFont(heading);
    auto* text = new QLabel(dataFolderReason(trouble).arg(widgets::visibleText(folder)), this);
    text->setObjectName(QStringLiteral("dataFolderTextLabel"));
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setMinimumWidth(widgets::emPixels(this, 36));
    auto* buttons = new widgets::DialogButtons(this);
    m_choose = buttons->addAside(tr("&Choose another folder…"),
                                 QStringLiteral("chooseOtherFolderButton"));
    m_show = buttons->addPrimary(tr("&Show its window"), QStringLiteral("showOtherButton"));
    buttons->addCancel(QStringLiteral("quitButton"))->setText(tr("&Quit"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(title);
    column->addWidget(text);
    column->addWidget(buttons);
    connect(m_show, &QPushButton::clicked, this, &DataFolderBox::otherRequested);
    connect(m_choose, &QPushButton::clicked, this, &DataFolderBox::chooseFolder);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    setOtherAnswers(false);
}

void DataFolderBox::setOtherAnswers(bool answers)
{
    m_show->setVisible(answers);
    QPushButton* first = answers ? m_show : m_choose;
    first->setDefault(true);
    first->setFocus();
}

void DataFolderBox::chooseFolder()
{
    auto* dialog = new QFileDialog(this, tr("Another Data Folder"), m_folder);
    dialog->setObjectName(QStringLiteral("otherFolderDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, &DataFolderBox::folderChosen);
    dialog->open();
}

} // namespace sandglass::ui

#include "moc_data_folder_box.cpp"
