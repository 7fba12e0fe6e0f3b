// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/indexes/confirm_row.h"

#include "ui/restore/restore_offer_box.h"
#include "widgets/views/visible_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandglass::ui {

ConfirmRow::ConfirmRow(QWidget* parent)
    : QWidget(parent)
    , m_restore(new RestoreOfferBox(this))
    , m_reason(new QLabel(this))
    , m_name(new QLineEdit(this))
    , m_confirm(new QPushButton(tr("Confirm"), this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    setObjectName(QStringLiteral("confirmRow"));
    m_reason->setObjectName(QStringLiteral("confirmReasonLabel"));
    m_reason->setTextFormat(Qt::PlainText);
    m_reason->setWordWrap(true);
    m_name->setObjectName(QStringLiteral("typedNameEdit"));
    m_name->setAccessibleName(tr("Type the collection's name to confirm"));
    m_confirm->setObjectName(QStringLiteral("confirmButton"));
    // Enter must not confirm: Cancel is the default
    m_confirm->setAutoDefault(false);
    m_cancel->setObjectName(QStringLiteral("cancelButton"));
    m_cancel->setAccessibleName(tr("Cancel"));
    m_cancel->setDefault(true);
    connect(m_name, &QLineEdit::textChanged, this, &ConfirmRow::nameTyped);
    connect(m_confirm, &QPushButton::clicked, this, &ConfirmRow::confirmed);
    connect(m_cancel, &QPushButton::clicked, this, &ConfirmRow::cancelled);
    connect(m_restore, &RestoreOfferBox::wantedChanged, this, &ConfirmRow::restoreWanted);
    connect(m_restore, &RestoreOfferBox::rehearseRequested, this, &ConfirmRow::rehearseRequested);
    buildLayout();
}

void ConfirmRow::buildLayout()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_restore);
    auto* row = new QHBoxLayout;
    column->addLayout(row);
    row->addWidget(m_reason, 1);
    row->addWidget(m_name);
    row->addWidget(m_confirm);
    row->addWidget(m_cancel);
}

void ConfirmRow::focusCancel()
{
    m_cancel->setFocus();
}

void ConfirmRow::setConfirm(const presenters::ConfirmState& confirm)
{
    m_restore->setOffer(confirm.restore);
    // the name in it may come from the server
    m_reason->setText(widgets::visibleText(confirm.reason));
    m_name->setVisible(confirm.ceremony == presenters::Ceremony::TypeName);
    m_name->setPlaceholderText(confirm.nameToType);
    // what will be done is not known before the index was read
    const QString text = confirm.buttonText.isEmpty() ? tr("Confirm") : confirm.buttonText;
    m_confirm->setText(text);
    m_confirm->setAccessibleName(text);
    m_confirm->setEnabled(confirm.enabled);
}

} // namespace sandglass::ui

#include "moc_confirm_row.cpp"
