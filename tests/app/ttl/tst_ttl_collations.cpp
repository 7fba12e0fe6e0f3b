// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/ttl/collations.h"
#include "app/ttl/types.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_ttl_collations {

using namespace sandglass;
using bson::makeDocument;

namespace {

ttl::IndexSpec index(const std::string& name, std::optional<bson::Document> collation = {})
{
    ttl::IndexSpec spec;
    spec.name = name;
    spec.listed = makeDocument("v", 2, "name", name);
    spec.collation = std::move(collation);
    return spec;
}

} // namespace

class TestCollations : public QObject
{
    Q_OBJECT

private slots:
    void whatComparesSimply()
    {
        QVERIFY(ttl::comparesSimply(std::nullopt));
        QVERIFY(ttl::comparesSimply(ttl::simpleCollation()));
        QVERIFY(!ttl::comparesSimply(makeDocument("locale", "en")));
    }

    void whereTheCollectionHasACollationTheOthersAreNamed()
    {
        const bson::Document english = makeDocument("locale", "en", "strength", 2);
        std::vector<ttl::IndexSpec> indexes{index("_id_", english), index("t_1"),
                                            index("s_1", english)};
        ttl::nameSimpleCollations(indexes);
        QVERIFY(indexes[1].collation == ttl::simpleCollation());
        QVERIFY(indexes[2].collation == english);
        // and so they are created again as they were
        const bson::Document again = ttl::listedWithCollation(indexes[1]);
        QCOMPARE(again["collation"].asDocument()["locale"].asString(), std::string_view("simple"));
        QCOMPARE(again["name"].asString(), std::string_view("t_1"));
    }

    void elsewhereNothingIsSent()
    {
        std::vector<ttl::IndexSpec> indexes{index("_id_"), index("t_1"),
                                            index("s_1", makeDocument("locale", "en"))};
        ttl::nameSimpleCollations(indexes);
        QVERIFY(!indexes[1].collation);
        QVERIFY(ttl::listedWithCollation(indexes[1]) == indexes[1].listed);
        std::vector<ttl::IndexSpec> none;
        ttl::nameSimpleCollations(none);
        QVERIFY(none.empty());
    }
};

SANDGLASS_TEST(TestCollations)
} // namespace tst_ttl_collations

#include "tst_ttl_collations.moc"
