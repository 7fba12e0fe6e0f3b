// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/indexes/index_table_model.h"

#include "app/presenters/explorer/node_actions.h"
#include "app/presenters/words/words.h"
#include "app/protocol/names.h"
#include "app/ttl/rule.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

using ttl::IndexSpec;

QString expiryCell(const IndexSpec& index)
{
    if (index.expiryValueInvalid) {
        return IndexTableModel::tr("unusable value");
    }
    if (index.isTtl() && !ttl::hasExpiringKey(index)) {
        return IndexTableModel::tr("unusable kind of index");
    }
    return index.expireAfterSeconds ? ruleWords(*index.expireAfterSeconds) : u"–"_s;
}

QString propertiesCell(const IndexSpec& index)
{
    QStringList properties;
    if (index.hidden) {
        properties << IndexTableModel::tr("hidden");
    }
    if (index.partialFilter) {
        properties << IndexTableModel::tr("partial");
    }
    if (index.unique) {
        properties << IndexTableModel::tr("unique");
    }
    if (index.sparse) {
        properties << IndexTableModel::tr("sparse");
    }
    return properties.join(u", "_s);
}

constexpr std::array<RowColumn<IndexSpec>, 7> kIndexColumns{{
    {.header = [] { return IndexTableModel::tr("Name"); },
     .text = [](const IndexSpec& index, const TableClock&) { return text(index.name); }},
    {.header = [] { return IndexTableModel::tr("Key"); },
     .text = [](const IndexSpec& index, const TableClock&) { return keyText(index.key); }},
    {.header = [] { return IndexTableModel::tr("Expires"); },
     .text = [](const IndexSpec& index, const TableClock&) { return expiryCell(index); },
     .number = [](const IndexSpec& index) { return sortNumber(index.expireAfterSeconds); }},
    {.header = [] { return IndexTableModel::tr("Properties"); },
     .text = [](const IndexSpec& index, const TableClock&) { return propertiesCell(index); }},
    {.header = [] { return IndexTableModel::tr("Size"); },
     .text = [](const IndexSpec& index,
                const TableClock&) { return index.bytes ? bytesText(*index.bytes) : u"–"_s; },
     .number = [](const IndexSpec& index) { return sortNumber(index.bytes); },
     .rightAligned = true},
    {.header = [] { return IndexTableModel::tr("Uses by queries"); },
     .text = [](const IndexSpec& index,
                const TableClock&) { return index.uses ? countText(*index.uses) : u"–"_s; },
     .headerToolTip =
         [] {
             return IndexTableModel::tr(
                 "As counted by the server. The queries of Sandglass itself are "
                 "left out as far as they are known.");
         },
     .number = [](const IndexSpec& index) { return sortNumber(index.uses); },
     .rightAligned = true},
    {.header = [] { return IndexTableModel::tr("State"); },
     .text =
         [](const IndexSpec& index, const TableClock&) {
             return index.building ? IndexTableModel::tr("being built")
                                   : IndexTableModel::tr("ready");
         }},
}};

} // namespace

IndexTableModel::IndexTableModel(QObject* parent)
    : RowsModel(kIndexColumns, parent)
{
}

void IndexTableModel::setIndexes(protocol::Namespace ns, std::vector<IndexSpec> indexes)
{
    if (ns != m_ns) {
        m_ns = std::move(ns);
        resetRows(std::move(indexes));
        return;
    }
    replaceRows(std::move(indexes), &IndexSpec::name);
}

int IndexTableModel::rowOf(const std::string& name) const
{
    const auto found = std::ranges::find(rows(), name, &IndexSpec::name);
    return found == rows().end() ? -1 : static_cast<int>(std::distance(rows().begin(), found));
}

QVariant IndexTableModel::special(const IndexSpec& index, int /*column*/, int role) const
{
    switch (role) {
    case IndexRefRole:
        return QVariant::fromValue(ttl::IndexRef{m_ns, index.name});
    case IsTtlRole:
        return index.isTtl();
    case HiddenRole:
        return index.hidden;
    case CanConvertRole:
        return canConvert(index);
    case CanDropRole:
        return !index.isIdIndex();
    case InvalidRole:
        return index.isTtl() && !ttl::expiryRuleOf(index).valid;
    default:
        return {};
    }
}

} // namespace sandglass::presenters

#include "moc_index_table_model.cpp"
