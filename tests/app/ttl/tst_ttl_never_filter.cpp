// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/engine/query/filter.h"
#include "app/ttl/never_filter.h"
#include "tests/support/random_documents.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_ttl_never_filter {

using namespace sandglass;
using engine::query::EvaluationContext;
using engine::query::Filter;
using ttl::NeverReason;

namespace {

const std::optional<bson::Document> kOpen = bson::makeDocument("z", 3);

bool matches(const bson::Document& filter, const bson::Document& document)
{
    const auto parsed = Filter::parse(filter.view(), EvaluationContext{});
    return parsed && parsed->matchesWithoutError(document);
}

/// Why the rule leaves a document alone; nullopt: it does not.
std::optional<NeverReason> reasonOf(const std::string& field,
                                    const std::optional<bson::Document>& partial,
                                    const bson::Document& document)
{
    if (partial && !matches(*partial, document)) {
        return NeverReason::OutsideFilter;
    }
    return ttl::judge({field, 0, true, {}}, document).never;
}

} // namespace

/// The filters select what the expiry rule says, on random documents.
class TestNeverFilter : public QObject
{
    Q_OBJECT

private slots:
    void aReasonSelectsItsDocuments_data()
    {
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<bool>("partial");
        for (const char* field : {"t", "a", "a.t", "a.1.t", "a.0"}) {
            QTest::addRow("%s", field) << QByteArray(field) << false;
            QTest::addRow("%s, partial", field) << QByteArray(field) << true;
        }
    }

    void aReasonSelectsItsDocuments()
    {
        QFETCH(QByteArray, field);
        QFETCH(bool, partial);
        const std::string path = field.toStdString();
        const std::optional<bson::Document> inside = partial ? kOpen : std::nullopt;
        tests::RandomDocuments documents(tests::testSeed(), {bson::Date{1'000}});
        for (int i = 0; i < 1'000; ++i) {
            const bson::Document document = documents.next();
            const std::optional<NeverReason> never = reasonOf(path, inside, document);
            QCOMPARE(matches(ttl::neverFilter(path, inside, {}), document), never.has_value());
            for (const NeverReason reason :
                 {NeverReason::NoField, NeverReason::NotADate, NeverReason::OutsideFilter}) {
                QCOMPARE(matches(ttl::neverFilter(path, inside, reason), document),
                         never == reason);
            }
        }
    }

    void byAnUnusableRuleEveryDocumentNeverExpires()
    {
        QVERIFY(ttl::neverFilter("t", {}, NeverReason::InvalidRule).empty());
    }
};

SANDGLASS_PLAIN_TEST(TestNeverFilter)
} // namespace tst_ttl_never_filter

#include "tst_ttl_never_filter.moc"
