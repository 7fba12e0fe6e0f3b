// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/indexes/undo_dialog.h"

#include "app/presenters/indexes/undo_presenter.h"
#include "ui/indexes/command_box.h"
#include "ui/indexes/confirm_row.h"
#include "ui/indexes/effect_view.h"
#include "ui/words/error_mapping.h"
#include "widgets/style/metrics.h"
#include "widgets/views/busy_overlay.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/visible_text.h"

#include <QLabel>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

namespace sandglass::ui {

using presenters::UndoPresenter;

namespace {

/// How long a missing answer is not shown as waiting.
struct UndoPatience
{
    std::chrono::milliseconds deciding{300};
    std::chrono::milliseconds sending{300};
};

UndoPatience& undoPatience()
{
    static UndoPatience patience;
    return patience;
}

} // namespace

UndoDialog::UndoDialog(UndoPresenter& presenter, QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_title(addLabel(QStringLiteral("undoTitleLabel")))
    , m_sentence(addLabel(QStringLiteral("undoSentenceLabel")))
    , m_notes(addLabel(QStringLiteral("undoNotesLabel")))
    , m_effect(new EffectView(this))
    , m_command(new CommandBox(this))
    , m_confirm(new ConfirmRow(this))
    , m_banner(new widgets::ErrorBanner(this))
    , m_busy(new widgets::BusyOverlay(this))
{
    setObjectName(QStringLiteral("undoDialog"));
    setWindowTitle(tr("Undo a Change"));
    // the window releases the presenter when the dialog is destroyed
    setAttribute(Qt::WA_DeleteOnClose);
    buildLayout();
    connectSignals();
    showState();
    // no field needs the focus, so Enter must mean Cancel and not a button of the count
    m_confirm->focusCancel();
}

void UndoDialog::undoOrOpen()
{
    m_deciding = true;
    m_patience.start(undoPatience().deciding);
    decide();
}

void UndoDialog::setPatience(std::chrono::milliseconds deciding, std::chrono::milliseconds sending)
{
    undoPatience() = {deciding, sending};
}

void UndoDialog::decide()
{
    const presenters::UndoState& state = m_presenter.state();
    if (state.phase == presenters::EditPhase::Done) {
        m_deciding = false;
        // a state may follow before it is deleted
        setResult(QDialog::Accepted);
        announce();
        // never shown, so closing it does not delete it
        deleteLater();
    } else if (state.isHarmless) {
        // an index that is built again may take hours
        m_patience.start(undoPatience().sending);
        m_presenter.undo();
    } else if (state.phase == presenters::EditPhase::Ready
               || state.phase == presenters::EditPhase::Failed) {
        m_deciding = false;
        open();
    }
}

void UndoDialog::announce()
{
    const presenters::ChangeResult& result = m_presenter.state().result;
    if (!result.sentence.isEmpty()) {
        Q_EMIT verified(result);
    }
}

void UndoDialog::setTimeZone(const QTimeZone& zone)
{
    m_effect->setTimeZone(zone);
}

QLabel* UndoDialog::addLabel(const QString& objectName)
{
    auto* label = new QLabel(this);
    label->setObjectName(objectName);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

void UndoDialog::buildLayout()
{
    m_banner->setObjectName(QStringLiteral("undoErrorBanner"));
    m_busy->setObjectName(QStringLiteral("undoBusyOverlay"));
    QFont heading = font();
    heading.setBold(true);
    m_title->setFont(heading);
    m_notes->setProperty("muted", true);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_banner);
    column->addWidget(m_title);
    column->addWidget(m_sentence);
    column->addWidget(m_notes);
    column->addWidget(m_effect, 1);
    column->addWidget(m_command);
    column->addWidget(m_confirm);
    // an undo goes back to what was; what it lets expire is purged from the page of the collection
    m_effect->setOffersPurge(false);
    // shown only if the undo makes documents expire
    m_effect->hide();
    resize(widgets::sizeOnScreen(this, 52, 20));
}

void UndoDialog::connectSignals()
{
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (m_deciding) {
            m_deciding = false;
            showState();
            open();
        }
    });
    connect(m_busy, &widgets::BusyOverlay::cancelRequested, &m_presenter,
            &UndoPresenter::cancelCount);
    connect(m_effect, &EffectView::cancelRequested, &m_presenter, &UndoPresenter::cancelCount);
    connect(m_effect, &EffectView::countRequested, &m_presenter, &UndoPresenter::count);
    connect(m_command, &CommandBox::languageChosen, &m_presenter,
            &UndoPresenter::setCommandLanguage);
    connect(m_confirm, &ConfirmRow::nameTyped, &m_presenter, &UndoPresenter::setTypedName);
    connect(m_confirm, &ConfirmRow::confirmed, &m_presenter, &UndoPresenter::undo);
    connect(m_confirm, &ConfirmRow::cancelled, this, &QDialog::reject);
    connect(m_confirm, &ConfirmRow::restoreWanted, &m_presenter, &UndoPresenter::setRestoreWanted);
    connect(&m_presenter, &UndoPresenter::stateChanged, this, &UndoDialog::showState);
}

void UndoDialog::showState()
{
    const presenters::UndoState& state = m_presenter.state();
    if (m_deciding) {
        decide();
        if (m_deciding || isHidden()) {
            return;
        }
    }
    if (state.phase == presenters::EditPhase::Done) {
        // a state may follow while the dialog closes
        if (result() != QDialog::Accepted) {
            announce();
            accept();
        }
        return;
    }
    m_title->setText(widgets::visibleText(state.title));
    m_sentence->setText(widgets::visibleText(state.sentence));
    m_sentence->setVisible(!state.sentence.isEmpty());
    m_notes->setText(widgets::visibleParagraphs(state.notes.join(u'\n')));
    m_notes->setVisible(!state.notes.isEmpty());
    if (state.expires && m_effect->isHidden()) {
        m_effect->show();
        // the chart needs more room; a size chosen by the user is not reduced
        resize(size().expandedTo(widgets::sizeOnScreen(this, 60, 44)));
    }
    presenters::EffectState counted = state.effect;
    // m_busy shows it, also where nothing is counted
    counted.sending.reset();
    m_effect->setEffect(counted);
    m_effect->setPreview(state.preview);
    m_command->setVisible(!state.commandText.isEmpty());
    m_command->setCommand(state.commandText, state.commandLanguage);
    m_confirm->setConfirm(state.confirm);
    showFailure(*m_banner, state.failure);
    showBusy();
    fitHeight();
}

void UndoDialog::showBusy()
{
    const presenters::UndoState& state = m_presenter.state();
    const std::optional<presenters::SendingState>& sending = state.effect.sending;
    // while the restore point is made nothing is sent, and its own box says so
    if (!sending || state.confirm.restore.making) {
        m_busy->stop();
        return;
    }
    m_busy->start(tr("Undoing the change…"));
    m_busy->setProgress(sending->share);
    m_busy->setCancellable(sending->cancellable);
}

// The layout gives wrapped texts the height that they need and takes it from the chart.
void UndoDialog::fitHeight()
{
    const int needed = layout()->totalHeightForWidth(width());
    // a size chosen by the user stays until more is shown than before
    if (needed > m_neededHeight) {
        m_neededHeight = needed;
        const int most = screen()->availableGeometry().height() * 9 / 10;
        resize(width(), std::max(height(), std::min(needed, most)));
    }
}

} // namespace sandglass::ui

#include "moc_undo_dialog.cpp"
