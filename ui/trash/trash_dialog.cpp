// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trash/trash_dialog.h"

#include "app/presenters/trash/trash_presenter.h"
#include "ui/trash/trash_search.h"
#include "ui/words/error_mapping.h"
#include "widgets/style/metrics.h"
#include "widgets/views/busy_overlay.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/open_over.h"
#include "widgets/views/question_box.h"
#include "widgets/views/table_view.h"
#include "widgets/views/visible_text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace sandglass::ui {

using presenters::Phase;
using presenters::TrashPresenter;

namespace {

constexpr int kMostDays = 3650;
constexpr int kMostMebibytes = 1'048'576;

} // namespace

TrashDialog::TrashDialog(TrashPresenter& presenter, QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_sentence(new QLabel(this))
    , m_days(new QSpinBox(this))
    , m_mebibytes(new QSpinBox(this))
    , m_setLimits(new QPushButton(tr("&Apply"), this))
    , m_banner(new widgets::ErrorBanner(this))
    , m_search(new TrashSearch(presenter, this))
    , m_table(new widgets::TableView(this))
    , m_busy(new widgets::BusyOverlay(m_table))
    , m_count(new QLabel(this))
    , m_previous(new QPushButton(tr("Pre&vious page"), this))
    , m_next(new QPushButton(tr("&Next page"), this))
    , m_message(new QLabel(this))
{
    setObjectName(u"trashDialog"_s);
    setWindowTitle(tr("Expired Documents"));
    setAttribute(Qt::WA_DeleteOnClose);
    nameParts();
    buildLayout();
    connectSignals();
    showState();
    m_presenter.startOver();
}

void TrashDialog::openOver(TrashPresenter& presenter, QWidget* parent)
{
    widgets::openOver<TrashDialog>(parent, presenter);
}

void TrashDialog::nameParts()
{
    m_sentence->setObjectName(u"trashLimitsLabel"_s);
    m_count->setObjectName(u"trashCountLabel"_s);
    m_message->setObjectName(u"trashMessageLabel"_s);
    for (QLabel* label : {m_sentence, m_count, m_message}) {
        label->setTextFormat(Qt::PlainText);
    }
    m_sentence->setWordWrap(true);
    m_message->setWordWrap(true);
    m_days->setObjectName(u"trashDaysSpinBox"_s);
    m_days->setRange(0, kMostDays);
    m_mebibytes->setObjectName(u"trashSizeSpinBox"_s);
    m_mebibytes->setRange(0, kMostMebibytes);
    for (QSpinBox* box : {m_days, m_mebibytes}) {
        box->setToolTip(tr("0 here means no limit, as long as the other number is not 0. With 0 in "
                           "both, nothing is kept."));
        box->setSpecialValueText(unlimited());
        // the row does not move when the words change
        box->setMinimumWidth(box->sizeHint().width());
    }
    m_setLimits->setObjectName(u"trashApplyLimitsButton"_s);
    m_setLimits->setAutoDefault(false);
    m_banner->setObjectName(u"trashErrorBanner"_s);
    m_table->setObjectName(u"trashTableView"_s);
    m_table->setAccessibleName(tr("Expired documents"));
    m_busy->setObjectName(u"trashBusyOverlay"_s);
    m_previous->setObjectName(u"trashPreviousPageButton"_s);
    m_previous->setAutoDefault(false);
    m_next->setObjectName(u"trashNextPageButton"_s);
    m_next->setAutoDefault(false);
}

QString TrashDialog::unlimited()
{
    //: "Keep for an unlimited number of days, up to …", "… up to an unlimited number of MiB"
    return tr("an unlimited number of");
}

void TrashDialog::showLimitWords()
{
    const auto say = [this](QSpinBox& box, const QSpinBox& other) {
        // Beside another limit 0 is none; without any, nothing is kept.
        // Source: app/ttl/SEMANTICS.md 3.2.
        const QString words = !m_presenter.state().available ? u"–"_s
            : other.value() > 0                              ? unlimited()
                                                             : QString();
        if (box.specialValueText() != words) {
            box.setSpecialValueText(words);
        }
    };
    say(*m_days, *m_mebibytes);
    say(*m_mebibytes, *m_days);
}

void TrashDialog::buildLimits(QHBoxLayout& row)
{
    const auto label = [this](const QString& text, QWidget* buddy) {
        auto* words = new QLabel(text, this);
        words->setTextFormat(Qt::PlainText);
        words->setBuddy(buddy);
        return words;
    };
    m_days->setAccessibleName(tr("Days to keep expired documents"));
    m_mebibytes->setAccessibleName(tr("MiB of expired documents to keep"));
    row.addWidget(label(tr("&Keep for"), m_days));
    row.addWidget(m_days);
    row.addWidget(label(tr("days, up &to"), m_mebibytes));
    row.addWidget(m_mebibytes);
    row.addWidget(label(tr("MiB"), nullptr));
    row.addWidget(m_setLimits);
    row.addStretch(1);
}

void TrashDialog::buildLayout()
{
    m_table->setModel(&m_presenter.documents());
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setSortingEnabled(false); // latest first, as they come
    // a moment and a name have room; the document gets the rest
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->fitColumns(20);
    auto* limits = new QHBoxLayout;
    buildLimits(*limits);
    auto* pages = new QHBoxLayout;
    pages->addWidget(m_count, 1);
    pages->addWidget(m_previous);
    pages->addWidget(m_next);
    auto* buttons = new widgets::DialogButtons(this);
    // not the default button: Enter in the filter searches
    m_putBack = buttons->addAside(tr("Put &back…"), u"putBackButton"_s);
    buttons->addClose(u"closeTrashButton"_s);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_putBack, &QPushButton::clicked, this, [this] { m_presenter.askPutBack(selected()); });
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_sentence);
    column->addLayout(limits);
    column->addWidget(m_banner);
    column->addWidget(m_search);
    column->addWidget(m_table, 1);
    column->addLayout(pages);
    column->addWidget(m_message);
    column->addWidget(buttons);
    resize(widgets::sizeOnScreen(this, 72, 40));
    m_table->setFocus();
}

void TrashDialog::connectSignals()
{
    connect(&m_presenter, &TrashPresenter::stateChanged, this, &TrashDialog::showState);
    connect(&m_presenter, &TrashPresenter::putBackAsked, this, &TrashDialog::askPutBack);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &TrashDialog::updateButtons);
    connect(m_previous, &QPushButton::clicked, this, [this] { m_presenter.turnPage(-1); });
    connect(m_next, &QPushButton::clicked, this, [this] { m_presenter.turnPage(1); });
    connect(m_setLimits, &QPushButton::clicked, this,
            [this] { m_presenter.setLimits(m_days->value(), m_mebibytes->value()); });
    for (QSpinBox* box : {m_days, m_mebibytes}) {
        connect(box, &QSpinBox::valueChanged, this, &TrashDialog::updateButtons);
        connect(box, &QSpinBox::valueChanged, this, &TrashDialog::showLimitWords);
    }
    connect(&m_presenter, &TrashPresenter::serverLeft, m_search, &TrashSearch::clear);
    connect(&m_presenter, &TrashPresenter::serverCame, this, [this] { m_presenter.readAgain(); });
    connect(m_banner, &widgets::ErrorBanner::actionTriggered, &m_presenter,
            &TrashPresenter::refresh);
}

std::vector<int> TrashDialog::selected() const
{
    std::vector<int> rows;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
        rows.push_back(index.row());
    }
    std::ranges::sort(rows);
    return rows;
}

void TrashDialog::showState()
{
    const presenters::TrashState& state = m_presenter.state();
    m_sentence->setText(state.sentence);
    m_sentence->setVisible(!state.sentence.isEmpty());
    m_days->setEnabled(state.available);
    m_mebibytes->setEnabled(state.available);
    // what is typed and not applied yet stays
    if (!m_days->hasFocus() && !m_mebibytes->hasFocus() && !m_setLimits->hasFocus()) {
        m_days->setValue(static_cast<int>(state.days));
        m_mebibytes->setValue(
            static_cast<int>(std::min<std::int64_t>(state.mebibytes, kMostMebibytes)));
    }
    if (state.phase == Phase::Loading) {
        m_busy->start(tr("Reading the expired documents…"));
    } else if (!state.busyText.isEmpty()) {
        m_busy->start(state.busyText);
    } else {
        m_busy->stop();
    }
    showLimitWords();
    m_search->showState();
    m_search->setEnabled(state.available || state.phase != Phase::Ready);
    m_count->setText(state.countText);
    m_message->setText(widgets::visibleText(state.message));
    m_message->setVisible(!state.message.isEmpty());
    showFailure(*m_banner, state.failure,
                state.phase == Phase::Failed ? tr("Read a&gain") : QString());
    updateButtons();
}

void TrashDialog::updateButtons()
{
    const presenters::TrashState& state = m_presenter.state();
    const bool some = m_table->selectionModel()->hasSelection();
    m_previous->setEnabled(state.canGoBack);
    m_next->setEnabled(state.canGoOn);
    m_putBack->setEnabled(state.canPutBack);
    m_putBack->setText(some ? tr("Put selected &back…") : tr("Put all &back…"));
    m_setLimits->setEnabled(
        state.available && state.busyText.isEmpty()
        && (m_days->value() != state.days || m_mebibytes->value() != state.mebibytes));
}

void TrashDialog::askPutBack(const presenters::PutBackQuestion& question)
{
    if (!isVisible()) {
        return; // closed while it was counted
    }
    std::optional<widgets::Alternative> byName;
    if (!question.byName.isEmpty()) {
        byName = {question.byName, u"putBackByNameButton"_s,
                  [&presenter = m_presenter] { presenter.putBack(true); }};
    }
    widgets::ask(
        this,
        {.title = tr("Put Documents Back"),
         .text = widgets::visibleParagraphs(question.text),
         .confirm = question.confirm,
         .objectName = u"putBackBox"_s,
         .confirmName = u"confirmPutBackButton"_s,
         .cancelName = u"cancelPutBackButton"_s,
         .deletes = false},
        [&presenter = m_presenter] { presenter.putBack(false); }, byName);
}

} // namespace sandglass::ui

#include "moc_trash_dialog.cpp"
