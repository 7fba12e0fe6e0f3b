// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/documents/conflict_view.h"

#include "widgets/style/metrics.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSet>
#include <QTextBlock>
#include <QVBoxLayout>

namespace sandglass::ui {

ConflictView::ConflictView(QWidget* parent)
    : QWidget(parent)
    , m_sentence(new QLabel(tr("Another client has changed this document since you opened it. "
                               "Nothing was saved. Its version:"),
                            this))
    , m_theirs(new QPlainTextEdit(this))
    , m_leave(new QPushButton(tr("&Back to editing"), this))
    , m_take(new QPushButton(tr("&Take theirs"), this))
    , m_keep(new QPushButton(tr("&Keep mine"), this))
{
    setObjectName(QStringLiteral("documentConflictView"));
    setFocusProxy(m_theirs);
    m_sentence->setObjectName(QStringLiteral("documentConflictLabel"));
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_theirs->setObjectName(QStringLiteral("theirDocumentEdit"));
    m_theirs->setAccessibleName(tr("The document as another client has changed it"));
    m_theirs->setAccessibleDescription(m_sentence->text());
    m_theirs->setReadOnly(true);
    m_theirs->setTabChangesFocus(true);
    m_theirs->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_keep->setObjectName(QStringLiteral("keepMineButton"));
    m_keep->setToolTip(tr("Replaces the other version by what you have typed"));
    m_take->setObjectName(QStringLiteral("takeTheirsButton"));
    m_take->setToolTip(tr("Puts the other version into the editor; what you have typed is lost"));
    m_leave->setObjectName(QStringLiteral("leaveConflictButton"));
    // Enter must not decide between two versions
    for (QPushButton* button : {m_keep, m_take, m_leave}) {
        button->setAutoDefault(false);
    }
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_leave);
    buttons->addWidget(m_take);
    buttons->addWidget(m_keep);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_sentence);
    column->addWidget(m_theirs, 1);
    column->addLayout(buttons);
    connect(m_keep, &QPushButton::clicked, this, &ConflictView::keepMineRequested);
    connect(m_take, &QPushButton::clicked, this, &ConflictView::takeTheirsRequested);
    connect(m_leave, &QPushButton::clicked, this, &ConflictView::left);
}

void ConflictView::setVersions(const QString& theirs, const QString& mine)
{
    m_theirs->setPlainText(theirs);
    const QStringList lines = mine.split(QLatin1Char('\n'));
    const QSet<QString> known(lines.begin(), lines.end());
    QList<QTextEdit::ExtraSelection> marks;
    for (QTextBlock block = m_theirs->document()->begin(); block.isValid(); block = block.next()) {
        if (known.contains(block.text())) {
            continue;
        }
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(block);
        mark.format.setBackground(palette().alternateBase());
        mark.format.setFontUnderline(true); // not by colour alone
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        mark.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        marks.append(mark);
    }
    m_theirs->setExtraSelections(marks);
}

void ConflictView::setBusy(bool busy)
{
    m_keep->setEnabled(!busy);
    m_take->setEnabled(!busy);
}

} // namespace sandglass::ui

#include "moc_conflict_view.cpp"
