// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/collection_page.h"

#include "app/presenters/doctor/doctor_presenter.h"
#include "app/presenters/documents/documents_presenter.h"
#include "app/presenters/forecast/collection_presenter.h"
#include "app/presenters/forecast/forecast_presenter.h"
#include "app/presenters/indexes/convert_offer.h"
#include "app/presenters/indexes/index_list_presenter.h"
#include "app/presenters/settings/preferences_presenter.h"
#include "app/presenters/shell/workspace.h"
#include "ui/doctor/doctor_tab.h"
#include "ui/documents/documents_tab.h"
#include "ui/forecast/figures_mapping.h"
#include "ui/forecast/timeline_panel.h"
#include "ui/indexes/indexes_tab.h"
#include "ui/shell/saved_columns.h"
#include "widgets/style/metrics.h"
#include "widgets/views/elided_label.h"
#include "widgets/views/figures_strip.h"
#include "widgets/views/page_scroll.h"
#include "widgets/views/visible_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <initializer_list>
#include <utility>

namespace sandglass::ui {

namespace {

const QString kSplit = QStringLiteral("collectionSplitter");

} // namespace

CollectionPage::CollectionPage(presenters::Workspace& workspace, protocol::Namespace ns,
                               QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_ns(std::move(ns))
    , m_presenter(workspace.collectionPage(m_ns))
    , m_convertOffer(workspace.convertOffer(m_ns))
    // created with their final parents: moving a widget applies the style sheet to its children
    // again
    , m_scroll(
          new widgets::PageScroll(QStringLiteral("collectionScrollArea"), tr("Collection"), this))
    , m_content(new QWidget(m_scroll->viewport()))
    , m_title(new widgets::ElidedLabel(m_content))
    , m_facts(new QLabel(m_content))
    , m_figures(new widgets::FiguresStrip(m_content))
    , m_splitter(new QSplitter(Qt::Vertical, m_content))
    , m_timeline(new TimelinePanel(m_presenter.forecast(), m_splitter))
    , m_tabs(new QTabWidget(m_splitter))
    , m_indexes(new IndexesTab(workspace.indexList(m_ns)))
    , m_documents(new DocumentsTab(workspace.documents(m_ns)))
    , m_doctor(new DoctorTab(workspace.doctor(m_ns)))
{
    setObjectName(QStringLiteral("collectionPage"));
    buildLayout();
    connectSignals();
    showState();
    saveColumns(*this, m_workspace.preferences());
}

void CollectionPage::buildLayout()
{
    m_title->setObjectName(QStringLiteral("collectionTitleLabel"));
    QFont heading = font();
    heading.setBold(true);
    heading.setPointSizeF(heading.pointSizeF() * 1.25);
    m_title->setFont(heading);
    m_facts->setObjectName(QStringLiteral("collectionFactsLabel"));
    m_facts->setTextFormat(Qt::PlainText);
    m_facts->setProperty("muted", true);
    m_figures->setObjectName(QStringLiteral("collectionFiguresStrip"));
    m_timeline->setObjectName(QStringLiteral("collectionTimelinePanel"));
    m_timeline->setOffersDocuments(true);
    m_timeline->setWhatIf(m_presenter.whatIf());
    showNextStep();
    m_tabs->setObjectName(QStringLiteral("collectionTabWidget"));
    m_tabs->setAccessibleName(tr("Indexes, documents and doctor"));
    m_tabs->addTab(m_indexes, tr("Inde&xes"));
    m_tabs->addTab(m_documents, tr("D&ocuments"));
    m_tabs->addTab(m_doctor, tr("Docto&r"));
    m_tabs->setDocumentMode(true);
    QWidget& caption = m_indexes->caption();
    // its text is on the line of the tabs' texts
    caption.setContentsMargins(0, widgets::emPixels(this, 0.3), 0, widgets::emPixels(this, 0.75));
    m_tabs->setCornerWidget(&caption);
    caption.show();
    connect(m_tabs, &QTabWidget::currentChanged, &caption,
            [this, &caption] { caption.setVisible(m_tabs->currentWidget() == m_indexes); });
    // the page has margins already; further ones would indent the tabs against the timeline
    for (QWidget* tab : std::initializer_list<QWidget*>{m_indexes, m_documents, m_doctor}) {
        tab->layout()->setContentsMargins(0, widgets::emPixels(this, 0.5), 0, 0);
    }

    auto* head = new QHBoxLayout;
    head->addWidget(m_title);
    head->addWidget(m_facts, 1, Qt::AlignBaseline);
    m_splitter->setObjectName(QStringLiteral("collectionSplitter"));
    m_splitter->setChildrenCollapsible(false);
    // below are the tabs and their buttons: the table has less room than in the inventory
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    // all collections share one saved division
    m_splitter->restoreState(m_workspace.preferences().layout(kSplit));
    auto* column = new QVBoxLayout(m_content);
    column->addLayout(head);
    column->addWidget(m_figures);
    column->addWidget(m_splitter, 1);
    m_scroll->setWidget(m_content);
    auto* frame = new QVBoxLayout(this);
    frame->setContentsMargins(0, 0, 0, 0);
    frame->addWidget(m_scroll);
}

void CollectionPage::connectSignals()
{
    connect(&m_presenter, &presenters::CollectionPresenter::stateChanged, this,
            &CollectionPage::showState);
    connect(&m_presenter.forecast(), &presenters::ForecastPresenter::stateChanged, this,
            &CollectionPage::showState);
    connect(&m_presenter.forecast(), &presenters::ForecastPresenter::figuresChanged, this,
            &CollectionPage::showState);
    connect(m_splitter, &QSplitter::splitterMoved, this,
            [this] { m_workspace.preferences().saveLayout(kSplit, m_splitter->saveState()); });
    connect(m_timeline, &TimelinePanel::documentsRequested, this,
            qOverload<const presenters::BarDocuments&>(&CollectionPage::showDocuments));
    connect(m_timeline, &TimelinePanel::periodRequested, this,
            &CollectionPage::changePeriodRequested);
    connect(m_timeline, &TimelinePanel::chartPainted, this, &CollectionPage::chartPainted);
    connect(&m_convertOffer, &presenters::ConvertOffer::changed, this,
            &CollectionPage::showNextStep);
    connect(m_timeline, &TimelinePanel::emptyActionTriggered, this, [this] {
        if (const auto& index = m_convertOffer.index()) {
            Q_EMIT changeIndexRequested(*index, presenters::ChangeKind::Convert);
        } else {
            Q_EMIT createIndexRequested(m_ns);
        }
    });
    connect(m_timeline, &TimelinePanel::connectRequested, this, &CollectionPage::connectRequested);
    connect(m_indexes, &IndexesTab::createRequested, this,
            [this] { Q_EMIT createIndexRequested(m_ns); });
    connect(m_indexes, &IndexesTab::changeRequested, this, &CollectionPage::changeIndexRequested);
    connect(m_doctor, &DoctorTab::remedyRequested, this, &CollectionPage::remedyRequested);
    connect(m_indexes, &IndexesTab::indexSelected, this, &CollectionPage::indexSelected);
    connect(m_indexes, &IndexesTab::purgeRequested, this, &CollectionPage::purgeRequested);
    connect(m_documents, &DocumentsTab::documentSelected, this,
            [this](const bson::Document& document) { Q_EMIT documentSelected(m_ns, document); });
    connect(m_documents, &DocumentsTab::diagnosisRequested, this, [this](const bson::Value& id) {
        m_tabs->setCurrentWidget(m_doctor);
        m_workspace.doctor(m_ns).examineDocument(id);
    });
}

void CollectionPage::showState()
{
    const presenters::CollectionState& state = m_presenter.state();
    m_title->setText(state.title);
    // size only where it is known
    m_facts->setText(!state.exists ? tr("This collection does not exist.")
                         : state.sizeText.isEmpty()
                         ? state.kindText
                         : state.kindText + QStringLiteral(" · ") + state.sizeText);
    m_figures->setFigures(figures(m_presenter.forecast().figures()));
    Q_EMIT stateShown();
}

void CollectionPage::showNextStep()
{
    const QString title = tr("Nothing expires in this collection");
    if (!m_convertOffer.index()) {
        m_timeline->setEmptyText(
            title, tr("It has no TTL index. Create one to see when its documents would expire."),
            tr("New &TTL index…"));
        return;
    }
    const QString name = widgets::visibleText(m_convertOffer.name());
    // a name can be longer than the page is wide
    QString shown = fontMetrics().elidedText(name, Qt::ElideMiddle, widgets::emPixels(this, 24));
    // a single & would be an access key
    shown.replace(u'&', QStringLiteral("&&"));
    m_timeline->setEmptyText(
        title,
        tr("%1 is an ordinary index on a date. As a TTL index it would let documents expire; the "
           "next dialog shows which ones.")
            .arg(name),
        //: %1 is the name of an index
        tr("&Convert %1…").arg(shown));
}

void CollectionPage::resetLayout()
{
    m_splitter->setSizes({1'000, 1'000}); // the initial stretch factors; QSplitter scales them
    m_workspace.preferences().saveLayout(kSplit, {});
}

void CollectionPage::showDocuments(const presenters::BarDocuments& documents)
{
    m_tabs->setCurrentWidget(m_documents);
    m_workspace.documents(m_ns).showBar(documents);
}

void CollectionPage::showDocuments(const QString& filter)
{
    m_tabs->setCurrentWidget(m_documents);
    m_workspace.documents(m_ns).clearRange();
    m_workspace.documents(m_ns).setFilter(filter);
}

void CollectionPage::selectIndex(const std::string& name)
{
    m_tabs->setCurrentWidget(m_indexes);
    m_indexes->select(name);
}

void CollectionPage::showDoctor()
{
    m_tabs->setCurrentWidget(m_doctor);
}

QWidget& CollectionPage::timeline()
{
    return *m_timeline;
}

QWidget& CollectionPage::showIndexes()
{
    m_tabs->setCurrentWidget(m_indexes);
    return m_indexes->actions();
}

std::optional<ttl::IndexRef> CollectionPage::selectedIndex() const
{
    return m_tabs->currentWidget() == m_indexes ? m_indexes->selected() : std::nullopt;
}

void CollectionPage::requestRemoval()
{
    if (m_tabs->currentWidget() == m_indexes) {
        m_indexes->requestDrop();
    } else if (m_tabs->currentWidget() == m_documents) {
        m_documents->confirmRemoval();
    }
}

bool CollectionPage::settled() const
{
    const presenters::Phase phase = m_presenter.forecast().state().phase;
    return phase == presenters::Phase::Ready || phase == presenters::Phase::Failed;
}

void CollectionPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_presenter.setVisible(true);
    m_convertOffer.setVisible(true);
}

void CollectionPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_presenter.setVisible(false);
    m_convertOffer.setVisible(false);
}

} // namespace sandglass::ui

#include "moc_collection_page.cpp"
