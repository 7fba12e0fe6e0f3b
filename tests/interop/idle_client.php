<?php
// SPDX-License-Identifier: GPL-3.0-or-later
// usage: php idle_client.php URI: one client of idle_clients.py. Its driver has no thread that watches the server.
use MongoDB\Driver\BulkWrite;
use MongoDB\Driver\Exception\Exception;
use MongoDB\Driver\Manager;
use MongoDB\Driver\Query;

/** Whether the document is there. */
function found(Manager $manager): bool
{
    return count($manager->executeQuery('interop.idle', new Query(['client' => 'php']))->toArray()) > 0;
}

$manager = new Manager($argv[1]);
$write = new BulkWrite();
$write->insert(['client' => 'php']);
$manager->executeBulkWrite('interop.idle', $write);
echo "ready\n";
fgets(STDIN);
echo found($manager) ? "calm\n" : "lost: the document\n";
fgets(STDIN);
for ($attempt = 1; ; ++$attempt) {
    try {
        echo found($manager) ? "back\n" : "the document is gone\n";
        break;
    } catch (Exception $error) {
        if ($attempt === 20) {
            throw $error;
        }
    }
}
