# SPDX-License-Identifier: GPL-3.0-or-later
# usage: perl login.pl STEP…, with STEP find=URI or insert=URI
# Logs in with each URI and does that with shop.orders. Prints a line for each: "ok", or the code of the server's error.
use strict;
use warnings;
use MongoDB;

for my $step (@ARGV) {
    my ($work, $uri) = split /=/, $step, 2;
    my $outcome = eval {
        my $orders = MongoDB->connect($uri)->ns('shop.orders');
        if ($work eq 'find') {
            die "found nothing\n" unless $orders->find_one()->{_id} == 1;
        } else {
            $orders->insert_one({from => 'perl'});
        }
        'ok';
    };
    my $error = $@;
    if (!defined $outcome) {
        # the driver gives the server's text for a failed login, and no number
        $outcome = "$error" =~ /Authentication failed/ ? 18 : ref $error && $error->can('code') ? $error->code : "$error";
    }
    print "$outcome\n";
}
