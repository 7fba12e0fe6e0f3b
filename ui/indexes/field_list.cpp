// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/indexes/field_list.h"

#include "widgets/views/visible_text.h"

#include <QLabel>
#include <QListWidget>
#include <QVBoxLayout>

namespace sandglass::ui {

FieldList::FieldList(QWidget* parent)
    : QWidget(parent)
    , m_caption(new QLabel(this))
    , m_list(new QListWidget(this))
{
    setObjectName(QStringLiteral("fieldList"));
    m_caption->setObjectName(QStringLiteral("fieldListLabel"));
    m_caption->setTextFormat(Qt::PlainText);
    m_caption->setWordWrap(true);
    m_caption->setBuddy(m_list);
    m_list->setObjectName(QStringLiteral("fieldListWidget"));
    m_list->setAccessibleName(tr("Fields of a sample, with their types"));
    m_list->setUniformItemSizes(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_caption);
    column->addWidget(m_list, 1);
    const auto choose = [this](const QListWidgetItem* item) {
        Q_EMIT chosen(item->data(Qt::UserRole).toString());
    };
    connect(m_list, &QListWidget::itemClicked, this, choose);
    connect(m_list, &QListWidget::itemActivated, this, choose);
}

void FieldList::setFields(const std::vector<presenters::CandidateRow>& fields, const QString& why)
{
    m_caption->setText(why.isEmpty() ? tr("Fi&elds of a sample. Choose the one with the date:")
                                     : widgets::visibleText(why));
    m_list->setVisible(why.isEmpty());
    // filled again it would lose the row that the user is on
    if (m_list->count() == static_cast<int>(fields.size())) {
        return;
    }
    m_list->clear();
    for (const presenters::CandidateRow& field : fields) {
        //: a field and the types of its values: "createdAt – date 99.2 %, string 0.8 %"
        auto* item = new QListWidgetItem(
            widgets::visibleText(tr("%1 – %2").arg(field.path, field.typesText)), m_list);
        item->setData(Qt::UserRole, field.path);
    }
}

} // namespace sandglass::ui

#include "moc_field_list.cpp"
