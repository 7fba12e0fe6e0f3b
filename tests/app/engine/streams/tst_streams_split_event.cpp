// SPDX-License-Identifier: GPL-3.0-or-later
// Events that are too large for a client, in fragments.
#include "app/bson/builder.h"
#include "app/engine/streams/split_event.h"
#include "tests/support/engine_data.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tst_streams_split_event {

using namespace sandglass;
using namespace sandglass::engine;
using namespace sandglass::engine::streams;
using sandglass::tests::need;

namespace {

constexpr std::size_t kLargest = 500;

/// Documents of a test, one after the other.
class Documents final : public query::DocumentSource
{
public:
    explicit Documents(std::vector<bson::Document> documents)
        : m_documents(std::move(documents))
    {
    }
    Result<std::optional<bson::Document>> next() override
    {
        return m_next < m_documents.size() ? std::optional(m_documents[m_next++]) : std::nullopt;
    }

private:
    std::vector<bson::Document> m_documents;
    std::size_t m_next = 0;
};

/// An event of that entry with fields of these sizes: "a" has the first one.
bson::Document eventOf(std::uint64_t entry, const std::vector<std::size_t>& sizes)
{
    bson::Builder event;
    event.append("_id", ResumeToken{entry, ResumeToken::Part::Event}.document());
    std::string name = "a";
    for (const std::size_t size : sizes) {
        event.append(name, std::string(size, 'x'));
        ++name.front();
    }
    return event.take();
}

ResumeToken fragmentOf(std::uint64_t entry, std::uint32_t number)
{
    return {entry, ResumeToken::Part::Fragment, number};
}

/// The names of the fields of each document, with the fragment: "1/2:ab 2/2:c". A code ends it.
QString split(std::vector<bson::Document> events, const std::optional<ResumeToken>& after = {})
{
    const auto source
        = splitLargeEvents(std::make_unique<Documents>(std::move(events)), after, kLargest);
    QStringList shown;
    while (true) {
        const auto document = source->next();
        if (!document) {
            return (shown << QString::number(document.error().serverCode)).join(QChar(u' '));
        }
        if (!*document) {
            return shown.join(QChar(u' '));
        }
        QString text;
        for (const bson::Element& field : (*document)->view()) {
            const auto key = QString::fromStdString(std::string(field.key));
            if (key == QStringLiteral("splitEvent")) {
                text += QStringLiteral("%1/%2:")
                            .arg(field.value.asDocument()["fragment"].asInt32())
                            .arg(field.value.asDocument()["of"].asInt32());
            } else if (key != QStringLiteral("_id")) {
                text += key;
            }
        }
        shown << text;
    }
}

} // namespace

class StreamsSplitEventTest : public QObject
{
    Q_OBJECT

private slots:
    void smallEventsStayAsTheyAre()
    {
        QCOMPARE(split({eventOf(1, {10, 20}), eventOf(2, {})}), QStringLiteral("ab "));
    }

    void smallFieldsShareAFragment()
    {
        QCOMPARE(split({eventOf(1, {300, 5, 200, 10}), eventOf(2, {1})}),
                 QStringLiteral("1/2:bdc 2/2:a a"));
        QCOMPARE(split({eventOf(1, {300, 300, 300})}), QStringLiteral("1/3:a 2/3:b 3/3:c"));
    }

    void everyFragmentFitsAndHasItsToken()
    {
        const auto source = splitLargeEvents(
            std::make_unique<Documents>(std::vector{eventOf(7, {300, 200, 150, 100, 50})}), {},
            kLargest);
        std::uint32_t number = 0;
        for (auto fragment = need(source->next()); fragment; fragment = need(source->next())) {
            QVERIFY(fragment->view().size() <= kLargest);
            const ResumeToken token = need(ResumeToken::parse((*fragment)["_id"]));
            QVERIFY(token == fragmentOf(7, number));
            ++number;
        }
        QCOMPARE(number, 3U);
    }

    void tokensSortAsTheirTexts()
    {
        const std::vector<ResumeToken> tokens{{6, ResumeToken::Part::Moment},
                                              fragmentOf(7, 0),
                                              fragmentOf(7, 10),
                                              {7, ResumeToken::Part::Event},
                                              {7, ResumeToken::Part::Invalidate},
                                              {7, ResumeToken::Part::Moment}};
        for (std::size_t i = 1; i < tokens.size(); ++i) {
            const bson::Document left = tokens[i - 1].document();
            const bson::Document right = tokens[i].document();
            QVERIFY(tokens[i - 1] < tokens[i]);
            QVERIFY(left["_data"].asString() < right["_data"].asString());
            QVERIFY(need(ResumeToken::parse(bson::Value::document(right))) == tokens[i]);
        }
    }

    void halfATokenIsRefused()
    {
        const std::string whole(fragmentOf(7, 1).document()["_data"].asString());
        for (const std::string& text : {whole.substr(0, 20), whole + "0", whole.substr(0, 27)}) {
            const bson::Document token = bson::makeDocument("_data", text);
            const auto parsed = ResumeToken::parse(bson::Value::document(token));
            QVERIFY(!parsed);
            QCOMPARE(parsed.error().serverCode, 9);
        }
    }

    void aStreamGoesOnBehindAFragment()
    {
        const auto events = [] {
            return std::vector{eventOf(7, {300, 300, 300}), eventOf(8, {1})};
        };
        QCOMPARE(split(events(), fragmentOf(7, 0)), QStringLiteral("2/3:b 3/3:c a"));
        QCOMPARE(split(events(), fragmentOf(7, 1)), QStringLiteral("3/3:c a"));
        QCOMPARE(split(events(), fragmentOf(7, 2)), QStringLiteral("a"));
        // the event itself is not in the stream any more
        QCOMPARE(split(events(), fragmentOf(6, 2)), QStringLiteral("1/3:a 2/3:b 3/3:c a"));
    }

    void anotherSplitThanBeforeIsRefused()
    {
        QCOMPARE(split({eventOf(7, {300, 300})}, fragmentOf(7, 2)), QStringLiteral("280"));
        QCOMPARE(split({eventOf(7, {10})}, fragmentOf(7, 0)), QStringLiteral("280"));
    }

    void whatCannotBeSplitIsRefused()
    {
        QCOMPARE(split({eventOf(1, {600})}), QStringLiteral("7182500"));
        const bson::Document only = bson::makeDocument(
            "_id",
            bson::makeDocument("_data",
                               ResumeToken{1, ResumeToken::Part::Event}.document()["_data"], "more",
                               std::string(600, 'x')));
        QCOMPARE(split({only}), QStringLiteral("7182502"));
    }

    // the cursor then says that the pipeline has taken the token away
    void anEventWithoutATokenPasses()
    {
        const bson::Document bare = bson::makeDocument("a", std::string(600, 'x'));
        QCOMPARE(split({bare}), QStringLiteral("a"));
    }
};

SANDGLASS_TEST(StreamsSplitEventTest)
} // namespace tst_streams_split_event

#include "tst_streams_split_event.moc"
