// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trash/trash_search.h"

#include "app/presenters/trash/trash_presenter.h"
#include "app/presenters/words/words.h"
#include "widgets/inputs/verdict_label.h"
#include "widgets/style/metrics.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDateTimeEdit>
#include <QFontDatabase>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QTimeZone>
#include <QVBoxLayout>

#include <optional>

using namespace Qt::StringLiterals;

namespace sandglass::ui {

namespace {

/// Shows a list below an entry for "all"; keeps what is chosen as far as it is still there.
void showChoices(QComboBox& box, const QString& all, const QStringList& entries)
{
    QStringList wanted{all};
    wanted += entries;
    QStringList present;
    for (int i = 0; i < box.count(); ++i) {
        present << box.itemText(i);
    }
    if (wanted == present) {
        return;
    }
    const QSignalBlocker quiet(&box);
    const QString chosen = box.currentText();
    box.clear();
    box.addItems(wanted);
    box.setCurrentIndex(std::max(0, box.findText(chosen)));
}

/// Shows the wall clock of the zone in which the window shows all times: before Qt 6.7,
/// QDateTimeEdit has local time and UTC only.
void prepareTime(QDateTimeEdit& edit, const QDateTime& shown)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    edit.setTimeZone(QTimeZone::utc());
#else
    edit.setTimeSpec(Qt::UTC);
#endif
    edit.setDateTime(QDateTime(shown.date(), shown.time(), QTimeZone::utc()));
    edit.setCalendarPopup(true);
    edit.setDisplayFormat(presenters::momentFormat());
    edit.setEnabled(false);
}

} // namespace

TrashSearch::TrashSearch(presenters::TrashPresenter& presenter, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_collection(new QComboBox(this))
    , m_pass(new QComboBox(this))
    , m_hasFrom(new QCheckBox(tr("&From"), this))
    , m_from(new QDateTimeEdit(this))
    , m_hasTo(new QCheckBox(tr("&Until"), this))
    , m_to(new QDateTimeEdit(this))
    , m_filter(new QLineEdit(this))
    , m_verdict(new widgets::VerdictLabel(this))
{
    setObjectName(u"trashSearch"_s);
    nameParts();
    buildLayout();
    connectSignals();
    showState();
}

TrashSearch::~TrashSearch()
{
    m_from->disconnect(this);
    m_to->disconnect(this);
}

void TrashSearch::nameParts()
{
    m_collection->setObjectName(u"trashCollectionComboBox"_s);
    m_collection->setAccessibleName(tr("Collection that held the documents"));
    m_pass->setObjectName(u"trashPassComboBox"_s);
    m_pass->setAccessibleName(tr("TTL pass that deleted the documents"));
    m_hasFrom->setObjectName(u"trashFromCheckBox"_s);
    m_from->setObjectName(u"trashFromEdit"_s);
    m_from->setAccessibleName(tr("Deleted then or later"));
    m_hasTo->setObjectName(u"trashUntilCheckBox"_s);
    m_to->setObjectName(u"trashUntilEdit"_s);
    m_to->setAccessibleName(tr("Deleted before"));
    m_filter->setObjectName(u"trashFilterEdit"_s);
    m_filter->setAccessibleName(tr("Filter in MongoDB's query language"));
    //: %1 is an example in MongoDB's query language
    m_filter->setPlaceholderText(tr("Filter, for example %1").arg(u"{state: \"open\"}"_s));
    m_filter->setToolTip(
        tr("Conditions on the deleted documents in MongoDB's query language. Enter applies them."));
    m_filter->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_filter->setClearButtonEnabled(true);
    m_verdict->setObjectName(u"trashFilterVerdict"_s);
    m_verdict->setField(m_filter);
    for (QComboBox* box : {m_collection, m_pass}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(24);
    }
    const QDateTime now = m_presenter.shownNow();
    prepareTime(*m_from, now.addDays(-1));
    prepareTime(*m_to, now);
}

void TrashSearch::addRow(QGridLayout& grid, const QString& label, QWidget& control)
{
    auto* words = new QLabel(label, this);
    words->setTextFormat(Qt::PlainText);
    if (control.focusPolicy() != Qt::NoFocus) {
        words->setBuddy(&control);
    }
    const int row = grid.rowCount();
    grid.addWidget(words, row, 0);
    grid.addWidget(&control, row, 1);
}

void TrashSearch::buildLayout()
{
    auto* grid = new QGridLayout;
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(1, 1);
    addRow(*grid, tr("&Collection:"), *m_collection);
    addRow(*grid, tr("TTL &pass:"), *m_pass);
    auto* times = new QWidget(this);
    auto* row = new QHBoxLayout(times);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_hasFrom);
    row->addWidget(m_from);
    row->addSpacing(widgets::emPixels(this, 1));
    row->addWidget(m_hasTo);
    row->addWidget(m_to);
    row->addStretch(1);
    //: %1 is the time zone of the two times beside it
    addRow(*grid,
           tr("Deleted (%1):").arg(QString::fromLatin1(m_presenter.shownNow().timeZone().id())),
           *times);
    addRow(*grid, tr("Docu&ments:"), *m_filter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(grid);
    column->addWidget(m_verdict);
}

void TrashSearch::connectSignals()
{
    // the first entry means all
    connect(m_collection, &QComboBox::activated, this, [this](int index) {
        m_pass->setCurrentIndex(0);
        m_presenter.choosePass(-1);
        m_presenter.chooseCollection(index - 1);
    });
    connect(m_pass, &QComboBox::activated, this, [this](int index) {
        m_collection->setCurrentIndex(0);
        m_presenter.choosePass(index - 1);
    });
    for (QCheckBox* box : {m_hasFrom, m_hasTo}) {
        connect(box, &QCheckBox::toggled, this, &TrashSearch::sendTimes);
    }
    for (QDateTimeEdit* edit : {m_from, m_to}) {
        connect(edit, &QDateTimeEdit::editingFinished, this, &TrashSearch::sendTimes);
    }
    connect(m_filter, &QLineEdit::returnPressed, this,
            [this] { m_presenter.setFilter(m_filter->text()); });
    // an emptied box asks for nothing, so there is nothing to finish typing
    connect(m_filter, &QLineEdit::textEdited, this, [this](const QString& typed) {
        if (typed.isEmpty() && !m_presenter.state().filterText.isEmpty()) {
            m_presenter.setFilter({});
        }
    });
}

void TrashSearch::sendTimes()
{
    m_from->setEnabled(m_hasFrom->isChecked());
    m_to->setEnabled(m_hasTo->isChecked());
    m_presenter.chooseTimes(m_hasFrom->isChecked() ? std::optional(m_from->dateTime())
                                                   : std::nullopt,
                            m_hasTo->isChecked() ? std::optional(m_to->dateTime()) : std::nullopt);
}

void TrashSearch::clear()
{
    m_filter->clear();
    for (QCheckBox* box : {m_hasFrom, m_hasTo}) {
        const QSignalBlocker quiet(box);
        box->setChecked(false);
    }
    m_from->setEnabled(false);
    m_to->setEnabled(false);
}

void TrashSearch::showState()
{
    const presenters::TrashState& state = m_presenter.state();
    showChoices(*m_collection, tr("All collections"), state.collections);
    showChoices(*m_pass, tr("All passes"), state.passes);
    m_verdict->setVerdict(widgets::Tone::Error, state.filterProblem);
}

} // namespace sandglass::ui

#include "moc_trash_search.cpp"
