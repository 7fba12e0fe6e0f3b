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

CapabilityFact ServerInfo::capability(Capability capability) const
{
    const CapabilityFact& found = capabilities.of(capability);
    if (found.can != Can::NotKnown) {
        return found;
    }
    const CapabilityFact said = documented(*this, capability);
    return said.can == Can::NotKnown ? found : said;
}

bool ServerInfo::hidesField(std::string_view field) const
{
    return product == Product::CosmosDb && field == "_ts";
}

} // namespace sandglass::ttl
