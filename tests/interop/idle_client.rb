# SPDX-License-Identifier: GPL-3.0-or-later
# usage: ruby idle_client.rb URI: one client of idle_clients.py.
require 'mongo'

# with the Ruby of today the driver's finalizers warn of themselves
$VERBOSE = nil

Mongo::Logger.logger.level = Logger::FATAL
LOST = []

# Keeps how often the driver takes the server for unknown, which closes its connections.
class Watch
  def succeeded(event)
    LOST << 'the server' if event.new_description.unknown?
  end
end

# Tries until the server is back; the driver waits for it inside.
def until_done
  attempts = 0
  begin
    yield
  rescue Mongo::Error
    (attempts += 1) < 20 ? retry : raise
  end
end

$stdout.sync = true
# the driver of that time cannot read a database's name from a URI with the Ruby of today
client = Mongo::Client.new([ARGV[0][%r{//([^/]+)}, 1]], database: 'interop')
client.subscribe(Mongo::Monitoring::SERVER_DESCRIPTION_CHANGED, Watch.new)
notes = client[:idle]
notes.insert_one(client: 'ruby')
puts 'ready'
$stdin.gets
puts notes.find(client: 'ruby').first && LOST.empty? ? 'calm' : "lost: #{LOST}"
$stdin.gets
puts until_done { notes.find(client: 'ruby').first } ? 'back' : 'the document is gone'
client.close
