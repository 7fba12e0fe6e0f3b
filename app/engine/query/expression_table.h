// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/query/expression_node.h"

#include <span>
#include <string_view>
#include <variant>

namespace sandglass::engine::query {

using OperatorEntry
    = std::variant<const ListOperator*, const NamedOperator*, const SpecialOperator*>;

/// The operator of that name ("$add"); nullptr when there is none.
const OperatorEntry* findOperator(std::string_view name);

/// The families; each lives in the file of its name and outlives everything.
std::span<const ListOperator> accumulationOperators();
std::span<const ListOperator> arithmeticOperators();
std::span<const ListOperator> roundingOperators();
std::span<const ListOperator> comparisonOperators();
std::span<const ListOperator> arrayOperators();
std::span<const ListOperator> setOperators();
std::span<const ListOperator> objectOperators();
std::span<const ListOperator> stringOperators();
std::span<const ListOperator> conversionListOperators();
std::span<const ListOperator> trigonometryOperators();
std::span<const ListOperator> bitOperators();
std::span<const NamedOperator> arrayNamedOperators();
std::span<const NamedOperator> stringNamedOperators();
std::span<const NamedOperator> regexNamedOperators();
std::span<const NamedOperator> conversionNamedOperators();
std::span<const NamedOperator> datePartOperators();
std::span<const NamedOperator> dateArithmeticOperators();
std::span<const NamedOperator> dateTextOperators();
std::span<const NamedOperator> datePartsOperators();
std::span<const SpecialOperator> conditionOperators();
std::span<const SpecialOperator> variableOperators();
std::span<const SpecialOperator> objectSpecialOperators();
std::span<const SpecialOperator> datePartsSpecialOperators();
std::span<const SpecialOperator> metaOperators();

} // namespace sandglass::engine::query
