// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/named_databases_dialog.h"

#include "app/presenters/connections/capability_presenter.h"
#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/visible_text.h"
#include "widgets/views/wrapped_label.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandglass::ui {

NamedDatabasesDialog::NamedDatabasesDialog(presenters::CapabilityPresenter& presenter,
                                           QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_names(new QPlainTextEdit(this))
    , m_problem(new widgets::WrappedLabel(this))
{
    setObjectName(QStringLiteral("namedDatabasesDialog"));
    setWindowTitle(tr("Name Databases"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* intro = new QLabel(
        tr("Where the user may not list the databases of the server, Sandglass shows those that "
           "are named here. The names are kept for this connection."));
    intro->setObjectName(QStringLiteral("namedDatabasesIntroLabel"));
    intro->setTextFormat(Qt::PlainText);
    intro->setWordWrap(true);
    auto* caption = new QLabel(tr("&Databases, one on each line:"));
    caption->setTextFormat(Qt::PlainText);
    caption->setBuddy(m_names);
    m_names->setObjectName(QStringLiteral("namedDatabasesEdit"));
    m_names->setAccessibleName(tr("Databases, one on each line"));
    m_names->setTabChangesFocus(true);
    m_names->setPlainText(presenter.state().databases.join(u'\n'));
    m_problem->setObjectName(QStringLiteral("namedDatabasesProblemLabel"));

    auto* buttons = new widgets::DialogButtons(this);
    m_save = buttons->addPrimary(tr("&Save"), QStringLiteral("namedDatabasesSaveButton"));
    buttons->addCancel(QStringLiteral("namedDatabasesCancelButton"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(intro);
    column->addWidget(caption);
    column->addWidget(m_names, 1);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    resize(widgets::emPixels(this, 36), widgets::emPixels(this, 24));

    connect(m_names, &QPlainTextEdit::textChanged, this, &NamedDatabasesDialog::check);
    connect(buttons, &QDialogButtonBox::accepted, this, &NamedDatabasesDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    check();
}

QStringList NamedDatabasesDialog::names() const
{
    QStringList names;
    for (const QString& line : m_names->toPlainText().split(u'\n')) {
        if (const QString name = line.trimmed(); !name.isEmpty()) {
            names << name;
        }
    }
    return names;
}

void NamedDatabasesDialog::check()
{
    QString problem;
    for (const QString& name : names()) {
        if (problem.isEmpty()) {
            problem = m_presenter.databaseProblem(name);
        }
    }
    m_problem->setText(widgets::visibleText(problem));
    m_problem->setVisible(!problem.isEmpty());
    m_save->setEnabled(problem.isEmpty());
}

void NamedDatabasesDialog::save()
{
    m_presenter.nameDatabases(names());
    accept();
}

} // namespace sandglass::ui

#include "moc_named_databases_dialog.cpp"
