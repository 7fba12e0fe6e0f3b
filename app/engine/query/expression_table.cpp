// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/query/expression_table.h"

#include <unordered_map>

namespace sandglass::engine::query {

namespace {

// Built once; every expression that is parsed looks up its operators here.
using Table = std::unordered_map<std::string_view, OperatorEntry>;

template <typename T>
void addFamily(Table& table, std::span<const T> family)
{
    for (const T& entry : family) {
        table.emplace(entry.name, &entry);
    }
}

Table buildTable()
{
    Table table;
    for (const auto family : {accumulationOperators(), arithmeticOperators(), roundingOperators(),
                              comparisonOperators(), arrayOperators(), setOperators(),
                              objectOperators(), stringOperators(), conversionListOperators(),
                              trigonometryOperators(), bitOperators(), hashOperators()}) {
        addFamily(table, family);
    }
    for (const auto family :
         {arrayNamedOperators(), stringNamedOperators(), regexNamedOperators(),
          conversionNamedOperators(), datePartOperators(), dateArithmeticOperators(),
          dateTextOperators(), datePartsOperators()}) {
        addFamily(table, family);
    }
    for (const auto family :
         {arithmeticSpecialOperators(), conditionOperators(), variableOperators(),
          objectSpecialOperators(), datePartsSpecialOperators(), percentileOperators(),
          metaOperators()}) {
        addFamily(table, family);
    }
    return table;
}

} // namespace

const OperatorEntry* findOperator(std::string_view name)
{
    static const Table table = buildTable();
    const auto found = table.find(name);
    return found == table.end() ? nullptr : &found->second;
}

} // namespace sandglass::engine::query
