// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ttl/types.h"

namespace sandglass::ttl {

std::string IndexSpec::singleField() const
{
    const bson::DocumentView pattern = key.view();
    if (pattern.count() != 1) {
        return {};
    }
    return std::string(pattern.begin()->key);
}

base::Time ServerInfo::clockAt(base::Time ours) const
{
    return ours + clockOffset + (ours - clockReadAt) * (clockRate - 1);
}

bool ServerInfo::atLeast(int major, int minor) const
{
    if (versionNumbers.empty()) {
        return false;
    }
    if (versionNumbers[0] != major) {
        return versionNumbers[0] > major;
    }
    const int ownMinor = versionNumbers.size() > 1 ? versionNumbers[1] : 0;
    return ownMinor >= minor;
}

bool ServerInfo::canConvertIndexes() const
{
    switch (product) {
    case Product::Sandglass:
        return true;
    case Product::MongoDb:
        return atLeast(5, 1);
    case Product::DocumentDb:
    // FerretDB 2 uses the DocumentDB extension; of its versions, not all convert by collMod
    case Product::FerretDb:
    case Product::CosmosDb:
        return false;
    }
    return false;
}

bool ServerInfo::hidesField(std::string_view field) const
{
    return product == Product::CosmosDb && field == "_ts";
}

bool ServerInfo::canHideIndexes() const
{
    switch (product) {
    case Product::Sandglass:
    case Product::DocumentDb:
    case Product::FerretDb:
        return true;
    case Product::MongoDb:
        return atLeast(4, 4);
    case Product::CosmosDb:
        return false;
    }
    return false;
}

} // namespace sandglass::ttl
