// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/document_filter_bar.h"

#include "app/presenters/documents/documents_presenter.h"
#include "widgets/inputs/verdict_label.h"
#include "widgets/style/metrics.h"
#include "widgets/views/visible_text.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStringList>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace sandglass::ui {

using presenters::DocumentsPresenter;

namespace {

// "of 12" goes on from the numbers of the page: without any, and after "no documents", it says
// nothing.
QString totalText(const presenters::DocumentsState& state)
{
    const bool counted = state.total.phase == presenters::Phase::Ready;
    const bool alone = state.pageText.isEmpty() || state.total.documents == 0;
    return counted && alone ? QString() : state.total.text;
}

} // namespace

DocumentFilterBar::DocumentFilterBar(DocumentsPresenter& presenter, QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_kind(new QComboBox(this))
    , m_filter(new QLineEdit(this))
    , m_sort(new QLineEdit(this))
    , m_first(new QToolButton(this))
    , m_previous(new QToolButton(this))
    , m_next(new QToolButton(this))
    , m_last(new QToolButton(this))
    , m_page(new QLabel(this))
    , m_total(new QLabel(this))
    , m_filterVerdict(new widgets::VerdictLabel(this))
    , m_sortVerdict(new widgets::VerdictLabel(this))
{
    setObjectName(QStringLiteral("documentFilterBar"));
    auto* row = new QHBoxLayout;
    buildBoxes(*row);
    buildPages(*row);
    m_filterVerdict->setObjectName(QStringLiteral("documentFilterVerdict"));
    m_filterVerdict->setField(m_filter);
    m_sortVerdict->setObjectName(QStringLiteral("documentSortVerdict"));
    m_sortVerdict->setField(m_sort);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(widgets::emPixels(this, 0.25));
    column->addLayout(row);
    column->addWidget(m_filterVerdict);
    column->addWidget(m_sortVerdict);
    connectSignals();
}

void DocumentFilterBar::buildBoxes(QHBoxLayout& row)
{
    m_kind->setObjectName(QStringLiteral("documentKindComboBox"));
    m_kind->setAccessibleName(tr("Documents to list"));
    m_kind->setToolTip(m_kind->accessibleName());
    // the longest reason would take the room of the filter
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kind->setMinimumContentsLength(14);
    const QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    m_filter->setObjectName(QStringLiteral("documentFilterEdit"));
    m_filter->setAccessibleName(tr("Filter in MongoDB's query language"));
    //: %1 is an example in MongoDB's query language
    m_filter->setPlaceholderText(tr("Filter, for example %1").arg(u"{state: \"open\"}"_s));
    m_filter->setToolTip(
        tr("MongoDB's query language as JSON; names need no quotes. Dates: %1. Enter applies it.")
            .arg(u"{seen: {$lt: {\"$date\": \"2030-01-31T12:00:00Z\"}}}"_s));
    m_filter->setFont(fixed);
    m_filter->setClearButtonEnabled(true);
    m_sort->setObjectName(QStringLiteral("documentSortEdit"));
    m_sort->setAccessibleName(tr("Order of the documents"));
    m_sort->setPlaceholderText(tr("Soonest expiry first"));
    m_sort->setToolTip(tr("Another order, for example %1: 1 is ascending, -1 descending. Enter "
                          "applies it. A click on a column sorts as well.")
                           .arg(u"{_id: -1}"_s));
    m_sort->setFont(fixed);
    // the words in the empty box are the present order, which must be readable
    m_sort->setMinimumWidth(QFontMetrics(fixed).horizontalAdvance(m_sort->placeholderText())
                            + widgets::emPixels(this, 1.5));
    m_sort->setClearButtonEnabled(true);
    row.addWidget(m_kind);
    row.addWidget(m_filter, 3);
    row.addWidget(m_sort, 1);
}

void DocumentFilterBar::buildPages(QHBoxLayout& row)
{
    m_page->setObjectName(QStringLiteral("documentsPageLabel"));
    m_page->setTextFormat(Qt::PlainText);
    m_total->setObjectName(QStringLiteral("documentsTotalLabel"));
    m_total->setTextFormat(Qt::PlainText);
    m_total->setProperty("muted", true);
    const auto prepare = [](QToolButton* button, const QString& name, const QString& sign,
                            const QString& meaning) {
        button->setObjectName(name);
        button->setText(sign);
        button->setAccessibleName(meaning);
        button->setToolTip(meaning);
        button->setAutoRaise(true);
        // by default Tab skips tool buttons
        button->setFocusPolicy(Qt::StrongFocus);
    };
    prepare(m_first, QStringLiteral("firstPageButton"), u"«"_s, tr("First page"));
    prepare(m_previous, QStringLiteral("previousPageButton"), u"‹"_s, tr("Previous page"));
    prepare(m_next, QStringLiteral("nextPageButton"), u"›"_s, tr("Next page"));
    prepare(m_last, QStringLiteral("lastPageButton"), u"»"_s, tr("Last page"));
    row.addWidget(m_first);
    row.addWidget(m_previous);
    row.addWidget(m_page);
    row.addWidget(m_total);
    row.addWidget(m_next);
    row.addWidget(m_last);
}

void DocumentFilterBar::connectSignals()
{
    connect(m_kind, &QComboBox::activated, &m_presenter, &DocumentsPresenter::setKind);
    connect(m_filter, &QLineEdit::textChanged, this, &DocumentFilterBar::validate);
    connect(m_sort, &QLineEdit::textChanged, this, &DocumentFilterBar::validate);
    connect(m_filter, &QLineEdit::returnPressed, this, [this] { applyFilter(); });
    connect(m_sort, &QLineEdit::returnPressed, this, [this] { applySort(); });
    // an emptied box asks for nothing, so there is nothing to finish typing
    connect(m_filter, &QLineEdit::textEdited, this, [this](const QString& typed) {
        if (typed.isEmpty() && !m_presenter.state().filterText.isEmpty()) {
            applyFilter();
        }
    });
    connect(m_sort, &QLineEdit::textEdited, this, [this](const QString& typed) {
        if (typed.isEmpty() && !m_presenter.state().sortText.isEmpty()) {
            applySort();
        }
    });
    connect(m_first, &QToolButton::clicked, &m_presenter, &DocumentsPresenter::firstPage);
    connect(m_previous, &QToolButton::clicked, &m_presenter, &DocumentsPresenter::previousPage);
    connect(m_next, &QToolButton::clicked, &m_presenter, &DocumentsPresenter::nextPage);
    connect(m_last, &QToolButton::clicked, &m_presenter, &DocumentsPresenter::lastPage);
}

void DocumentFilterBar::applyFilter()
{
    m_filterSent = m_filter->text();
    m_presenter.setFilter(m_filterSent);
}

void DocumentFilterBar::applySort()
{
    m_sortSent = m_sort->text();
    m_presenter.setSort(m_sortSent);
}

QList<QWidget*> DocumentFilterBar::controls() const
{
    return {m_kind, m_filter, m_sort, m_first, m_previous, m_next, m_last};
}

void DocumentFilterBar::sortBy(const QString& field)
{
    const QString quoted = QString(field).replace(u'\\', u"\\\\"_s).replace(u'"', u"\\\""_s);
    const QString ascending = u"{\"%1\": 1}"_s.arg(quoted);
    const QString descending = u"{\"%1\": -1}"_s.arg(quoted);
    m_presenter.setSort(m_presenter.state().sortText == ascending ? descending : ascending);
}

void DocumentFilterBar::validate()
{
    const presenters::DocumentsState& state = m_presenter.state();
    const auto show = [](widgets::VerdictLabel* label, const presenters::QueryText& typed,
                         const QString& refused) {
        const QString problem = typed.problem.isEmpty() ? refused : typed.problem;
        label->setVerdict(problem.isEmpty() ? widgets::Tone::Warning : widgets::Tone::Error,
                          problem.isEmpty() ? typed.hint : problem);
    };
    // a refusal is about the text that was sent
    show(m_filterVerdict, m_presenter.checkFilter(m_filter->text()),
         m_filter->text() == m_filterSent ? state.filterProblem : QString());
    show(m_sortVerdict, presenters::readSort(m_sort->text()),
         m_sort->text() == m_sortSent ? state.sortProblem : QString());
}

void DocumentFilterBar::showState()
{
    const presenters::DocumentsState& state = m_presenter.state();
    QStringList names;
    for (int i = 0; i < m_kind->count(); ++i) {
        names << m_kind->itemText(i);
    }
    // filling the list again would close it while it is open
    if (names != state.kindNames) {
        m_kind->clear();
        m_kind->addItems(state.kindNames);
        m_kind->view()->setMinimumWidth(m_kind->view()->sizeHintForColumn(0)
                                        + widgets::emPixels(this, 2));
    }
    m_kind->setCurrentIndex(state.kind);
    m_kind->setVisible(state.kindNames.size() > 1);
    // a filter that was refused stays in the box, to be mended
    if (m_filterInUse != state.filterText && state.filterProblem.isEmpty()) {
        m_filter->setText(state.filterText);
    }
    m_filterInUse = state.filterText;
    if (m_sortInUse != state.sortText && state.sortProblem.isEmpty()) {
        m_sort->setText(state.sortText);
    }
    m_sortInUse = state.sortText;
    m_first->setEnabled(state.hasPrevious);
    m_previous->setEnabled(state.hasPrevious);
    m_next->setEnabled(state.hasNext);
    m_last->setEnabled(state.hasLast);
    m_page->setText(state.pageText);
    QStringList total{totalText(state), state.asOfText};
    total.removeAll(QString());
    m_total->setText(total.join(u" · "_s));
    m_total->setToolTip(widgets::toolTipText(state.total.reason));
    m_total->setAccessibleDescription(state.total.reason);
    validate();
}

} // namespace sandglass::ui

#include "moc_document_filter_bar.cpp"
