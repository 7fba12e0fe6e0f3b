// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/purge/purge_dialog.h"

#include "app/presenters/purge/purge_presenter.h"
#include "ui/indexes/confirm_row.h"
#include "ui/indexes/effect_view.h"
#include "ui/purge/purge_form.h"
#include "ui/purge/purge_progress.h"
#include "ui/words/error_mapping.h"
#include "widgets/style/metrics.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/page_scroll.h"
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
    , m_banner(new widgets::ErrorBanner(this))
    , m_count(new QPushButton(tr("Count a&gain"), this))
    , m_screens(new QStackedWidget(this))
    , m_form(new PurgeFormView(presenter.state().form, this))
    , m_effect(new EffectView(this))
    , m_timelineNote(plainLabel(this, QStringLiteral("purgeTimelineNoteLabel")))
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
    m_timelineNote->setProperty("muted", true);
    m_count->setObjectName(QStringLiteral("countPurgeButton"));
    m_count->setAutoDefault(false);
    m_banner->setObjectName(QStringLiteral("purgeErrorBanner"));
    m_screens->setObjectName(QStringLiteral("purgeStackedWidget"));

    m_effect->setProperty("helpPlace", QStringLiteral("purge#staged"));
    m_effect->setOffersPurge(false);
    // sentence and count stand above the settings
    m_effect->setEffect({});
    m_screens->addWidget(buildFormScreen());
    m_screens->addWidget(m_progress);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_rule);
    column->addWidget(m_banner);
    column->addWidget(m_screens, 1);
    // the progress of a purge that was begun elsewhere has no timeline
    const bool form = m_presenter.state().screen == PurgeScreen::Form;
    resize(form ? widgets::sizeOnScreen(this, 72, 54) : widgets::sizeOnScreen(this, 54, 16));
}

QWidget* PurgeDialog::buildFormScreen()
{
    auto* screen = new QWidget(this);
    auto* scroll = new widgets::PageScroll(QStringLiteral("purgeFormScrollArea"),
                                           tr("Settings of the purge"), screen);
    auto* content = new QWidget(scroll);
    auto* what = new QHBoxLayout;
    what->addWidget(m_sentence, 1);
    what->addWidget(m_count);
    m_formColumn = new QVBoxLayout(content);
    m_formColumn->setContentsMargins(0, 0, 0, 0);
    m_formColumn->addLayout(what);
    m_formColumn->addWidget(m_detail);
    m_formColumn->addSpacing(widgets::emPixels(this, 0.75));
    m_formColumn->addWidget(m_form);
    // takes height only while there is no timeline
    m_formColumn->addStretch(0);
    m_formColumn->addWidget(m_effect, 1);
    m_formColumn->addWidget(m_timelineNote);
    scroll->setWidget(content);
    auto* column = new QVBoxLayout(screen);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(scroll, 1);
    column->addWidget(m_confirm);
    return screen;
}

void PurgeDialog::setTimeZone(const QTimeZone& zone)
{
    m_effect->setTimeZone(zone);
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
    showTimeline();
}

void PurgeDialog::showTimeline()
{
    const presenters::PurgeState& state = m_presenter.state();
    // a layout takes a widget out of the one where it was
    if (state.screen == PurgeScreen::Progress) {
        m_progress->setTimeline(m_effect);
    } else if (m_formColumn->indexOf(m_effect) < 0) {
        m_formColumn->insertWidget(m_formColumn->indexOf(m_timelineNote), m_effect, 1);
    }
    m_timelineNote->setText(widgets::visibleText(state.timelineNote));
    m_timelineNote->setVisible(!state.timelineNote.isEmpty());
    m_effect->setPreview(state.preview);
    m_effect->setVisible(!state.preview.edges.empty());
}

} // namespace sandglass::ui

#include "moc_purge_dialog.cpp"
