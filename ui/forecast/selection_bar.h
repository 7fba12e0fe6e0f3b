// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/presenters/words/words.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace sandglass::ui {

/// The message over the timeline while a range is selected: the range, the number of documents in
/// it, and a button that shows them.
class SelectionBar : public QFrame
{
    Q_OBJECT

public:
    /// Hidden until a range is set.
    explicit SelectionBar(QWidget* parent = nullptr);

    /// Shows the bar for a range. `from`, `to`: its ends as text, see presenters::spanTexts();
    /// `documents`: their number, `accuracy`: how well it is known.
    void setRange(const QString& from, const QString& to, qint64 documents,
                  presenters::Accuracy accuracy);
    /// Hides the bar.
    void clear();
    /// Whether the bar has the button "Show these documents"; not at first.
    void setOffersDocuments(bool offers);

Q_SIGNALS:
    /// The user wants to see the documents of the range.
    void documentsRequested();
    /// The user cleared the selection.
    void cleared();

private:
    QLabel* m_text;
    QPushButton* m_documents;
};

} // namespace sandglass::ui
