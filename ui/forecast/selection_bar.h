// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace sandglass::ui {

/// Below the timeline while a range is selected in it: the range, its sum, and the way to its
/// documents.
class SelectionBar : public QWidget
{
    Q_OBJECT

public:
    /// Hidden until a range is set.
    explicit SelectionBar(QWidget* parent = nullptr);

    /// Shows a range by its ends as text, and the number of documents in it.
    void setRange(const QString& from, const QString& to, qint64 documents);
    /// Hides the bar.
    void clear();
    /// Whether "Show these documents" is there; not to begin with.
    void setOffersDocuments(bool offers);

Q_SIGNALS:
    void documentsRequested();
    /// The user wants no range selected.
    void cleared();

private:
    QLabel* m_text;
    QPushButton* m_documents;
};

} // namespace sandglass::ui
