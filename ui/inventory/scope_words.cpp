// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inventory/scope_words.h"

#include "widgets/views/visible_text.h"

#include <QCoreApplication>

namespace sandglass::ui {

namespace {

struct InventoryScope
{
    Q_DECLARE_TR_FUNCTIONS(InventoryScope)
};

} // namespace

ScopeWords scopeWords(const QString& database)
{
    if (database.isEmpty()) {
        return {{},
                InventoryScope::tr("TTL rules of the server"),
                InventoryScope::tr("Nothing expires on this server"),
                InventoryScope::tr("This server has no TTL rules."),
                InventoryScope::tr("No rule on this server matches the filter.")};
    }
    //: the heading of a page; %1 is the name of a database
    return {InventoryScope::tr("Database %1").arg(widgets::visibleText(database)),
            InventoryScope::tr("TTL rules of the database"),
            InventoryScope::tr("Nothing expires in this database"),
            InventoryScope::tr("This database has no TTL rules."),
            InventoryScope::tr("No rule in this database matches the filter.")};
}

QLabel* makeHeading(const QString& text, QWidget* parent)
{
    auto* heading = new QLabel(text, parent);
    heading->setObjectName(QStringLiteral("inventoryTitleLabel"));
    heading->setTextFormat(Qt::PlainText);
    QFont font = parent->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.25);
    heading->setFont(font);
    heading->setHidden(text.isEmpty());
    return heading;
}

} // namespace sandglass::ui
