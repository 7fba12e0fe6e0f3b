// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/other_options.h"

#include "app/presenters/connections/connect_form_presenter.h"
#include "app/presenters/words/words.h"
#include "app/protocol/percent_encoding.h"
#include "app/protocol/secrets.h"
#include "ui/connections/option_binder.h"
#include "widgets/style/metrics.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace sandglass::ui {

namespace {

// The place of a row's option in the connection string.
constexpr int kPlaceRole = Qt::UserRole;

/// Shown in place of the value of a secret option.
const QString& optionMask()
{
    static const QString bullets(6, QChar(0x2022));
    return bullets;
}

/// Whether a text can be the name of an option: it must not end it or begin another one.
bool isOptionName(const QString& text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar unit) {
        return unit.isLetterOrNumber() || unit == u'_' || unit == u'-' || unit == u'.';
    });
}

QString shownValue(const protocol::ConnectionOption& option)
{
    if (protocol::isSecretOption(option.name)) {
        return optionMask();
    }
    return QString::fromStdString(
        protocol::percentDecoded(option.rawValue).value_or(option.rawValue));
}

} // namespace

OtherOptions::OtherOptions(presenters::ConnectFormPresenter& presenter, const OptionBinder& known,
                           QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_known(known)
    , m_table(new QTableWidget(0, 2, this))
    , m_name(new QLineEdit(this))
    , m_value(new QLineEdit(this))
    , m_add(new QPushButton(tr("&Add"), this))
{
    setObjectName(QStringLiteral("otherOptionsView"));
    buildLayout();
    connect(m_table, &QTableWidget::cellChanged, this, [this](int row, int column) {
        if (column == 1) {
            change(row);
        }
    });
    connect(m_add, &QPushButton::clicked, this, &OtherOptions::add);
    for (const QLineEdit* line : {m_name, m_value}) {
        connect(line, &QLineEdit::textChanged, this, [this] { m_add->setEnabled(canAdd()); });
    }
    // Enter would reach the dialog's default button, which leaves the option behind
    m_name->installEventFilter(this);
    m_value->installEventFilter(this);
}

void OtherOptions::buildLayout()
{
    m_table->setObjectName(QStringLiteral("otherOptionsTableView"));
    m_table->setAccessibleName(tr("Other options"));
    m_table->setHorizontalHeaderLabels({tr("Option"), tr("Value")});
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->verticalHeader()->hide();
    // Tab leaves the table for the line below it
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

bool OtherOptions::canAdd() const
{
    return isOptionName(m_name->text().trimmed()) && !m_value->text().isEmpty();
}

void OtherOptions::change(int row)
{
    const QTableWidgetItem* option = m_table->item(row, 0);
    const QString typed = m_table->item(row, 1)->text();
    // the bullets hide the value that is set
    const bool secret = protocol::isSecretOption(option->text().toStdString());
    if (!secret || typed != optionMask()) {
        m_presenter.setOptionAt(option->data(kPlaceRole).toULongLong(),
                                secret ? QString(typed).remove(optionMask()) : typed);
    }
}

bool OtherOptions::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const bool typed = !m_name->text().isEmpty() || !m_value->text().isEmpty();
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && typed) {
            if (canAdd()) {
                add();
            }
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void OtherOptions::add()
{
    m_presenter.addOption(m_name->text().trimmed(), m_value->text());
    m_name->clear();
    m_value->clear();
    // ready for the next option
    m_name->setFocus();
}

bool OtherOptions::isOther(const std::string& option) const
{
    return option != "authMechanism" && !m_known.knows(option);
}

void OtherOptions::show(const protocol::ConnectionParts& parts)
{
    // cellChanged() is also emitted for changes by code
    const QSignalBlocker quiet(m_table);
    int row = 0;
    for (std::size_t place = 0; place < parts.options.size(); ++place) {
        const protocol::ConnectionOption& option = parts.options[place];
        if (!isOther(option.name)) {
            continue;
        }
        // rows are reused: a new item would close the editor that is open in a cell
        if (row == m_table->rowCount()) {
            m_table->insertRow(row);
            m_table->setItem(row, 0, new QTableWidgetItem);
            m_table->setItem(row, 1, new QTableWidgetItem);
            // the name is read-only
            m_table->item(row, 0)->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        }
        m_table->item(row, 0)->setText(QString::fromStdString(option.name));
        m_table->item(row, 0)->setData(kPlaceRole, static_cast<qulonglong>(place));
        const QString value = shownValue(option);
        m_table->item(row, 1)->setText(value);
        // a screen reader reads nothing else where a cell is empty
        m_table->item(row, 1)->setData(Qt::AccessibleTextRole,
                                       presenters::accessibleCell(tr("Value"), value));
        ++row;
    }
    m_table->setRowCount(row);
}

} // namespace sandglass::ui

#include "moc_other_options.cpp"
