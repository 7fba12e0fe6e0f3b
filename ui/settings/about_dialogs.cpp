// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/about_dialogs.h"

#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QKeySequence>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandglass::ui {

namespace {

/// The translation context of this file.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(AboutDialogs)
};

void addRow(QFormLayout& form, const QKeySequence& keys, const QString& what)
{
    // in the notation of the platform
    auto* shown = new QLabel(keys.toString(QKeySequence::NativeText));
    shown->setTextFormat(Qt::PlainText);
    auto* words = new QLabel(what);
    words->setTextFormat(Qt::PlainText);
    form.addRow(shown, words);
}

} // namespace

void showShortcuts(QWidget* parent)
{
    auto* dialog = new QDialog(parent);
    dialog->setObjectName(QStringLiteral("shortcutsDialog"));
    dialog->setWindowTitle(Words::tr("Keyboard Shortcuts"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(widgets::emPixels(dialog, 2));
    // The keys are those of MainWindow::buildActions() and ForecastChart.
    addRow(*form, Qt::CTRL | Qt::Key_N, Words::tr("Connect to a server"));
    addRow(*form, Qt::CTRL | Qt::Key_T, Words::tr("New TTL index"));
    addRow(*form, Qt::CTRL | Qt::Key_E, Words::tr("Change expiry of the selected index"));
    addRow(*form, Qt::Key_Delete,
           Words::tr("Drop the selected index or delete the selected documents"));
    addRow(*form, Qt::Key_F5, Words::tr("Refresh"));
    addRow(*form, Qt::CTRL | Qt::Key_F, Words::tr("Filter"));
    addRow(*form, Qt::CTRL | Qt::Key_L, Words::tr("Activity"));
    addRow(*form, Qt::CTRL | Qt::SHIFT | Qt::Key_P, Words::tr("Pin the page"));
    addRow(*form, Qt::CTRL | Qt::Key_W, Words::tr("Close the page"));
    addRow(*form, Qt::ALT | Qt::Key_Home, Words::tr("TTL inventory"));
    addRow(*form, Qt::CTRL | Qt::Key_Comma, Words::tr("Preferences"));
    addRow(*form, Qt::CTRL | Qt::Key_Q, Words::tr("Quit"));
    addRow(*form, Qt::Key_F1, Words::tr("Help for the current page or dialog"));
    addRow(*form, Qt::Key_Left, Words::tr("In the chart: previous bar; with Shift select"));
    addRow(*form, Qt::Key_Return, Words::tr("In the chart: documents of the bar"));
    addRow(*form, Qt::Key_Home, Words::tr("In the chart: whole range"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    buttons->button(QDialogButtonBox::Close)->setObjectName(QStringLiteral("closeShortcutsButton"));
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto* column = new QVBoxLayout(dialog);
    column->addLayout(form);
    column->addWidget(buttons);
    dialog->open();
}

void showAbout(QWidget* parent)
{
    auto* box = new QMessageBox(parent);
    box->setObjectName(QStringLiteral("aboutBox"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(Words::tr("About Sandglass"));
    box->setTextFormat(Qt::PlainText);
    box->setIconPixmap(
        widgets::icon(QStringLiteral("sandglass")).pixmap(widgets::iconSize(parent, 4)));
    box->setText(Words::tr("Sandglass %1").arg(QCoreApplication::applicationVersion()));
    box->setInformativeText(
        Words::tr("See, change and rehearse what TTL indexes will delete.\n\n"
                  "Free software under the GNU General Public License, version 3 or later."));
    box->addButton(QMessageBox::Close)->setObjectName(QStringLiteral("closeAboutButton"));
    box->open();
}

} // namespace sandglass::ui
