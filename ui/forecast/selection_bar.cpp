// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forecast/selection_bar.h"

#include "widgets/style/icon.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace sandglass::ui {

SelectionBar::SelectionBar(QWidget* parent)
    : QFrame(parent)
    , m_text(new QLabel(this))
    , m_documents(new QPushButton(widgets::icon(QStringLiteral("documents")),
                                  tr("&Show these documents"), this))
{
    setObjectName(QStringLiteral("selectionBar"));
    setFrameShape(QFrame::StyledPanel);
    // read by the style sheet
    setProperty("floating", true);
    m_text->setObjectName(QStringLiteral("selectionLabel"));
    m_text->setTextFormat(Qt::PlainText);
    // two moments, the zone and a number need two lines in a narrow chart
    m_text->setWordWrap(true);
    m_documents->setObjectName(QStringLiteral("showDocumentsButton"));
    m_documents->setAccessibleName(tr("Show these documents"));
    m_documents->hide();
    auto* clear = new QPushButton(tr("Cl&ear selection"), this);
    clear->setObjectName(QStringLiteral("clearSelectionButton"));
    clear->setAccessibleName(tr("Clear selection"));
    connect(m_documents, &QPushButton::clicked, this, &SelectionBar::documentsRequested);
    connect(clear, &QPushButton::clicked, this, &SelectionBar::cleared);
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_text, 1);
    row->addWidget(m_documents);
    row->addWidget(clear);
    hide();
}

void SelectionBar::setRange(const QString& from, const QString& to, qint64 documents,
                            presenters::Accuracy accuracy)
{
    const int count = presenters::pluralCount(documents);
    QString text;
    switch (accuracy) {
    case presenters::Accuracy::Exact:
        //: %1 and %2 are moments, the last one with its zone; the number of documents stands for %n
        text = tr("Selected %1 – %2: %Ln document(s)", nullptr, count);
        break;
    case presenters::Accuracy::Estimated:
        text = tr("Selected %1 – %2: about %Ln document(s)", nullptr, count);
        break;
    case presenters::Accuracy::AtLeast:
        text = tr("Selected %1 – %2: at least %Ln document(s)", nullptr, count);
        break;
    }
    m_text->setText(text.arg(from, to));
    show();
}

void SelectionBar::clear()
{
    hide();
}

void SelectionBar::setOffersDocuments(bool offers)
{
    m_documents->setVisible(offers);
}

} // namespace sandglass::ui

#include "moc_selection_bar.cpp"
