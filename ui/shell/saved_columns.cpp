// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/saved_columns.h"

#include "app/presenters/settings/preferences_presenter.h"
#include "widgets/views/table_columns.h"
#include "widgets/views/table_view.h"

namespace sandglass::ui {

void saveColumns(QWidget& root, presenters::PreferencesPresenter& preferences)
{
    const auto tables = root.findChildren<widgets::TableView*>();
    for (widgets::TableView* table : tables) {
        const QString name = QStringLiteral("columns-") + table->objectName();
        widgets::TableColumns& columns = table->columns();
        columns.restore(preferences.layout(name));
        QObject::connect(
            &columns, &widgets::TableColumns::changed, &preferences,
            [&columns, &preferences, name] { preferences.saveLayout(name, columns.state()); });
    }
}

void settleColumns(QWidget& root)
{
    const auto tables = root.findChildren<widgets::TableView*>();
    for (widgets::TableView* table : tables) {
        table->columns().settle();
    }
}

} // namespace sandglass::ui
