// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/wire/crc32c.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <string_view>
#include <vector>

namespace tst_wire_crc32c {

using sandglass::engine::wire::crc32c;

class WireCrc32cTest : public QObject
{
    Q_OBJECT

private slots:
    void sumsAreThoseOfRfc3720()
    {
        const std::string_view digits = "123456789";
        QCOMPARE(crc32c(std::vector<std::uint8_t>(digits.begin(), digits.end())), 0xe3069283U);
        QCOMPARE(crc32c(std::vector<std::uint8_t>(32, 0)), 0x8a9136aaU);
        QCOMPARE(crc32c(std::vector<std::uint8_t>(32, 0xff)), 0x62a8ab43U);
        QCOMPARE(crc32c({}), 0U);
    }
};

SANDGLASS_PLAIN_TEST(WireCrc32cTest)
} // namespace tst_wire_crc32c

#include "tst_wire_crc32c.moc"
