// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/indexes/change_index_presenter.h"
#include "app/protocol/namespace.h"
#include "app/ttl/types.h"

#include <QWidget>

class QLabel;
class QScrollArea;
class QSplitter;
class QTabWidget;

namespace sandglass::presenters {
class CollectionPresenter;
class Workspace;
struct DoctorRemedy;
} // namespace sandglass::presenters

namespace sandglass::widgets {
class FiguresStrip;
}

namespace sandglass::ui {

class DoctorTab;
class DocumentsTab;
class IndexesTab;
class TimelinePanel;

/// One collection: figures, the timeline stacked by index, and below it the tabs Indexes,
/// Documents and Doctor.
class CollectionPage : public QWidget
{
    Q_OBJECT

public:
    /// The workspace outlives the page and keeps the collection's presenters for it.
    CollectionPage(presenters::Workspace& workspace, protocol::Namespace ns,
                   QWidget* parent = nullptr);

    const protocol::Namespace& ns() const { return m_ns; }
    /// Selects an index in the Indexes tab.
    void selectIndex(const std::string& name);
    /// The index selected in the Indexes tab, while that tab is in front.
    std::optional<ttl::IndexRef> selectedIndex() const;
    /// Del: drops the selected index or deletes the selected documents, whichever tab is in front;
    /// asks first.
    void requestRemoval();
    /// Whether the timeline shows data, or it is known that there is none.
    bool settled() const;
    /// Shares the height between timeline and tabs as at first.
    void resetLayout();

Q_SIGNALS:
    void createIndexRequested(const sandglass::protocol::Namespace& ns);
    void changeIndexRequested(const sandglass::ttl::IndexRef& index,
                              sandglass::presenters::ChangeKind kind);
    /// What-if: the change dialog is wanted with this period filled in.
    void changePeriodRequested(const sandglass::ttl::IndexRef& index, qint64 seconds);
    /// The doctor's button beside a finding was pressed.
    void remedyRequested(const sandglass::presenters::DoctorRemedy& remedy);
    void indexSelected(const sandglass::ttl::IndexRef& index);
    void purgeRequested(const sandglass::ttl::IndexRef& index);
    void documentSelected(const sandglass::protocol::Namespace& ns,
                          const sandglass::bson::Document& document);
    /// The page's data changed.
    void stateShown();
    /// The chart put a picture with documents on the screen.
    void chartPainted();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void buildLayout();
    void connectSignals();
    void showState();
    void showDocuments(base::Time from, base::Time to);

    presenters::Workspace& m_workspace;
    const protocol::Namespace m_ns;
    presenters::CollectionPresenter& m_presenter;
    QScrollArea* m_scroll;
    QWidget* m_content;
    QLabel* m_title;
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
