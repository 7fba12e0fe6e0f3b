// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/indexes/command_box.h"

#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>

namespace sandglass::ui {

CommandBox::CommandBox(QWidget* parent)
    : QWidget(parent)
    , m_text(new QPlainTextEdit(this))
    , m_copy(new QPushButton(widgets::icon(QStringLiteral("copy")), tr("Cop&y"), this))
{
    m_text->setObjectName(QStringLiteral("commandTextEdit"));
    m_text->setAccessibleName(tr("Command for mongosh"));
    m_text->setPlaceholderText(
        tr("The mongosh command stands here as soon as the form is complete."));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setMaximumHeight(widgets::emPixels(this, 5));
    m_copy->setObjectName(QStringLiteral("copyCommandButton"));
    m_copy->setAccessibleName(tr("Copy the command"));
    m_copy->setAutoDefault(false);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_text->toPlainText()); });
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_text, 1);
    row->addWidget(m_copy, 0, Qt::AlignTop);
}

void CommandBox::setCommand(const QString& text)
{
    if (m_text->toPlainText() != text)
        m_text->setPlainText(text);
    m_copy->setEnabled(!text.isEmpty());
}

} // namespace sandglass::ui
