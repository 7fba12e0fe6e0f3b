// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace sandglass::engine::query {

/// A value while an expression is evaluated: it borrows bytes of the document or of a constant
/// where it can, keeps numbers, dates and ids in place, and owns bytes otherwise. A borrowed one is
/// valid while its lender is.
class Operand
{
public:
    /// Missing.
    Operand() = default;
    /// Owns `value`.
    explicit Operand(bson::Value value)
        : m_storage(Storage::Owned)
        , m_owned(std::move(value))
    {
    }

    static Operand borrow(bson::ValueView view)
    {
        Operand operand;
        operand.m_type = view.type();
        operand.m_borrowed = view.raw();
        return operand;
    }
    /// Stands for an argument that was not given at all; reads as Missing.
    static Operand absent()
    {
        Operand operand;
        operand.m_storage = Storage::Absent;
        return operand;
    }
    static Operand null()
    {
        Operand operand;
        operand.m_type = bson::Type::Null;
        return operand;
    }
    static Operand of(bool value) { return inPlace(bson::Type::Bool, std::uint8_t(value ? 1 : 0)); }
    static Operand of(std::int32_t value) { return inPlace(bson::Type::Int32, value); }
    static Operand of(std::int64_t value) { return inPlace(bson::Type::Int64, value); }
    static Operand of(double value) { return inPlace(bson::Type::Double, value); }
    static Operand of(bson::Date value) { return inPlace(bson::Type::Date, value.millis); }
    static Operand of(bson::Decimal128 value) { return inPlace(bson::Type::Decimal128, value); }
    static Operand of(const bson::ObjectId& value)
    {
        return inPlace(bson::Type::ObjectId, value.bytes);
    }
    static Operand of(std::string_view text) { return Operand(bson::Value::of(text)); }
    static Operand document(bson::DocumentView document)
    {
        return Operand(bson::Value::document(document));
    }
    /// `elements`: a document whose keys are "0", "1", …
    static Operand array(bson::DocumentView elements)
    {
        return Operand(bson::Value::array(elements));
    }

    bson::ValueView view() const
    {
        switch (m_storage) {
        case Storage::Owned:
            return m_owned.view();
        case Storage::InPlace:
            return {m_type, bson::Bytes(m_inPlace).first(m_size)};
        case Storage::Borrowed:
        case Storage::Absent:
            break;
        }
        return {m_type, m_borrowed};
    }
    bool isAbsent() const { return m_storage == Storage::Absent; }
    /// True when the bytes are somebody else's (values without bytes count as own).
    bool isBorrowed() const { return m_storage == Storage::Borrowed && !m_borrowed.empty(); }
    /// True when the bytes die with this operand.
    bool ownsBytes() const { return m_storage == Storage::Owned || m_storage == Storage::InPlace; }
    /// The same value with its own bytes.
    Operand detached() && { return isBorrowed() ? Operand(bson::Value(view())) : std::move(*this); }
    bson::Value toValue() &&
    {
        return m_storage == Storage::Owned ? std::move(m_owned) : bson::Value(view());
    }

private:
    enum class Storage : std::uint8_t { Borrowed, InPlace, Owned, Absent };

    template <typename T>
    static Operand inPlace(bson::Type type, const T& payload)
    {
        static_assert(sizeof(T) <= sizeof(Operand::m_inPlace));
        Operand operand;
        operand.m_type = type;
        operand.m_storage = Storage::InPlace;
        operand.m_size = sizeof(T);
        std::memcpy(operand.m_inPlace.data(), &payload, sizeof(T));
        return operand;
    }

    bson::Type m_type = bson::Type::Missing;
    Storage m_storage = Storage::Borrowed;
    std::uint8_t m_size = 0;
    std::array<std::uint8_t, 16> m_inPlace{};
    bson::Bytes m_borrowed;
    bson::Value m_owned;
};

} // namespace sandglass::engine::query
