// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/option_binder.h"

#include "app/presenters/connections/connect_form_presenter.h"
#include "widgets/views/form_row.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace sandglass::ui {

namespace {

// A label as screen readers should say it: without access key and colon.
QString spokenName(QString label)
{
    label.remove(QLatin1Char('&'));
    return label.endsWith(QLatin1Char(':')) ? label.chopped(1) : label;
}

} // namespace

OptionBinder::OptionBinder(presenters::ConnectFormPresenter& presenter, QObject* parent)
    : QObject(parent)
    , m_presenter(presenter)
{
}

void OptionBinder::add(const OptionRow& row, Shower shower)
{
    m_rows.emplace_back(row.option, std::move(shower));
}

QLineEdit* OptionBinder::addText(QFormLayout& form, const OptionRow& row)
{
    QLineEdit* line = makeLine(row);
    widgets::addFormRow(form, row.label, line);
    return line;
}

QLineEdit* OptionBinder::makeLine(const OptionRow& row)
{
    auto* line = new QLineEdit;
    line->setObjectName(QLatin1String(row.objectName));
    line->setAccessibleName(spokenName(row.label));
    const QString option = QLatin1String(row.option);
    // textEdited(): a value that is only shown must not come back as an edit
    connect(line, &QLineEdit::textEdited, this,
            [this, option](const QString& text) { m_presenter.setOption(option, text); });
    add(row, [line](const QString& value) {
        if (line->text() != value) {
            line->setText(value);
        }
    });
    return line;
}

void OptionBinder::addFile(QFormLayout& form, const OptionRow& row)
{
    auto* box = new QWidget;
    auto* beside = new QHBoxLayout(box);
    beside->setContentsMargins(0, 0, 0, 0);
    QLineEdit* line = makeLine(row);
    // before the button is made: Tab follows the order in which they come into the box
    beside->addWidget(line, 1);
    auto* browse = new QPushButton(tr("Browse…"), box);
    browse->setObjectName(QLatin1String(row.objectName) + QStringLiteral("BrowseButton"));
    browse->setAccessibleName(tr("Choose a file: %1").arg(spokenName(row.label)));
    browse->setAutoDefault(false);
    beside->addWidget(browse);
    box->setFocusProxy(line);
    widgets::addFormRow(form, row.label, box);
    connect(browse, &QPushButton::clicked, this,
            [this, line, title = spokenName(row.label)] { chooseFile(line, title); });
}

void OptionBinder::chooseFile(QLineEdit* line, const QString& title)
{
    auto* dialog = new QFileDialog(line, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, line, [line](const QString& path) {
        line->setText(path);
        // setText() does not emit it, and the presenter listens to nothing else
        Q_EMIT line->textEdited(path);
    });
    dialog->open();
}

QCheckBox* OptionBinder::addSwitch(QFormLayout& form, const OptionRow& row)
{
    auto* box = new QCheckBox(row.label);
    box->setObjectName(QLatin1String(row.objectName));
    form.addRow(QString(), box);
    const QString option = QLatin1String(row.option);
    connect(box, &QCheckBox::toggled, this, [this, option](bool on) {
        m_presenter.setOption(option, on ? QStringLiteral("true") : QString());
    });
    add(row, [box](const QString& value) {
        // toggled() is also emitted for changes by code
        const QSignalBlocker quiet(box);
        box->setChecked(value == QLatin1String("true"));
    });
    return box;
}

QComboBox* OptionBinder::addChoice(QFormLayout& form, const OptionRow& row, const Choices& choices)
{
    auto* list = new QComboBox;
    list->setObjectName(QLatin1String(row.objectName));
    list->setAccessibleName(spokenName(row.label));
    for (const auto& [text, value] : choices) {
        list->addItem(text, value);
    }
    widgets::addFormRow(form, row.label, list);
    const QString option = QLatin1String(row.option);
    connect(list, &QComboBox::activated, this, [this, option, list](int index) {
        m_presenter.setOption(option, list->itemData(index).toString());
    });
    add(row, [list](const QString& value) {
        // MatchFixedString compares without case
        int index = list->findData(value, Qt::UserRole, Qt::MatchFixedString);
        // a value that the list does not offer is added, so that it is shown and kept
        if (index < 0) {
            list->addItem(value, value);
            index = list->count() - 1;
        }
        list->setCurrentIndex(index);
    });
    return list;
}

void OptionBinder::show(const protocol::ConnectionParts& parts)
{
    for (const auto& [option, shower] : m_rows) {
        shower(QString::fromStdString(parts.option(option)));
    }
}

bool OptionBinder::knows(const std::string& option) const
{
    return std::any_of(m_rows.begin(), m_rows.end(), [&option](const auto& row) {
        return QLatin1String(row.first.c_str())
                   .compare(QString::fromStdString(option), Qt::CaseInsensitive)
            == 0;
    });
}

} // namespace sandglass::ui

#include "moc_option_binder.cpp"
