// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/wire/message.h"

namespace sandglass::engine::wire {

std::string opCodeName(std::int32_t opCode)
{
    switch (static_cast<OpCode>(opCode)) {
    case OpCode::Reply:
        return "OP_REPLY";
    case OpCode::Update:
        return "OP_UPDATE";
    case OpCode::Insert:
        return "OP_INSERT";
    case OpCode::Query:
        return "OP_QUERY";
    case OpCode::GetMore:
        return "OP_GET_MORE";
    case OpCode::Delete:
        return "OP_DELETE";
    case OpCode::KillCursors:
        return "OP_KILL_CURSORS";
    case OpCode::Compressed:
        return "OP_COMPRESSED";
    case OpCode::Msg:
        return "OP_MSG";
    }
    return "opcode " + std::to_string(opCode);
}

const DocumentSequence* Message::sequence(std::string_view identifier) const
{
    for (const DocumentSequence& sequence : sequences) {
        if (sequence.identifier == identifier) {
            return &sequence;
        }
    }
    return nullptr;
}

} // namespace sandglass::engine::wire
