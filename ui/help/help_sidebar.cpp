// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/help_sidebar.h"

#include "ui/help/help_pages.h"
#include "widgets/style/metrics.h"
#include "widgets/views/inner_buttons.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace sandglass::ui {

namespace {

constexpr int kPlaceRole = Qt::UserRole;
constexpr int kMatchRole = Qt::UserRole + 1;

/// The text of a result: title and heading, and below them the context.
QString resultText(const HelpHit& hit)
{
    const QString where = hit.heading == hit.title
        ? hit.title
        //: a result of the search in the help: %1 is the title of the page, %2 a heading
        : HelpSidebar::tr("%1 › %2").arg(hit.title, hit.heading);
    return hit.context.isEmpty() ? where : where + u'\n' + hit.context;
}

} // namespace

HelpSidebar::HelpSidebar(QWidget* parent)
    : QWidget(parent)
    , m_query(new QLineEdit(this))
    , m_summary(new QLabel(this))
    , m_stack(new QStackedWidget(this))
    , m_contents(new QListWidget(this))
    , m_results(new QListWidget(this))
{
    setObjectName(u"helpSidebar"_s);
    buildContents();
    buildSearch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_query);
    column->addWidget(m_summary);
    column->addWidget(m_stack, 1);
    search();
}

void HelpSidebar::buildContents()
{
    m_contents->setObjectName(u"helpContentsListWidget"_s);
    m_contents->setAccessibleName(tr("Contents"));
    const QStringList pages = helpPages();
    for (const QString& name : pages) {
        auto* item = new QListWidgetItem(helpTitle(helpFile(name, helpLanguage())), m_contents);
        item->setData(kPlaceRole, name);
    }
    m_contents->setSpacing(widgets::emPixels(this, 0.2));
    m_contents->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // a long title is shown in two lines
    m_contents->setWordWrap(true);
    m_contents->setTextElideMode(Qt::ElideNone);
    m_contents->setResizeMode(QListView::Adjust);
    m_contents->setMinimumWidth(widgets::emPixels(this, 15));
    connect(m_contents, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
        if (item && item->data(kPlaceRole).toString() != m_page) {
            Q_EMIT placeChosen(item->data(kPlaceRole).toString(), {});
        }
    });
    m_stack->setObjectName(u"helpSidebarStack"_s);
    m_stack->addWidget(m_contents);
}

void HelpSidebar::buildSearch()
{
    m_query->setObjectName(u"helpSearchEdit"_s);
    m_query->setAccessibleName(tr("Search all pages"));
    m_query->setPlaceholderText(tr("Search all pages"));
    widgets::addClearButton(*m_query);
    m_summary->setObjectName(u"helpSearchResultLabel"_s);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_summary->setProperty("muted", true);
    m_results->setObjectName(u"helpResultsListWidget"_s);
    m_results->setAccessibleName(tr("Search results"));
    m_results->setWordWrap(true);
    m_results->setTextElideMode(Qt::ElideNone);
    m_results->setResizeMode(QListView::Adjust);
    m_results->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // a result has several lines
    m_results->setAlternatingRowColors(true);
    m_results->setSpacing(widgets::emPixels(this, 0.2));
    m_stack->addWidget(m_results);
    connect(m_query, &QLineEdit::textChanged, this, &HelpSidebar::search);
    connect(m_query, &QLineEdit::returnPressed, this, [this] { choose(m_results->item(0)); });
    connect(m_results, &QListWidget::itemActivated, this, &HelpSidebar::choose);
    connect(m_results, &QListWidget::itemClicked, this, &HelpSidebar::choose);
}

void HelpSidebar::setPage(const QString& page)
{
    m_page = page;
    for (int row = 0; row < m_contents->count(); ++row) {
        if (m_contents->item(row)->data(kPlaceRole).toString() == page) {
            m_contents->setCurrentRow(row);
        }
    }
}

bool HelpSidebar::endSearch()
{
    const bool searching = !m_query->text().isEmpty();
    m_query->clear();
    return searching;
}

void HelpSidebar::search()
{
    const QString query = m_query->text();
    const bool searching = !query.trimmed().isEmpty();
    if (searching && m_search.isEmpty()) {
        m_search = helpSearchIn(helpLanguage());
    }
    const std::vector<HelpHit> hits = m_search.find(query);
    m_results->clear();
    for (const HelpHit& hit : hits) {
        auto* item = new QListWidgetItem(resultText(hit), m_results);
        item->setData(kPlaceRole, hit.place);
        item->setData(kMatchRole, hit.match);
    }
    m_summary->setVisible(searching);
    const int found = static_cast<int>(hits.size());
    m_summary->setText(hits.empty() ? tr("No page has all of these words.")
                           : hits.size() < HelpSearch::kMostHits
                           ? tr("%Ln place(s) found", nullptr, found)
                           : tr("%Ln or more place(s) found", nullptr, found));
    m_stack->setCurrentWidget(searching ? m_results : m_contents);
}

void HelpSidebar::choose(const QListWidgetItem* item)
{
    if (item) {
        Q_EMIT placeChosen(item->data(kPlaceRole).toString(), item->data(kMatchRole).toString());
    }
}

// The search field has no use for Down, so it comes here.
void HelpSidebar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down && m_query->hasFocus() && m_results->count() > 0) {
        m_results->setFocus(Qt::TabFocusReason);
        m_results->setCurrentRow(0);
        return;
    }
    QWidget::keyPressEvent(event);
}

} // namespace sandglass::ui

#include "moc_help_sidebar.cpp"
