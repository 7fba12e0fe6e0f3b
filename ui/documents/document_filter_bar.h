// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace sandglass::presenters {
class DocumentsPresenter;
}

namespace sandglass::widgets {
class VerdictLabel;
}

namespace sandglass::ui {

/// The line above the documents: which of them are listed, their order, and the pages. What is
/// wrong with a filter or an order is said below it while typing; Enter applies them.
class DocumentFilterBar : public QWidget
{
    Q_OBJECT

public:
    /// The presenter must outlive the bar.
    explicit DocumentFilterBar(presenters::DocumentsPresenter& presenter, QWidget* parent);

    /// Shows the presenter's state. What is being typed stays.
    void showState();
    /// Sorts by a field, or in the other direction if it is sorted by it already.
    void sortBy(const QString& field);
    /// What the keyboard reaches, in this order.
    QList<QWidget*> controls() const;

private:
    /// Makes the boxes.
    void buildBoxes(QHBoxLayout& row);
    /// Makes the controls of the pages.
    void buildPages(QHBoxLayout& row);
    /// Connects the controls with the presenter.
    void connectSignals();
    /// Uses what is typed as the filter.
    void applyFilter();
    /// Uses what is typed as the order.
    void applySort();
    /// Says what is wrong with the texts.
    void validate();

    presenters::DocumentsPresenter& m_presenter;
    QComboBox* m_kind;
    QLineEdit* m_filter;
    QLineEdit* m_sort;
    QToolButton* m_first;
    QToolButton* m_previous;
    QToolButton* m_next;
    QToolButton* m_last;
    QLabel* m_page;
    QLabel* m_total;
    widgets::VerdictLabel* m_filterVerdict;
    widgets::VerdictLabel* m_sortVerdict;
    QString m_filterSent; // what applyFilter() has sent last
    QString m_sortSent; // likewise
    QString m_filterInUse; // as shown last
    QString m_sortInUse; // as shown last
};

} // namespace sandglass::ui
