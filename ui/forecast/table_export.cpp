// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forecast/table_export.h"

#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/behind_dialog.h"
#include "widgets/views/file_saver.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QMessageBox>

namespace sandglass::ui {

namespace {

/// The translation context of this file.
struct ExportWords
{
    Q_DECLARE_TR_FUNCTIONS(TableExport)
};

void tellFailure(QWidget* parent, const QString& why)
{
    auto* box = new QMessageBox(QMessageBox::Warning, ExportWords::tr("Export"),
                                ExportWords::tr("The file could not be written: %1").arg(why),
                                QMessageBox::Ok, parent);
    box->setObjectName(QStringLiteral("exportFailedBox"));
    box->setIconPixmap(widgets::icon(QStringLiteral("error"), widgets::ColorRole::ErrorText)
                           .pixmap(widgets::iconSize(parent, 2.5), parent->devicePixelRatioF()));
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    // not exec(): no nested event loop
    box->open();
}

void write(QWidget* parent, const QString& path, const TextMaker& text)
{
    auto* saver = new widgets::FileSaver(
        path, [text] { return text().toUtf8(); }, *parent);
    QObject::connect(saver, &widgets::FileSaver::failed, parent,
                     [parent](const QString& why) { tellFailure(parent, why); });
}

} // namespace

void saveText(QWidget* parent, const QString& title, const QString& suggestedName,
              const TextMaker& text)
{
    if (widgets::isBehindDialog(*parent)) {
        return;
    }
    auto* dialog = new QFileDialog(parent, title);
    dialog->setObjectName(QStringLiteral("exportDialog"));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    dialog->selectFile(suggestedName);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent,
                     [parent, text](const QString& path) { write(parent, path, text); });
    dialog->open();
}

} // namespace sandglass::ui
