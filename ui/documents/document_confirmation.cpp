// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/document_confirmation.h"

#include "app/presenters/documents/documents_presenter.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/visible_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandglass::ui {

DocumentConfirmation::DocumentConfirmation(const presenters::DocumentQuestion& question,
                                           const QString& objectName, QWidget* parent)
    : QDialog(parent)
{
    setObjectName(objectName);
    setWindowTitle(question.title);
    setAttribute(Qt::WA_DeleteOnClose);
    auto* mark = new QLabel(this);
    const int side = widgets::emPixels(this, 2);
    mark->setPixmap(widgets::icon(QStringLiteral("warning")).pixmap(QSize(side, side)));
    auto* sentence = new QLabel(question.sentence, this);
    sentence->setObjectName(QStringLiteral("documentQuestionLabel"));
    sentence->setTextFormat(Qt::PlainText);
    sentence->setWordWrap(true);
    auto* buttons = new widgets::DialogButtons(this);
    m_confirm = buttons->addPrimary(question.buttonText, QStringLiteral("confirmDocumentsButton"));
    buttons->addCancel(QStringLiteral("cancelDocumentsButton"));
    // it deletes documents, or gives them dates: Enter must never confirm that
    buttons->setDeletes(true);
    auto* row = new QHBoxLayout;
    row->setSpacing(widgets::emPixels(this, 1));
    row->addWidget(mark, 0, Qt::AlignTop);
    auto* words = new QVBoxLayout;
    words->addWidget(sentence);
    row->addLayout(words, 1);
    auto* column = new QVBoxLayout(this);
    column->addLayout(row);
    if (!question.targets.isEmpty()) {
        addTargets(*words, question.targets);
    }
    if (!question.nameToType.isEmpty()) {
        addNameEdit(question.nameToType);
    }
    column->addStretch(1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    setMinimumWidth(widgets::emPixels(this, 30));
}

void DocumentConfirmation::addTargets(QVBoxLayout& column, const QString& targets)
{
    auto* list = new QLabel(widgets::visibleParagraphs(targets), this);
    list->setObjectName(QStringLiteral("documentTargetsLabel"));
    list->setTextFormat(Qt::PlainText);
    list->setWordWrap(true);
    list->setProperty("muted", true);
    column.addWidget(list);
}

void DocumentConfirmation::addNameEdit(const QString& nameToType)
{
    auto* why
        = new QLabel(tr("This is a production connection: type the collection's &name."), this);
    why->setObjectName(QStringLiteral("typeNameLabel"));
    why->setTextFormat(Qt::PlainText);
    why->setWordWrap(true);
    auto* name = new QLineEdit(this);
    name->setObjectName(QStringLiteral("typedCollectionEdit"));
    name->setAccessibleName(tr("Type the collection's name to confirm"));
    name->setPlaceholderText(tr("Type: %1").arg(widgets::visibleText(nameToType)));
    why->setBuddy(name);
    layout()->addWidget(why);
    layout()->addWidget(name);
    // until the name has been typed
    m_confirm->setEnabled(false);
    connect(name, &QLineEdit::textChanged, m_confirm, [this, nameToType](const QString& typed) {
        m_confirm->setEnabled(widgets::meantName(typed, nameToType) == nameToType);
    });
}

} // namespace sandglass::ui

#include "moc_document_confirmation.cpp"
