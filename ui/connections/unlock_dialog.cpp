// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/unlock_dialog.h"

#include "app/presenters/connections/connection_presenter.h"
#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/visible_text.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandglass::ui {

UnlockDialog::UnlockDialog(presenters::ConnectionPresenter& presenter, QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_wanted(presenter.state().nameToUnlock)
    , m_name(new QLineEdit(this))
{
    setObjectName(QStringLiteral("unlockDialog"));
    setWindowTitle(tr("Unlock Production"));
    setAttribute(Qt::WA_DeleteOnClose);
    buildLayout();
    connect(m_name, &QLineEdit::textChanged, this, &UnlockDialog::showState);
    connect(&m_presenter, &presenters::ConnectionPresenter::stateChanged, this, [this] {
        const presenters::ConnectionState& state = m_presenter.state();
        if (state.nameToUnlock != m_wanted || !state.locked
            || state.phase != presenters::ConnectionPhase::Connected) {
            close();
        }
    });
    showState();
}

void UnlockDialog::buildLayout()
{
    // the & of a name is no access key
    QString name = widgets::visibleText(m_wanted);
    auto* question = new QLabel(
        tr("This is a production connection. To allow changes for ten minutes, type its &name: %1")
            .arg(name.replace(u'&', QStringLiteral("&&"))),
        this);
    question->setObjectName(QStringLiteral("unlockQuestionLabel"));
    question->setTextFormat(Qt::PlainText);
    question->setWordWrap(true);
    // the name may be one long word, which would make the dialog as wide
    question->setMinimumWidth(widgets::emPixels(this, 32));
    question->setBuddy(m_name);
    m_name->setObjectName(QStringLiteral("unlockNameEdit"));
    m_name->setAccessibleName(tr("Name of the connection"));
    auto* buttons = new widgets::DialogButtons(this);
    m_unlock = buttons->addPrimary(tr("&Unlock"), QStringLiteral("unlockButton"));
    buttons->addCancel(QStringLiteral("cancelUnlockButton"));
    connect(buttons, &QDialogButtonBox::accepted, this,
            [this] { m_presenter.unlock(typedName()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addWidget(question);
    column->addWidget(m_name);
    column->addWidget(buttons);
}

QString UnlockDialog::typedName() const
{
    return widgets::meantName(m_name->text().trimmed(), m_wanted);
}

void UnlockDialog::showState()
{
    m_unlock->setEnabled(typedName() == m_wanted);
}

} // namespace sandglass::ui

#include "moc_unlock_dialog.cpp"
