// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/purge/purge_dialog.h"

#include "app/presenters/purge/purge_presenter.h"
#include "ui/indexes/confirm_row.h"
#include "ui/purge/purge_form.h"
#include "ui/purge/purge_progress.h"
#include "ui/words/error_mapping.h"
#include "widgets/style/metrics.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/visible_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace sandglass::ui {

using presenters::PurgePresenter;
using presenters::PurgeScreen;

namespace {

// QLabel would guess whether a text is HTML, and names come from the server.
QLabel* plainLabel(QWidget* parent, const QString& objectName)
{
    auto* label = new QLabel(parent);
    label->setObjectName(objectName);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

PurgeDialog::PurgeDialog(PurgePresenter& presenter, bool archiveFirst, QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_rule(plainLabel(this, QStringLiteral("purgeRuleLabel")))
    , m_sentence(plainLabel(this, QStringLiteral("purgeEffectLabel")))
    , m_detail(plainLabel(this, QStringLiteral("purgeDetailLabel")))
    , m_count(new QPushButton(tr("Count a&gain"), this))
    , m_banner(new widgets::ErrorBanner(this))
    , m_screens(new QStackedWidget(this))
    , m_form(new PurgeFormView(presenter.state().form, this))
    , m_confirm(new ConfirmRow(this))
    , m_progress(new PurgeProgressView(this))
{
    setObjectName(QStringLiteral("purgeDialog"));
    // the window releases the presenter when the dialog is destroyed
    setAttribute(Qt::WA_DeleteOnClose);
    buildLayout();
    connectSignals();
    if (archiveFirst) {
        m_form->chooseArchive();
    }
    showState();
    if (m_presenter.state().screen == PurgeScreen::Form) {
        m_form->focusFirst();
    } else {
        m_progress->focusFirst();
    }
}

void PurgeDialog::buildLayout()
{
    QFont heading = font();
    heading.setPointSizeF(heading.pointSizeF() * 1.25);
    heading.setBold(true);
    m_sentence->setFont(heading);
    m_detail->setProperty("muted", true);
    m_count->setObjectName(QStringLiteral("countPurgeButton"));
    m_count->setAutoDefault(false);
    m_banner->setObjectName(QStringLiteral("purgeErrorBanner"));
    m_screens->setObjectName(QStringLiteral("purgeStackedWidget"));

    auto* what = new QHBoxLayout;
    what->addWidget(m_sentence, 1);
    what->addWidget(m_count);
    auto* formPage = new QWidget(this);
    auto* formColumn = new QVBoxLayout(formPage);
    formColumn->setContentsMargins(0, 0, 0, 0);
    formColumn->addLayout(what);
    formColumn->addWidget(m_detail);
    formColumn->addSpacing(widgets::emPixels(this, 0.75));
    formColumn->addWidget(m_form);
    formColumn->addStretch(1);
    formColumn->addWidget(m_confirm);
    m_screens->addWidget(formPage);
    m_screens->addWidget(m_progress);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_rule);
    column->addWidget(m_banner);
    column->addWidget(m_screens, 1);
    resize(widgets::emPixels(this, 54), widgets::emPixels(this, 32));
}

void PurgeDialog::connectSignals()
{
    connect(m_form, &PurgeFormView::edited, &m_presenter, &PurgePresenter::edit);
    connect(m_count, &QPushButton::clicked, this, [this] {
        // one button starts and stops the count
        if (m_presenter.state().effect.phase == presenters::Phase::Loading) {
            m_presenter.cancelCount();
        } else {
            m_presenter.count();
        }
    });
    connect(m_confirm, &ConfirmRow::nameTyped, &m_presenter, &PurgePresenter::setTypedName);
    connect(m_confirm, &ConfirmRow::confirmed, &m_presenter, &PurgePresenter::start);
    connect(m_confirm, &ConfirmRow::cancelled, this, &QDialog::reject);
    connect(m_confirm, &ConfirmRow::restoreWanted, &m_presenter, &PurgePresenter::setRestoreWanted);
    connect(m_progress, &PurgeProgressView::pauseRequested, &m_presenter, &PurgePresenter::pause);
    connect(m_progress, &PurgeProgressView::resumeRequested, &m_presenter, &PurgePresenter::resume);
    connect(m_progress, &PurgeProgressView::resumeNameTyped, &m_presenter,
            &PurgePresenter::setTypedName);
    connect(m_progress, &PurgeProgressView::cancelRequested, &m_presenter, &PurgePresenter::cancel);
    connect(m_progress, &PurgeProgressView::discardRequested, this, [this] {
        m_presenter.discard();
        reject();
    });
    connect(m_progress, &PurgeProgressView::closeRequested, this, &QDialog::reject);
    connect(&m_presenter, &PurgePresenter::stateChanged, this, &PurgeDialog::showState);
}

void PurgeDialog::showState()
{
    const presenters::PurgeState& state = m_presenter.state();
    const QString title = widgets::visibleText(state.title);
    setWindowTitle(title.isEmpty() ? tr("Staged Purge") : tr("Staged Purge of %1").arg(title));
    m_rule->setText(widgets::visibleText(state.ruleText));
    m_rule->setVisible(!state.ruleText.isEmpty());
    // a failed purge is more important than a failed count
    showFailure(*m_banner, state.failure ? state.failure : state.effect.failure);
    const bool counting = state.effect.phase == presenters::Phase::Loading;
    m_sentence->setText(counting ? tr("Counting what would be deleted…") : state.effect.sentence);
    m_detail->setText(state.effect.detail);
    m_detail->setVisible(!state.effect.detail.isEmpty());
    m_count->setText(counting ? tr("&Stop counting") : tr("Count a&gain"));
    m_form->setState(state);
    m_confirm->setConfirm(state.confirm);
    m_progress->setState(state);
    m_screens->setCurrentIndex(state.screen == PurgeScreen::Form ? 0 : 1);
}

} // namespace sandglass::ui

#include "moc_purge_dialog.cpp"
