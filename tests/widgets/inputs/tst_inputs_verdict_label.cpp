// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/inputs/verdict_label.h"

#include <QLabel>
#include <QLineEdit>
#include <QTest>

namespace tst_inputs_verdict_label {

using namespace sandglass::widgets;

class TestVerdictLabel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesNoRoomWithoutAVerdict();
    void theFieldIsDescribedByTheVerdict();
    void serverTextIsShownAsItIs();
    void aLongNameDoesNotMakeTheFormAsWide();
};

void TestVerdictLabel::takesNoRoomWithoutAVerdict()
{
    QWidget page;
    VerdictLabel label(&page);
    QVERIFY(label.isHidden());
    label.setVerdict(Tone::Error, QStringLiteral("No"));
    QVERIFY(!label.isHidden());
    label.setVerdict(Tone::Ok, QString());
    QVERIFY(label.isHidden());
}

void TestVerdictLabel::theFieldIsDescribedByTheVerdict()
{
    QWidget page;
    QLineEdit field(&page);
    VerdictLabel label(&page);
    label.setField(&field);
    label.setVerdict(Tone::Warning, QStringLiteral("Strings never expire."));
    QCOMPARE(field.accessibleDescription(), QStringLiteral("Strings never expire."));
    QCOMPARE(label.tone(), Tone::Warning);
}

void TestVerdictLabel::serverTextIsShownAsItIs()
{
    VerdictLabel label;
    label.setVerdict(Tone::Error, QStringLiteral("<b>x</b>\u200B"));
    const auto* text = label.findChild<QLabel*>(QStringLiteral("verdictTextLabel"));
    QCOMPARE(text->textFormat(), Qt::PlainText);
    QCOMPARE(text->text(), QStringLiteral("<b>x</b>\u2039U+200B\u203A"));
}

void TestVerdictLabel::aLongNameDoesNotMakeTheFormAsWide()
{
    VerdictLabel label;
    label.setVerdict(Tone::Error,
                     QStringLiteral("There is no field %1.").arg(QString(10'000, u'x')));
    QVERIFY2(label.minimumSizeHint().width() < 1'000,
             qPrintable(QString::number(label.minimumSizeHint().width())));
}

SANDGLASS_GUI_TEST(TestVerdictLabel)
} // namespace tst_inputs_verdict_label

#include "tst_inputs_verdict_label.moc"
