# SPDX-License-Identifier: GPL-3.0-or-later
# usage: ruby ruby_client.rb URI
# Ruby's driver of 2018: TTL indexes by its index view, documents that expire, cursors, aggregation, bulk writes.
require 'mongo'

# with the Ruby of today the driver's finalizers warn of themselves
$VERBOSE = nil

HOUR = 3600
MOST_ASKED = 200_000

Mongo::Logger.logger.level = Logger::ERROR
# the driver of that time cannot read a database's name from a URI with the Ruby of today
client = Mongo::Client.new([ARGV[0][%r{//([^/]+)}, 1]], database: 'ruby', server_selection_timeout: 5)
$admin = client.use('admin')
$moved = 0

def check(condition, text)
  raise "failed: #{text}" unless condition
end

def passes
  $admin.database.command(serverStatus: 1).first['metrics']['ttl']['passes']
end

# Moves the engine's clock at least +offset+ seconds past the real time; returns after a whole TTL pass from there on.
def pass_at(offset)
  $moved = [$moved, offset * 1000].max
  # the first pass may have begun before the clock moved
  2.times do
    before = passes
    asked = 0
    while passes == before
      raise 'no TTL pass' if asked > MOST_ASKED

      # when the monitor went to sleep only after a step, the next step wakes it
      $admin.database.command(setParameter: 1, sandglassClockOffsetMillis: $moved += 1100) if (asked % 100).zero?
      asked += 1
    end
  end
end

def refused_with(code)
  yield
  raise "accepted, though #{code} was expected"
rescue Mongo::Error::OperationFailure => error
  check error.message.include?("(#{code})"), error.message
end

now = Time.now
events = client[:events]
2.times { events.indexes.create_one({ createdAt: 1 }, expire_after: 3600) }
refused_with(85) { events.indexes.create_one({ createdAt: 1 }, expire_after: 60) }
refused_with(67) { events.indexes.create_one({ a: 1, b: 1 }, expire_after: 60) }
check events.indexes.get('createdAt_1')['expireAfterSeconds'] == 3600, 'the index is listed with its seconds'

events.insert_many([{ _id: 1, createdAt: now - 2 * HOUR }, { _id: 2, createdAt: now },
                    { _id: 3, createdAt: 'yesterday' }])
pass_at(0)
check events.find.sort(_id: 1).map { |d| d['_id'] } == [2, 3], 'what is old has gone'
day = { keyPattern: { createdAt: 1 }, expireAfterSeconds: 86_400 }
reply = client.database.command(collMod: 'events', index: day).first
check reply.values_at('expireAfterSeconds_old', 'expireAfterSeconds_new') == [3600, 86_400], 'the old and new seconds'
pass_at(3 * HOUR)
check events.count == 2, 'more seconds, nothing goes'
client.database.command(collMod: 'events', index: { name: 'createdAt_1', expireAfterSeconds: 60 })
pass_at(3 * HOUR)
check events.find.map { |d| d['_id'] } == [3], 'fewer seconds'
events.indexes.drop_one('createdAt_1')
check events.indexes.count == 1, 'the index has gone'

numbers = client[:numbers]
numbers.insert_many((0...500).map { |n| { _id: n, odd: n.odd? } })
check numbers.find({}, batch_size: 50).to_a.size == 500, 'getMore'
groups = numbers.aggregate([{ '$group' => { _id: '$odd', n: { '$sum' => 1 } } }, { '$sort' => { _id: 1 } }]).to_a
check groups.map { |group| group['n'] } == [250, 250], 'aggregate'
result = numbers.bulk_write([{ insert_one: { _id: 600 } },
                             { update_one: { filter: { _id: 700 }, update: { '$inc' => { hits: 1 } }, upsert: true } },
                             { delete_many: { filter: { odd: true } } }])
check [result.inserted_count, result.upserted_count, result.deleted_count] == [1, 1, 250], 'bulk_write'
found = numbers.find_one_and_update({ _id: 700 }, { '$currentDate' => { seen: true } }, return_document: :after)
check found['seen'].is_a?(Time), '$currentDate'
refused_with(11_000) { numbers.insert_one(_id: 0) }
check client.database.collection_names.sort == %w[events numbers], 'collection names'
client.database.drop
client.close
puts 'ok'
