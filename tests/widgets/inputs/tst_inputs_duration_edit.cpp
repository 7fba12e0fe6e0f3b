// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "widgets/inputs/duration_edit.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

namespace tst_inputs_duration_edit {

using namespace sandglass::widgets;

class TestDurationEdit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_edit.reset(); }
    void showsAValueInItsNaturalUnit();
    void typedUnitsMoveIntoTheUnitBox();
    void changingTheUnitChangesTheMeaning();
    void showsEachValidValueOnce();
    void saysWhatIsWrong();
    void theRangeCanBeNarrowed();
    void everyControlHasANameForScreenReaders();

private:
    QLineEdit* value() const { return m_edit->findChild<QLineEdit*>(QStringLiteral("valueEdit")); }
    QComboBox* unit() const
    {
        return m_edit->findChild<QComboBox*>(QStringLiteral("unitComboBox"));
    }

    std::unique_ptr<DurationEdit> m_edit;
};

void TestDurationEdit::init()
{
    m_edit = std::make_unique<DurationEdit>();
    m_edit->show();
}

void TestDurationEdit::showsAValueInItsNaturalUnit()
{
    m_edit->setSeconds(7'776'000);
    QCOMPARE(value()->text(), QStringLiteral("90"));
    QCOMPARE(unit()->currentIndex(), static_cast<int>(DurationUnit::Days));
    const auto* seconds = m_edit->findChild<QLabel*>(QStringLiteral("secondsLabel"));
    QString digits = seconds->text();
    digits.remove(u',');
    QVERIFY(digits.contains(QStringLiteral("7776000")));
}

void TestDurationEdit::typedUnitsMoveIntoTheUnitBox()
{
    QTest::keyClicks(value(), QStringLiteral("1h30m"));
    QCOMPARE(m_edit->seconds(), std::optional<qint64>(5400));
    QTest::keyClick(value(), Qt::Key_Return);
    QCOMPARE(value()->text(), QStringLiteral("90"));
    QCOMPARE(unit()->currentIndex(), static_cast<int>(DurationUnit::Minutes));
}

void TestDurationEdit::changingTheUnitChangesTheMeaning()
{
    m_edit->setSeconds(7'776'000);
    unit()->setFocus();
    QTest::keyClick(unit(), Qt::Key_Up);
    QCOMPARE(unit()->currentIndex(), static_cast<int>(DurationUnit::Hours));
    QCOMPARE(m_edit->seconds(), std::optional<qint64>(90 * 3600));
}

void TestDurationEdit::showsEachValidValueOnce()
{
    const QSignalSpy changes(m_edit.get(), &DurationEdit::secondsChanged);
    m_edit->setSeconds(60);
    m_edit->setSeconds(60);
    value()->setText(QStringLiteral("x"));
    value()->setText(QStringLiteral("1"));
    QCOMPARE(changes.size(), 1);
    value()->setText(QStringLiteral("2"));
    QCOMPARE(changes.size(), 2);
}

void TestDurationEdit::saysWhatIsWrong()
{
    const QSignalSpy problems(m_edit.get(), &DurationEdit::problemChanged);
    value()->setText(QStringLiteral("soon"));
    QCOMPARE(m_edit->problem(), DurationProblem::NotADuration);
    QVERIFY(!m_edit->seconds());
    QVERIFY(!m_edit->problemText().isEmpty());
    QCOMPARE(problems.size(), 1);
}

void TestDurationEdit::theRangeCanBeNarrowed()
{
    m_edit->setSeconds(90);
    m_edit->setRange({60, 80});
    QCOMPARE(m_edit->problem(), DurationProblem::TooLarge);
    m_edit->setSeconds(59);
    QCOMPARE(m_edit->problem(), DurationProblem::TooSmall);
}

void TestDurationEdit::everyControlHasANameForScreenReaders()
{
    m_edit->setLabel(QStringLiteral("Expire after"));
    QCOMPARE(value()->accessibleName(), QStringLiteral("Expire after"));
    QVERIFY(unit()->accessibleName().startsWith(QStringLiteral("Expire after")));
}

SANDGLASS_GUI_TEST(TestDurationEdit)
} // namespace tst_inputs_duration_edit

#include "tst_inputs_duration_edit.moc"
