// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/protocol/connection_text.h"

#include "app/protocol/percent_encoding.h"
#include "app/protocol/secrets.h"

#include <algorithm>
#include <charconv>

namespace sandglass::protocol {

namespace {

constexpr std::size_t kMaxBytes = std::size_t{64} * 1024;
constexpr int kMaxPort = 65'535;
constexpr std::string_view kPlain = "mongodb://";
constexpr std::string_view kSeeded = "mongodb+srv://";

// At least one piece; pieces may be empty.
std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> pieces;
    while (true) {
        const std::size_t end = text.find(separator);
        pieces.push_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return pieces;
        }
        text.remove_prefix(end + 1);
    }
}

// The whole text must be a number: from_chars alone would accept "27017x".
ConnectionFault readPort(std::string_view text, ConnectionHost& host)
{
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, host.port);
    const bool number = error == std::errc() && stop == end;
    return number && host.port >= 1 && host.port <= kMaxPort ? ConnectionFault::None
                                                             : ConnectionFault::HostPort;
}

bool isAddress(std::string_view text)
{
    // an address with its zone: digits, colons, dots, then % and the name of an interface
    const std::string_view address = text.substr(0, text.find('%'));
    return address.find(':') != std::string_view::npos
        && std::all_of(address.begin(), address.end(),
                       [](char c) { return hexDigit(c) >= 0 || c == ':' || c == '.'; });
}

ConnectionFault readBracketed(std::string_view text, ConnectionHost& host)
{
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos || !isAddress(text.substr(1, close - 1))) {
        return ConnectionFault::HostBrackets;
    }
    host.name = text.substr(1, close - 1);
    const std::string_view rest = text.substr(close + 1);
    if (rest.empty()) {
        return ConnectionFault::None;
    }
    return rest.front() == ':' ? readPort(rest.substr(1), host) : ConnectionFault::HostBrackets;
}

ConnectionFault readHost(std::string_view text, ConnectionHost& host)
{
    if (text.empty()) {
        return ConnectionFault::HostMissing;
    }
    if (text.front() == '[') {
        return readBracketed(text, host);
    }
    const std::size_t colon = text.find(':');
    // more than one colon: an IPv6 address without brackets
    if (colon != text.rfind(':')) {
        return ConnectionFault::HostBrackets;
    }
    const std::string_view name = text.substr(0, colon);
    if (name.empty()) {
        return ConnectionFault::HostMissing;
    }
    // checked by exclusion, since host names of local networks may contain nearly anything else
    constexpr std::string_view kNever = " \t\r\n/\\?#[]@%<>\"{}|^`&=";
    if (name.find_first_of(kNever) != std::string_view::npos) {
        return ConnectionFault::HostCharacter;
    }
    host.name = name;
    return colon == std::string_view::npos ? ConnectionFault::None
                                           : readPort(text.substr(colon + 1), host);
}

ConnectionFault checkSeeded(const std::vector<ConnectionHost>& hosts)
{
    const ConnectionHost& host = hosts.front();
    const bool plain = hosts.size() == 1 && host.port == 0 && !host.isSocket()
        && host.name.find(':') == std::string::npos;
    return plain ? ConnectionFault::None : ConnectionFault::SeededHosts;
}

ConnectionReading readHostList(std::string_view text, bool seeded, bool escaped)
{
    ConnectionReading reading;
    for (const std::string_view piece : split(text, ',')) {
        ++reading.position;
        ConnectionHost host;
        const std::string path
            = escaped ? percentDecoded(piece).value_or(std::string()) : std::string(piece);
        if (path.starts_with('/')) {
            host.name = path;
        } else {
            reading.fault = readHost(piece, host);
        }
        // the first fault ends the list; `position` then names the host
        if (!reading.good()) {
            return reading;
        }
        reading.parts.hosts.push_back(std::move(host));
    }
    reading.position = 0;
    if (seeded) {
        // a seeded string names one DNS record, without a port
        reading.fault = checkSeeded(reading.parts.hosts);
    }
    return reading;
}

// `text`: user and password as written, without the '@' behind them.
ConnectionFault readUser(std::string_view text, ConnectionParts& parts)
{
    const std::size_t colon = text.find(':');
    const std::string_view user = text.substr(0, colon);
    const auto plainUser = percentDecoded(user);
    if (!plainUser) {
        return ConnectionFault::UserEscape;
    }
    parts.user = *plainUser;
    // the '@' that ends the credentials is the last one, so this one was not escaped
    if (text.find('@') != std::string_view::npos) {
        return ConnectionFault::CredentialCharacter;
    }
    if (user.empty()) {
        return ConnectionFault::UserMissing;
    }
    if (colon == std::string_view::npos) {
        return ConnectionFault::None;
    }
    const std::string_view password = text.substr(colon + 1);
    if (password.find(':') != std::string_view::npos) {
        return ConnectionFault::CredentialCharacter;
    }
    auto plainPassword = percentDecoded(password);
    if (!plainPassword) {
        return ConnectionFault::PasswordEscape;
    }
    parts.password = std::move(*plainPassword);
    return ConnectionFault::None;
}

ConnectionFault readDatabase(std::string_view text, ConnectionParts& parts)
{
    const auto name = percentDecoded(text);
    if (!name) {
        return ConnectionFault::DatabaseEscape;
    }
    if (name->find_first_of("/\\ \"$") != std::string::npos) {
        return ConnectionFault::DatabaseCharacter;
    }
    parts.database = *name;
    return ConnectionFault::None;
}

// Stops at the first fault and notes which option it is.
void readOptions(std::string_view text, ConnectionReading& reading)
{
    int position = 0;
    for (const std::string_view piece : split(text, '&')) {
        ++position;
        const std::size_t equals = piece.find('=');
        if (equals == std::string_view::npos || equals == 0) {
            reading.fault = ConnectionFault::OptionShape;
        } else if (!percentDecoded(piece.substr(equals + 1))) {
            reading.fault = ConnectionFault::OptionEscape;
        }
        if (!reading.good()) {
            reading.position = position;
            return;
        }
        reading.parts.options.push_back(
            {std::string(piece.substr(0, equals)), std::string(piece.substr(equals + 1))});
    }
}

/// A connection string in pieces, each still escaped.
struct Pieces
{
    bool seeded = false;
    std::optional<std::string_view> credentials;
    std::string_view hosts;
    std::string_view database;
    std::string_view options;
    bool strayAt = false; // an '@' that only an unescaped password explains
};

// Splits at the separators only; the pieces are checked afterwards.
Pieces takeApart(std::string_view text)
{
    Pieces pieces;
    pieces.seeded = text.starts_with(kSeeded);
    text.remove_prefix(pieces.seeded ? kSeeded.size() : kPlain.size());
    const std::size_t end = std::min(text.find_first_of("/?"), text.size());
    std::string_view authority = text.substr(0, end);
    std::string_view rest = text.substr(end);
    if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
        // the last '@' counts: an unescaped one in the password must not turn its tail into a host
        pieces.credentials = authority.substr(0, at);
        authority.remove_prefix(at + 1);
    }
    pieces.hosts = authority;
    const std::size_t question = rest.find('?');
    const std::string_view path = rest.substr(0, question);
    pieces.database = path.empty() ? path : path.substr(1);
    if (question != std::string_view::npos) {
        pieces.options = rest.substr(question + 1);
    }
    // an '@' in the path means a password with an unescaped '/'; readConnectionString() reports it
    pieces.strayAt = path.find('@') != std::string_view::npos
        || (!pieces.credentials && rest.find('@') != std::string_view::npos);
    return pieces;
}

// A fault leaves no parts: what was read up to it may belong to a password.
ConnectionReading faulty(ConnectionFault fault, int position = 0)
{
    return {{}, fault, position};
}

} // namespace

std::string ConnectionParts::option(std::string_view name) const
{
    const auto found = std::find_if(options.begin(), options.end(), [name](const auto& each) {
        return isSameOption(each.name, name);
    });
    return found == options.end() ? std::string()
                                  : percentDecoded(found->rawValue).value_or(found->rawValue);
}

bool ConnectionParts::hasOption(std::string_view name) const
{
    return std::any_of(options.begin(), options.end(),
                       [name](const auto& each) { return isSameOption(each.name, name); });
}

void ConnectionParts::setOption(std::string_view name, std::string_view value)
{
    // a removed option counts as placed from the start
    bool placed = value.empty();
    std::vector<ConnectionOption> updated;
    for (ConnectionOption& each : options) {
        if (!isSameOption(each.name, name)) {
            updated.push_back(std::move(each));
        } else if (!placed) {
            updated.push_back({each.name, percentEncoded(value, "/:,")});
            placed = true;
        }
    }
    if (!placed) {
        updated.push_back({std::string(name), percentEncoded(value, "/:,")});
    }
    options = std::move(updated);
}

void ConnectionParts::setOptionAt(std::size_t place, std::string_view value)
{
    if (place >= options.size()) {
        return;
    }
    if (value.empty()) {
        options.erase(options.begin() + static_cast<std::ptrdiff_t>(place));
    } else {
        options[place].rawValue = percentEncoded(value, "/:,");
    }
}

void ConnectionParts::addOption(std::string_view name, std::string_view value)
{
    // Source: MongoDB manual, Connection String Options
    const bool repeatable = isSameOption(name, "readPreferenceTags");
    if (repeatable && !value.empty()) {
        options.push_back({std::string(name), percentEncoded(value, "/:,")});
    } else {
        setOption(name, value);
    }
}

ConnectionReading readConnectionString(std::string_view text)
{
    if (text.size() > kMaxBytes || text.find('\0') != std::string_view::npos) {
        return faulty(ConnectionFault::TooLong);
    }
    if (!text.starts_with(kPlain) && !text.starts_with(kSeeded)) {
        return faulty(ConnectionFault::Scheme);
    }
    const Pieces pieces = takeApart(text);
    if (pieces.strayAt) {
        return faulty(ConnectionFault::CredentialCharacter);
    }
    ConnectionReading reading = readHostList(pieces.hosts, pieces.seeded, true);
    if (!reading.good()) {
        return faulty(reading.fault, reading.position);
    }
    reading.parts.seeded = pieces.seeded;
    if (pieces.credentials) {
        reading.fault = readUser(*pieces.credentials, reading.parts);
    }
    if (reading.good()) {
        reading.fault = readDatabase(pieces.database, reading.parts);
    }
    if (reading.good() && !pieces.options.empty()) {
        readOptions(pieces.options, reading);
    }
    return reading.good() ? reading : faulty(reading.fault, reading.position);
}

std::string writeConnectionString(const ConnectionParts& parts, std::string_view mask)
{
    std::string text(parts.seeded ? kSeeded : kPlain);
    if (!parts.user.empty()) {
        text += percentEncoded(parts.user);
        if (parts.password) {
            text += ':';
            // an empty password is written as such, since a mask would claim that there is one
            text += mask.empty() || parts.password->empty() ? percentEncoded(*parts.password)
                                                            : std::string(mask);
        }
        text += '@';
    }
    std::string_view separator;
    for (const ConnectionHost& host : parts.hosts) {
        text += separator;
        text += host.isSocket() ? percentEncoded(host.name) : hostText(host);
        separator = ",";
    }
    if (!parts.database.empty() || !parts.options.empty()) {
        text += '/';
    }
    text += percentEncoded(parts.database);
    separator = "?";
    for (const ConnectionOption& option : parts.options) {
        // options without secrets stay exactly as they were written
        const bool hidden = !mask.empty() && isSecretOption(option.name);
        text += separator;
        text += option.name + '=' + (hidden ? std::string(mask) : option.rawValue);
        separator = "&";
    }
    return text;
}

std::string takeSecrets(ConnectionParts& parts)
{
    std::string secrets;
    if (parts.password && !parts.user.empty()) {
        secrets = "password=" + percentEncoded(*parts.password);
    }
    parts.password.reset();
    std::vector<ConnectionOption> harmless;
    for (ConnectionOption& option : parts.options) {
        if (isSecretOption(option.name)) {
            secrets += (secrets.empty() ? "" : "&") + option.name + '=' + option.rawValue;
        } else {
            harmless.push_back(std::move(option));
        }
    }
    parts.options = std::move(harmless);
    return secrets;
}

void putSecrets(ConnectionParts& parts, std::string_view secrets)
{
    for (const std::string_view piece : split(secrets, '&')) {
        const std::size_t equals = piece.find('=');
        if (equals == std::string_view::npos) {
            continue;
        }
        const std::string_view name = piece.substr(0, equals);
        const auto value = percentDecoded(piece.substr(equals + 1));
        // "password" is our own name: no option of a connection string has it
        if (name == "password" && value) {
            parts.password = *value;
            // an option that the string has itself is not overwritten
        } else if (isSecretOption(name) && value && !parts.hasOption(name)) {
            parts.options.push_back({std::string(name), std::string(piece.substr(equals + 1))});
        }
    }
}

std::string hostText(const ConnectionHost& host)
{
    const bool bracketed = !host.isSocket() && host.name.find(':') != std::string::npos;
    std::string text = bracketed ? '[' + host.name + ']' : host.name;
    if (host.port != 0) {
        text += ':' + std::to_string(host.port);
    }
    return text;
}

ConnectionReading readHosts(std::string_view text, bool seeded)
{
    ConnectionReading reading = readHostList(text, seeded, false);
    return reading.good() ? reading : faulty(reading.fault, reading.position);
}

} // namespace sandglass::protocol
