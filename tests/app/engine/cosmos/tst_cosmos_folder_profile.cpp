// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/cosmos/folder_profile.h"
#include "tests/support/engine_data.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

namespace tst_cosmos_folder_profile {

using namespace sandglass;
using namespace sandglass::tests;

namespace {

Result<std::string> take(EngineData& data, const std::string& asked)
{
    return engine::cosmos::takeFolderProfile(*data.store, data.catalog->databases(), asked);
}

} // namespace

class TestFolderProfile : public QObject
{
    Q_OBJECT

private slots:
    void aNewFolderIsMongoDbs()
    {
        EngineData data;
        QCOMPARE(need(take(data, "")), std::string("mongodb"));
    }

    void aFolderKeepsTheProfileOfItsFirstData()
    {
        EngineData data;
        QCOMPARE(need(take(data, "cosmos")), std::string("cosmos"));
        data.insert("c", {R"({"_id":1})"});
        QCOMPARE(need(take(data, "")), std::string("cosmos"));
        QCOMPARE(need(take(data, "cosmos")), std::string("cosmos"));
    }

    void dataAreNotUsedUnderAnotherProfile()
    {
        EngineData data;
        data.insert("c", {R"({"_id":1})"});
        const auto taken = take(data, "cosmos");
        QVERIFY(!taken);
        QVERIFY(taken.error().code == Errc::InvalidInput);
        QCOMPARE(need(take(data, "mongodb")), std::string("mongodb"));
    }

    void anEmptyFolderMayChange()
    {
        EngineData data;
        need(take(data, "cosmos"));
        QCOMPARE(need(take(data, "mongodb")), std::string("mongodb"));
        QCOMPARE(need(take(data, "")), std::string("mongodb"));
    }
};

SANDGLASS_TEST(TestFolderProfile)
} // namespace tst_cosmos_folder_profile

#include "tst_cosmos_folder_profile.moc"
