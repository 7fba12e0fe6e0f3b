// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/document_editor.h"

#include "app/presenters/documents/document_table_model.h"
#include "app/presenters/documents/documents_presenter.h"
#include "ui/words/error_mapping.h"
#include "widgets/inputs/verdict_label.h"
#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/visible_text.h"

#include <QFontDatabase>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandglass::ui {

DocumentEditor::DocumentEditor(presenters::DocumentsPresenter& presenter, int row, QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_row(row)
    , m_text(new QPlainTextEdit(this))
    , m_verdict(new widgets::VerdictLabel(this))
    , m_name(new QLineEdit(this))
    , m_banner(new widgets::ErrorBanner(this))
{
    setObjectName(QStringLiteral("documentEditor"));
    setWindowTitle(row < 0 ? tr("Insert Document") : tr("Edit Document"));
    setAttribute(Qt::WA_DeleteOnClose);
    buildLayout();
    m_text->setPlainText(row < 0 ? QStringLiteral("{\n  \n}")
                                 : presenter.model()
                                       .index(row, 0)
                                       .data(presenters::DocumentTableModel::JsonRole)
                                       .toString());
    connect(m_text, &QPlainTextEdit::textChanged, this, &DocumentEditor::validate);
    connect(&m_presenter, &presenters::DocumentsPresenter::changed, this, [this] {
        // changed() also follows edits in the table behind the dialog
        if (m_saving) {
            accept();
        }
    });
    connect(&m_presenter, &presenters::DocumentsPresenter::stateChanged, this,
            &DocumentEditor::showState);
    validate();
}

void DocumentEditor::buildLayout()
{
    m_text->setObjectName(QStringLiteral("documentJsonEdit"));
    m_text->setAccessibleName(tr("Document as extended JSON"));
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    // Tab leads to the buttons; JSON needs no tabs
    m_text->setTabChangesFocus(true);
    m_verdict->setObjectName(QStringLiteral("documentVerdictLabel"));
    m_verdict->setField(m_text);
    m_banner->setObjectName(QStringLiteral("documentErrorBanner"));
    auto* buttons = new widgets::DialogButtons(this);
    buttons->setObjectName(QStringLiteral("documentButtonBox"));
    m_save = buttons->addPrimary(m_row < 0 ? tr("&Insert") : tr("&Save"),
                                 QStringLiteral("saveDocumentButton"));
    m_save->setAccessibleName(m_row < 0 ? tr("Insert the document") : tr("Save the document"));
    buttons->addCancel(QStringLiteral("cancelDocumentButton"));
    connect(buttons, &QDialogButtonBox::accepted, this, &DocumentEditor::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    m_name->setObjectName(QStringLiteral("typedCollectionEdit"));
    m_name->setAccessibleName(tr("Type the collection's name to confirm"));
    m_name->setPlaceholderText(
        tr("Production connection: type %1").arg(widgets::visibleText(m_presenter.nameToType())));
    m_name->setVisible(!m_presenter.nameToType().isEmpty());
    connect(m_name, &QLineEdit::textChanged, this, &DocumentEditor::validate);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_banner);
    column->addWidget(m_text, 1);
    column->addWidget(m_verdict);
    column->addWidget(m_name);
    column->addWidget(buttons);
    resize(widgets::emPixels(this, 46), widgets::emPixels(this, 30));
}

void DocumentEditor::validate()
{
    const QString problem = m_presenter.problemWith(m_text->toPlainText());
    m_verdict->setVerdict(widgets::Tone::Error, problem);
    const QString name = m_presenter.nameToType();
    m_save->setEnabled(problem.isEmpty() && !m_presenter.state().busy
                       && (name.isEmpty() || m_name->text() == name));
}

void DocumentEditor::save()
{
    m_saving = true;
    m_banner->clear();
    if (m_row < 0) {
        m_presenter.insert(m_text->toPlainText());
    } else {
        m_presenter.replace(m_row, m_text->toPlainText());
    }
}

void DocumentEditor::showState()
{
    validate();
    const presenters::DocumentsState& state = m_presenter.state();
    // a failure that was there before belongs to another change
    if (!m_saving || state.busy || !state.failure) {
        return;
    }
    m_saving = false;
    m_banner->showError(errorText(*state.failure));
}

} // namespace sandglass::ui

#include "moc_document_editor.cpp"
