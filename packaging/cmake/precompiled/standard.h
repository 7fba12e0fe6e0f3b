// SPDX-License-Identifier: GPL-3.0-or-later
// Read once for all libraries that know no Qt. Sources include what they use all the same: clang-tidy and the preset
// "tidy" read them without this file.
#pragma once

#include <tl/expected.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>
