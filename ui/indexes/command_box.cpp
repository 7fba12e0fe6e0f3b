// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/indexes/command_box.h"

#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"

#include <QClipboard>
#include <QComboBox>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sandglass::ui {

CommandBox::CommandBox(QWidget* parent)
    : QWidget(parent)
    , m_text(new QPlainTextEdit(this))
    , m_language(new QComboBox(this))
    , m_copy(new QPushButton(widgets::icon(QStringLiteral("copy")), tr("Cop&y"), this))
{
    m_text->setObjectName(QStringLiteral("commandTextEdit"));
    m_text->setAccessibleName(tr("Command"));
    m_text->setPlaceholderText(tr("The command appears here once the form is complete."));
    // what is shown is what will be sent; edits would be lost
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setMaximumHeight(widgets::emPixels(this, 5));
    m_copy->setObjectName(QStringLiteral("copyCommandButton"));
    m_copy->setAccessibleName(tr("Copy the command"));
    // in a dialog Enter would copy instead of cancel
    m_copy->setAutoDefault(false);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_text->toPlainText()); });
    fillLanguages();
    connect(m_language, &QComboBox::activated, this, [this](int row) {
        Q_EMIT languageChosen(ttl::kCommandLanguages[static_cast<std::size_t>(row)]);
    });
    auto* side = new QVBoxLayout;
    side->addWidget(m_language);
    side->addWidget(m_copy);
    side->addStretch(1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_text, 1);
    row->addLayout(side);
}

void CommandBox::fillLanguages()
{
    m_language->setObjectName(QStringLiteral("commandLanguageComboBox"));
    m_language->setAccessibleName(tr("Language of the command"));
    m_language->setToolTip(tr("Language of the command"));
    // in the order of ttl::kCommandLanguages; product names are not translated
    m_language->addItems({QStringLiteral("mongosh"), QStringLiteral("Node.js"),
                          QStringLiteral("Python"), QStringLiteral("Java"), QStringLiteral("C#")});
}

void CommandBox::setCommand(const QString& text, ttl::CommandLanguage language)
{
    const auto* const shown = std::ranges::find(ttl::kCommandLanguages, language);
    m_language->setCurrentIndex(static_cast<int>(shown - ttl::kCommandLanguages.begin()));
    // setPlainText() would drop a selection that the user is about to copy
    if (m_text->toPlainText() != text) {
        m_text->setPlainText(text);
    }
    m_copy->setEnabled(!text.isEmpty());
}

} // namespace sandglass::ui

#include "moc_command_box.cpp"
