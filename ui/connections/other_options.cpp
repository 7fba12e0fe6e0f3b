// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/other_options.h"

#include "app/presenters/connections/connect_form_presenter.h"
#include "ui/connections/option_binder.h"
#include "widgets/style/metrics.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>

namespace sandglass::ui {

OtherOptions::OtherOptions(presenters::ConnectFormPresenter& presenter, const OptionBinder& known,
                           QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_known(known)
    , m_table(new QTableWidget(0, 2, this))
    , m_name(new QLineEdit(this))
    , m_value(new QLineEdit(this))
    , m_add(new QPushButton(tr("A&dd"), this))
{
    setObjectName(QStringLiteral("otherOptionsView"));
    buildLayout();
    connect(m_table, &QTableWidget::cellChanged, this, [this](int row, int column) {
        if (column == 1) {
            m_presenter.setOption(m_table->item(row, 0)->text(), m_table->item(row, 1)->text());
        }
    });
    connect(m_add, &QPushButton::clicked, this, &OtherOptions::add);
    connect(m_name, &QLineEdit::textChanged, this,
            [this](const QString& text) { m_add->setEnabled(!text.trimmed().isEmpty()); });
}

void OtherOptions::buildLayout()
{
    m_table->setObjectName(QStringLiteral("otherOptionsTableView"));
    m_table->setAccessibleName(tr("Other options"));
    m_table->setHorizontalHeaderLabels({tr("Option"), tr("Value")});
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->verticalHeader()->hide();
    m_table->setTabKeyNavigation(false);
    m_table->setMinimumHeight(widgets::emPixels(this, 6));
    m_name->setObjectName(QStringLiteral("otherOptionNameEdit"));
    m_name->setAccessibleName(tr("Name of the option to add"));
    m_name->setPlaceholderText(tr("Option"));
    m_value->setObjectName(QStringLiteral("otherOptionValueEdit"));
    m_value->setAccessibleName(tr("Value of the option to add"));
    m_value->setPlaceholderText(tr("Value"));
    m_add->setObjectName(QStringLiteral("addOptionButton"));
    m_add->setAutoDefault(false);
    m_add->setEnabled(false);
    auto* row = new QHBoxLayout;
    row->addWidget(m_name, 1);
    row->addWidget(m_value, 1);
    row->addWidget(m_add);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_table);
    column->addLayout(row);
    setFocusProxy(m_table);
}

void OtherOptions::add()
{
    m_presenter.setOption(m_name->text().trimmed(), m_value->text());
    m_name->clear();
    m_value->clear();
    m_name->setFocus();
}

bool OtherOptions::isOther(const std::string& option) const
{
    return option != "authMechanism" && !m_known.knows(option);
}

void OtherOptions::show(const protocol::ConnectionParts& parts)
{
    const QSignalBlocker quiet(m_table);
    int row = 0;
    for (const protocol::ConnectionOption& option : parts.options) {
        if (!isOther(option.name)) {
            continue;
        }
        if (row == m_table->rowCount()) {
            m_table->insertRow(row);
            m_table->setItem(row, 0, new QTableWidgetItem);
            m_table->setItem(row, 1, new QTableWidgetItem);
            m_table->item(row, 0)->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        }
        m_table->item(row, 0)->setText(QString::fromStdString(option.name));
        m_table->item(row, 1)->setText(QString::fromStdString(parts.option(option.name)));
        ++row;
    }
    m_table->setRowCount(row);
}

} // namespace sandglass::ui

#include "moc_other_options.cpp"
