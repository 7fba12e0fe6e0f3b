// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/base/result.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <array>
#include <set>
#include <string>

namespace tst_base_error {

using sandglass::Errc;
using sandglass::Error;
using sandglass::Result;
using sandglass::base::LocalReason;

namespace {

Result<int> half(int number)
{
    if (number % 2 != 0) {
        return sandglass::base::failure(Errc::InvalidInput, "The number is odd.");
    }
    return number / 2;
}

} // namespace

class BaseErrorTest : public QObject
{
    Q_OBJECT

private slots:
    void everyCodeHasANameOfItsOwn()
    {
        std::set<std::string_view> names;
        constexpr int kCount = static_cast<int>(Errc::Internal) + 1;
        for (int code = 0; code < kCount; ++code) {
            names.insert(sandglass::base::name(static_cast<Errc>(code)));
        }
        QCOMPARE(names.size(), std::size_t{kCount});
        QVERIFY(!names.contains("Unknown"));
    }

    void everyReasonHasANameByWhichItIsFound()
    {
        std::set<std::string_view> names;
        constexpr int kLast = static_cast<int>(LocalReason::LocalEngineOnly);
        for (int each = 1; each <= kLast; ++each) {
            const auto reason = static_cast<LocalReason>(each);
            const std::string_view written = sandglass::base::name(reason);
            QVERIFY(!written.empty());
            QCOMPARE(sandglass::base::localReasonFrom(written), reason);
            names.insert(written);
        }
        QCOMPARE(names.size(), std::size_t{kLast});
        QVERIFY(sandglass::base::name(LocalReason::None).empty());
        QCOMPARE(sandglass::base::localReasonFrom("OfALaterVersion"), LocalReason::None);
        QCOMPARE(sandglass::base::name(LocalReason::PurgeActive), std::string_view("PurgeActive"));
        QCOMPARE(sandglass::base::name(LocalReason::FieldHidden), std::string_view("FieldHidden"));
    }

    void aReasonStaysWithItsError()
    {
        QCOMPARE(sandglass::base::failure(Errc::Conflict, "No.").reason, LocalReason::None);
        const Result<int> refused = sandglass::base::failure(Errc::Conflict, "No.")
                                        .because(LocalReason::PurgeActive)
                                        .during("starting");
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, Errc::Conflict);
        QCOMPARE(refused.error().reason, LocalReason::PurgeActive);
        QCOMPARE(refused.error().message, std::string("starting: No."));
    }

    void whatWasBeingDoneStandsBeforeTheWords()
    {
        Error error = sandglass::base::failure(Errc::Network, "No route.");
        const Error whole = std::move(error).during("listing indexes of a.b");
        QCOMPARE(whole.message, std::string("listing indexes of a.b: No route."));
        QCOMPARE(whole.code, Errc::Network);
    }

    void aServerErrorKeepsCodeAndName()
    {
        const Error error = sandglass::base::serverError(67, "CannotCreateIndex", "No.");
        QCOMPARE(error.code, Errc::Server);
        QCOMPARE(error.serverCode, 67);
        QCOMPARE(error.serverCodeName, std::string("CannotCreateIndex"));
    }

    void aResultIsAValueOrAnError()
    {
        const Result<int> good = half(8);
        QVERIFY(good.has_value());
        QCOMPARE(*good, 4);
        const Result<int> bad = half(7);
        QVERIFY(!bad.has_value());
        QCOMPARE(bad.error().code, Errc::InvalidInput);
    }
};

SANDGLASS_PLAIN_TEST(BaseErrorTest)
} // namespace tst_base_error

#include "tst_base_error.moc"
