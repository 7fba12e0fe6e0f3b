// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/mongo/field_survey.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

namespace tst_mongo_field_survey {

using namespace sandglass;
using mongo::surveyFields;

namespace {

std::vector<bson::Document> sample(std::initializer_list<const char*> texts)
{
    std::vector<bson::Document> documents;
    for (const char* text : texts) {
        documents.push_back(*bson::fromJson(text));
    }
    return documents;
}

std::vector<std::string> paths(const std::vector<ttl::FieldCandidate>& candidates)
{
    std::vector<std::string> all;
    for (const ttl::FieldCandidate& candidate : candidates) {
        all.push_back(candidate.path);
    }
    return all;
}

} // namespace

class TestFieldSurvey : public QObject
{
    Q_OBJECT

private slots:
    void fieldsWithMoreDatesComeFirst()
    {
        const auto found = surveyFields(sample({R"({"a": 1, "m": {"$date": 1}, "z": {"$date": 1}})",
                                                R"({"a": 2, "m": "x", "z": {"$date": 1}})"}));
        QCOMPARE(paths(found), (std::vector<std::string>{"z", "m", "a"}));
        QCOMPARE(found[0].dateShare, 1.0);
        QCOMPARE(found[1].dateShare, 0.5);
        QCOMPARE(found[2].dateShare, 0.0);
    }

    void sharesOfAPathSumUpToOne()
    {
        const auto found = surveyFields(sample(
            {R"({"t": {"$date": 1}})", R"({"t": {"$date": 2}})", R"({"t": "x"})", R"({"u": 1})"}));
        QCOMPARE(found[0].path, std::string("t"));
        const std::vector<std::pair<std::string, double>> wanted{
            {"date", 0.5}, {"missing", 0.25}, {"string", 0.25}};
        QCOMPARE(found[0].types, wanted);
    }

    void nestedDocumentsAndArraysOfThemAreEntered()
    {
        const auto found = surveyFields(
            sample({R"({"a": {"b": {"c": {"$date": 1}}}, "l": [{"d": {"$date": 1}}, 5]})"}));
        QCOMPARE(paths(found), (std::vector<std::string>{"a.b.c", "l.d", "l"}));
        QCOMPARE(found[1].dateShare, 1.0);
    }

    void anArrayOfDatesCountsAsDate()
    {
        const auto found = surveyFields(sample({R"({"t": ["x", {"$date": 1}]})"}));
        QCOMPARE(found[0].dateShare, 1.0);
    }

    void namesThatNoIndexCanHaveAreLeftOut()
    {
        const bson::Document odd = bson::makeDocument("_id", 1, "", 1, "$x", 1, "a.b", 1, "ok", 1);
        QCOMPARE(paths(surveyFields({odd})), std::vector<std::string>{"ok"});
    }

    void thePathsOfAHostileSampleAreLimited()
    {
        bson::Builder wide;
        for (int i = 0; i < 2'000; ++i) {
            wide.append("f" + std::to_string(i), i);
        }
        QCOMPARE(surveyFields({wide.take()}).size(), mongo::kMaxSurveyPaths);
    }

    void deepNestingEndsAtTheLimit()
    {
        bson::Document deep = bson::makeDocument("x", 1);
        for (int i = 0; i < 100; ++i) {
            deep = bson::makeDocument("d", deep);
        }
        QVERIFY(surveyFields({deep}).empty());
    }

    void anEmptySampleHasNoFields() { QVERIFY(surveyFields({}).empty()); }
};

SANDGLASS_TEST(TestFieldSurvey)
} // namespace tst_mongo_field_survey

#include "tst_mongo_field_survey.moc"
