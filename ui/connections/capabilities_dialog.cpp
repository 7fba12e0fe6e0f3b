// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/capabilities_dialog.h"

#include "app/presenters/connections/capability_presenter.h"
#include "ui/words/error_mapping.h"
#include "widgets/style/metrics.h"
#include "widgets/views/dialog_buttons.h"
#include "widgets/views/error_banner.h"
#include "widgets/views/open_over.h"
#include "widgets/views/visible_text.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace sandglass::ui {

using presenters::CapabilityRow;

namespace {

// The rows of the box.
constexpr int kAsFound = 0;
constexpr int kYes = 1;
constexpr int kNo = 2;

int rowOf(const std::optional<bool>& chosen)
{
    return !chosen ? kAsFound : *chosen ? kYes : kNo;
}

QLabel* wrappedLabel(const QString& objectName)
{
    auto* label = new QLabel;
    label->setObjectName(objectName);
    label->setTextFormat(Qt::PlainText); // evidence comes from the server
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

CapabilitiesDialog::CapabilitiesDialog(presenters::CapabilityPresenter& presenter, QWidget* parent)
    : QDialog(parent)
    , m_presenter(presenter)
    , m_server(wrappedLabel(QStringLiteral("capabilityServerLabel")))
    , m_banner(new widgets::ErrorBanner(this))
    , m_again(new QPushButton(tr("Ask &again"), this))
{
    setObjectName(QStringLiteral("capabilitiesDialog"));
    setWindowTitle(tr("What This Server Can Do"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_banner->setObjectName(QStringLiteral("capabilityErrorBanner"));
    m_again->setObjectName(QStringLiteral("capabilityAskAgainButton"));
    m_again->setAccessibleName(tr("Ask the server again"));
    buildLayout();
    connect(m_again, &QPushButton::clicked, &presenter, &presenters::CapabilityPresenter::probe);
    connect(&presenter, &presenters::CapabilityPresenter::stateChanged, this,
            &CapabilitiesDialog::showState);
    showState();
}

void CapabilitiesDialog::openOver(presenters::CapabilityPresenter& presenter, QWidget* parent)
{
    widgets::openOver<CapabilitiesDialog>(parent, presenter);
}

void CapabilitiesDialog::addLine(QGridLayout& grid, ttl::Capability capability)
{
    const std::string_view name = ttl::name(capability);
    const QString id = QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
    Line line{wrappedLabel(id + QStringLiteral("TitleLabel")),
              wrappedLabel(id + QStringLiteral("AnswerLabel")),
              wrappedLabel(id + QStringLiteral("SourceLabel")), new QComboBox};
    line.choice->setObjectName(id + QStringLiteral("ComboBox"));
    line.choice->addItems({tr("As found"), tr("Yes"), tr("No")});
    line.title->setBuddy(line.choice);
    connect(line.choice, &QComboBox::activated, this, [this, capability](int row) {
        m_presenter.choose(capability, row == kAsFound ? std::nullopt : std::optional(row == kYes));
    });
    const int row = grid.rowCount();
    grid.addWidget(line.title, row, 0);
    grid.addWidget(line.answer, row, 1);
    grid.addWidget(line.source, row, 2);
    grid.addWidget(line.choice, row, 3);
    m_lines.push_back(line);
}

void CapabilitiesDialog::buildLayout()
{
    auto* lines = new QWidget;
    auto* grid = new QGridLayout(lines);
    grid->setHorizontalSpacing(widgets::emPixels(this, 1));
    const QStringList headings{tr("Capability"), tr("Answer"), tr("Where it comes from"),
                               tr("Your answer")};
    for (int column = 0; column < headings.size(); ++column) {
        auto* heading = new QLabel(headings[column]);
        heading->setTextFormat(Qt::PlainText);
        QFont bold = heading->font();
        bold.setBold(true);
        heading->setFont(bold);
        grid->addWidget(heading, 0, column);
    }
    for (std::size_t i = 0; i < ttl::kCapabilityCount; ++i) {
        addLine(*grid, static_cast<ttl::Capability>(i));
    }
    grid->setColumnStretch(0, 3);
    grid->setColumnStretch(2, 4);
    grid->setRowStretch(grid->rowCount(), 1);

    auto* area = new QScrollArea;
    area->setObjectName(QStringLiteral("capabilityArea"));
    area->setAccessibleName(tr("What this server can do"));
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidget(lines);
    auto* buttons = new widgets::DialogButtons(this);
    buttons->addAside(*m_again);
    buttons->addClose(QStringLiteral("capabilityCloseButton"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_server);
    column->addWidget(m_banner);
    column->addWidget(area, 1);
    column->addWidget(buttons);
    resize(widgets::sizeOnScreen(this, 76, 44));
}

void CapabilitiesDialog::showState()
{
    const presenters::CapabilitiesState& state = m_presenter.state();
    m_server->setText(state.server.isEmpty() ? tr("There is no connection.")
                                             : widgets::visibleText(state.server));
    m_again->setEnabled(state.connected && !state.probing);
    showFailure(*m_banner, state.failure);
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const Line& line = m_lines[i];
        const bool known = i < state.rows.size();
        line.choice->setEnabled(known && state.connected);
        if (!known) {
            line.answer->setText(QStringLiteral("–"));
            line.source->clear();
            continue;
        }
        const CapabilityRow& row = state.rows[i];
        line.title->setText(row.title);
        line.answer->setText(row.answer);
        line.source->setText(widgets::visibleText(row.source));
        line.choice->setCurrentIndex(rowOf(row.chosen));
        //: %1 is a capability, %2 "yes", "no" or "not known"
        line.choice->setAccessibleName(tr("%1: %2; your answer").arg(row.title, row.answer));
        line.choice->setAccessibleDescription(row.source);
    }
}

} // namespace sandglass::ui

#include "moc_capabilities_dialog.cpp"
