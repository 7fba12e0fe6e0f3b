// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/saved_connections_view.h"

#include "app/presenters/connections/connect_form_presenter.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/visible_text.h"

#include <QGridLayout>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
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
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(caption);
    column->addWidget(m_list, 1);
    column->addLayout(buttons);
}

void SavedConnectionsView::showRow(QListWidgetItem& item,
                                   const presenters::SavedConnectionRow& row) const
{
    const QString name = widgets::visibleText(row.name);
    item.setText(row.tag.isEmpty()
                     ? name
                     : QStringLiteral("%1 · %2").arg(name, widgets::visibleText(row.tag)));
    item.setData(Qt::UserRole, row.id);
    // the row may have been the placeholder, which cannot be selected
    item.setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    QPixmap swatch(m_list->iconSize());
    const QColor color(row.color);
    swatch.fill(color.isValid() ? color : QColor(Qt::transparent));
    item.setIcon(QIcon(swatch));
}

void SavedConnectionsView::showState()
{
    const presenters::ConnectFormState& state = m_presenter.state();
    // a selection by code must not load the connection into the form again
    const QSignalBlocker quiet(m_list);
    while (m_list->count() > static_cast<int>(state.saved.size())) {
        delete m_list->takeItem(m_list->count() - 1);
    }
    int current = -1;
    for (int i = 0; i < static_cast<int>(state.saved.size()); ++i) {
        if (i == m_list->count()) {
            m_list->addItem(QString());
        }
        const presenters::SavedConnectionRow& row = state.saved[static_cast<std::size_t>(i)];
        showRow(*m_list->item(i), row);
        if (row.id == state.currentId) {
            current = i;
        }
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
    m_up->setEnabled(current > 0);
    m_down->setEnabled(chosen && current + 1 < static_cast<int>(state.saved.size()));
}

void SavedConnectionsView::askRemoval()
{
    const QListWidgetItem* item = m_list->currentItem();
    if (!item) {
        return;
    }
    auto* box = new QMessageBox(
        QMessageBox::Warning, tr("Delete Connection"),
        tr("Delete the saved connection %1? Its saved password is deleted too.").arg(item->text()),
        QMessageBox::Cancel, this);
    box->setObjectName(QStringLiteral("deleteConnectionBox"));
    box->setIconPixmap(widgets::icon(QStringLiteral("warning"), widgets::ColorRole::WarningText)
                           .pixmap(widgets::iconSize(this, 2.5), devicePixelRatioF()));
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* confirm = box->addButton(tr("&Delete"), QMessageBox::DestructiveRole);
    confirm->setObjectName(QStringLiteral("confirmDeleteConnectionButton"));
    // Enter must not confirm
    box->setDefaultButton(QMessageBox::Cancel);
    box->button(QMessageBox::Cancel)->setObjectName(QStringLiteral("keepConnectionButton"));
    connect(confirm, &QPushButton::clicked, &m_presenter,
            &presenters::ConnectFormPresenter::removeCurrent);
    box->open();
}

} // namespace sandglass::ui

#include "moc_saved_connections_view.cpp"
