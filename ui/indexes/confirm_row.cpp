// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/indexes/confirm_row.h"

#include "ui/restore/restore_offer_box.h"
#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"
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
    , m_unlock(new QPushButton(tr("Unloc&k"), this))
    , m_name(new QLineEdit(this))
    , m_buttons(new widgets::DialogButtons(this))
    , m_confirm(m_buttons->addPrimary(tr("Confirm"), QStringLiteral("confirmButton")))
    , m_cancel(m_buttons->addCancel(QStringLiteral("cancelButton")))
{
    setObjectName(QStringLiteral("confirmRow"));
    m_reason->setObjectName(QStringLiteral("confirmReasonLabel"));
    m_reason->setTextFormat(Qt::PlainText);
    m_reason->setWordWrap(true);
    // a name in it may be one long word, which would make the dialog as wide
    m_reason->setMinimumWidth(widgets::emPixels(this, 8));
    m_reason->setBuddy(m_name);
    m_unlock->setObjectName(QStringLiteral("unlockConnectionButton"));
    m_unlock->setAccessibleName(tr("Unlock the connection"));
    m_unlock->setAutoDefault(false);
    m_unlock->hide();
    m_name->setObjectName(QStringLiteral("typedNameEdit"));
    m_name->setMinimumWidth(widgets::emPixels(this, 14));
    connectSignals();
    buildLayout();
}

void ConfirmRow::connectSignals()
{
    connect(m_name, &QLineEdit::textChanged, this, [this](const QString& typed) {
        Q_EMIT nameTyped(widgets::meantName(typed, m_nameToType));
    });
    connect(m_unlock, &QPushButton::clicked, this, &ConfirmRow::unlockRequested);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &ConfirmRow::confirmed);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &ConfirmRow::cancelled);
    connect(m_restore, &RestoreOfferBox::wantedChanged, this, &ConfirmRow::restoreWanted);
    connect(m_restore, &RestoreOfferBox::rehearseRequested, this, &ConfirmRow::rehearseRequested);
}

void ConfirmRow::buildLayout()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_restore);
    auto* row = new QHBoxLayout;
    column->addLayout(row);
    row->addWidget(m_reason, 1);
    row->addWidget(m_unlock);
    row->addWidget(m_name);
    m_buttons->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    row->addWidget(m_buttons);
}

void ConfirmRow::focusCancel()
{
    m_cancel->setFocus();
}

void ConfirmRow::setConfirm(const presenters::ConfirmState& confirm)
{
    m_restore->setOffer(confirm.restore);
    // the name in it may come from the server, and its & is no access key
    m_reason->setText(widgets::visibleText(confirm.reason).replace(u'&', QStringLiteral("&&")));
    m_unlock->setVisible(confirm.canUnlock);
    m_name->setVisible(confirm.ceremony == presenters::Ceremony::TypeName);
    m_nameToType = confirm.nameToType;
    // the name alone would look as if it had been typed already
    const QString name = widgets::visibleText(confirm.nameToType);
    m_name->setPlaceholderText(tr("Type: %1").arg(name));
    // of a collection, or of the connection if there are several
    m_name->setAccessibleName(tr("Type the name %1 to confirm").arg(name));
    // what will be done is not known before the index was read
    const QString text = confirm.buttonText.isEmpty() ? tr("Confirm") : confirm.buttonText;
    m_confirm->setText(text);
    m_confirm->setAccessibleName(text);
    m_confirm->setEnabled(confirm.enabled);
    m_buttons->setDeletes(confirm.deletes);
}

} // namespace sandglass::ui

#include "moc_confirm_row.cpp"
