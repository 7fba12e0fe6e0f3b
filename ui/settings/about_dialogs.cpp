// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/about_dialogs.h"

#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/shortcut_list.h"

#include <QCoreApplication>
#include <QDialog>
#include <QFormLayout>
#include <QKeySequence>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWhatsThisClickedEvent>

namespace sandglass::ui {

namespace {

/// The translation context of this file.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(AboutDialogs)
};

void addRow(QFormLayout& form, const widgets::Shortcut& shortcut)
{
    // in the notation of the platform
    auto* keys = new QLabel(shortcut.keys.front().toString(QKeySequence::NativeText));
    keys->setTextFormat(Qt::PlainText);
    auto* words = new QLabel(shortcut.text);
    words->setTextFormat(Qt::PlainText);
    form.addRow(keys, words);
}

} // namespace

void showShortcuts(QWidget* window)
{
    auto* dialog = new QDialog(window);
    dialog->setObjectName(QStringLiteral("shortcutsDialog"));
    dialog->setWindowTitle(Words::tr("Keyboard Shortcuts"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(widgets::emPixels(dialog, 2));
    for (const widgets::Shortcut& shortcut : widgets::shortcutsOf(*window)) {
        addRow(*form, shortcut);
    }
    auto* buttons = new widgets::DialogButtons(dialog);
    // those of the timeline and of the help belong to no action of the window
    QPushButton* more
        = buttons->addAside(Words::tr("&More shortcuts"), QStringLiteral("moreShortcutsButton"));
    QObject::connect(more, &QPushButton::clicked, dialog, [dialog] {
        QWhatsThisClickedEvent wanted(QStringLiteral("shortcuts#timeline"));
        QCoreApplication::sendEvent(dialog, &wanted);
    });
    buttons->addClose(QStringLiteral("closeShortcutsButton"));
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
    QPushButton* close = box->addButton(QMessageBox::Close);
    close->setObjectName(QStringLiteral("closeAboutButton"));
    widgets::setEmphasis(*close, widgets::Emphasis::Dismiss);
    box->open();
}

} // namespace sandglass::ui
