// SPDX-License-Identifier: GPL-3.0-or-later
// What the form of a new TTL index says about the field that is typed.
#include "app/presenters/indexes/create_index_presenter.h"
#include "tests/support/test_program.h"
#include "tests/ui/widget_access.h"
#include "ui/indexes/ttl_index_form.h"
#include "widgets/inputs/verdict_label.h"

#include <QLineEdit>

namespace tst_ui_ttl_index_form {

using namespace sandglass;
using namespace Qt::StringLiterals;
using tests::need;
using widgets::Tone;

class TestTtlIndexForm : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFieldWithDatesIsPraised();
    void aFieldWithoutDatesIsWarnedOf();
    void aMistakeComesBeforeTheWarning();
    void whereNoDateCountsNoneIsMissed();
    void aFieldOutsideTheSampleHasNoNote();

private:
    /// What a sample of two fields has found.
    static presenters::CreateIndexState sampled()
    {
        presenters::CreateIndexState state;
        state.phase = presenters::EditPhase::Ready;
        state.candidates.push_back({u"made"_s, u"date 100.0 %"_s, 1.0, {}});
        state.candidates.push_back({u"topic"_s, u"string 100.0 %"_s, 0.0, u"No dates."_s});
        return state;
    }
    /// Shows the state after the field was typed.
    static const widgets::VerdictLabel* verdict(ui::TtlIndexForm& form, const QString& field,
                                                const presenters::CreateIndexState& state)
    {
        need<QLineEdit>(&form, u"fieldEdit"_s)->setText(field);
        form.setState(state);
        return need<widgets::VerdictLabel>(&form, u"fieldVerdict"_s);
    }
};

void TestTtlIndexForm::aFieldWithDatesIsPraised()
{
    ui::TtlIndexForm form({});
    const auto* label = verdict(form, u"made"_s, sampled());
    QCOMPARE(label->tone(), Tone::Ok);
    QCOMPARE(label->text(), u"date 100.0 %"_s);
}

// It had the green tick, and "date 0.0 %" beside it.
void TestTtlIndexForm::aFieldWithoutDatesIsWarnedOf()
{
    ui::TtlIndexForm form({});
    const auto* label = verdict(form, u"topic"_s, sampled());
    QCOMPARE(label->tone(), Tone::Warning);
    QCOMPARE(label->text(), u"No dates."_s);
    QCOMPARE(need<QLineEdit>(&form, u"fieldEdit"_s)->accessibleDescription(), label->text());
    verdict(form, u"made"_s, sampled());
    QCOMPARE(label->tone(), Tone::Ok);
}

void TestTtlIndexForm::aMistakeComesBeforeTheWarning()
{
    ui::TtlIndexForm form({});
    presenters::CreateIndexState state = sampled();
    state.verdicts.push_back(
        {ttl::DraftField::Field, ttl::DraftRule::FieldAlreadyTtl, u"There is one."_s, {}, true});
    const auto* label = verdict(form, u"topic"_s, state);
    QCOMPARE(label->tone(), Tone::Error);
    QCOMPARE(label->text(), u"There is one."_s);
}

// Cosmos DB counts from the last change of a document.
void TestTtlIndexForm::whereNoDateCountsNoneIsMissed()
{
    ui::TtlIndexForm form({});
    presenters::CreateIndexState state = sampled();
    state.storedDateAvailable = false;
    QCOMPARE(verdict(form, u"topic"_s, state)->tone(), Tone::Ok);
}

void TestTtlIndexForm::aFieldOutsideTheSampleHasNoNote()
{
    ui::TtlIndexForm form({});
    QVERIFY(verdict(form, u"other"_s, sampled())->text().isEmpty());
}

SANDGLASS_GUI_TEST(TestTtlIndexForm)
} // namespace tst_ui_ttl_index_form

#include "tst_ui_ttl_index_form.moc"
