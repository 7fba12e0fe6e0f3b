// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/indexes/change_index_presenter.h"
#include "app/protocol/namespace.h"
#include "app/ttl/types.h"

#include <QWidget>

class QLabel;
class QSplitter;
class QTabWidget;

namespace sandglass::presenters {
class CollectionPresenter;
class ConvertOffer;
class Workspace;
struct BarDocuments;
struct DoctorRemedy;
} // namespace sandglass::presenters

namespace sandglass::widgets {
class ElidedLabel;
class FiguresStrip;
class PageScroll;
} // namespace sandglass::widgets

namespace sandglass::ui {

class DoctorTab;
class DocumentsTab;
class IndexesTab;
class TimelinePanel;

/// The page of a collection: figures, the timeline stacked by index, and below it the tabs Indexes,
/// Documents and Doctor.
class CollectionPage : public QWidget
{
    Q_OBJECT

public:
    /// The workspace must outlive the page. It owns the presenters of the collection until
    /// closeCollection(), which is called after the page is deleted.
    CollectionPage(presenters::Workspace& workspace, protocol::Namespace ns,
                   QWidget* parent = nullptr);

    /// The collection.
    const protocol::Namespace& ns() const { return m_ns; }
    /// Brings the Documents tab to the front and shows the documents of a bar there.
    void showDocuments(const presenters::BarDocuments& documents);
    /// Brings the Indexes tab to the front and selects an index there.
    void selectIndex(const std::string& name);
    /// The index selected in the Indexes tab; nullopt if that tab is not in front.
    std::optional<ttl::IndexRef> selectedIndex() const;
    /// For the key Del: drops the selected index or deletes the selected documents, whichever tab
    /// is in front. Asks first.
    void requestRemoval();
    /// Brings the Documents tab to the front with the documents that fit a filter in JSON; empty:
    /// all.
    void showDocuments(const QString& filter);
    /// Brings the Doctor tab to the front.
    void showDoctor();
    /// The timeline with the what-if.
    QWidget& timeline();
    /// Brings the Indexes tab to the front and returns its row of buttons.
    QWidget& showIndexes();
    /// Whether the timeline shows data, or is known to have none.
    bool settled() const;
    /// Divides the height between timeline and tabs as at first, and forgets the saved division.
    void resetLayout();

Q_SIGNALS:
    /// The user wants to connect to a server, because there is nothing to show without one.
    void connectRequested();
    /// The user wants a new TTL index on the collection.
    void createIndexRequested(const sandglass::protocol::Namespace& ns);
    /// The user wants to change an index; an empty name means the collection's own rule.
    void changeIndexRequested(const sandglass::ttl::IndexRef& index,
                              sandglass::presenters::ChangeKind kind);
    /// The user applies a what-if: open the change dialog with this period.
    void changePeriodRequested(const sandglass::ttl::IndexRef& index, qint64 seconds);
    /// The user wants to apply the remedy of a finding.
    void remedyRequested(const sandglass::presenters::DoctorRemedy& remedy);
    /// An index was selected in the Indexes tab.
    void indexSelected(const sandglass::ttl::IndexRef& index);
    /// The user wants to purge what the rule of an index deletes.
    void purgeRequested(const sandglass::ttl::IndexRef& index);
    /// A document was selected in the Documents tab.
    void documentSelected(const sandglass::protocol::Namespace& ns,
                          const sandglass::bson::Document& document);
    /// The page shows other data; emitted after each change of state.
    void stateShown();
    /// The chart has painted a picture with at least one document.
    void chartPainted();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    /// Arranges head, figures, timeline and tabs in a scroll area.
    void buildLayout();
    /// Connects presenters, timeline and tabs.
    void connectSignals();
    /// Shows title, facts and figures.
    void showState();
    /// Says what to do while nothing expires: convert an index or create one.
    void showNextStep();

    presenters::Workspace& m_workspace;
    const protocol::Namespace m_ns;
    presenters::CollectionPresenter& m_presenter;
    presenters::ConvertOffer& m_convertOffer;
    widgets::PageScroll* m_scroll;
    QWidget* m_content; // all that follows; scrolled by m_scroll
    widgets::ElidedLabel* m_title;
    QLabel* m_facts;
    widgets::FiguresStrip* m_figures;
    QSplitter* m_splitter;
    TimelinePanel* m_timeline;
    QTabWidget* m_tabs;
    IndexesTab* m_indexes;
    DocumentsTab* m_documents;
    DoctorTab* m_doctor;
};

} // namespace sandglass::ui
