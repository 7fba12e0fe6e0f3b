// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/saved_connections_view.h"

#include "app/presenters/connections/connect_form_presenter.h"
#include "widgets/style/metrics.h"
#include "widgets/views/question_box.h"
#include "widgets/views/visible_text.h"

#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QListWidget>
#include <QPixmap>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace sandglass::ui {

SavedConnectionsView::SavedConnectionsView(presenters::ConnectFormPresenter& presenter,
                                           QWidget* parent)
    : QWidget(parent)
    , m_presenter(presenter)
    , m_list(new QListWidget(this))
    , m_new(addButton("newConnectionButton", tr("&New")))
    , m_duplicate(addButton("duplicateConnectionButton", tr("D&uplicate")))
    , m_remove(addButton("deleteConnectionButton", tr("De&lete…")))
    , m_up(addButton("connectionUpButton", tr("U&p")))
    , m_down(addButton("connectionDownButton", tr("Do&wn")))
    , m_import(addButton("importConnectionsButton", tr("&Import…")))
    , m_export(addButton("exportConnectionsButton", tr("E&xport…")))
    , m_note(new QLabel(this))
{
    setObjectName(QStringLiteral("savedConnectionsView"));
    buildLayout();
    using Presenter = presenters::ConnectFormPresenter;
    connect(m_list, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
        if (item) {
            m_presenter.choose(item->data(Qt::UserRole).toString());
        }
    });
    connect(m_list, &QListWidget::itemActivated, this, &SavedConnectionsView::connectRequested);
    connect(m_new, &QToolButton::clicked, &m_presenter, &Presenter::startNew);
    connect(m_import, &QToolButton::clicked, this, &SavedConnectionsView::chooseImport);
    connect(m_export, &QToolButton::clicked, this, &SavedConnectionsView::chooseExport);
    connect(m_duplicate, &QToolButton::clicked, &m_presenter, &Presenter::duplicate);
    connect(m_remove, &QToolButton::clicked, this, &SavedConnectionsView::askRemoval);
    connect(m_up, &QToolButton::clicked, this, [this] { m_presenter.moveCurrent(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { m_presenter.moveCurrent(1); });
    connect(&m_presenter, &Presenter::stateChanged, this, &SavedConnectionsView::showState);
    showState();
}

QToolButton* SavedConnectionsView::addButton(const char* objectName, const QString& text)
{
    auto* button = new QToolButton(this);
    button->setObjectName(QLatin1String(objectName));
    button->setText(text);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    return button;
}

void SavedConnectionsView::buildLayout()
{
    m_list->setObjectName(QStringLiteral("savedConnectionsListView"));
    m_list->setAccessibleName(tr("Saved connections"));
    m_list->setIconSize(widgets::iconSize(this, 0.9));
    m_list->setWordWrap(true);
    m_list->setMinimumWidth(widgets::emPixels(this, 14));
    auto* caption = new QLabel(tr("&Saved connections"), this);
    caption->setObjectName(QStringLiteral("savedConnectionsLabel"));
    caption->setTextFormat(Qt::PlainText);
    caption->setBuddy(m_list);
    auto* buttons = new QGridLayout;
    buttons->addWidget(m_new, 0, 0);
    buttons->addWidget(m_duplicate, 0, 1);
    buttons->addWidget(m_remove, 0, 2);
    buttons->addWidget(m_up, 1, 0);
    buttons->addWidget(m_down, 1, 1);
    buttons->addWidget(m_import, 2, 0);
    buttons->addWidget(m_export, 2, 1);
    m_note->setObjectName(QStringLiteral("exchangeNoteLabel"));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(caption);
    column->addWidget(m_list, 1);
    column->addLayout(buttons);
    column->addWidget(m_note);
}

void SavedConnectionsView::showRow(QListWidgetItem& item,
                                   const presenters::SavedConnectionRow& row) const
{
    const QString name = widgets::visibleText(row.name);
    item.setText(row.tag.isEmpty()
                     ? name
                     : QStringLiteral("%1 · %2").arg(name, widgets::visibleText(row.tag)));
    item.setData(Qt::UserRole, row.id);
    item.setFont(m_list->font());
    // the row may have been the placeholder, which cannot be selected
    item.setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    QPixmap swatch(m_list->iconSize());
    const QColor color(row.color);
    swatch.fill(color.isValid() ? color : QColor(Qt::transparent));
    item.setIcon(QIcon(swatch));
}

void SavedConnectionsView::showHeading(QListWidgetItem& item, const QString& group) const
{
    item.setText(widgets::visibleText(group));
    item.setData(Qt::UserRole, QVariant());
    item.setIcon(QIcon());
    QFont bold = m_list->font();
    bold.setBold(true);
    item.setFont(bold);
    // the arrow keys pass over it
    item.setFlags(Qt::NoItemFlags);
}

bool SavedConnectionsView::isRow(int line) const
{
    const QListWidgetItem* item = m_list->item(line);
    return item && item->data(Qt::UserRole).isValid();
}

void SavedConnectionsView::showState()
{
    const presenters::ConnectFormState& state = m_presenter.state();
    // a selection by code must not load the connection into the form again
    const QSignalBlocker quiet(m_list);
    int line = 0;
    int current = -1;
    const auto next = [this, &line]() -> QListWidgetItem& {
        if (line == m_list->count()) {
            m_list->addItem(QString());
        }
        return *m_list->item(line++);
    };
    QString group;
    for (const presenters::SavedConnectionRow& row : state.saved) {
        if (row.group != group) {
            group = row.group;
            showHeading(next(), group);
        }
        QListWidgetItem& item = next();
        showRow(item, row);
        if (row.id == state.currentId) {
            current = line - 1;
        }
    }
    while (m_list->count() > line) {
        delete m_list->takeItem(m_list->count() - 1);
    }
    // a placeholder; without flags it cannot be selected
    if (state.saved.empty()) {
        (new QListWidgetItem(tr("None saved yet. Fill in the form, then choose Save."), m_list))
            ->setFlags(Qt::NoItemFlags);
    }
    if (m_list->currentRow() != current) {
        m_list->setCurrentRow(current);
    }
    const bool chosen = current >= 0;
    m_duplicate->setEnabled(chosen && state.canConnect);
    m_remove->setEnabled(chosen);
    m_up->setEnabled(chosen && isRow(current - 1));
    m_down->setEnabled(chosen && isRow(current + 1));
    m_export->setEnabled(!state.saved.empty());
    m_note->setText(state.exchangeNote);
    m_note->setVisible(!state.exchangeNote.isEmpty());
}

void SavedConnectionsView::chooseImport()
{
    auto* dialog = new QFileDialog(this, tr("Import Connections"));
    dialog->setObjectName(QStringLiteral("importConnectionsDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, &m_presenter,
            &presenters::ConnectFormPresenter::importFile);
    dialog->open();
}

void SavedConnectionsView::chooseExport()
{
    // in the order of the presenter's formats
    const QStringList filters{tr("Sandglass connections (*.json)"),
                              tr("Compass connections (*.json)"), tr("Connection strings (*.txt)")};
    auto* dialog = new QFileDialog(this, tr("Export Connections"));
    dialog->setObjectName(QStringLiteral("exportConnectionsDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(filters);
    dialog->selectFile(QStringLiteral("connections.json"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, dialog, filters](const QString& path) {
        const auto format = filters.indexOf(dialog->selectedNameFilter());
        m_presenter.exportFile(path, static_cast<int>(qMax(format, 0)));
    });
    dialog->open();
}

void SavedConnectionsView::askRemoval()
{
    const QListWidgetItem* item = m_list->currentItem();
    if (!item) {
        return;
    }
    widgets::ask(
        this,
        {tr("Delete Connection"),
         tr("Delete the saved connection %1? Its saved password is deleted too.").arg(item->text()),
         tr("&Delete"), QStringLiteral("deleteConnectionBox"),
         QStringLiteral("confirmDeleteConnectionButton"), QStringLiteral("keepConnectionButton")},
        [presenter = &m_presenter] { presenter->removeCurrent(); });
}

} // namespace sandglass::ui

#include "moc_saved_connections_view.cpp"
