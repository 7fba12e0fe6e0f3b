// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/document_editor.h"

#include "app/presenters/documents/documents_presenter.h"
#include "ui/documents/conflict_view.h"
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

#include <utility>

namespace sandglass::ui {

DocumentEditor::DocumentEditor(presenters::DocumentsPresenter& presenter,
                               std::optional<bson::Document> loaded, QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_loaded(std::move(loaded))
    , m_banner(new widgets::ErrorBanner(this))
    , m_text(new QPlainTextEdit(this))
    , m_conflict(new ConflictView(this))
    , m_verdict(new widgets::VerdictLabel(this))
    , m_name(new QLineEdit(this))
{
    setObjectName(QStringLiteral("documentEditor"));
    setWindowTitle(m_loaded ? tr("Edit Document") : tr("Insert Document"));
    setAttribute(Qt::WA_DeleteOnClose);
    buildLayout();
    m_text->setPlainText(m_loaded ? presenters::editorText(*m_loaded) : QStringLiteral("{\n  \n}"));
    connect(m_text, &QPlainTextEdit::textChanged, this, &DocumentEditor::validate);
    connect(&m_presenter, &presenters::DocumentsPresenter::changed, this, [this] {
        // changed() also follows edits in the table behind the dialog
        if (m_saving) {
            accept();
        }
    });
    connect(&m_presenter, &presenters::DocumentsPresenter::stateChanged, this,
            &DocumentEditor::showState);
    connect(m_conflict, &ConflictView::keepMineRequested, this, &DocumentEditor::keepMine);
    connect(m_conflict, &ConflictView::takeTheirsRequested, this, &DocumentEditor::takeTheirs);
    connect(m_conflict, &ConflictView::left, &m_presenter,
            &presenters::DocumentsPresenter::leaveConflict);
    connect(this, &QDialog::finished, &m_presenter, &presenters::DocumentsPresenter::leaveConflict);
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
    m_save = buttons->addPrimary(m_loaded ? tr("&Save") : tr("&Insert"),
                                 QStringLiteral("saveDocumentButton"));
    m_save->setAccessibleName(m_loaded ? tr("Save the document") : tr("Insert the document"));
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
    m_conflict->hide();
    column->addWidget(m_text, 3);
    column->addWidget(m_conflict, 2);
    column->addWidget(m_verdict);
    column->addWidget(m_name);
    column->addWidget(buttons);
    m_text->setFocus();
    resize(widgets::emPixels(this, 46), widgets::emPixels(this, 30));
}

bool DocumentEditor::mayWrite() const
{
    const QString name = m_presenter.nameToType();
    return !m_presenter.state().busy
        && (name.isEmpty() || widgets::meantName(m_name->text(), name) == name);
}

void DocumentEditor::validate()
{
    const presenters::EditVerdict verdict = m_presenter.judge(m_text->toPlainText(), m_loaded);
    if (!verdict.problem.isEmpty()) {
        m_verdict->setVerdict(widgets::Tone::Error, verdict.problem);
    } else {
        m_verdict->setVerdict(verdict.due ? widgets::Tone::Warning : widgets::Tone::Normal,
                              verdict.effect);
    }
    // the buttons of the conflict decide while it is open
    m_save->setEnabled(verdict.document && mayWrite() && m_conflict->isHidden());
    m_conflict->setBusy(!verdict.document || !mayWrite());
}

void DocumentEditor::save()
{
    m_saving = true;
    m_banner->clear();
    if (m_loaded) {
        m_presenter.replace(*m_loaded, m_text->toPlainText());
    } else {
        m_presenter.insert(m_text->toPlainText());
    }
}

void DocumentEditor::keepMine()
{
    // compared with their version from now on: a third one is a conflict again
    if (m_presenter.state().conflict) {
        m_loaded = m_presenter.state().conflict->theirs;
        save();
    }
}

void DocumentEditor::takeTheirs()
{
    if (m_presenter.state().conflict) {
        m_loaded = m_presenter.state().conflict->theirs;
        m_text->setPlainText(m_presenter.state().conflict->json);
        m_presenter.leaveConflict();
        m_text->setFocus();
    }
}

void DocumentEditor::showState()
{
    const presenters::DocumentsState& state = m_presenter.state();
    const bool differs = state.conflict.has_value() && m_loaded.has_value();
    const bool wasOpen = !m_conflict->isHidden();
    if (differs && !wasOpen) {
        m_conflict->setVersions(state.conflict->json, m_text->toPlainText());
    }
    m_conflict->setVisible(differs);
    validate();
    // left alone, the focus goes on to Cancel, where Enter would lose what was typed
    if (differs && !wasOpen) {
        m_conflict->setFocus();
    } else if (!differs && wasOpen) {
        m_text->setFocus();
    }
    // a failure that was there before belongs to another change
    if (!m_saving || state.busy || (!state.editFailure && !differs)) {
        return;
    }
    m_saving = false;
    if (state.editFailure) {
        m_banner->showError(errorText(*state.editFailure));
    }
}

} // namespace sandglass::ui

#include "moc_document_editor.cpp"
