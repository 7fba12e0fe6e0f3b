// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/test_stages_view.h"

#include "app/presenters/connections/connect_form_presenter.h"
#include "widgets/style/icon.h"
#include "widgets/style/metrics.h"
#include "widgets/views/visible_text.h"
#include "widgets/views/wrapped_label.h"

#include <QAccessible>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace sandglass::ui {

using presenters::TestMark;

namespace {

// A row of the grid that no stage will need.
constexpr int kDetailsRow = 100;

QIcon iconOf(TestMark mark)
{
    switch (mark) {
    case TestMark::Waiting:
        return widgets::icon(QStringLiteral("clock"), widgets::ColorRole::MutedText);
    case TestMark::Running:
        return widgets::icon(QStringLiteral("refresh"), widgets::ColorRole::InfoText);
    case TestMark::Passed:
        return widgets::icon(QStringLiteral("ok"), widgets::ColorRole::OkText);
    case TestMark::Failed:
        return widgets::icon(QStringLiteral("error"), widgets::ColorRole::ErrorText);
    case TestMark::Skipped:
        break;
    }
    return widgets::icon(QStringLiteral("skipped"), widgets::ColorRole::MutedText);
}

QString markWords(TestMark mark)
{
    switch (mark) {
    case TestMark::Waiting:
        return TestStagesView::tr("waiting");
    case TestMark::Running:
        return TestStagesView::tr("running…");
    case TestMark::Passed:
        return TestStagesView::tr("passed");
    case TestMark::Failed:
        return TestStagesView::tr("failed");
    case TestMark::Skipped:
        break;
    }
    return TestStagesView::tr("skipped");
}

QString summaryOf(const std::vector<presenters::TestRow>& rows, bool testing)
{
    if (testing) {
        return TestStagesView::tr("The connection is being tested.");
    }
    const auto failed = std::ranges::find(rows, TestMark::Failed, &presenters::TestRow::mark);
    if (failed != rows.end()) {
        const QString why = failed->text.isEmpty() ? markWords(failed->mark) : failed->text;
        //: %1 is a stage of the test such as "TLS", %2 why it failed
        return TestStagesView::tr("The connection test has ended at the stage %1: %2")
            .arg(failed->name, widgets::visibleText(why));
    }
    const bool passed
        = std::ranges::any_of(rows, [](const auto& row) { return row.mark == TestMark::Passed; });
    return passed ? TestStagesView::tr("The connection test has passed.") : QString();
}

} // namespace

TestStagesView::TestStagesView(QWidget* parent)
    : QWidget(parent)
    , m_details(new QPushButton(tr("Show what the servers sa&y"), this))
{
    setObjectName(QStringLiteral("testStagesView"));
    setAccessibleName(tr("Stages of the connection test"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(2, 1);
    m_details->setObjectName(QStringLiteral("stageDetailsButton"));
    m_details->setAccessibleName(tr("Show what the servers say"));
    m_details->setCheckable(true);
    // below all lines, however many there will be
    grid->addWidget(m_details, kDetailsRow, 2, Qt::AlignLeft);
    connect(m_details, &QPushButton::toggled, this, &TestStagesView::showLines);
    hide();
}

void TestStagesView::addLine()
{
    const int row = static_cast<int>(m_lines.size());
    Line line{new QLabel(this), new QLabel(this), new widgets::WrappedLabel(this)};
    line.icon->setObjectName(QStringLiteral("stageIconLabel%1").arg(row));
    line.name->setObjectName(QStringLiteral("stageNameLabel%1").arg(row));
    line.text->setObjectName(QStringLiteral("stageTextLabel%1").arg(row));
    line.name->setTextFormat(Qt::PlainText);
    line.text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* grid = static_cast<QGridLayout*>(layout());
    grid->addWidget(line.icon, row, 0, Qt::AlignTop);
    grid->addWidget(line.name, row, 1, Qt::AlignTop);
    grid->addWidget(line.text, row, 2);
    m_lines.push_back(line);
}

void TestStagesView::showTest(const std::vector<presenters::TestRow>& rows, bool testing)
{
    showRows(rows);
    const QString now = summaryOf(rows, testing);
    if (now == summary()) {
        return;
    }
    setAccessibleDescription(now);
    if (!now.isEmpty()) {
        QAccessibleEvent alert(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
    }
}

void TestStagesView::showRows(const std::vector<presenters::TestRow>& rows)
{
    m_rows = rows;
    const bool grows = m_lines.size() < rows.size();
    while (m_lines.size() < rows.size()) {
        addLine();
    }
    // the lines are newer than the button, but assistive tools read them before it; Tab has no stop
    // at a line
    if (grows) {
        m_details->raise();
    }
    showLines();
    m_details->setVisible(
        std::ranges::any_of(rows, [](const auto& row) { return !row.details.isEmpty(); }));
    // before the first test every stage is waiting
    setVisible(std::any_of(rows.begin(), rows.end(),
                           [](const auto& row) { return row.mark != TestMark::Waiting; }));
}

void TestStagesView::showLines()
{
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const presenters::TestRow& row = m_rows[i];
        const Line& line = m_lines[i];
        line.icon->setPixmap(iconOf(row.mark).pixmap(widgets::iconSize(this)));
        line.name->setText(row.name);
        QString words = widgets::visibleText(row.text.isEmpty() ? markWords(row.mark) : row.text);
        if (m_details->isChecked() && !row.details.isEmpty()) {
            // the server's own text, on a line of its own
            words += QLatin1Char('\n') + widgets::visibleText(row.details);
        }
        line.text->setText(words);
        line.text->setAccessibleName(
            QStringLiteral("%1: %2. %3").arg(row.name, markWords(row.mark), words));
    }
}

} // namespace sandglass::ui

#include "moc_test_stages_view.cpp"
