// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/data_folder_box.h"

#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/visible_text.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandglass::ui {

DataFolderBox::DataFolderBox(const QString& folder, Trouble trouble, QWidget* parent)
    : QDialog(parent)
    , m_folder(folder)
    , m_show(new QPushButton(tr("&Show its window"), this))
    , m_choose(new QPushButton(tr("&Choose another folder…"), this))
{
    setObjectName(QStringLiteral("dataFolderBox"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Sandglass"));
    setWindowIcon(widgets::icon(QStringLiteral("sandglass")));
    const bool inUse = trouble == Trouble::InUse;
    auto* title = new QLabel(inUse ? tr("Another Sandglass uses this data folder")
                                   : tr("Sandglass cannot write in its data folder"),
                             this);
    title->setObjectName(QStringLiteral("dataFolderTitleLabel"));
    title->setTextFormat(Qt::PlainText);
    QFont heading = font();
    heading.setBold(true);
    title->setFont(heading);
    const QString reason = inUse
        ? tr("%1\n\nOnly one Sandglass at a time can use its settings, its "
             "journal and the data of the local engine.")
        : tr("%1\n\nSettings, the journal and the data of the local engine are kept there. "
             "Check the permissions and the free space, or choose another folder.");
    auto* text = new QLabel(reason.arg(widgets::visibleText(folder)), this);
    text->setObjectName(QStringLiteral("dataFolderTextLabel"));
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setMinimumWidth(widgets::emPixels(this, 36));
    m_show->setObjectName(QStringLiteral("showOtherButton"));
    m_choose->setObjectName(QStringLiteral("chooseOtherFolderButton"));
    auto* quit = new QPushButton(tr("&Quit"), this);
    quit->setObjectName(QStringLiteral("quitButton"));
    auto* buttons = new QDialogButtonBox(this);
    buttons->addButton(m_choose, QDialogButtonBox::ActionRole);
    buttons->addButton(m_show, QDialogButtonBox::ActionRole);
    buttons->addButton(quit, QDialogButtonBox::RejectRole);
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
