# SPDX-License-Identifier: GPL-3.0-or-later
# usage: perl idle_client.pl URI: one client of idle_clients.py. Its driver has no thread that watches the server.
use strict;
use warnings;
use MongoDB;

# Tries until the server is back; the driver waits for it inside.
sub found_again {
    my ($notes) = @_;
    for my $attempt (1 .. 20) {
        my $found = eval { $notes->find_one({client => 'perl'}) };
        return $found unless $@;
        die $@ if $attempt == 20;
    }
}

$| = 1;
my $client = MongoDB->connect($ARGV[0]);
my $notes  = $client->ns('interop.idle');
$notes->insert_one({client => 'perl'});
print "ready\n";
<STDIN>;
print $notes->find_one({client => 'perl'}) ? "calm\n" : "lost: the document\n";
<STDIN>;
print found_again($notes) ? "back\n" : "the document is gone\n";
