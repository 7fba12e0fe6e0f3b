// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/question_box.h"

#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"

#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace sandglass::widgets {

void ask(QWidget* parent, const Question& question, std::function<void()> confirmed)
{
    auto* box = new QMessageBox(QMessageBox::Warning, question.title, question.text,
                                QMessageBox::Cancel, parent);
    box->setObjectName(question.objectName);
    box->setIconPixmap(icon(QStringLiteral("warning"), ColorRole::WarningText)
                           .pixmap(iconSize(box, 2.5), parent ? parent->devicePixelRatioF() : 1.0));
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* confirm = box->addButton(question.confirm, QMessageBox::AcceptRole);
    confirm->setObjectName(question.confirmName);
    confirm->setAutoDefault(false);
    setEmphasis(*confirm, Emphasis::Danger);
    // Enter must not confirm
    auto* cancel = qobject_cast<QPushButton*>(box->button(QMessageBox::Cancel));
    cancel->setObjectName(question.cancelName);
    setEmphasis(*cancel, Emphasis::Dismiss);
    box->setDefaultButton(cancel);
    QObject::connect(confirm, &QPushButton::clicked, box, std::move(confirmed));
    box->open();
}

} // namespace sandglass::widgets
