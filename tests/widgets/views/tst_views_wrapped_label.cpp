// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/views/wrapped_label.h"

#include <QTest>
#include <QVBoxLayout>

namespace tst_views_wrapped_label {

using namespace sandglass::widgets;

class TestWrappedLabel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsAllItsLinesWhereRoomIsShort();
    void aLongerTextGetsItsLines();
    void needsNoRoomWhileEmpty();
    void aLongWordMakesNoWindowWider();
};

namespace {

/// Asks for more height than the window has, as tables do.
class Greedy : public QWidget
{
public:
    QSize sizeHint() const override { return {100, 1'000}; }
};

} // namespace

void TestWrappedLabel::keepsAllItsLinesWhereRoomIsShort()
{
    QWidget window;
    auto* label = new WrappedLabel;
    label->setText(
        QStringLiteral("several words that need more lines than one in a narrow window"));
    auto* column = new QVBoxLayout(&window);
    column->addWidget(label);
    column->addWidget(new Greedy, 1);
    window.resize(140, 220);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QTRY_VERIFY(label->height() >= label->heightForWidth(label->width()));
    QVERIFY(label->height() > 2 * label->fontMetrics().height());
}

// As a note that comes and grows while something is counted.
void TestWrappedLabel::aLongerTextGetsItsLines()
{
    QWidget window;
    auto* label = new WrappedLabel;
    auto* below = new QWidget;
    auto* column = new QVBoxLayout(&window);
    column->addWidget(new Greedy, 1);
    column->addWidget(label);
    column->addWidget(below);
    label->hide();
    window.resize(200, 220);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    for (const int words : {1, 12, 30, 2}) {
        label->setText(QStringLiteral("counted ").repeated(words).trimmed());
        label->show();
        QTRY_VERIFY(qAbs(label->height() - label->heightForWidth(label->width())) <= 1);
        QTRY_VERIFY(label->geometry().bottom() < below->geometry().top());
    }
}

void TestWrappedLabel::needsNoRoomWhileEmpty()
{
    WrappedLabel label;
    label.resize(40, 200);
    label.show();
    QVERIFY(label.minimumSizeHint().height() <= label.fontMetrics().height());
}

void TestWrappedLabel::aLongWordMakesNoWindowWider()
{
    QWidget window;
    auto* label = new WrappedLabel;
    (new QVBoxLayout(&window))->addWidget(label);
    label->setText(QString(10'000, u'x'));
    window.resize(400, 200);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QVERIFY2(window.minimumSizeHint().width() < 1'000,
             qPrintable(QString::number(window.minimumSizeHint().width())));
}

SANDGLASS_GUI_TEST(TestWrappedLabel)
} // namespace tst_views_wrapped_label

#include "tst_views_wrapped_label.moc"
