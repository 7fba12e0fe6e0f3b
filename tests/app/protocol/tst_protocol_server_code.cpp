// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/server_code.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_protocol_server_code {

using namespace sandglass::protocol;

class ProtocolServerCodeTest : public QObject
{
    Q_OBJECT

private slots:
    void knownCodesHaveMongoDbsNames()
    {
        QCOMPARE(codeName(67), std::string("CannotCreateIndex"));
        QCOMPARE(codeName(11000), std::string("DuplicateKey"));
        QCOMPARE(codeName(22), std::string("InvalidBSON"));
        QCOMPARE(codeName(1), std::string("InternalError"));
        QCOMPARE(codeName(34), std::string("CannotBackfillArray"));
        QCOMPARE(codeName(40414), std::string("IDLFailedToParse"));
        QCOMPARE(codeName(40415), std::string("IDLUnknownField"));
    }

    void otherCodesAreLocations()
    {
        QCOMPARE(codeName(0), std::string("Location0"));
        QCOMPARE(codeName(51024), std::string("Location51024"));
        QCOMPARE(codeName(999999), std::string("Location999999"));
    }

    void aCommandErrorCarriesCodeNameAndWords()
    {
        const auto error = commandError(ServerCode::IndexNotFound, "index not found");
        QCOMPARE(error.code, sandglass::base::Errc::Server);
        QCOMPARE(error.serverCode, 27);
        QCOMPARE(error.serverCodeName, std::string("IndexNotFound"));
        QCOMPARE(error.message, std::string("index not found"));
    }
};

SANDGLASS_PLAIN_TEST(ProtocolServerCodeTest)
} // namespace tst_protocol_server_code

#include "tst_protocol_server_code.moc"
