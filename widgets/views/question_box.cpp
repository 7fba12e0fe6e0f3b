// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/question_box.h"

#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"

#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace sandglass::widgets {

namespace {

void addAnswer(QMessageBox& box, const Alternative& answer, Emphasis emphasis)
{
    QPushButton* button = box.addButton(answer.text, QMessageBox::AcceptRole);
    button->setObjectName(answer.objectName);
    button->setAutoDefault(false); // Enter must not confirm
    setEmphasis(*button, emphasis);
    QObject::connect(button, &QPushButton::clicked, &box, answer.chosen);
}

} // namespace

void ask(QWidget* parent, const Question& question, std::function<void()> confirmed,
         const std::optional<Alternative>& alternative)
{
    auto* box = new QMessageBox(QMessageBox::Warning, question.title, question.text,
                                QMessageBox::Cancel, parent);
    box->setObjectName(question.objectName);
    box->setIconPixmap(icon(QStringLiteral("warning"), ColorRole::WarningText)
                           .pixmap(iconSize(box, 2.5), parent ? parent->devicePixelRatioF() : 1.0));
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const Emphasis emphasis = question.deletes ? Emphasis::Danger : Emphasis::Accent;
    if (!question.confirm.isEmpty()) {
        addAnswer(*box, {question.confirm, question.confirmName, std::move(confirmed)}, emphasis);
    }
    // WindowStyle puts the first of them at the right, and others at the left of Cancel
    if (alternative) {
        addAnswer(*box, *alternative, question.confirm.isEmpty() ? emphasis : Emphasis::Dismiss);
    }
    auto* cancel = qobject_cast<QPushButton*>(box->button(QMessageBox::Cancel));
    cancel->setObjectName(question.cancelName);
    setEmphasis(*cancel, Emphasis::Dismiss);
    box->setDefaultButton(cancel);
    box->open();
}

} // namespace sandglass::widgets
