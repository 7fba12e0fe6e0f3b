// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/value.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace sandglass::engine::query {

/// A value during evaluation. It borrows the bytes of the document or a constant if possible,
/// stores numbers, dates and ids in place, and owns other bytes. A borrowed value is valid as long
/// as its source.
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

    /// Borrows the bytes of `view`.
    static Operand borrow(bson::ValueView view)
    {
        Operand operand;
        operand.m_type = view.type();
        operand.m_borrowed = view.raw();
        return operand;
    }
    /// An argument that was not given. Reads as Missing.
    static Operand absent()
    {
        Operand operand;
        operand.m_storage = Storage::Absent;
        return operand;
    }
    /// A null.
    static Operand null()
    {
        Operand operand;
        operand.m_type = bson::Type::Null;
        return operand;
    }
    /// A Bool.
    static Operand of(bool value) { return inPlace(bson::Type::Bool, std::uint8_t(value ? 1 : 0)); }
    /// An Int32.
    static Operand of(std::int32_t value) { return inPlace(bson::Type::Int32, value); }
    /// An Int64.
    static Operand of(std::int64_t value) { return inPlace(bson::Type::Int64, value); }
    /// A Double.
    static Operand of(double value) { return inPlace(bson::Type::Double, value); }
    /// A Date.
    static Operand of(bson::Date value) { return inPlace(bson::Type::Date, value.millis); }
    /// A Decimal128.
    static Operand of(bson::Decimal128 value) { return inPlace(bson::Type::Decimal128, value); }
    /// An ObjectId.
    static Operand of(const bson::ObjectId& value)
    {
        return inPlace(bson::Type::ObjectId, value.bytes);
    }
    /// A copy of the text, as a String.
    static Operand of(std::string_view text) { return Operand(bson::Value::of(text)); }
    /// A copy of a document.
    static Operand document(bson::DocumentView document)
    {
        return Operand(bson::Value::document(document));
    }
    /// A copy of an array. `elements`: a document with the keys "0", "1", …
    static Operand array(bson::DocumentView elements)
    {
        return Operand(bson::Value::array(elements));
    }

    /// A view of the value; valid as long as this operand and what it borrows from.
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
    /// Whether it is an argument that was not given.
    bool isAbsent() const { return m_storage == Storage::Absent; }
    /// Whether the bytes belong to somebody else. Values without bytes count as owned.
    bool isBorrowed() const { return m_storage == Storage::Borrowed && !m_borrowed.empty(); }
    /// Whether the bytes die with this operand.
    bool ownsBytes() const { return m_storage == Storage::Owned || m_storage == Storage::InPlace; }
    /// The same value with its own bytes.
    Operand detached() && { return isBorrowed() ? Operand(bson::Value(view())) : std::move(*this); }
    /// The value as one that owns its bytes.
    bson::Value toValue() &&
    {
        return m_storage == Storage::Owned ? std::move(m_owned) : bson::Value(view());
    }

private:
    /// Where the bytes are.
    enum class Storage : std::uint8_t { Borrowed, InPlace, Owned, Absent };

    /// Stores a payload of fixed size in the operand.
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
