// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/members/pause_dialog.h"

#include "app/presenters/members/members_presenter.h"
#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/visible_text.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace sandglass::ui {

PauseDialog::PauseDialog(presenters::MembersPresenter& presenter, std::string host, QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_host(std::move(host))
    , m_wanted(presenter.nameToType())
    , m_name(new QLineEdit(this))
{
    setObjectName(QStringLiteral("pauseExpiryDialog"));
    setWindowTitle(tr("Pause Expiry"));
    setAttribute(Qt::WA_DeleteOnClose);
    buildLayout();
    connect(m_name, &QLineEdit::textChanged, this, &PauseDialog::showState);
    connect(this, &QDialog::accepted, &m_presenter,
            [this] { m_presenter.pause(m_host, typedName()); });
    showState();
}

void PauseDialog::buildLayout()
{
    auto* question = new QLabel(widgets::visibleText(m_presenter.pauseQuestion(m_host)), this);
    question->setObjectName(QStringLiteral("pauseQuestionLabel"));
    // the & of a name is no access key
    QString name = widgets::visibleText(m_wanted);
    auto* typing
        = new QLabel(tr("This is a production connection. To pause expiry, type its name: %1")
                         .arg(name.replace(u'&', QStringLiteral("&&"))),
                     this);
    typing->setObjectName(QStringLiteral("pauseNameLabel"));
    typing->setBuddy(m_name);
    for (QLabel* label : {question, typing}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setMinimumWidth(widgets::emPixels(this, 32));
    }
    m_name->setObjectName(QStringLiteral("pauseNameEdit"));
    m_name->setAccessibleName(tr("Name of the connection"));
    typing->setVisible(!m_wanted.isEmpty());
    m_name->setVisible(!m_wanted.isEmpty());
    auto* buttons = new widgets::DialogButtons(this);
    m_pause = buttons->addPrimary(tr("&Pause expiry"), QStringLiteral("confirmPauseButton"));
    QPushButton* cancel = buttons->addCancel(QStringLiteral("cancelPauseButton"));
    // nothing is deleted, but the whole server is affected: Enter must not confirm
    m_pause->setAutoDefault(false);
    cancel->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addWidget(question);
    column->addWidget(typing);
    column->addWidget(m_name);
    column->addWidget(buttons);
}

QString PauseDialog::typedName() const
{
    return widgets::meantName(m_name->text().trimmed(), m_wanted);
}

void PauseDialog::showState()
{
    m_pause->setEnabled(typedName() == m_wanted);
}

} // namespace sandglass::ui

#include "moc_pause_dialog.cpp"
