<?php
// SPDX-License-Identifier: GPL-3.0-or-later
// usage: php login.php STEP…, with STEP find=URI or insert=URI
// Logs in with each URI and does that with shop.orders. Prints a line for each: "ok", or the code of the server's error.
use MongoDB\Driver\{BulkWrite, Manager, Query};
use MongoDB\Driver\Exception\{AuthenticationException, BulkWriteException, CommandException, ServerException};

foreach (array_slice($argv, 1) as $step) {
    [$work, $uri] = explode('=', $step, 2);
    $manager = new Manager($uri);
    try {
        if ($work === 'find') {
            $found = $manager->executeQuery('shop.orders', new Query([], ['limit' => 1]))->toArray();
            assert($found[0]->_id === 1);
        } else {
            $write = new BulkWrite();
            $write->insert(['from' => 'php']);
            $manager->executeBulkWrite('shop.orders', $write);
        }
        echo "ok\n";
    } catch (AuthenticationException $error) {
        // the driver has a number of its own for it
        echo str_contains($error->getMessage(), 'Authentication failed') ? 18 : $error->getMessage(), "\n";
    } catch (BulkWriteException $error) {
        $result = $error->getWriteResult();
        echo $result->getWriteErrors() ? $result->getWriteErrors()[0]->getCode() : $error->getCode(), "\n";
    } catch (ServerException $error) {
        echo $error->getCode(), "\n";
    }
}
